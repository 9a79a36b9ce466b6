"""Shipped: the defaults of the installed packages as a page shows them, each value with the file and line where it stands."""

from generators.shipped.every import defaults_table
from generators.shipped.values import default, defaults_beside, releases, stands

__all__ = ["default", "defaults_beside", "defaults_table", "releases", "stands"]
