"""The page of `cgn stats --html`: tables of numbers, with plots if they can be drawn."""

from collections.abc import Sequence

from markupsafe import Markup
from msgspec.structs import replace

from cli.archives.text_table import shown_rows
from engines.registry import title_of
from pages.environment import render
from replays.many.tools.columns import Value
from replays.many.tools.stats_tables import Numbers


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
