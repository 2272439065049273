"""`cgn validate`: checks records against the rules, and says where the first is wrong."""

import sys
from collections.abc import Container

import click

from cli.common import paths_argument
from cli.decks import UserDecks, deck_option
from cli.inputs import Inputs, is_stream
from cli.jobs import Crew, crew_options, found_in
from cli.load import load_reading
from cli.reports import FORMATS, Printer
from cli.suggestions import complete_file
from notation.origin import Original
from notation.render.visible import visible
from replays.digests import record_digest
from replays.many.validate_archive import Validation
from replays.validate import INCOMPLETE, INVALID, UNDETERMINED, Report


@click.command()
@paths_argument
@click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    help="How to print the results. jsonl: one line for every record, valid ones too.",
)
@crew_options
@deck_option
@click.option("--quiet", "-q", is_flag=True, help="Print errors only: no warnings, no summary.")
@click.option(
    "--strict", is_flag=True, help="Exit with 1 for incomplete and undetermined records as well."
)
@click.option(
    "--all", "all_of_form", is_flag=True, help="Report every mistake of form, not the first only."
)
@click.option(
    "--from",
    "origin",
    metavar="FILE",
    shell_complete=complete_file,
    help="Check that each record goes on from the one in FILE, as its tag From says.",
)
@click.option("--fix", "mends", is_flag=True, help="Mend in place what is certain, then check.")
@click.option("--diff", is_flag=True, help="With --fix: write nothing; print what would change.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
def validate(  # noqa: PLR0913 - one for each option
    paths: tuple[str, ...],
    form: str,
    crew: Crew,
    decks: UserDecks,
    origin: str | None,
    *,
    quiet: bool,
    strict: bool,
    all_of_form: bool,
    mends: bool,
    diff: bool,
    watch: bool,
) -> None:
    """Check records against the rules.

    PATH is a file, a folder (every .cgn, .cgn.json and .cgn.jsonl below it, gzipped or not), a
    glob, or - for standard input. Every record gets a verdict: valid, incomplete (a legal
    beginning of a game), undetermined (it leaves cards out, and nobody can say whether any cards
    make it right), or invalid, with the first mistake, its place, and the nearest legal moves. A
    file that is named twice is checked once.

    Mistakes of form, in lines that cannot be read, do not depend on each other: --all reports each
    of a text record, 100 at most. The moves are played only if there are none.

    --from is for games that were played on from another one: the tag From names the digest of its
    record and a ply, and the plies up to that one have to be the same in both.

    --fix mends text files where it is certain what was meant: end lines, numbers of plies, reveals,
    typographic signs, a move that only one legal move is near to, a line that is there twice,
    lines of shuffles. A record that would then fail at the same place or before stays as it is.

    \b
    Examples:
      cgn validate game.cgn
      cgn validate club/ --jobs 4
      cgn validate 'club/**/*.cgn' --format github
      cgn validate game.cgn --deck my.toml
      cgn validate --all game.cgn
      cgn validate --fix --diff game.cgn
      cgn validate --watch game.cgn
      cgn validate --from game.cgn other.cgn
      cgn simulate triggs --seed s --games 9 | cgn validate - --format jsonl

    Exit codes: 0 none invalid, 1 some invalid (with --strict: or incomplete, or undetermined; with
    --fix --diff: or some would change), 2 usage or unreadable files.
    """
    if diff and not mends:
        raise click.UsageError("--diff shows what --fix would change: give both")
    if watch and mends:
        raise click.UsageError("--fix and --watch exclude each other")
    if watch and origin is not None:
        raise click.UsageError("--from and --watch exclude each other")
    if all_of_form and form in ("json", "jsonl"):
        raise click.UsageError(
            f"--all: {form} has one mistake a record; use text, concise, github or sarif"
        )
    inputs = Inputs(paths)
    if watch:
        _watch(inputs, decks)
        return
    if mends:
        from cli.fixing import fix  # noqa: PLC0415 - only for this flag

        found = fix(inputs, decks.decks, diff=diff)
        if diff:
            sys.exit(2 if inputs.failures else int(found > 0))
    printer = Printer(form, quiet=quiet)
    printer.start()
    how = Validation(
        decks=decks.decks,
        original=None if origin is None else _original(origin),
        digest=printer.lists_all,
        every=printer.lists_all,
        warnings=not quiet,
        all_of_form=all_of_form,
        mends=form == "json",
    )
    _go_through(inputs, how, crew, printer)
    printer.finish(inputs.failures)
    if not quiet:
        _tell_unused(decks, printer.decks)
    bad = printer.verdicts[INVALID]
    if strict:
        bad += printer.verdicts[INCOMPLETE] + printer.verdicts[UNDETERMINED]
    sys.exit(2 if inputs.failures else int(bad > 0))


def _original(path: str) -> Original:
    """The one record of a file. Raises UsageError if it has none or several, or a broken one."""
    reading, more = load_reading(path, 1)
    if more:
        raise click.UsageError(f"--from {visible(path)}: the file has several records; give one")
    if reading.record is None:
        raise click.UsageError(f"--from {visible(path)}: its record cannot be read")
    return Original(record_digest(reading.record), reading.record)


def _watch(inputs: Inputs, decks: UserDecks) -> None:
    from cli.watch import watch  # noqa: PLC0415 - only for this flag

    if any(map(is_stream, inputs.files)):
        raise click.UsageError("--watch needs files; standard input and services do not change")
    if not inputs.files:
        sys.exit(2)
    watch(inputs.files, decks.decks)


def _go_through(inputs: Inputs, how: Validation, crew: Crew, printer: Printer) -> None:
    """Validate all records, and print the reports."""
    with found_in(inputs, how, crew) as reports:
        for item in reports:
            if isinstance(item, Report):
                printer.add(item, inputs.progress)
            else:
                printer.count(item)


def _tell_unused(decks: UserDecks, named: Container[str]) -> None:
    """Report each given deck that no record names, with the tag that names it."""
    for name in decks.given:
        if name not in named:
            file = visible(decks.files[name])
            click.echo(f'{file}: no record names this deck, by [Deck "{name}"]', err=True)
