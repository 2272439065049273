"""`cgn fmt`: rewrites records in their canonical form, in place."""

import sys
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path

import click

from cli.common import paths_argument, show_problem
from cli.decks import UserDecks, deck_option
from cli.files import replaced
from cli.inputs import STANDARD_INPUT, Inputs, Unreadable, opened, shown
from engines.decks import Decks
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.outcome import Reading
from notation.read import Form, form_of, read
from notation.record import Record
from notation.render.visible import visible
from notation.streams import decompressed
from notation.write import Writer
from replays.diagnose import diagnose
from replays.digests import canonical
from replays.fill_in_reveals import with_reveals

_BLOCK = 1 << 16


class _Broken(Exception):
    """A record that cannot be rewritten; carries its diagnostic."""

    def __init__(self, problem: Diagnostic) -> None:
        super().__init__(problem.message)
        self.problem = problem


@click.command()
@paths_argument
@click.option("--check", is_flag=True, help="Write nothing; list the files that would change.")
@click.option("--reveals", is_flag=True, help="Play the records, and write what each ply reveals.")
@deck_option
def fmt(paths: tuple[str, ...], *, check: bool, reveals: bool, decks: UserDecks) -> None:
    """Rewrite records in their canonical form, in place.

    Every record has one canonical form, byte for byte: its header in a fixed order, its plies
    as written, single spaces. Lines that begin with % are notes for transport, and are dropped.
    A file with a broken record stays as it is. Standard input (-) is written to standard output,
    as text.

    \b
    Examples:
      cgn fmt game.cgn
      cgn fmt --check club/
      cgn fmt --reveals game.cgn
      cgn fmt - < game.cgn

    Exit codes: 0 fine, 1 a record is broken or (with --check) a file would change, 2 usage or
    unreadable files.
    """
    inputs = Inputs(paths)
    worst = 0
    for file in inputs.files:
        try:
            worst = max(worst, _format(file, _Rewriting(reveals, decks.decks), check=check))
        except Unreadable as error:
            inputs.fail(error)
        except _Broken as broken:
            show_problem(broken.problem)
            worst = 1
    sys.exit(2 if inputs.failures else worst)


@dataclass(frozen=True, slots=True)
class _Rewriting:
    """How records are rewritten: with their reveals or not, which takes playing on these decks."""

    reveals: bool
    decks: Decks


def _format(file: str, how: _Rewriting, *, check: bool) -> int:
    """Rewrite one file. Returns 1 if it would change, but is only checked; otherwise 0."""
    if file != STANDARD_INPUT and not Path(file).is_file():
        raise Unreadable(f"{file}: only regular files can be rewritten")
    with opened(file) as stream:
        old = stream.read()
        new = _formatted(old, file, how)
    if file == STANDARD_INPUT and not check:
        sys.stdout.buffer.write(new)
        return 0
    if _holds(old, new):
        return 0
    if check:
        click.echo(f"{visible(shown(file))}: would be rewritten")
        return 1
    with replaced(Path(file)) as out:
        out.write(new)
    click.echo(f"{visible(file)}: rewritten", err=True)
    return 0


def _holds(old: bytes, new: bytes) -> bool:
    """Whether a file of these bytes, unpacked, holds just that."""
    stream = decompressed(BytesIO(old))
    blocks = iter(partial(stream.read, _BLOCK), b"")
    end = 0
    for block in blocks:
        start, end = end, end + len(block)
        if new[start:end] != block:
            return False
    return end == len(new)


def _formatted(old: bytes, file: str, how: _Rewriting) -> bytes:
    out = BytesIO()
    writer = Writer(out, form_of(file) or Form.TEXT)
    for reading in read(BytesIO(old), shown(file)):
        writer.write(canonical(_record(reading, how)))
    return out.getvalue()


def _record(reading: Reading, how: _Rewriting) -> Record:
    if reading.problem is not None:
        raise _Broken(reading.problem)
    if reading.record is None:
        raise AssertionError("a reading holds a record or a problem")
    if not how.reveals:
        return reading.record
    try:
        return with_reveals(reading.record, how.decks)
    except Fault as fault:
        _, problem = diagnose(fault, reading.record, reading.source, how.decks)
        raise _Broken(problem) from None
