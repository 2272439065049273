"""`cgn differ`: drives somebody's program against our engines, to the first difference."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

import click

from cli.common import counted, output_option
from cli.conformance.facts import Difference, differences, missing
from cli.conformance.levels import CHECKER, READER, claims
from cli.conformance.ours import case_of
from cli.conformance.program import CannotRun, NoAnswer, Program
from cli.conformance.result import shown
from cli.conformance.shorten import shortest
from cli.conformance.suite import Case, known_games
from cli.conformance.trials import Trials
from cli.files import written
from cli.inputs import Unreadable
from cli.progress import Bar
from cli.setup import checked_seed
from engines.registry import load_game
from notation.read import Form
from notation.record import Record
from notation.write import write
from replays.digests import position_bytes
from replays.play import steps
from replays.set_up import game_of, open_table

_SEED_BYTES = 4


@click.command(context_settings={"allow_interspersed_args": False})
@click.option(
    "--level",
    "levels",
    type=click.Choice([READER, CHECKER]),
    multiple=True,
    help="What the program is; may be repeated.  [default: both]",
)
@click.option(
    "--game",
    "games",
    type=click.Choice(known_games()),
    multiple=True,
    metavar="GAME",
    help="A game that the program knows; may be repeated.  [default: all]",
)
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=1),
    default=20,
    metavar="K",
    help="How many games of each to simulate.",
)
@click.option(
    "--seed",
    callback=checked_seed,
    metavar="TEXT",
    help="The text that decides every game.  [default: random]",
)
@click.option(
    "--without",
    multiple=True,
    metavar="KEY",
    help="Do not ask for this key, such as positions; may be repeated.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    metavar="SECONDS",
    help="The time limit for each file.",
)
@output_option
@click.argument("program", nargs=-1, required=True, metavar="PROGRAM...")
def differ(  # noqa: PLR0913 - one for each option
    program: tuple[str, ...],
    *,
    levels: tuple[str, ...],
    games: tuple[str, ...],
    count: int,
    seed: str | None,
    without: tuple[str, ...],
    timeout: float,
    output: Path | None,
) -> None:
    """Find a game in which a program differs from our engines.

    The program answers as for `cgn conformance`, but the records are new ones: simulated games, and
    mutants of each: broken off, with a wrong end line, without a ply, with a move that a rule
    refuses. A file has one game and its mutants, and the program is started once for each.

    At the first difference the record is shortened as long as the program still differs in it, and
    shorter games are tried. The shortest record is printed, or written with -o; the same seed finds
    the same one.

    \b
    Examples:
      cgn differ -- ./my-checker
      cgn differ --game triggs --games 500 --seed tuesday -- ./my-checker
      cgn differ --level reader -o differs.cgn -- node reader.js

    Exit codes: 0 no difference, 1 a difference, 2 usage, or the program cannot be run.
    """
    seed = token_hex(_SEED_BYTES) if seed is None else seed
    chosen = games or known_games()
    claimed = claims(levels or (READER, CHECKER), chosen)
    with Program(program, timeout) as running:
        asker = _Asker(running, claimed, without)
        tried = 0
        try:
            for records in Bar().over(_trials(chosen, seed, count), count * len(chosen)):
                tried += len(records)
                found = asker.first_in(records)
                if found is not None:
                    _report(_shortest(asker, found, seed), seed, output)
                    sys.exit(1)
        except CannotRun as error:
            raise Unreadable(f"`{shlex.join(program)}` {error}") from None
    click.echo(f"No difference in {counted(tried, 'record')}, seed {seed}.")


def _trials(games: Sequence[str], seed: str, count: int) -> Iterator[list[Record]]:
    """The files of each game in turn: the first one of every game, then the second ones."""
    trials = [Trials(load_game(game), seed) for game in games]
    for index in range(count):
        for trial in trials:
            yield trial.batch(index)


class _Found(NamedTuple):
    """A difference, and the record in which it is."""

    record: Record
    difference: Difference
    case: Case


class _Asker:
    """Asks a program about records, and compares its answers with ours."""

    def __init__(self, program: Program, claimed: list[str], without: Sequence[str]) -> None:
        self._program = program
        self._claimed = claimed
        self._without = without

    def first_in(self, records: Sequence[Record]) -> _Found | None:
        """The first record in which the program differs; None if it agrees in all."""
        if not records:
            return None
        case = case_of(records, self._claimed, self._without)
        difference = self._first_difference(case)
        if difference is None:
            return None
        if difference.answer is None and len(records) > 1:
            # The program crashed, or lost count: it gets the halves, and so on to the one record.
            half = len(records) // 2
            found = self.first_in(records[:half]) or self.first_in(records[half:])
            if found is not None:
                return found
        return _Found(records[min(difference.record, len(records)) - 1], difference, case)

    def _first_difference(self, case: Case) -> Difference | None:
        try:
            return next(differences(case.expected, self._program(case)), None)
        except NoAnswer as error:
            return missing(case.expected, 1, f"it {error}")


def _shortest(asker: _Asker, found: _Found, seed: str) -> _Found:
    """The difference in a short record."""

    def first_of(records: Sequence[Record]) -> Record | None:
        first = asker.first_in(records)
        return None if first is None else first.record

    return asker.first_in([shortest(found.record, first_of, seed)]) or found


def _report(found: _Found, seed: str, output: Path | None) -> None:
    """Print the difference, and print or write the record."""
    record, difference, case = found
    click.echo("\n".join(shown(case, difference, f"A difference, found with seed {seed},")))
    key, _, number = difference.key.partition("/")
    if key == "positions" and number.isdecimal():
        click.echo("\nThe expected digest is that of these bytes:\n")
        click.echo(_position_after(record, int(number)), nl=False)
    if output is None:
        click.echo(f"\nThe record, {counted(len(record.plies), 'ply', 'plies')} long:\n")
        click.echo(write(record, Form.TEXT), nl=False)
        return
    with written(output) as out:
        out.write(write(record, Form.TEXT).encode())


def _position_after(record: Record, plies: int) -> bytes:
    """The bytes of the position after this many plies."""
    table = open_table(record, game_of(record))
    for _ in islice(steps(table, record.plies, record.seed), plies):
        pass
    return position_bytes(table)
