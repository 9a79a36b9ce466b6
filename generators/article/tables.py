"""Tables: the rules of article A, on what the libraries ship, on the tables that are cut, and on what is done about it."""

from __future__ import annotations

from collections.abc import Sequence

from generators.article.rule import Rule, derived, each, keyed, number, reading, shipped, statement

BANDS = ("300", "600", "900", "1800")
MODEL = "tables/lamplighter"
OURS, DOUBLED, THEIRS = f"{MODEL}/llamaindex-default", f"{MODEL}/doubled", f"{MODEL}/langchain-default"
CUT, CUT_DOUBLED, CUT_THEIRS = f"{OURS}/tables_cut", f"{DOUBLED}/tables_cut", f"{THEIRS}/tables_cut"
ONE_TABLE = "lengths/table-400/llamaindex-default"
TEXTS = ("figures", "sentences")
PROSE = ("finance", "contract")
WITH_HEADER = ("fixed-header", "llamaindex-header", "token-header")


def bands(number: str) -> tuple[str, ...]:
    """A number's parts by length of table."""
    return tuple(f"{number}/{band}" for band in BANDS)


def measured(splitter: str, measure: str, texts: Sequence[str] = TEXTS) -> tuple[str, ...]:
    """One measure of a splitter on the contracts in text."""
    return tuple(f"tables/{text}/{splitter}/{measure}" for text in texts)


def near(model: float, *counts: float) -> bool:
    """Whether every count lies within a tenth of the model's: several times the spread between seeds."""
    return all(abs(count - model) <= model / 10 for count in counts)


def nearer(own: float, other: float, *counts: float) -> bool:
    """Whether every count lies nearer to the one than to the other."""
    return all(abs(count - own) < abs(count - other) for count in counts)


SHIPPED = (
    "sentence_splitter.chunk_size",
    "sentence_splitter.chunk_overlap",
    "guidance_page.chunk_overlap",
    "token_splitter.chunk_overlap",
    "constants",
    "sentence_splitter.secondary_regex",
    "sentence_splitter.separator",
    "settings_path",
    "langchain.chunk_size",
    "langchain.chunk_overlap",
    "langchain.overlap_docstring",
    "langchain.recursive_separators",
    "langchain.markdown_header.headers_required",
    "langchain.markdown_header.strip_headers",
)


DEFAULTS: dict[str, Rule] = {
    **{f"A.defaults.{name}": shipped(name) for name in SHIPPED},
    "A.defaults.sentence_transformers.pooling": reading("sentence-transformers.pooling_mode"),
    "A.defaults.token_splitter.stride": number(f"{MODEL}/token-default/stride"),
    "A.defaults.token_splitter.fixed_stride": statement(
        nearer,
        f"{MODEL}/token-default/tables_cut",
        CUT,
        *measured("token-default", "tables_cut"),
        beside=["tables/aligned/token-default/tables_cut"],
    ),
}


CUTTING: dict[str, Rule] = {
    "A.stride.default": number(f"{OURS}/stride"),
    "A.p_split.400": number(f"{ONE_TABLE}/tables_cut"),
    "A.p_split.safe_offsets": number(f"{ONE_TABLE}/safe_offsets", f"{ONE_TABLE}/safe_offsets_whole_token"),
    "A.p_split.clamps": keyed({tokens: f"lengths/table-{tokens}/llamaindex-default/tables_cut" for tokens in ("200", "1024")}),
    "A.p_split.whole_token": number(f"{ONE_TABLE}/tables_cut_whole_token"),
    "A.p_split.naive_factor": derived(lambda probability: 0.5 / probability, f"{ONE_TABLE}/tables_cut"),
    "A.corpus.tokens": number(f"{OURS}/corpus_tokens"),
    "A.corpus.windows_per_document": number(f"{OURS}/windows", f"{OURS}/windows_whole"),
    "A.corpus.chunks": number(f"{OURS}/chunks_modelled"),
    "A.corpus.tables": number(f"{OURS}/tables"),
    "A.corpus.table_tokens": number(f"{OURS}/table_tokens"),
    "A.corpus.mean_table_tokens": number(f"{OURS}/mean_table_tokens"),
    "A.corpus.band_tokens": each(*bands(f"{OURS}/table_tokens")),
    "A.detached.llamaindex.bands": each(*bands(CUT)),
    "A.detached.llamaindex": number(CUT, *measured("fixed", "tables_cut"), *measured("llamaindex-default", "tables_cut")),
    "A.detached.llamaindex.rate": number(f"{OURS}/tables_cut_share"),
    "A.detached.llamaindex.whole_token": number(f"{OURS}/tables_cut_whole_token"),
    "A.detached.llamaindex.finite_document": number(f"{OURS}/tables_cut_finite", *measured("fixed", "tables_cut")),
    "A.detached.llamaindex.route_b.mean": number(f"{OURS}/route_b_mean"),
    "A.detached.llamaindex.route_b.p": number(f"{OURS}/route_b_probability"),
    "A.detached.llamaindex.route_b.unclamped": number(f"{OURS}/route_b_unclamped"),
    "A.detached.langchain.bands": each(*bands(CUT_THEIRS)),
    "A.detached.langchain": number(CUT_THEIRS, *measured("langchain-default", "tables_cut")),
    "A.detached.langchain.stride": number(f"{THEIRS}/stride"),
    "A.detached.langchain.measured": statement(
        near,
        CUT_THEIRS,
        *measured("langchain-default", "tables_cut"),
        beside=["tables/figures/langchain-default/characters_per_token/tables"],
    ),
    "A.detached.langchain.from_mean": number(f"{THEIRS}/tables_cut_from_mean"),
    "A.detached.langchain.clamp_gap": derived(lambda mean, cut: mean - cut, f"{THEIRS}/tables_cut_from_mean", CUT_THEIRS),
    "A.detached.unit_gap": derived(lambda theirs, ours: theirs - ours, CUT_THEIRS, CUT, beside=[f"{MODEL}/window-1000-200/tables_cut"]),
    "A.secondary_regex.bites": number("tables/figures/llamaindex-default/tables_cut", "tables/figures/llamaindex-default/tables_cut/1800"),
    "A.secondary_regex.where": statement(
        lambda rows, figures: figures < rows / 2,
        *(f"tables/figures/llamaindex-default/{cuts}" for cuts in ("cuts_in_rows", "cuts_in_figures")),
    ),
}

