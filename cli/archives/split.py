"""`cgn split`: distributes records over many files."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import BinaryIO
from urllib.parse import quote

import click

from cli.archives.filter import format_option
from cli.archives.merge import column_name
from cli.archives.picking import Run
from cli.common import FORMS, counted, paths_argument
from cli.files import umask, unwritable
from cli.inputs import Inputs, Unreadable
from cli.jobs import Crew, crew_options
from notation.outcome import Raw
from notation.read import Form
from notation.render.visible import visible
from replays.many.tools.columns import Value
from replays.many.tools.copying import Unwritable, copied, form_of_raw
from replays.many.tools.picking import WithColumn

_ENDINGS = {Form.TEXT: ".cgn", Form.JSON_LINES: ".cgn.jsonl"}
_OPEN = 100
"""Files that are open at once."""
_LONGEST = 150
_PLAIN = " !$&'()+,;=@^`{}~[]"
"""Characters that are not escaped in the name of a file."""
_WITHOUT = "none"


@click.command()
@paths_argument
@click.option(
    "--into",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The folder to make.",
)
@click.option(
    "--by",
    metavar="COLUMN",
    callback=column_name,
    help="A file for each value of a column of `cgn table`, such as game or date.",
)
@click.option(
    "--every", type=click.IntRange(min=1), metavar="N", help="A file for every N records."
)
@format_option
@crew_options
def split(
    paths: tuple[str, ...],
    *,
    folder: Path,
    by: str | None,
    every: int | None,
    asked: str | None,
    crew: Crew,
) -> None:
    """Distribute the records over the files of a new folder, unchanged.

    With --by, each file is named after its value. Characters that file names must not have are
    escaped as in URLs: `Ana%2FBo.cgn`; records without a value go to `none.cgn`. With --every,
    files are numbered. Records keep their order. Those in the output form are copied byte for byte,
    but without the notes around them; others are converted.

    \b
    Examples:
      cgn split club.cgn --by game --into by-game
      cgn split big.cgn.jsonl.gz --every 10000 --into parts
      cgn split club/ --by tag_Round --format jsonl --into rounds

    Exit codes: 0 fine, 1 a record cannot be read, 2 usage or unreadable files.
    """
    if by is None and every is None:
        raise click.UsageError("say how to distribute the records: --by COLUMN, or --every N")
    if by is not None and every is not None:
        raise click.UsageError("--by and --every are two ways to distribute records: choose one")
    run = Run(Inputs(paths))
    with _made(folder) as draft, run.taken(WithColumn(column=by), crew) as found:
        files = _Files(draft, None if asked is None else FORMS[asked])
        try:
            for number, (value, raw) in enumerate(found):
                name = _name(value) if every is None else f"{number // every + 1:06}"
                try:
                    files.write(name, raw)
                except Unwritable as unwritable:
                    run.report(unwritable.problem)
        finally:
            files.close()
        if run.inputs.failures:
            run.end()
    click.echo(f"{visible(str(folder))}: {counted(len(files.counts), 'file')}", err=True)
    run.end()


def _name(value: Value) -> str:
    """The name of the file for a value; different values have different names.

    >>> _name("Tea at Mara's"), _name("../x"), _name(None)
    ("Tea at Mara's", '%2E.%2Fx', 'none')
    """
    text = "" if value is None else str(value)
    if not text:
        return _WITHOUT
    name = quote(text, safe=_PLAIN)
    if name.startswith(".") or text == _WITHOUT:
        name = f"%{ord(name[0]):02X}{name[1:]}"
    if len(name) <= _LONGEST:
        return name
    return f"{name[:_LONGEST]}-{sha256(text.encode()).hexdigest()[:16]}"


@contextmanager
def _made(folder: Path) -> Iterator[Path]:
    """A folder to fill, renamed to this one at the end. Raises Unreadable if it exists already."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise Unreadable(f"{folder}: exists already; name a new folder")
        draft = Path(mkdtemp(dir=folder.absolute().parent, prefix=f".{folder.name}."))
    except OSError as error:
        raise unwritable(folder, error) from None
    try:
        yield draft
        draft.chmod(0o777 & ~umask())
        draft.replace(folder)
    except OSError as error:
        raise unwritable(folder, error) from None
    finally:
        rmtree(draft, ignore_errors=True)


class _Files:
    """The files of a folder, a few of them open. `counts` are their records."""

    def __init__(self, folder: Path, form: Form | None) -> None:
        self.counts: dict[str, int] = {}
        self._folder = folder
        self._form = form
        self._open: OrderedDict[str, BinaryIO] = OrderedDict()

    def write(self, name: str, raw: Raw) -> None:
        """Write a record to the file of this name. Raises Unwritable."""
        if self._form is None:
            self._form = form_of_raw(raw)
        data = copied(raw, self._form)
        count = self.counts.get(name, 0)
        stream = self._stream(name)
        stream.write(b"\n" + data if count and self._form is Form.TEXT else data)
        self.counts[name] = count + 1

    def close(self) -> None:
        """Close all files."""
        while self._open:
            self._open.popitem()[1].close()

    def _stream(self, name: str) -> BinaryIO:
        if name in self._open:
            self._open.move_to_end(name)
            return self._open[name]
        if len(self._open) == _OPEN:
            self._open.popitem(last=False)[1].close()
        ending = _ENDINGS[self._form or Form.TEXT]
        stream = (self._folder / f"{name}{ending}").open("ab")
        self._open[name] = stream
        return stream
