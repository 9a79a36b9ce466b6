"""What to choose: for a scenario with questions, the setting that its numbers speak for, and what they leave undecided."""

from __future__ import annotations

from generators.decision.page import decision, decisions

__all__ = ["decision", "decisions"]