REAL = ("chatlogs", "finance", "pubmed", "speech", "wikitexts")


def no_floor(*numbers: float) -> bool:
    """Whether real windows and overlaps keep to what was asked for, and real cuts are fewer than the formula's all the same.

    The overlap asked for comes first, then the formula's cut tables and the real ones, then of each text its chunks over the limit and the
    overlap that it delivers.
    """
    asked, modelled, cut, *texts = numbers
    return cut < modelled and not any(texts[::2]) and max(texts[1::2]) <= asked


REMEDIES: dict[str, Rule] = {
    "A.doubled.stride": number(f"{DOUBLED}/stride"),
    "A.doubled.detached": number(CUT_DOUBLED, *measured("doubled", "tables_cut")),
    "A.doubled.excess_tokens": number(f"{DOUBLED}/excess_tokens"),
    "A.doubled.reduction": number(f"{OURS}/doubled_reduction"),
    "A.doubled.stride_ratio_reduction": number(f"{OURS}/doubled_stride_ratio_reduction"),
    "A.dilution.cosine.1024": number(f"{OURS}/cosine"),
    "A.dilution.cosine.2048": number(f"{DOUBLED}/cosine"),
    "A.dilution.fall": number(f"{OURS}/doubled_cosine_fall"),
    **{
        f"A.dilution.route_b.{size}": each(
            *(f"{splitter}/{name}" for name in ("cosine_signal", "cosine_filler_norm", "cosine_vector_norm", "cosine_route_b"))
        )
        for size, splitter in (("1024", OURS), ("2048", DOUBLED))
    },
    "A.dilution.real": statement(
        lambda model, *measured: all(0 < fall < model for fall in measured),
        f"{OURS}/doubled_cosine_fall",
        *(f"dilution/{text}/window-1024/question_cosine_fall/{encoder}" for text in PROSE for encoder in ("wordllama", "minilm")),
        beside=[f"dilution/{text}/window-1024/question_cosine_share/{encoder}" for text in PROSE for encoder in ("wordllama", "minilm")],
    ),
    "A.dilution.wrong.share": number(f"{OURS}/dilution_wrong_share"),
    "A.dilution.wrong.quadrature": number(f"{OURS}/dilution_wrong_quadrature"),
    "A.crossover.allowed": number(f"{OURS}/tables_allowed"),
    **{f"A.crossover.{name}": number(f"{OURS}/crossover_{name}") for name in ("stride", "chunk_size", "cosine", "fall")},
    **{
        f"A.header.{name}": number(f"{OURS}/header_{name}")
        for name in ("extra_tokens", "index_tokens", "extra_share", "cosine", "fall", "cost_ratio")
    },
    "A.header.detached": derived(
        max,
        *(number for splitter in WITH_HEADER for number in measured(splitter, "tables_detached")),
        beside=measured("fixed-header", "tables_cut"),
    ),
    "A.header.chunks_needing_it": number("tables/figures/fixed/chunks_headerless", "tables/sentences/fixed/chunks_headerless", CUT),
    "A.floor.tokens": number(f"{OURS}/floor_tokens"),
    "A.floor.times_baseline": number(f"{OURS}/floor_times_tolerance"),
    "A.halved.bands": each(*bands(f"{OURS}/tables_cut_halved_lengths")),
    "A.halved.from_mean": number(f"{OURS}/tables_cut_halved_from_mean"),
    "A.halved.detached": number(f"{OURS}/tables_cut_halved_lengths"),
    "A.halved.rate": number(f"{OURS}/tables_cut_halved_share"),
    "A.halved.langchain.p_mean": number(f"{THEIRS}/halved_mean_probability"),
    "A.halved.langchain.detached": number(f"{THEIRS}/tables_cut_halved_from_mean"),
    "A.doubled_corpus.detached": number(f"{OURS}/tables_cut_doubled_corpus"),
    "A.floor_claim": statement(
        no_floor,
        "floor/finance/sentence/overlap_asked",
        "floor/finance-lengths/sentence/tables_cut",
        "floor/finance/sentence/tables_cut",
        *(f"floor/{text}/sentence/{measure}" for text in REAL for measure in ("chunks_over_limit", "overlap_delivered")),
    ),
}

TABLES: dict[str, Rule] = {**DEFAULTS, **CUTTING, **REMEDIES}
"""The rule of each claim of article A, by the claim's id."""
