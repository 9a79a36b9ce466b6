"""The explorer of the lottery page: a document under every setting of a grid, its data for a script, and static strips of the same."""

from generators.explorer.part import Explorer

__all__ = ["Explorer"]
