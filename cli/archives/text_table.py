"""Tables of numbers as text."""

from collections.abc import Sequence

from notation.render.visible import visible
from replays.many.tools.columns import Value
from replays.many.tools.stats_tables import DECIMALS, Numbers


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
