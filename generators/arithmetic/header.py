"""What it costs to repeat a table's header, or any context, in every chunk."""

from __future__ import annotations

from generators.arithmetic.window import windows_whole
from generators.corpus import Profile


def chunks(profile: Profile, size: float, overlap: float) -> int:
    """Chunks of the whole corpus: documents times windows, rounded up for each document (article A)."""
    return profile.documents * windows_whole(profile.tokens_per_document, size, overlap)


def extra_tokens(profile: Profile, size: float, overlap: float, context_tokens: float) -> float:
    """Tokens that `context_tokens` in every chunk add to the index: `chunks * context_tokens` (article A, Anthropic's cost model)."""
    return chunks(profile, size, overlap) * context_tokens


def index_tokens(profile: Profile, size: float, overlap: float) -> float:
    """Tokens in the index before that: the corpus, and the overlap once for each window but the first of a document (article A)."""
    repeated = profile.documents * (windows_whole(profile.tokens_per_document, size, overlap) - 1) * overlap
    return profile.documents * profile.tokens_per_document + repeated
