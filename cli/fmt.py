"""`cgn fmt`: rewrites records in their canonical form, in place."""

import sys
from dataclasses import dataclass
from io import BytesIO

import click
from msgspec.structs import replace

from cli.common import paths_argument
from cli.decks import UserDecks, deck_option
from cli.files import content_of, print_diff, rewrite
from cli.inputs import STANDARD_INPUT, Inputs, Unreadable, shown
from cli.load import BrokenRecord, diagnosed, record_of
from engines.registry import Decks
from notation.edits import renumbered
from notation.outcome import Raw, Reading, as_reading
from notation.read import Form, form_of, raw_records
from notation.record import Record
from notation.render.visible import visible
from notation.split_records import set_aside
from notation.text_reader import RawText
from notation.write import Writer
from replays.digests import canonical
from replays.fill_in_reveals import with_reveals


@click.command()
@paths_argument
@click.option("--check", is_flag=True, help="Write nothing; list the files that would change.")
@click.option("--diff", is_flag=True, help="Write nothing; print the lines that would change.")
@click.option("--reveals", is_flag=True, help="Play the records, and write what each ply reveals.")
@click.option("--renumber", is_flag=True, help="Number the plies of text records anew.")
@deck_option
def fmt(
    paths: tuple[str, ...],
    *,
    check: bool,
    diff: bool,
    reveals: bool,
    renumber: bool,
    decks: UserDecks,
) -> None:
    """Rewrite records in their canonical form, in place.

    Every record has one canonical form, byte for byte: its header in a fixed order, its plies
    as written, single spaces. Lines that begin with % are notes for transport, and are dropped,
    except for the plies that `cgn record` set aside (% later:). A file with a broken record stays
    as it is. Standard input (-) is written to standard output, as text.

    \b
    Examples:
      cgn fmt game.cgn
      cgn fmt --check club/
      cgn fmt --diff game.cgn
      cgn fmt --reveals game.cgn
      cgn fmt --renumber game.cgn  # after a line was put in or taken out
      cgn fmt - < game.cgn

    Exit codes: 0 fine, 1 a record is broken or (with --check or --diff) a file would change, 2
    usage or unreadable files.
    """
    inputs = Inputs(paths)
    worst = 0
    for file in inputs.files:
        try:
            form = Canonical(decks.decks if reveals else None, renumber=renumber)
            worst = max(worst, _format(file, form, check=check, diff=diff))
        except Unreadable as error:
            inputs.fail(error)
        except BrokenRecord as broken:
            broken.show()
            worst = 1
    sys.exit(2 if inputs.failures else worst)


def _format(file: str, form: "Canonical", *, check: bool, diff: bool) -> int:
    """Rewrite one file in this form.

    With `check` or `diff`, write nothing and return 1 if the file would change; else return 0.
    """
    old = content_of(file)
    new = form.of(old, file)
    if file == STANDARD_INPUT and not (check or diff):
        sys.stdout.buffer.write(new)
        return 0
    if old == new:
        return 0
    if check:
        click.echo(f"{visible(shown(file))}: would be rewritten")
    if diff:
        print_diff(shown(file), old, new)
    if check or diff:
        return 1
    rewrite(file, new)
    click.echo(f"{visible(file)}: rewritten", err=True)
    return 0


@dataclass(frozen=True)
class Canonical:
    """Brings records into canonical form.

    If there are `decks`, it plays the records on them and adds the reveals. If `renumber`, it
    numbers the plies of text anew; in JSON they have no numbers.
    """

    decks: Decks | None = None
    renumber: bool = False

    def of(self, old: bytes, file: str) -> bytes:
        """The canonical form of a file's bytes. Raises BrokenRecord if a record is broken."""
        out = BytesIO()
        writer = Writer(out, form_of(file) or Form.TEXT)
        for raw in raw_records(BytesIO(old), shown(file)):
            writer.write(canonical(self._record(self._reading(raw))))
            if isinstance(raw, RawText):
                out.write(set_aside(raw.raw))
        return out.getvalue()

    def _reading(self, raw: Raw | Reading) -> Reading:
        if not self.renumber or not isinstance(raw, RawText):
            return as_reading(raw)
        text = raw.raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        again = renumbered(text).encode("utf-8", "surrogateescape")
        return as_reading(replace(raw, chunk=replace(raw.chunk, raw=again)))

    def _record(self, reading: Reading) -> Record:
        record = record_of(reading)
        if self.decks is None:
            return record
        with diagnosed(reading, record, self.decks):
            return with_reveals(record, self.decks)
