"""The panes around and over the table: moves, legal moves, scores, graph, keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from rich.text import Text

from cli.draw.glyphs import Signs
from cli.draw.layout import cut, fit, flow, labelled
from cli.draw.layout import words as in_words
from cli.draw.position import COMMENT
from cli.draw.printing import by_verbs
from cli.draw.scene import touchable
from cli.stepper.listing import ListedPly
from cli.stepper.stepper import Stepper
from notation.grammar import write_time
from notation.record import SEATS
from replays.view.frames import Frame
from replays.view.picture import score_sheet

HELP: Final = (
    ("Left Right", "one ply back, one ply on"),
    ("Shift+Left Shift+Right", "one round back, one round on"),
    ("Home End", "before the first ply, after the last"),
    ("Space", "play, or pause"),
    ("< >", "slower, faster; the last step is as recorded"),
    ("g", "go to a ply, to a round (r12), or to the end"),
    ("n N", "next, previous mark, comment, variation or mistake, or hit of a search"),
    ("/", "search sentences, comments and cards; Esc ends it"),
    ("m l s", "moves; legal moves; scores and what broke a tie"),
    ("w", "the list of moves as they are written, or in short words"),
    ("f", "the games of the file: s sorts them, / finds some, Enter opens one"),
    ("i o", "into the variation shown here, and out; i again takes the next"),
    ("v", "the next view: all, each seat's, public"),
    ("x", "show or hide comments in a view"),
    ("h", "hide what is to come"),
    ("[ ]", "previous, next record of the file"),
    ("c C", "copy the command that shows this position; copy the position"),
    ("Enter", "at a mistake: the moves that may have been meant"),
    ("Up Down PgUp PgDn", "scroll; Tab chooses what"),
    ("Mouse", "a move, the graph, a variation; a seat lists its cards, a card says where it was"),
    ("?", "this page"),
    ("Ctrl-Z", "suspend; fg in the shell comes back"),
    ("q Ctrl-C", "quit; Esc closes what is open, then quits"),
)
"""What each key does."""

_NARROW: Final = (("n note", "m moves", "l legal", "s scores", "v view"), "?")
_WIDE: Final = (
    (
        *("g go to", "n N note", "/ find", "i o instead", "l legal"),
        *("s scores", "v view", "f games", "c copy"),
    ),
    "? keys",
)
"""The most useful keys of a narrow and of a wide screen; the last key is always shown."""

_VERB = 10
_TIME = 6
_DIGITS = 3


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the screen that stands for plies, spread evenly over its width.

    `right` is the column after the last.
    """

    row: int
    left: int
    right: int
    first: int
    last: int

    def ply(self, column: int) -> int:
        """The ply that a column stands for."""
        span = max(self.right - self.left - 1, 1)
        return self.first + (column - self.left) * (self.last - self.first) // span


def ruled(title: str, width: int, signs: Signs) -> Text:
    """A horizontal rule with a title in it."""
    line = Text(f"{signs.rule * 2} {title} ", "dim")
    return fit(line.append(signs.rule * width, "dim"), width, "") if width > len(title) else line


def moves(
    listed: Sequence[ListedPly],
    here: int,
    width: int,
    signs: Signs,
    since: int | None = None,
    *,
    as_written: bool = False,
) -> list[tuple[Text, int | None]]:
    """The lines of the list of moves, by rounds; each line with its ply, a heading with None.

    From ply `since` on, the plies belong to a variation. Moves are listed `as_written`, or in
    short words.
    """
    digits = max(len(str(listed[-1].ply)), _DIGITS) if listed else _DIGITS
    lines: list[tuple[Text, int | None]] = []
    for number, group in groupby(listed[1:], lambda entry: entry.round):
        lines.append((Text(f"round {number}", "dim"), None))
        for entry in group:
            is_here = entry.ply == here
            if entry.ply == since:
                lines.append((Text(f"{signs.instead} instead", "cyan"), None))
            lines += [
                (line, entry.ply)
                for line in _move(entry, is_here, digits, width, signs, as_written)
            ]
    if since is not None:
        lines.append((Text(f"the game goes on with ply {since}: o", "cyan"), None))
    return lines


@lru_cache(4_096)
def _move(
    entry: ListedPly,
    is_here: bool,  # noqa: FBT001 - lru_cache is quicker without names
    digits: int,
    width: int,
    signs: Signs,
    as_written: bool,  # noqa: FBT001 - likewise
) -> tuple[Text, ...]:
    """A line for a move, with the time at the end; comments and variations are below."""
    style = "bold reverse" if is_here else ""
    sign = signs.here if is_here else " "
    first = f"{sign}{entry.ply:>{digits}} {entry.seat} "
    time = "" if entry.at is None else f"{write_time(entry.at):>{_TIME}}"
    mark = f" {entry.mark}" if entry.mark else ""
    room = width - len(first) - len(mark) - len(time)
    words = entry.move if as_written else signs.negatives(entry.short)
    short = cut(Text(words), max(room, 1), signs.more)
    line = Text.assemble(first, short, (mark, "bold yellow"))
    line = fit(line, max(width - len(time), 1), signs.more)
    line.append(time, "dim")
    line.stylize(style)
    lines = [cut(line, width, signs.more)]
    indent = Text(" " * (digits + 3))
    for comment in entry.comments:
        lines += flow(in_words(comment, COMMENT), width, first=indent, gap=" ")
    for number, variation in enumerate(entry.variations):
        first_move = variation.plies[0]
        shown = first_move.move if as_written else signs.negatives(first_move.short)
        text = f"{signs.instead} instead {shown}"
        line = touchable(Text.assemble(indent, (text, "cyan")), line=number)
        lines.append(cut(line, width, signs.more))
    return tuple(lines)


