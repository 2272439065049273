"""Tables of numbers as text."""

from notation.render.visible import visible
from replays.tools.columns import Value
from replays.tools.stats_tables import Numbers


def text_table(table: Numbers) -> str:
    """The table under its title, numbers to the right.

    >>> print(text_table(Numbers("x", "Wins", ("game", "rate"), [["triggs", 0.5], ["x", None]])))
    Wins
      game    rate
      triggs   0.5
      x
    """
    cells = [list(table.columns), *([shown(value) for value in row] for row in table.rows)]
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


def shown(value: Value) -> str:
    """A value in a table for people.

    >>> shown(12345), shown(0.25), shown(60.0), shown(None)
    ('12,345', '0.25', '60', '')
    """
    if value is None:
        return ""
    return visible(value) if isinstance(value, str) else f"{value:,.10g}"
