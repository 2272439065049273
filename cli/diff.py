"""`cgn diff`: shows where two records, or two positions, differ."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import click
from rich.text import Text

from cli.decks import UserDecks, deck_option
from cli.draw.printing import print_lines
from cli.inputs import STANDARD_INPUT, shown
from cli.load import BrokenRecord, load_reading, open_record, record_of
from cli.suggestions import complete_file
from engines.registry import Decks
from engines.table import Table
from notation.outcome import Reading
from notation.render.visible import visible
from replays.diff import Difference, diff_records, diff_tables

_TWICE = 2


class _Uncompared(BrokenRecord):
    """A record too broken to compare. Exit code 2, since 1 means that the two differ."""

    exit_code = 2


@click.command()
@click.argument("first", metavar="A", shell_complete=complete_file)
@click.argument("second", metavar="[B]", required=False, shell_complete=complete_file)
@click.option(
    "--record",
    "numbers",
    type=click.IntRange(min=1),
    multiple=True,
    metavar="N",
    help="Which record; twice: that of A, then that of B.  [default: 1]",
)
@click.option(
    "--ply",
    "plies",
    type=click.IntRange(min=0),
    multiple=True,
    metavar="N",
    help="Compare the positions after this ply; twice: that of A, then that of B.",
)
@deck_option
def diff(
    first: str,
    second: str | None,
    numbers: tuple[int, ...],
    plies: tuple[int, ...],
    decks: UserDecks,
) -> None:
    """Show where two records or positions differ.

    Records are compared as they are written: header, first ply that differs, result. With --ply
    the positions on the table are compared: whose turn it is, counters, zones, scores.
    A and B are files of records, or - for standard input; without B, both are from A.

    \b
    Examples:
      cgn diff mine.cgn yours.cgn
      cgn diff games.cgn --record 1 --record 2
      cgn diff mine.cgn yours.cgn --ply 37
      cgn diff game.cgn --ply 10 --ply 20

    Exit codes: 0 the same, 1 they differ, 2 usage or unreadable.
    """
    sides = _sides(first, second, numbers, plies)
    try:
        differences = _differences(sides, decks.decks)
    except BrokenRecord as broken:
        raise _Uncompared(broken.problem) from None
    if not differences:
        click.echo(f"the two {'positions' if plies else 'records'} are the same")
        return
    print_lines(_lines(sides, differences))
    sys.exit(1)


@dataclass(frozen=True, slots=True)
class _Side:
    """A record of a file to compare, or (with a ply) one of its positions."""

    path: str
    number: int
    ply: int | None

    @property
    def name(self) -> str:
        position = "" if self.ply is None else f", ply {self.ply}"
        return f"{visible(shown(self.path))} (record {self.number}{position})"


def _sides(
    first: str, second: str | None, numbers: tuple[int, ...], plies: tuple[int, ...]
) -> tuple[_Side, _Side]:
    for name, values in (("--record", numbers), ("--ply", plies)):
        if len(values) > _TWICE:
            raise click.UsageError(f"{name} is given more than twice")
    number, ply = numbers or (1,), plies or (None,)
    a = _Side(first, number[0], ply[0])
    b = _Side(second or first, number[-1], ply[-1])
    if second is None and max(len(numbers), len(plies)) < _TWICE:
        raise click.UsageError("name a second file, or two records or two plies of this one")
    if (a.path, b.path) == (STANDARD_INPUT, STANDARD_INPUT) and a.number != b.number:
        raise click.UsageError("only one record of standard input can be read; save it to a file")
    return a, b


def _differences(sides: tuple[_Side, _Side], decks: Decks) -> list[Difference]:
    a, b = sides
    left, _ = load_reading(a.path, a.number)
    right = left
    if (a.path, a.number) != (b.path, b.number):
        right, _ = load_reading(b.path, b.number)
    if a.ply is None:
        return diff_records(record_of(left), record_of(right))
    return diff_tables(_table(left, a, decks), _table(right, b, decks))


def _table(reading: Reading, side: _Side, decks: Decks) -> Table:
    loaded = open_record(reading, side.path, decks)
    loaded.seek(side.ply)
    loaded.check(side.ply)
    return loaded.replay.table


def _lines(sides: tuple[_Side, _Side], differences: list[Difference]) -> Iterator[Text]:
    yield Text(f"--- {sides[0].name}", "bold")
    yield Text(f"+++ {sides[1].name}", "bold")
    for difference in differences:
        yield Text(visible(difference.what), "cyan")
        for sign, text, style in (("-", difference.left, "red"), ("+", difference.right, "green")):
            if text is not None:
                yield Text(f"{sign} {visible(text)}", style)
