"""What is publicly known of hazards, by splitter, in our own words, and which row of the scenario shows a way around each."""

from __future__ import annotations

from dataclasses import dataclass

LANGCHAIN, LLAMAINDEX = "langchain-ai/langchain", "run-llama/llama_index"

STRUCTURE = "structure"
"""The row of our own splitter by structure."""


@dataclass(frozen=True)
class Known:
    """What is known of some hazards of the splitters whose name begins with `use`: why, public threads, and the row of a way around."""

    hazards: tuple[str, ...]
    use: str
    why: str
    threads: tuple[str, ...] = ()
    around: str = ""


KNOWN = (
    Known(
        ("table_header_parted", "table_header_not_repeated", "table_row_cut"),
        "",
        "It does not read tables: rows are lines, or words, to it, and the chunks that go on with a table do not say its header.",
        ("open-webui/open-webui#30413", "benbrandt/text-splitter#422"),
        STRUCTURE,
    ),
    Known(
        ("fence_tildes_cut",),
        "llamaindex.MarkdownNodeParser",
        "Only backticks open a fence for it, so that a comment within tildes is taken for a heading. Backticks in the document avoid it.",
        (f"{LLAMAINDEX}#22123",),
        STRUCTURE,
    ),
    Known(
        ("fence_nested_cut",),
        "llamaindex.MarkdownNodeParser",
        "Every line that begins with three backticks opens or closes a fence, however many the outer one has.",
        (),
        STRUCTURE,
    ),
    Known(
        ("fence_nested_cut",),
        "langchain.ExperimentalMarkdownSyntaxTextSplitter",
        "The first inner fence ends the block, and the rest of it is cut as if it were text.",
        (),
        STRUCTURE,
    ),
    Known(
        ("fence_nested_cut",),
        "langchain.MarkdownHeaderTextSplitter",
        "An inner fence ends the outer one for it, so that a comment in the code is taken for a heading.",
        (),
        STRUCTURE,
    ),
    Known(
        ("list_item_cut", "heading_parted", "clause_parted", "fence_nested_cut"),
        "llamaindex.SentenceWindowNodeParser",
        "A chunk is a single sentence by design: what stands around it is in the metadata, for a query to put in its place.",
        (),
        STRUCTURE,
    ),
    Known(
        ("fence_backticks_cut", "fence_tildes_cut", "fence_nested_cut", "list_item_cut"),
        "",
        "Fences and list items are lines to it, and a size ends where it ends.",
        (),
        STRUCTURE,
    ),
    Known(
        ("heading_parted", "text_lost"),
        "langchain.MarkdownHeaderTextSplitter",
        "strip_headers is true by default: the headings leave the text that is embedded for the metadata.",
        (),
        "markdown-headers-kept",
    ),
    Known(
        ("heading_parted",),
        "langchain.ExperimentalMarkdownSyntaxTextSplitter",
        "strip_headers is true by default: the headings leave the text that is embedded for the metadata.",
        (),
        "markdown-syntax-kept",
    ),
    Known(
        ("text_lost",),
        "langchain.ExperimentalMarkdownSyntaxTextSplitter",
        "Everything behind a fence that is never closed is dropped, and headings go to the metadata. Close the fence before splitting.",
        (f"{LANGCHAIN}#36186", f"{LANGCHAIN}#37966"),
        STRUCTURE,
    ),
    Known(
        ("heading_parted", "fence_backticks_cut"),
        "langchain.MarkdownTextSplitter",
        "It takes its patterns of headings literally, so that none of them ever matches.",
        ("langchain-ai/langchainjs#840",),
        "recursive-markdown",
    ),
    Known(
        ("heading_parted",),
        "",
        "A heading is a line like any other to it, and may be the last of a chunk or too far before it.",
        (),
        STRUCTURE,
    ),
    Known(("clause_parted",), "", "An exception in a paragraph of its own is one paragraph among others to it.", (), STRUCTURE),
    Known(
        ("sentence_cut",),
        "langchain.RecursiveCharacterTextSplitter",
        "Below a line there is only the blank between words among its separators: name the end of a sentence too.",
        (),
        "recursive-sentences",
    ),
    Known(("sentence_cut", "word_cut"), "", "It counts to its size and cuts there, or at the next blank.", (), STRUCTURE),
    Known(
        ("unspaced_cut",),
        "langchain.RecursiveCharacterTextSplitter",
        "None of its separators stands in Chinese, which leaves single characters: name the signs that end a sentence there.",
        (f"{LANGCHAIN}#6958",),
        "recursive-chinese",
    ),
    Known(("unspaced_cut",), "", "It knows no sentence end of a script without blanks.", (), STRUCTURE),
    Known(
        ("character_cut", "text_added"),
        "langchain.TokenTextSplitter",
        "It cuts between tokens, and a token may end within a character: both halves become U+FFFD.",
        ("nearform/llm-splitter#36",),
        STRUCTURE,
    ),
    Known(
        ("character_cut",),
        "",
        "Code points, or tokens, are its smallest unit; what a reader sees as one emoji is up to a dozen of them.",
        ("langchain4j/langchain4j#6308",),
        STRUCTURE,
    ),
    Known(
        ("crlf_altered",),
        "langchain.CharacterTextSplitter",
        "It cuts at one separator, a blank line of LF, which a text with CRLF has not: name the separator that the text has.",
        ("neuml/txtai#1152",),
        "character-crlf",
    ),
    Known(
        ("limit_broken", "giant_line"),
        "langchain.CharacterTextSplitter",
        "It cuts at one separator, and leaves whole what has none, however long.",
        (f"{LANGCHAIN}#6958",),
        "recursive",
    ),
    Known(
        ("crlf_altered", "blanks_collapsed", "own_offsets_wrong"),
        "langchain.NLTKTextSplitter",
        "It puts a separator of its own between sentences, whatever stood there, so that the chunk is nowhere in the text.",
        (),
        "nltk-spans",
    ),
    Known(
        ("bom_changes",),
        "langchain.",
        "A mark before the first heading hides it, or the mark is dropped and every offset moves. Read files as utf-8-sig.",
        (f"{LANGCHAIN}#20643",),
        STRUCTURE,
    ),
    Known(
        ("invisibles_deleted", "blanks_collapsed", "crlf_altered"),
        "langchain.MarkdownHeaderTextSplitter",
        "It strips every line, keeps only printable characters of it, and joins lines again with blanks of its own.",
        (f"{LANGCHAIN}#40071", f"{LANGCHAIN}#22256"),
        "markdown-syntax-kept",
    ),
    Known(
        ("blanks_collapsed",),
        "langchain.CharacterTextSplitter",
        "The separator is taken out and put back once, so that several blank lines become one. keep_separator leaves them.",
        (f"{LANGCHAIN}#14348",),
        "character-blanks",
    ),
    Known(
        ("blanks_collapsed", "invisibles_deleted"),
        "langchain.HTMLSemanticPreservingSplitter",
        "It takes the text of elements and joins it with single blanks, in code as well.",
    ),
    Known(
        ("text_lost",),
        "llamaindex.HTMLNodeParser",
        "Only the elements in its list of tags are read, and div is none of them.",
    ),
    Known(("text_lost",), "langchain.HTML", "The headings that it splits on leave the text for the metadata."),
    Known(
        ("overlap_missing",),
        "langchain.",
        "Overlap is made of whole pieces: where the last piece is longer than chunk_overlap, nothing of it is repeated. An overlap longer "
        "than a paragraph is delivered.",
        (f"{LANGCHAIN}#34804", f"{LANGCHAIN}#8142"),
        "recursive-overlap",
    ),
    Known(
        ("own_offsets_wrong",),
        "langchain.",
        "The place is looked for by characters while the overlap counts tokens, and where it is not found the library says -1.",
        (f"{LANGCHAIN}#29884", f"{LANGCHAIN}#17642"),
    ),
    Known(
        ("own_offsets_wrong",),
        "llamaindex.",
        "Each chunk is looked for one character behind the start of the one before: a text that repeats itself is found too early.",
        (f"{LLAMAINDEX}#20050",),
        STRUCTURE,
    ),
    Known(
        ("special_lost",),
        "langchain.TokenTextSplitter",
        "Text that looks like a special token is refused unless it is allowed, or nothing is disallowed.",
        (f"{LANGCHAIN}#923",),
        "langchain-token-special",
    ),
    Known(
        ("empty_chunks",),
        "llamaindex.",
        "An empty document gives one empty node, which is embedded like any other: leave out nodes without text.",
        (f"{LLAMAINDEX}#8938", f"{LLAMAINDEX}#22876"),
    ),
    Known(("empty_chunks",), "", "Blanks are text to it: leave out chunks that hold nothing else."),
    Known(
        ("character_cut", "text_added", "unspaced_cut"),
        "chonkie.FastChunker",
        "Its sizes count bytes, and a cut within a character leaves bytes that are no text.",
        (),
        "chonkie-recursive",
    ),
    Known(("limit_broken", "giant_line"), "", "What has none of its marks stays whole, however long.", (), "recursive"),
)


def known(hazard: str, use: str) -> Known | None:
    """What is known of a hazard of a splitter: what is said of it by name before what is said of a library or of all."""
    matching = [one for one in KNOWN if hazard in one.hazards and use.startswith(one.use)]
    return max(matching, key=lambda one: len(one.use), default=None)
