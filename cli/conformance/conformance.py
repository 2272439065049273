"""`cgn conformance`: runs somebody's program against the conformance suite."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import click

from cli.conformance.facts import Difference, differences, missing
from cli.conformance.levels import LEVELS
from cli.conformance.program import CannotRun, NoAnswer, Program
from cli.conformance.result import Result
from cli.conformance.suite import PARTS, Case, cases, known_games
from cli.inputs import Unreadable
from cli.progress import Bar

_MOST_JOBS = 256


@click.command(context_settings={"allow_interspersed_args": False})
@click.option(
    "--level",
    "levels",
    type=click.Choice(list(LEVELS)),
    multiple=True,
    help="What the program claims; may be repeated.  [default: all]",
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
    "--only",
    multiple=True,
    metavar="GLOB",
    help="Run only these files, such as broken/json-*, or a part; may be repeated.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="KEY",
    help="Do not ask for this key, such as positions; may be repeated.",
)
@click.option("--all", "every", is_flag=True, help="Show every difference, not only the first.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="How to print the result.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    metavar="SECONDS",
    help="The time limit for each file.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, _MOST_JOBS),
    default=1,
    metavar="N",
    help="How many programs run at a time.",
)
@click.argument("program", nargs=-1, required=True, metavar="PROGRAM...")
def conformance(  # noqa: PLR0913 - one for each option
    program: tuple[str, ...],
    *,
    levels: tuple[str, ...],
    games: tuple[str, ...],
    only: tuple[str, ...],
    without: tuple[str, ...],
    form: str,
    timeout: float,
    jobs: int,
    every: bool,
) -> None:
    """Run a program against the conformance suite.

    The program gets a file of the suite on standard input, and prints a line of JSON for each
    record: its verdict, its error and the place, its scores, its digests. It is started once for
    each file. CGN_FILE is the name of the file, and CGN_DECKS the folder with the decks that
    records name. conformance/README.md lists every key, and has a program to start from.

    A program may claim levels: a reader reads records and finds mistakes of form, places says where
    those are, shuffles shuffles by seeds, and a checker plays the records of its games. The first
    difference is shown, then how many files of each level agree, then a line for the README of the
    levels that are passed. A crash counts as a difference.

    \b
    Examples:
      cgn conformance -- ./my-checker --json
      cgn conformance --level reader --level places -- node reader.js
      cgn conformance --level checker --game triggs --all -- ./my-checker
      cgn conformance --only 'broken/json-*' -- ./my-checker

    Exit codes: 0 the program conforms, 1 it differs, 2 usage, or the program cannot be run.
    """
    chosen = cases(only, levels=levels, games=games, without=without)
    if not chosen:
        raise click.UsageError(
            f"--only: no file of the suite matches; its parts are {', '.join(PARTS)}"
            + (", and not every level has files in each" if levels else "")
        )
    result = Result(chosen, whole=not (only or without), every=every)
    for case, found in Bar().over(_run(program, chosen, timeout, jobs), len(chosen)):
        result.add(case, found)
    click.echo(result.json() if form == "json" else result.text())
    sys.exit(int(result.differs))


def _run(
    command: Sequence[str], chosen: Sequence[Case], seconds: float, jobs: int
) -> Iterator[tuple[Case, list[Difference]]]:
    """Each file with the program's differences, in order. Raises Unreadable if it cannot be run."""
    with ThreadPoolExecutor(jobs) as pool, Program(command, seconds) as program:
        due = [(case, pool.submit(_found, program, case)) for case in chosen]
        for case, found in due:
            try:
                yield case, found.result()
            except CannotRun as error:
                raise Unreadable(f"`{shlex.join(command)}` {error}") from None


def _found(program: Program, case: Case) -> list[Difference]:
    """The differences of a program in a file; without an answer there is one."""
    try:
        return list(differences(case.expected, program(case)))
    except NoAnswer as error:
        return [missing(case.expected, 1, f"it {error}")]