def legal(moves: list[str] | None, width: int, *, sample: bool) -> tuple[str, list[Text]]:
    """The title and the lines of the legal moves, by verbs. `moves` is None if they are hidden."""
    if moves is None:
        return "legal moves: hidden from this view", []
    if not moves:
        return "legal moves: none, the game is over", []
    title = f"legal moves: {'a sample of ' if sample else ''}{len(moves)}"
    lines = []
    for verb, rest, extras in by_verbs(moves):
        pieces = [Text(arguments or "(alone)") for arguments in rest]
        first = Text(f" {verb:<{_VERB - 1}}", "cyan")
        lines += flow(pieces, width, first=first, gap="   ")
        for key, values in extras.items():
            first = Text(f" {'':<{_VERB - 1}}with {key}= ", "cyan")
            lines += flow(map(Text, values), width, first=first, gap="  ")
    return title, lines


def scores(frame: Frame, names: Sequence[str], width: int, signs: Signs) -> list[Text]:
    """The score sheet: a line for each source of points, a column for each seat, and the totals."""
    share = max(*(len(name) + 2 for name in names), 8)
    label = max(width - share * len(names), 8)
    lines = [_sheet("", names, label, share, "bold", signs)]
    for source, points in score_sheet(frame, SEATS[: len(names)]).items():
        cells = [signs.negatives(str(one)) if one else signs.none for one in points]
        lines.append(_sheet(signs.negatives(source), cells, label, share, "", signs))
    totals = [
        signs.hidden if score is None else signs.negatives(str(score)) for score in frame.scores
    ]
    return [*lines, _sheet("total", totals, label, share, "bold", signs)]


def _sheet(
    name: str, cells: Sequence[str], label: int, share: int, style: str, signs: Signs
) -> Text:
    line = fit(Text(name, style), label, signs.more)
    for cell in cells:
        line.append(f"{cell:>{share}}", style)
    return line


def graph(
    listed: Sequence[ListedPly],
    here: int,
    plies: int,
    seats: Sequence[str],
    width: int,
    signs: Signs,
) -> list[Text]:
    """A bar chart of the scores of each seat, ply by ply; dots below mark comments."""
    top = max((score or 0 for entry in listed for score in entry.scores), default=0)
    at = [column * plies // max(width - 1, 1) for column in range(width)]
    lines = []
    for index, seat in enumerate(seats):
        bars = [
            _bar(listed[ply].scores[index], top, signs) if ply < len(listed) else " " for ply in at
        ]
        line = Text(f" {seat} {''.join(bars)}")
        score = listed[here].scores[index]
        total = signs.hidden if score is None else signs.negatives(str(score))
        line.append(f" {total:>4}", "bold")
        lines.append(line)
    dots = [" "] * width
    for entry in listed:
        if entry.comments and entry.ply:
            dots[_column(entry.ply, plies, width)] = signs.dot
    dots[_column(here, plies, width)] = "^"
    return [*lines, Text("   " + "".join(dots), "cyan")]


def _column(ply: int, plies: int, width: int) -> int:
    return ply * (width - 1) // max(plies, 1)


def _bar(score: int | None, top: int, signs: Signs) -> str:
    if score is None or score <= 0:
        return " "
    last = len(signs.heights) - 1
    return signs.heights[score * last // max(top, 1)]


def keys(width: int, signs: Signs, short: Sequence[tuple[str, str]]) -> list[Text]:
    """The page of keys, signs, and the short names of this game."""
    legend = (
        ("[ ]", "came or changed with this ply"),
        (f"{signs.turn} {signs.won}", "to act, won"),
        (f"{signs.hidden} {signs.unknown}", "hidden from this view, known to nobody"),
        (f"{signs.full}{signs.free} {signs.done}", "boxes crossed and free, all crossed"),
        (f"{signs.left} {signs.right} {signs.below}", "free on that side; the tile below"),
        (f"{signs.opens} {signs.closes} {signs.none}", "open slot; none"),
    )
    lines = [*labelled(HELP, width, "bold"), Text(), *labelled(legend, width, "bold")]
    if short:
        lines += [Text(), *flow([Text(f"{cut_}: {word}") for word, cut_ in short], width, gap="  ")]
    return lines


def useful(stepper: Stepper, width: int, signs: Signs, *, narrow: bool) -> str:
    """As many of the most useful keys here as fit into a width, and the key for the others."""
    if stepper.pane == "games":
        return "Enter open  Up Down choose  s sort  / find  Esc back"
    if stepper.pane == "help":
        return "Up Down PgUp PgDn scroll  ? or Esc back"
    if stepper.cursor.before_mistake:
        return f"Enter nearest moves  {signs.arrows} ply  n note  l legal  c copy  ? keys  q quit"
    if stepper.cursor.variation is not None:
        return f"{signs.arrows} ply  o back to the game  i next variation  m moves  l legal  ? keys"
    some, help_key = _NARROW if narrow else _WIDE
    keys = [f"{signs.arrows} ply", f"{signs.shift} round", "space play", *some]
    while keys and len("  ".join([*keys, help_key])) > width:
        keys.pop()
    return "  ".join([*keys, help_key])
