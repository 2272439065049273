"""`cgn table`: one row a record, for everybody's own tools."""

from pathlib import Path

import click

from cli.archives.picking import Run, where_option
from cli.archives.rows import CSV, RowWriter, format_option
from cli.common import paths_argument, rows_option
from cli.decks import UserDecks, deck_option
from cli.inputs import Inputs
from cli.jobs import Crew, crew_options
from replays.many.tools.columns import USUAL, UnknownColumn, chosen
from replays.many.tools.condition import Condition
from replays.many.tools.picking import Table


def _columns(_: click.Context, __: click.Parameter, given: str | None) -> tuple[str, ...]:
    try:
        return USUAL if given is None else chosen(given.replace(" ", "").split(","))
    except UnknownColumn as unknown:
        raise click.UsageError(
            f"--columns: there is no column `{unknown.name}`; {unknown.advice}"
        ) from None


@click.command()
@paths_argument
@click.option(
    "--columns",
    metavar="NAMES",
    callback=_columns,
    help=f"The columns, separated by commas; `score_*` is several.  [default: {','.join(USUAL)}]",
)
@where_option
@format_option
@click.option(
    "--spreadsheet",
    is_flag=True,
    help="Put ' before texts that a spreadsheet would calculate, such as a name =HYPERLINK(…).",
)
@crew_options
@deck_option
@rows_option
def table(  # noqa: PLR0913 - one for each option
    paths: tuple[str, ...],
    *,
    columns: tuple[str, ...],
    expression: str | None,
    form: str,
    spreadsheet: bool,
    crew: Crew,
    decks: UserDecks,
    output: Path | None,
) -> None:
    """Make a table of records, one row each, for spreadsheets, databases and scripts.

    PATH is a file, a folder, a glob, - for standard input, or the address of a service:
    https://cards.example?game=triggs. The items of a list in one column are
    separated by `; `. docs/archives.md describes every column. Among them are player_A to player_J,
    score_A to score_J, tag_NAME and option_NAME for any tag and option, and moves.

    Only as much of a record is read as the columns need, and it is not checked. The columns verdict
    and code have the result of the rules, and take as long as `cgn validate`. Records that cannot
    be read are reported on standard error and have no row, except with verdict or code.

    \b
    Examples:
      cgn table club/ > club.csv
      cgn table club/ --jobs 4 --where "game = 'triggs' AND seats = 3"
      cgn table games.cgn --columns 'file,record,player_*,score_*,tag_Round' -o games.csv.gz
      cgn table games.cgn --where 'score_A > score_B + 5' --format jsonl
      cgn table games.cgn --columns game,verdict,code
      cgn table uploads/ --spreadsheet > uploads.csv

    Exit codes: 0 fine, 1 a record cannot be read, 2 usage or unreadable files.
    """
    if spreadsheet and form != CSV:
        raise click.UsageError(f"--spreadsheet is for CSV: leave --format {form} out")
    run = Run(Inputs(paths))
    job = Table(condition=Condition(expression=expression), decks=decks.decks, columns=columns)
    with run.written(output) as out, run.taken(job, crew) as rows:
        writer = RowWriter(out, form, columns, spreadsheet=spreadsheet)
        for row in rows:
            writer.write(row)
        writer.finish()
    run.end()
