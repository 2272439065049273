"""The judge within an exported file: what the file brings along, so that it checks its own game.

A browser that has opened a file loads nothing more, and starts only classic workers. So the files
of the judge stand in the page as text, and its scripts are joined to one of that kind.
"""

import re
from base64 import b64encode
from gzip import decompress

from msgspec import Struct

from notation.page_record import packed as packed_text
from pages.judge import packed

WORKER = "worker.js"
"""The name of the joined script in the page."""

LOADED = ("judge.zip", "drawing.zip", "python.zip", "pyodide.asm.wasm", "pyodide-lock.json")
"""The files that it asks for, by names that the manifest has, too."""

LATER = ("play.js", "play.css")
"""What only the page of moves that are tried shows."""

_ADDRESS = '"file:///judge/"'
"""Where the joined scripts believe to be: their `fetch` looks at the last part of an address."""

_LICENCES = "LICENSES.txt"


class Brought(Struct, frozen=True):
    """The judge as it stands in a page.

    Attributes:
        files: base64 of gzip by the name of each file.
        later: what is only shown later, by its name in the page.
        licences: those of all parts, as text.
        deck: the file of the user's deck that the record names, as `files` are; empty if none is.
    """

    files: dict[str, str]
    later: tuple[str, ...]
    licences: str
    deck: str = ""


def brought(deck: str = "") -> Brought:
    """The judge that is installed, with the file of a deck, if the record needs one.

    Ask `offered` first whether the judge is of this version.
    """
    files = {name: b64encode(packed(name, "gz")).decode() for name in LOADED}
    return Brought(
        {WORKER: packed_text(_worker()), **files},
        LATER,
        _text(_LICENCES),
        deck and packed_text(deck),
    )


def _worker() -> str:
    """The script of the worker: what is its own, then Pyodide, then what starts the judge."""
    interpreter = _function(_text("pyodide.asm.mjs"), r"export default (\w+);")
    loader = _function(_text("pyodide.mjs"), r"export\{(\w+) as loadPyodide,.*?\};")
    start = re.sub(r"^import .*\n", "", _text("start.js"), flags=re.MULTILINE)
    return "\n".join(
        [
            _text("classic.js"),
            f"const createPyodideModule = {interpreter};",
            f"const loadPyodide = {loader};",
            re.sub("^export ", "", start, flags=re.MULTILINE).replace("import.meta.url", _ADDRESS),
        ]
    )


def _function(module: str, export: str) -> str:
    """An expression for what a module exports, by the pattern of the line that exports it."""
    body, count = re.subn(export, r"return \1;", module)
    assert count == 1, export  # noqa: S101 - Pyodide is pinned, and tests start the file
    return f"(() => {{\n{body.replace('import.meta.url', _ADDRESS)}\n}})()"


def _text(name: str) -> str:
    return decompress(packed(name, "gz")).decode()
