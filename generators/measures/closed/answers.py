"""An answer under a window: the chance that no single chunk holds it whole."""

from __future__ import annotations

from generators.arithmetic import cut
from generators.measures.closed.inputs import assumed, one, window
from generators.measures.measure import Measure, Model, Values


def answer_cut(model: Model) -> Values:
    """The chance that an answer is cut, continuous."""
    characters = assumed(model, "answer_characters", "answer_cut")
    per_token = assumed(model, "chars_per_token", "answer_cut")
    chance = float(cut.p_cut_continuous(characters / per_token, model.size, model.overlap))
    return one(chance, answer_characters=characters, chars_per_token=per_token, **window(model))


ANSWERS: dict[str, Measure] = {
    "answer_cut": Measure(
        title="Chance that an answer is cut",
        unit="share",
        better="lower",
        definition=(
            "Probability that no single window holds the whole answer, which may start anywhere in an endless text. Its characters are "
            "turned into tokens as those of a window that counts characters are, so that for such a window the rate does not matter."
        ),
        compare="closed",
        formula="min(1, max(0, (answer_characters / chars_per_token - chunk_overlap) / (chunk_size - chunk_overlap)))",
        of_model=answer_cut,
    ),
}
