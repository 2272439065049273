"""The form that uploads files, split by checkers as that of a log is."""

from msgspec import Struct

from api.checking.job import RawDecks, costs
from api.checking.log_jobs import BYTES, TooManyFields, parsed
from notation.render.visible import visible

FILES = 50
"""Files that a form may bring at once."""

_FIELDS = 2
"""Fields of the form beside its files."""

_LONGEST_NAME = 100
"""Characters of the name of a file that are shown."""


class SentFile(Struct, frozen=True):
    """A file that was sent: its name, safe to show, and its bytes. A pasted log has no name."""

    name: str
    raw: bytes


class SentFiles(Struct, frozen=True):
    """The files of a form, and who is to find what they hold."""

    files: tuple[SentFile, ...]
    visibility: str


@costs(lambda _, body: len(body) // BYTES)
def sent_files(__: RawDecks, kind: str, body: bytes) -> SentFiles:
    """The files in a form of this Content-Type, and the log pasted there. Raises TooManyFields."""
    refusal = TooManyFields(f"at most {FILES} files fit into one form: choose fewer at once")
    form, files = parsed(kind, body, FILES + _FIELDS, refusal)
    chosen = [
        SentFile(visible(file.filename, _LONGEST_NAME), file.read())
        for file in files.getlist("file")
        if file.filename
    ]
    log = form.get("log", "").replace("\r\n", "\n")
    pasted = [SentFile("", log.encode())] if log.strip() else []
    return SentFiles((*chosen, *pasted), form.get("visibility", ""))
