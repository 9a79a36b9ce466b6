"""Fabricated releases: the installed packages as a folder of links, in which single files are changed as a release might change them."""

import base64
import compileall
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import distribution, version
from pathlib import Path

ROOT = Path(__file__).parent.parent
INSTALLED = Path(sysconfig.get_path("purelib"))

CLASSES = {
    "langchain.RecursiveCharacterTextSplitter": "",
    "langchain.CharacterTextSplitter": "",
    "langchain.TokenTextSplitter": ", encoding_name: cl100k_base",
    "langchain.MarkdownHeaderTextSplitter": ', headers_to_split_on: [["#", one]]',
    "llamaindex.SentenceSplitter": "",
    "llamaindex.TokenTextSplitter": "",
    "llamaindex.MarkdownNodeParser": "",
    "haystack.DocumentSplitter": "",
}


def scenario(library):
    """A scenario that runs those of the classes that a library has."""
    rows = [f"  {use.replace('.', '-').lower()}: {{use: {use}{more}}}" for use, more in CLASSES.items() if use.startswith(library)]
    texts = "title: Classes that releases change\ncorpora:\n  notes: {texts: {one: One two three. Four five six.}}\n"
    return texts + "splitters:\n" + "\n".join(rows) + "\nmeasures: [chunks]\n"


@dataclass
class Release:
    """What a release changes: in files, the first text of a pair to the second; a version; packages that are gone or that come compiled.

    `said` holds a pattern for each sentence that a check must then give.
    """

    said: list[str]
    library: str = "langchain"
    edits: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    copies: dict[str, str] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    gone: str = ""
    compiled: str = ""

    def install(self, folder):
        """The installed packages with these changes, in a new folder."""
        folder.mkdir()
        for path in INSTALLED.iterdir():
            if not self.gone or not path.name.startswith(self.gone):
                (folder / path.name).symlink_to(path)
        for name, new in self.copies.items():
            shutil.copyfile(own(folder, name), folder / new)
        for name, changed in self.versions.items():
            old = version(name)
            metadata = f"{name.replace('-', '_')}-{old}.dist-info/METADATA"
            replace(own(folder, metadata), [(f"\nVersion: {old}\n", f"\nVersion: {changed}\n")])
        for name, pairs in self.edits.items():
            replace(own(folder, name), pairs)
        if self.compiled:
            sources = [own(folder, f"{self.compiled}/{path.name}") for path in (INSTALLED / self.compiled).glob("*.py")]
            assert compileall.compile_dir(folder / self.compiled, maxlevels=0, legacy=True, quiet=1)
            for path in sources:
                path.unlink()
        return folder


def own(folder, name):
    """The file of that name as a copy; every folder on the way to it becomes a folder of links."""
    path = folder
    *parents, last = name.split("/")
    for parent in parents:
        path /= parent
        if path.is_symlink():
            target = path.resolve()
            path.unlink()
            path.mkdir()
            for inner in target.iterdir():
                if inner.name != "__pycache__":  # what stands there was compiled from the files of the real package
                    (path / inner.name).symlink_to(inner)
    path /= last
    if path.is_symlink():
        target = path.resolve()
        path.unlink()
        shutil.copyfile(target, path)
    return path


def replace(path, pairs):
    """Put the second text of each pair in place of the first, which must stand in the file."""
    text = path.read_text("utf-8")
    for old, new in pairs:
        assert old in text, f"{path.name} has no {old!r}"
        text = text.replace(old, new)
    path.write_text(text, "utf-8")


def offcut(packages, project, *words, **environment):
    """The command in a process that finds the packages of a folder and no others."""
    return subprocess.run(
        [sys.executable, "-S", "-m", "generators", *words],
        cwd=project,
        env={**os.environ, "PYTHONPATH": f"{packages}{os.pathsep}{ROOT}", "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def wheel(folder, name, new, edits):
    """A wheel of the installed distribution under another version, with changes in its files as in `Release`."""
    old = distribution(name)
    stem = name.replace("-", "_")
    skipped = ("RECORD", "INSTALLER", "REQUESTED")
    paths = {str(path): path.locate() for path in old.files or () if path.name not in skipped and path.suffix != ".pyc"}
    content = {path.replace(f"{stem}-{old.version}.", f"{stem}-{new}."): place.read_bytes() for path, place in paths.items()}
    pairs = {f"{stem}-{new}.dist-info/METADATA": [(f"\nVersion: {old.version}\n", f"\nVersion: {new}\n")], **edits}
    for path, changes in pairs.items():
        for before, after in changes:
            assert before.encode() in content[path], f"{path} has no {before!r}"
            content[path] = content[path].replace(before.encode(), after.encode())
    folder.mkdir(exist_ok=True)
    file = folder / f"{stem}-{new}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for path, data in content.items():
            archive.writestr(path, data)
        record = f"{stem}-{new}.dist-info/RECORD"
        digests = {path: base64.urlsafe_b64encode(sha256(data).digest()).rstrip(b"=").decode() for path, data in content.items()}
        lines = [f"{path},sha256={digests[path]},{len(data)}" for path, data in content.items()]
        archive.writestr(record, "\n".join([*lines, f"{record},,"]) + "\n")
    return file
