"""Fabricated releases by name, each with the sentences that tell of it: what one might do to a default, a call, a cut or a package."""

from fabricated import Release

LANGCHAIN, TEXT = "langchain_text_splitters", "llama_index/core/node_parser/text"
RECURSIVE, CHARACTER, TOKEN, HEADER = (
    f"langchain.{name}TextSplitter" for name in ("RecursiveCharacter", "Character", "Token", "MarkdownHeader")
)
SENTENCE, LLAMA_TOKEN, MARKDOWN = (f"llamaindex.{name}" for name in ("SentenceSplitter", "TokenTextSplitter", "MarkdownNodeParser"))
HAYSTACK, WORDS = "haystack/components/preprocessors", "haystack.DocumentSplitter"
SIZE = r"(\d+ characters|not there)"
CUT = rf"the text 'sections' was cut into \d+ chunks and is cut into \d+: chunk \d+ was {SIZE}, is {SIZE}"

RELEASES = {
    "a default that several classes share": Release(
        versions={"langchain-text-splitters": "9.9.9"},
        edits={
            f"{LANGCHAIN}/base.py": [
                ("chunk_overlap: int = 200,", "chunk_overlap: int = 128,"),
                ("length_function: Callable[[str], int] = len,", "length_function: Callable[[str], int] = words,"),
                ("class TextSplitter(", "def words(text: str) -> int:\n    return len(text.split())\n\n\nclass TextSplitter("),
            ]
        },
        said=[
            r"langchain-text-splitters [\d.]+ became 9\.9\.9",
            *(rf"{use}: chunk_overlap was 200, is 128 \({LANGCHAIN}/base\.py:\d+\)" for use in (RECURSIVE, CHARACTER, TOKEN)),
            *(rf"{use}: length_function was 'len', is 'words' \({LANGCHAIN}/base\.py:\d+\)" for use in (RECURSIVE, CHARACTER, TOKEN)),
            rf"{CHARACTER}: by default, {CUT}.*",
        ],
    ),
    "defaults, each of one class": Release(
        edits={
            f"{LANGCHAIN}/character.py": [
                ('separator: str = "\\n\\n",', 'separator: str = "\\n",'),
                ('separators or ["\\n\\n", "\\n", " ", ""]', 'separators or ["\\n\\n", "\\n", ". ", " ", ""]'),
                ('"\\n#{1,6} ",', '"\\n#{1,3} ",'),
            ],
            f"{LANGCHAIN}/markdown.py": [("strip_headers: bool = True,", "strip_headers: bool = False,")],
            f"{LANGCHAIN}/base.py": [('encoding_name: str = "gpt2",', 'encoding_name: str = "cl100k_base",')],
        },
        said=[
            rf"{CHARACTER}: separator was '\\n\\n', is '\\n' \({LANGCHAIN}/character\.py:\d+\)",
            rf"{RECURSIVE}: separators was \['\\n\\n', '\\n', ' ', .*, is \['\\n\\n', '\\n', '\. ', .* \({LANGCHAIN}/character\.py:\d+\)",
            rf"{RECURSIVE}: the separators in force was \['\\n#\{{1,6}} '.*, is \['\\n#\{{1,3}} '.* \(with .*language='markdown'\)",
            rf"{HEADER}: strip_headers was True, is False \({LANGCHAIN}/markdown\.py:\d+\)",
            rf"{TOKEN}: encoding_name was 'gpt2', is 'cl100k_base' \({LANGCHAIN}/base\.py:\d+\)",
            rf"{TOKEN}: does not raise ValueError: .* gpt2 .* any more \(by default\)",
        ],
    ),
    "other ways to call": Release(
        edits={
            f"{LANGCHAIN}/character.py": [
                ('keep_separator: bool | Literal["start", "end"] = True,', 'separator_side: bool | Literal["start", "end"] = True,'),
                ("super().__init__(keep_separator=keep_separator, ", "super().__init__(keep_separator=separator_side, "),
                ('separator: str = "\\n\\n",\n', 'separator: str = "\\n\\n",\n        normalize: bool = False,\n'),
            ],
            f"{LANGCHAIN}/markdown.py": [
                ("headers_to_split_on: list[tuple[str, str]],\n", "headers_to_split_on: list[tuple[str, str]],\n        flavour: str,\n")
            ],
            f"{LANGCHAIN}/base.py": [
                (
                    "super().__init__(**kwargs)\n        try:",
                    "super().__init__(**kwargs)\n        if kwargs:\n            raise ValueError('not so')\n        try:",
                )
            ],
        },
        said=[
            rf"{RECURSIVE}: the parameter separator_side is new, by default True \({LANGCHAIN}/character\.py:\d+\)",
            rf"{RECURSIVE}: keep_separator was True, is False \({LANGCHAIN}/base\.py:\d+\)",
            rf"{CHARACTER}: the parameter normalize is new, by default False \({LANGCHAIN}/character\.py:\d+\)",
            rf"{HEADER}: the parameter flavour is new, required \({LANGCHAIN}/markdown\.py:\d+\)",
            rf"{HEADER}: raises TypeError: .*'flavour'.*",
            rf"{TOKEN}: raises ValueError: not so \(with chunk_size=60, .*\)",
        ],
    ),
    "cuts without a changed default": Release(
        edits={
            f"{LANGCHAIN}/character.py": [
                (
                    "merge_sep = self._separator\n",
                    "merge_sep = self._separator\n        splits = [h for s in splits for h in (s[:70], s[70:]) if h]\n",
                )
            ],
            f"{LANGCHAIN}/markdown.py": [('lines = text.split("\\n")\n', 'lines = text.split("\\n")\n        lines[0][0]\n')],
            f"{LANGCHAIN}/base.py": [("decode=self._tokenizer.decode,", "decode=lambda tokens: self._tokenizer.decode(tokens).upper(),")],
        },
        said=[
            rf"{CHARACTER}: by default, {CUT}, and in 2 other settings",
            rf"{HEADER}: with headers_to_split_on=.*, the text 'empty' gave 0 chunks, and gives IndexError: string index out of range",
            rf"{TOKEN}: with chunk_size=60, .*, the text 'sections' is cut into chunks of the same lengths, but of other words",
        ],
    ),
    "a module that moved and a class that is gone": Release(
        copies={f"{LANGCHAIN}/character.py": f"{LANGCHAIN}/characters.py"},
        edits={
            f"{LANGCHAIN}/__init__.py": [
                (f"from {LANGCHAIN}.character import", f"from {LANGCHAIN}.characters import"),
                ("if TYPE_CHECKING:", "del MarkdownHeaderTextSplitter\nif TYPE_CHECKING:"),
            ]
        },
        said=[
            *(rf"{use} stands in {LANGCHAIN}/characters\.py; it stood in {LANGCHAIN}/character\.py" for use in (RECURSIVE, CHARACTER)),
            rf"{HEADER} cannot be had any more: {LANGCHAIN} has no MarkdownHeaderTextSplitter as it is installed here",
        ],
    ),
    "an import error": Release(
        edits={f"{LANGCHAIN}/__init__.py": [("if TYPE_CHECKING:", 'raise ImportError("needs langchain-core 2")\nif TYPE_CHECKING:')]},
        said=[
            rf"{use} cannot be had any more: {LANGCHAIN} cannot be imported \(ImportError: needs langchain-core 2\)"
            for use in (RECURSIVE, CHARACTER, TOKEN, HEADER)
        ],
    ),
    "a package that is gone": Release(
        gone="langchain_text_splitters",
        said=[
            r"langchain-text-splitters [\d.]+ is not installed any more",
            *(rf"{use} cannot be had any more: .*No module named.*" for use in (RECURSIVE, CHARACTER, TOKEN, HEADER)),
        ],
    ),
    "a wheel without source": Release(
        compiled="langchain_text_splitters",
        said=[
            rf"{use} comes without its source, so no line of it can be named; it stood in {LANGCHAIN}/\w+\.py"
            for use in (RECURSIVE, CHARACTER, TOKEN, HEADER)
        ],
    ),
    "constants and fields": Release(
        library="llamaindex",
        versions={"llama-index-core": "9.9.9", "tiktoken": "9.9.9"},
        edits={
            f"{TEXT}/sentence.py": [
                ("SENTENCE_CHUNK_OVERLAP = 200", "SENTENCE_CHUNK_OVERLAP = 128"),
                ('DEFAULT_PARAGRAPH_SEP = "\\n\\n\\n"', 'DEFAULT_PARAGRAPH_SEP = "\\n\\n"'),
            ],
            f"{TEXT}/token.py": [("keep_whitespaces: bool = False,", "keep_whitespaces: bool = True,")],
            "llama_index/core/node_parser/file/markdown.py": [('default="/",', 'default=" > ",')],
        },
        said=[
            r"llama-index-core [\d.]+ became 9\.9\.9",
            r"tiktoken [\d.]+ became 9\.9\.9",
            rf"{SENTENCE}: chunk_overlap was 200, is 128 \({TEXT}/sentence\.py:\d+\)",
            rf"{SENTENCE}: paragraph_separator was '\\n\\n\\n', is '\\n\\n' \({TEXT}/sentence\.py:\d+\)",
            rf"{LLAMA_TOKEN}: keep_whitespaces was False, is True \({TEXT}/token\.py:\d+\)",
            rf"{MARKDOWN}: header_path_separator was '/', is ' > ' \(llama_index/core/node_parser/file/markdown\.py:\d+\)",
        ],
    ),
    "units, cuts and names": Release(
        library="llamaindex",
        edits={
            "llama_index/core/utils.py": [('model_name: str = "gpt-3.5-turbo") ->', 'model_name: str = "gpt-4o") ->')],
            f"{TEXT}/sentence.py": [("if cur_chunk_len + cur_split.token_size > chunk_size and", "if cur_chunk_len + 9 > chunk_size and")],
            f"{TEXT}/token.py": [
                ("chunk_overlap: int = DEFAULT_CHUNK_OVERLAP,", "overlap: int = DEFAULT_CHUNK_OVERLAP,"),
                ("chunk_overlap=chunk_overlap,", "chunk_overlap=overlap,"),
                ("if chunk_overlap > chunk_size:", "if overlap > chunk_size:"),
            ],
            "llama_index/core/node_parser/__init__.py": [("SimpleNodeParser = SentenceSplitter", "del MarkdownNodeParser")],
        },
        said=[
            *(rf"{use}: its sizes counted cl100k_base and count o200k_base \(by default.*" for use in (SENTENCE, LLAMA_TOKEN)),
            rf"{SENTENCE}: .*, {CUT}.*",
            rf"{LLAMA_TOKEN}: the parameter chunk_overlap is gone, was 20",
            rf"{LLAMA_TOKEN}: the parameter overlap is new, by default 20 \({TEXT}/token\.py:\d+\)",
            rf"{LLAMA_TOKEN}: raises TypeError: .*'chunk_overlap'.* \(with .*\)",
            rf"{MARKDOWN} cannot be had any more: llama_index\.core\.node_parser has no MarkdownNodeParser as it is installed here",
        ],
    ),
    "a default and a cut of an extra": Release(
        library="haystack",
        versions={"haystack-ai": "9.9.9"},
        edits={
            f"{HAYSTACK}/document_splitter.py": [
                ("split_threshold: int = 0,", "split_threshold: int = 10,"),
                ('"passage": "\\n\\n"', '"passage": "\\n"'),
            ]
        },
        said=[
            r"haystack-ai [\d.]+ became 9\.9\.9",
            rf"{WORDS}: split_threshold was 0, is 10 \({HAYSTACK}/document_splitter\.py:\d+\)",
            rf"{WORDS}: with split_length=60, split_overlap=12, split_by='passage', {CUT}",
        ],
    ),
    "an extra that cannot be imported": Release(
        library="haystack",
        edits={f"{HAYSTACK}/__init__.py": [("import sys\n", 'import sys\n\nraise ImportError("needs pydantic 3")\n')]},
        said=[rf"{WORDS} cannot be had any more: haystack\.components\.preprocessors cannot be imported \(ImportError: needs pydantic 3\)"],
    ),
}
