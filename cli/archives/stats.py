"""`cgn stats`: counts games, wins, lengths and points of an archive."""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
from markupsafe import Markup
from msgspec.structs import replace

from cli.archives.picking import Run
from cli.archives.rows import CSV, JSON, RowWriter
from cli.common import paths_argument
from cli.decks import UserDecks, deck_option
from cli.files import replaced
from cli.inputs import Inputs
from cli.jobs import Crew, crew_options, found_in
from engines.registry import title_of
from notation.render.json import printable
from notation.render.visible import visible
from pages.environment import render
from replays.many.job import PartEnd
from replays.many.tools.columns import Value
from replays.many.tools.stats import Summed, Summing, Sums
from replays.many.tools.stats_tables import DECIMALS, NAMES, Numbers, tables


def stats_page(tables: Sequence[Numbers]) -> str:
    """A page that needs no other file."""
    titled = [_titled(table) for table in tables]
    plots = {table.name: _plotted(table) for table in titled}
    return render(
        "statistics.html",
        root=None,
        tables=titled,
        plots=plots,
        shown_rows=shown_rows,
        numeric=_is_number,
    )


def _plotted(table: Numbers) -> Markup | None:
    """The plot of a table; None without matplotlib."""
    try:
        from cli.archives.plots import plot  # noqa: PLC0415 - slow to import, and an extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "matplotlib":
            raise
        return None
    drawn = plot(table)
    return None if drawn is None else Markup(drawn)  # noqa: S704 - matplotlib escapes all text


def _titled(table: Numbers) -> Numbers:
    """The table with the titles of games in the place of their names."""
    if "game" not in table.columns:
        return table
    at = table.columns.index("game")
    rows = [[*row[:at], title_of(str(row[at])), *row[at + 1 :]] for row in table.rows]
    return replace(table, rows=rows)


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float)


_TEXT = "text"
_MOST = 10


@click.command()
@paths_argument
@click.option("--table", "only", type=click.Choice(NAMES), help="Print this table only.")
@click.option(
    "--format",
    "form",
    type=click.Choice([_TEXT, CSV, JSON]),
    default=_TEXT,
    help="How to print; csv prints one table, by default games.",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page of the tables, with plots if matplotlib is installed (extra `plots`).",
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=_MOST,
    metavar="N",
    help="List this many players, first moves and sources of points for each game.",
)
@click.option("--check", is_flag=True, help="Leave out records that break the rules.")
@click.option("--points", is_flag=True, help="Replay the games to count points by source.")
@crew_options
@deck_option
def stats(  # noqa: PLR0913 - one for each option
    paths: tuple[str, ...],
    *,
    only: str | None,
    form: str,
    html: Path | None,
    most: int,
    check: bool,
    points: bool,
    crew: Crew,
    decks: UserDecks,
) -> None:
    """Count games, wins, lengths and first moves, by game, seat and player.

    Rates come with their 95 % confidence interval; `even` is the rate with equal chances, so an
    interval above it shows an advantage. A shared win counts as a fraction of a win. Only finished
    games count; lengths are those of games that were played to their end.

    Results are taken from the end lines, which is quick; --check leaves out records that break the
    rules, and --points replays the games. Both take as long as `cgn validate`. Memory grows with
    the number of players and first moves, not with the number of records.

    \b
    Examples:
      cgn stats club/
      cgn stats games.cgn --table seats
      cgn stats games.cgn.jsonl.gz --jobs 4 --format csv --table players > players.csv
      cgn stats club/ --points --html club.html

    Exit codes: 0 fine, 1 a record cannot be read, 2 usage or unreadable files.
    """
    run = Run(Inputs(paths))
    job = Summing(decks=decks.decks, check=check, points=points)
    numbers = tables(_summed(run, job, crew), most)
    if html is not None:
        from cli.archives.stats import stats_page  # noqa: PLC0415 - slow to import

        with replaced(html) as out:
            out.write(stats_page(numbers).encode())
    if html is None or only is not None or form != _TEXT:
        _print(numbers, only, form)
    run.end()


def _summed(run: Run, job: Summing, crew: Crew) -> Sums:
    """The sums of everything, after reporting what cannot be read."""
    sums: Sums = Counter()
    with found_in(run.inputs, job, crew) as found:
        for item in found:
            if isinstance(item, Summed):
                sums.update(item.sums)
            elif not isinstance(item, PartEnd):
                run.report(item)
    return sums


def _print(numbers: list[Numbers], only: str | None, form: str) -> None:
    if form == CSV:
        only = only or NAMES[0]
    chosen = [table for table in numbers if only in (None, table.name)]
    if form == JSON:
        rows = {
            table.name: [dict(zip(table.columns, row, strict=True)) for row in table.rows]
            for table in chosen
        }
        click.echo(printable(rows))
    elif form == CSV:
        for table in chosen:
            writer = RowWriter(sys.stdout.buffer, CSV, table.columns)
            for row in table.rows:
                writer.write(row)
            writer.finish()
    else:
        click.echo("\n\n".join(text_table(table) for table in chosen))


def text_table(table: Numbers) -> str:
    """The table under its title, numbers to the right.

    >>> rows = [["triggs", 19.5, 0.5], ["x", 2.0, None]]
    >>> print(text_table(Numbers("x", "Wins", ("game", "wins", "rate"), rows)))
    Wins
      game    wins   rate
      triggs  19.5  0.500
      x        2.0
    """
    cells = [list(table.columns), *shown_rows(table)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [
        any(isinstance(value, int | float) for value in column)
        for column in zip(*table.rows, strict=True)
    ]
    lines = [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        )
        for row in cells
    ]
    return "\n".join([table.title, *(f"  {line}".rstrip() for line in lines)])


def shown_rows(table: Numbers) -> list[list[str]]:
    """The values of a table for people, those of a column with equally many decimals."""
    columns = [
        [_shown(value, DECIMALS.get(name) or _decimals(values)) for value in values]
        for name, values in zip(table.columns, zip(*table.rows, strict=True), strict=True)
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def _decimals(values: Sequence[Value]) -> int:
    """The decimals that a column needs so that no value of it is cut.

    >>> _decimals([1, 2.5, 0.25, None]), _decimals([1.0, 20]), _decimals(["a"])
    (2, 0, 0)
    """
    fractions = [f"{value:.10g}" for value in values if isinstance(value, float)]
    return max([len(text.partition(".")[2]) for text in fractions], default=0)


def _shown(value: Value, decimals: int) -> str:
    """A value in a table for people.

    >>> _shown(12345, 2), _shown(0.25, 3), _shown(60.0, 0), _shown(None, 1)
    ('12,345', '0.250', '60', '')
    """
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:,.{decimals}f}"
    return visible(value) if isinstance(value, str) else f"{value:,}"
