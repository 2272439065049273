"""`cgn conformance`: runs somebody's program against the conformance suite."""

import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import click

from cli.common import counted
from cli.conformance.facts import Answer, Difference, first_difference
from cli.conformance.program import NoAnswer, Program
from cli.conformance.suite import PARTS, SUITE, Case, cases
from cli.inputs import Unreadable
from cli.progress import Bar
from notation.render.visible import visible

_MOST_JOBS = 256
_LONGEST = 400


@click.command(context_settings={"allow_interspersed_args": False})
@click.option(
    "--reader", is_flag=True, help="Test only what a reader needs: no shuffles, no games."
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
def conformance(
    program: tuple[str, ...],
    only: tuple[str, ...],
    without: tuple[str, ...],
    timeout: float,
    jobs: int,
    *,
    reader: bool,
) -> None:
    """Run a program against the conformance suite.

    The program gets a file of the suite on standard input, and prints a line of JSON for each
    record: its verdict, its error and the place, its scores, its digests. It is started once for
    each file. CGN_FILE is the name of the file, and CGN_DECKS the folder with the decks that
    records name. conformance/README.md lists every key, and has a program to start from.

    The first difference is shown, then how many files of each part agree.

    \b
    Examples:
      cgn conformance -- ./my-checker --json
      cgn conformance --reader -- node reader.js
      cgn conformance --only 'broken/json-*' -- ./my-checker

    Exit codes: 0 the program conforms, 1 it differs, 2 usage, or the program cannot be run,
    hangs, or prints something other than JSON.
    """
    chosen = cases(only, reader=reader, without=without)
    if not chosen:
        raise click.UsageError(
            f"--only: no file of the suite matches; its parts are {', '.join(PARTS)}"
            + (", and a reader is not tested with the first two" if reader else "")
        )
    first: tuple[Case, Difference] | None = None
    differing: Counter[str] = Counter()
    for case, answers in Bar().over(_run(program, chosen, timeout, jobs), len(chosen)):
        difference = first_difference(case.expected, answers)
        if difference is not None:
            differing[case.part] += 1
            first = first or (case, difference)
    if first is not None:
        _show(*first)
    _sum_up(chosen, differing, reader=reader)
    sys.exit(int(first is not None))


def _run(
    command: Sequence[str], chosen: Sequence[Case], seconds: float, jobs: int
) -> Iterator[tuple[Case, list[Answer]]]:
    """Each file with the program's answers, in order. Raises Unreadable if it gives none."""
    with ThreadPoolExecutor(jobs) as pool, Program(command, seconds) as program:
        due = [(case, pool.submit(program, case)) for case in chosen]
        for case, answers in due:
            try:
                yield case, answers.result()
            except NoAnswer as error:
                tried = f"{case.name}: `{shlex.join(command)}`"
                raise Unreadable(f"{tried} {error}") from None


def _show(case: Case, difference: Difference) -> None:
    """Print the first difference."""
    at = f", at `{difference.key}`" if difference.key else ""
    click.echo(f"The first difference is in {case.name}, record {difference.record}{at}:")
    rows = {"expected": difference.expected, "found": difference.found}
    rows |= {"why": difference.why} if difference.why else {}
    rows |= {"answer": difference.answer} if difference.answer is not None else {}
    file = SUITE / case.name
    rows |= {"file": str(file)} if file.is_file() else {}
    for label, text in rows.items():
        click.echo(f"  {label:<8}  {visible(text.strip(), _LONGEST)}")
    click.echo()


def _sum_up(chosen: Sequence[Case], differing: Counter[str], *, reader: bool) -> None:
    """Print the number of files of each part that agree."""
    for part in PARTS:
        files = [case for case in chosen if case.part == part]
        if not files:
            continue
        agreeing = len(files) - differing[part]
        records = sum(len(case.expected) for case in files)
        said = counted(len(files), "file")
        if agreeing < len(files):
            said = f"{agreeing:,} of {said}"
        click.echo(
            f"{part:<8}  {said} agree{'s' * (said == '1 file')} ({counted(records, 'record')})"
        )
    if not differing:
        click.echo(f"The program conforms{' as a reader' * reader}.")
