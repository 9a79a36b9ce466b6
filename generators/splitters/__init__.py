"""The shelf of splitters: SPLITTERS maps the name in a scenario to the function whose keywords are its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generators.splitters import langchain, llamaindex
from generators.splitters.fixed import fixed
from generators.splitters.isolation import Built, Outcome, build, run_alone
from generators.splitters.splitter import Splitter

__all__ = ["SPLITTERS", "Built", "Outcome", "Splitter", "build_alone", "run_alone"]

SPLITTERS: dict[str, Callable[..., Splitter]] = {
    "fixed": fixed,
    "llamaindex.SentenceSplitter": llamaindex.sentence_splitter,
    "llamaindex.TokenTextSplitter": llamaindex.token_text_splitter,
    "langchain.RecursiveCharacterTextSplitter": langchain.recursive_character_text_splitter,
    "langchain.TokenTextSplitter": langchain.token_text_splitter,
}


def build_alone(name: str, keywords: Mapping[str, object]) -> Built:
    """Build the named splitter with its keywords; what its library raises or prints is a result of that run."""
    return build(SPLITTERS[name], keywords)
