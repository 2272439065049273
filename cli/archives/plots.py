"""Draws tables of numbers with matplotlib, as SVG in the colours of the page that shows them."""

import re
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from itertools import groupby
from typing import Any, TypeAlias

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from replays.many.tools.columns import Value
from replays.many.tools.stats_tables import Numbers

_INK, _SECOND, _LINE, _ACCENT = "#1b1f23", "#555d66", "#dcded9", "#00634f"
_COLORS = {_INK: "--ink", _SECOND: "--ink-2", _LINE: "--line", _ACCENT: "--accent"}
_STYLE: Mapping[Any, Any] = {
    "axes.edgecolor": _LINE,
    "axes.labelcolor": _SECOND,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": _INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "figure.constrained_layout.use": True,
    "font.size": 10,
    "svg.fonttype": "none",
    "text.color": _INK,
    "text.parse_math": False,
    "xtick.color": _SECOND,
    "ytick.color": _SECOND,
}
_WIDTH = 6.2
_ROW, _HEAD = 0.26, 0.62
"""Inches for a row of a plot, and for its title and axis."""

_LONGEST = 28
_GROUPS = re.compile(r'<g id="[a-z]+_[0-9]+">')

Draw: TypeAlias = Callable[[Axes, list[dict[str, Value]]], None]


def plot(table: Numbers) -> str | None:
    """The plot of a table as SVG, to stand within a page; None if it is not drawn."""
    if table.name not in _DRAWN:
        return None
    draw, keys = _DRAWN[table.name]
    as_rows, shares = table.name != "lengths", table.name != "points"
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    parts = [list(part) for _, part in groupby(rows, lambda row: [row[key] for key in keys])]
    heights = [_HEAD + (_ROW * len(part) if as_rows else 1.1) for part in parts]
    with rc_context({**_STYLE, "svg.hashsalt": table.name}):
        figure = Figure(figsize=(_WIDTH, sum(heights)))
        FigureCanvasSVG(figure)
        grid = figure.subplots(len(parts), 1, sharex=shares, squeeze=False, height_ratios=heights)
        for axes, part in zip(grid[:, 0], parts, strict=True):
            axes.set_title(_titled(keys, part[0]))
            draw(axes, part)
            if axes is not grid[-1, 0]:
                axes.set_xlabel("")
        return _svg(figure)


def _titled(keys: Sequence[str], row: dict[str, Value]) -> str:
    """The subject of a plot: a game, perhaps with a number of seats."""
    words = [str(row["game"])]
    if "seats" in keys:
        words.append(f"{row['seats']} players")
    return ": ".join(words)


def _svg(figure: Figure) -> str:
    """The figure without prolog, ids of groups and colours of its own."""
    out = StringIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = _GROUPS.sub("<g>", text[text.index("<svg") :])
    for color, name in _COLORS.items():
        text = text.replace(color, f"var({name})")
    return text.replace("<svg ", '<svg aria-hidden="true" ', 1)


def _number(row: dict[str, Value], name: str) -> float:
    value = row[name]
    return float(value) if isinstance(value, int | float) else 0.0


def _rates(label: str) -> Draw:
    """Points with whiskers, and a dashed line at what is even."""

    def draw(axes: Axes, rows: list[dict[str, Value]]) -> None:
        for at, row in enumerate(rows):
            low, rate, high = (_number(row, name) for name in ("low", "rate", "high"))
            axes.plot([low, high], [at, at], color=_SECOND, linewidth=1.2)
            axes.plot([rate], [at], "o", color=_ACCENT, markersize=5)
            if "even" in row:
                even = _number(row, "even")
                axes.plot([even, even], [at - 0.5, at + 0.5], "--", color=_SECOND, linewidth=1)
        _rows(axes, [str(row[label]) for row in rows])
        axes.set_xlabel("share of the games won")

    return draw


def _points(axes: Axes, rows: list[dict[str, Value]]) -> None:
    """For each source, winners as dots and the others as rings."""
    for at, row in enumerate(rows):
        winners, others = _number(row, "winners"), _number(row, "others")
        axes.plot([others, winners], [at, at], color=_LINE, linewidth=2)
        axes.plot([others], [at], "o", color=_SECOND, markersize=5, fillstyle="none")
        axes.plot([winners], [at], "o", color=_ACCENT, markersize=5)
    _rows(axes, [str(row["source"]) for row in rows])
    axes.set_xlabel("points of winners (dots) and of the others (rings)")


def _lengths(axes: Axes, rows: list[dict[str, Value]]) -> None:
    """A histogram."""
    starts = [_number(row, "from") for row in rows]
    widths = [_number(row, "to") + 1 - start for row, start in zip(rows, starts, strict=True)]
    heights = [_number(row, "games") for row in rows]
    axes.bar(starts, heights, [0.9 * width for width in widths], align="edge", color=_ACCENT)
    axes.set_xlabel("plies")
    axes.set_ylabel("games")


def _rows(axes: Axes, labels: list[str]) -> None:
    """A row for each label, the first one on top."""
    short = [label if len(label) <= _LONGEST else f"{label[:_LONGEST]}…" for label in labels]
    axes.set_yticks(range(len(labels)), short)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(length=0)
    axes.grid(visible=True, axis="x", color=_LINE, linewidth=0.6)


_DRAWN: dict[str, tuple[Draw, Sequence[str]]] = {
    "seats": (_rates("seat"), ("game", "seats")),
    "players": (_rates("player"), ("game",)),
    "openings": (_rates("move"), ("game",)),
    "lengths": (_lengths, ("game", "seats")),
    "points": (_points, ("game",)),
}
"""How each table is drawn, and by which columns it is parted."""
