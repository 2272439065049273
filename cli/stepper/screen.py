"""Draws the full screen of the stepper as lines. Touches no terminal."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cli.common import counted
from cli.draw.cards import CHANGED
from cli.draw.glyphs import Signs
from cli.draw.layout import fit, flow
from cli.draw.names import short_words
from cli.draw.position import Drawing
from cli.draw.scene import ROOMY, touchable
from cli.stepper import panes
from cli.stepper.stepper import Stepper
from notation.render.text import render_text
from notation.render.visible import visible
from replays.view.frames import Frame, legal_moves
from replays.view.views import name_of

WIDE = 110
"""The width from which a rail is shown next to the table."""
_RAIL, _LONGEST_RAIL = 43, 80
"""The least and the greatest width of the rail."""
_TABLE = 120
"""The width beyond which only the rail grows, since a table has no use for more."""
_TALL, _SMALL = 30, 12
"""From _TALL lines on, more are reserved above the table; below _SMALL, half are the table's."""
_SAID, _DUE = 5, 2
"""Lines of the rail reserved for the sentence with comments, and for what is due."""
_LEAST_LIST = 3
"""With fewer lines no list is shown, since its heading takes up to two."""
_GRAPH_LABELS = 9
"""Columns beside the bars: a third for the seat before them, the rest for the score."""
_GUTTER = 5
"""The indent of wrapped lines of a diagnostic: past its line numbers."""
_ALONE = ("help", "games")
"""The panes that replace the table."""


class Screen:
    """Draws a stepper on a screen of any size.

    If `color`, the message of a broken record is coloured.
    """

    def __init__(self, stepper: Stepper, signs: Signs, *, color: bool) -> None:
        self._stepper = stepper
        self._cursor = stepper.cursor
        self._signs = signs
        self._color = color
        self._spots: list[panes.Spot] = []
        self._shown: list[Text] = []
        self._console = Console()
        stepper.position_text = self._as_text

    @property
    def _drawing(self) -> Drawing:
        return Drawing(self._cursor.loaded, self._signs, self._stepper.unfolded)

    def _as_text(self) -> str:
        lines = self._drawing.whole(self._frame(), ROOMY)
        return "\n".join(line.plain.rstrip() for line in lines) + "\n"

    def _frame(self) -> Frame:
        drawn = self._cursor.frame
        return drawn if self._cursor.shows_comments else replace(drawn, comments=())

    def click(self, column: int, row: int) -> None:
        """Handle a click on this place of the last drawing.

        A click on a move or the graph goes to a ply, on a seat unfolds it, on a card tells where
        the card has been, and on a variation enters it.
        """
        ply = self.ply_at(column, row)
        touched = self._touched(column, row)
        if "seat" in touched:
            self._stepper.unfold(touched["seat"])
        elif "card" in touched:
            self._stepper.trace(touched["card"])
        elif ply is not None:
            self._stepper.go(ply)
        if "line" in touched:
            self._cursor.enter(touched["line"])

    def ply_at(self, column: int, row: int) -> int | None:
        """The ply that a place of the last drawing stands for; None if it stands for none."""
        for spot in self._spots:
            if spot.row == row and spot.left <= column < spot.right:
                return spot.ply(column)
        return None

    def _touched(self, column: int, row: int) -> dict[str, Any]:
        """The marks that `touchable` put on a place of the last drawing; empty if none."""
        if not 0 <= row < len(self._shown):
            return {}
        line, cells = self._shown[row], 0
        for offset, letter in enumerate(line.plain):
            cells += cell_len(letter)
            if cells > column:
                return line.get_style_at_offset(self._console, offset).meta
        return {}

    def lines(self, width: int, height: int) -> list[Text]:
        """The lines of a screen of this size."""
        self._spots = []
        drawn = self._frame()
        body = max(height - 2, 0)
        middle = self._beside if width >= WIDE else self._below
        lines = [self._heading(drawn, width), *middle(drawn, width, body)[:body]]
        lines += [Text()] * (height - 1 - len(lines))
        fitted = [fit(line, width, self._signs.more) for line in lines]
        self._shown = [*fitted, self._bar(width)][-height:]
        return self._shown

    def _heading(self, drawn: Frame, width: int) -> Text:
        cursor, plies = self._cursor, self._cursor.loaded.plies
        if cursor.hiding:
            place = f"ply {drawn.ply}"
        elif cursor.before_mistake:
            place = f"broken at ply {min(drawn.ply + 1, plies)} of {plies}"
        else:
            place = f"ply {drawn.ply} of {plies}"
        if cursor.variation is not None:
            ply, number, count = cursor.variation
            place = f"instead of ply {ply} ({number} of {count}) {self._signs.dot} {place}"
        place += f" {self._signs.dot} view {name_of(drawn.view)}"
        return self._drawing.titled(place, width, short=True)[0]

    def _below(self, drawn: Frame, width: int, room: int) -> list[Text]:
        """One column: the ply, what is due, the table, and the moves if there is room."""
        if self._stepper.pane in _ALONE:
            return self._alone(width, room)
        top = self._mistake(drawn, width, room // 2) or self._happened(drawn, width, room)
        left = room - len(top)
        if self._stepper.pane:
            return [*top, *self._under_pane(drawn, width, left, len(top) + 1)]
        table = self._drawing.table(drawn, width, left - 1, full=False)
        if len(table) < left:
            top.append(Text(self._signs.rule * width, "dim"))
            left -= 1
        shown = self._window(table, left)
        rest = left - len(shown)
        if rest >= _LEAST_LIST and not self._cursor.before_mistake:
            shown += self._moves(width, rest, len(top) + len(shown) + 1)
        return [*top, *shown]

    def _happened(self, drawn: Frame, width: int, room: int) -> list[Text]:
        """Sentence, comment and variations in the lines reserved for them, and what is due.

        In a small window the table keeps half of the lines. A sign tells of what is left out.
        """
        due = self._shortened(self._drawing.outcome(drawn, width), 2 if room >= _SMALL else 1)
        said = flow(self._drawing.sentence(drawn, width), width, gap=" ")
        beside = [*self._drawing.comments(drawn, width), *self._instead()]
        if room < _SMALL:
            return [*self._shortened([*said, *beside], max(room // 2 - 1, 1)), *due]
        reserved = 2 if room < _TALL else 4
        shown = self._shortened([*said, *beside], max(reserved, len(said)))
        return [*shown, *[Text()] * (reserved - len(shown)), *due]

    def _shortened(self, lines: Sequence[Text], room: int) -> list[Text]:
        """The first lines, with a sign at the end if others are left out."""
        shown = [line.copy() for line in lines[:room]]
        if shown and len(lines) > room:
            shown[-1].append(self._signs.more, "dim")
        return shown

    def _mistake(self, drawn: Frame, width: int, room: int) -> list[Text]:
        """The mistake, if it is in the next ply."""
        loaded = self._cursor.loaded
        problem = loaded.problem_in(drawn.view)
        if problem is None or not self._cursor.before_mistake:
            return []
        who = f"{visible(problem.player or problem.seat)}: " if problem.seat else ""
        message = Text(f"{self._signs.wrong} {who}{visible(problem.message)}", "bold red")
        gap = width - message.cell_len - len(problem.code)
        if gap > 0:
            message.append(" " * gap + problem.code, "red")
        lines = flow([message], width)
        for text in render_text(problem, color=self._color, more=False).split("\n")[2:]:
            line = Text.from_ansi(text)
            if line.plain.strip() != "|" and not line.plain.strip().startswith("= legal"):
                lines += flow(line.split(" "), width, gap=" ", indent=_GUTTER)
        lines = self._shortened(lines, room - 1)
        checked = f"before ply {drawn.ply + 1}; plies up to {drawn.ply} are valid"
        if loaded.plies > drawn.ply + 1:
            checked += f", {drawn.ply + 2} to {loaded.plies} were not checked"
        return [*lines, panes.ruled(checked, width, self._signs)]

    def _under_pane(self, drawn: Frame, width: int, room: int, row: int) -> list[Text]:
        """The table, with the open pane over its lower half."""
        title, lines, plies = self._open(drawn, width)
        upper = max(room // 2, room - len(lines) - 1, 1)
        table = self._drawing.table(drawn, width, room, full=width >= ROOMY)[:upper]
        table += [Text()] * (upper - len(table))
        shown = room - upper - 1
        rule = panes.ruled(title, width, self._signs)
        if not plies:
            return [*table, rule, *self._scrolled(lines, shown, width)]
        start = self._around(plies, shown, self._stepper.scrolled)
        self._mark(plies[start : start + shown], row + upper + 1, 0, width)
        return [*table, rule, *lines[start : start + shown]]

    def _open(self, drawn: Frame, width: int) -> tuple[str, list[Text], list[int | None]]:
        """The title and the lines of the open pane; for the moves, also the ply of each line."""
        stepper = self._stepper
        if stepper.pane == "moves":
            listed = self._listed(width)
            return "moves", [line for line, _ in listed], [ply for _, ply in listed]
        if stepper.pane == "scores":
            return f"scores after ply {drawn.ply}", self._scores(drawn, width), []
        if stepper.pane == "nearest":
            problem = self._cursor.loaded.problem_in(drawn.view)
            nearest = list(problem.nearest) if problem else []
            title = f"nearest of {problem.legal or 0} legal moves" if problem else ""
            return title, panes.legal(nearest, width, sample=False)[1], []
        title, lines = self._legal(drawn, width)
        return title, lines, []

    def _legal(self, drawn: Frame, width: int) -> tuple[str, list[Text]]:
        table = self._cursor.replay.table
        return panes.legal(legal_moves(table, drawn.view), width, sample=not table.lists_all)

    def _scores(self, drawn: Frame, width: int) -> list[Text]:
        record = self._drawing.record
        seats = self._cursor.replay.table.seats
        names = [f"{seat} {visible(record.player(seat))}".rstrip()[:16] for seat in seats]
        lines = panes.scores(drawn, names, width, self._signs)
        return [*lines, *(self._drawing.outcome(drawn, width) if drawn.due is None else [])]

    def _beside(self, drawn: Frame, width: int, room: int) -> list[Text]:
        """Two columns: the table with panes below, and the rail."""
        rail = min(max(width - _TABLE, _RAIL), _LONGEST_RAIL)
        share = width - rail - 2
        left = self._left(drawn, share - 1, room)
        right = self._rail(drawn, share + 2, rail, room)
        lines = []
        for row in range(room):
            line = fit(left[row] if row < len(left) else Text(), share, self._signs.more)
            line.append(f"{self._signs.bar} ", "dim")
            line.append_text(right[row] if row < len(right) else Text())
            lines.append(line)
        return lines

    def _left(self, drawn: Frame, width: int, room: int) -> list[Text]:
        stepper = self._stepper
        if stepper.pane in _ALONE:
            return self._alone(width, room)
        top = self._mistake(drawn, width, room // 2)
        left = room - len(top)
        if stepper.pane:
            return [*top, *self._under_pane(drawn, width, left, len(top) + 1)]
        table = self._drawing.table(drawn, width, left, full=width >= ROOMY)
        shown = [*top, *self._window(table, left)]
        rest = room - len(shown)
        graph = len(drawn.scores) + 1
        if rest < graph:
            return shown
        legal = self._listed_legal(drawn, width, rest - graph)
        blank = [Text()] * (rest - graph - len(legal))
        return [*shown, *legal, *blank, *self._graph(drawn, width, len(shown) + rest - graph + 1)]

    def _listed_legal(self, drawn: Frame, width: int, room: int) -> list[Text]:
        """The legal moves, shortened to the room, if there is enough for a list."""
        if room < _LEAST_LIST:
            return []
        title, lines = self._legal(drawn, width)
        rule = panes.ruled(title, width, self._signs)
        return [Text(), rule, *self._shortened(lines, room - 2)]

    def _graph(self, drawn: Frame, width: int, row: int) -> list[Text]:
        cursor, share = self._cursor, width - _GRAPH_LABELS
        plies, seats = cursor.replay.plies, cursor.replay.table.seats
        lines = panes.graph(cursor.listed, drawn.ply, plies, seats, share, self._signs)
        left = _GRAPH_LABELS // 3
        for number in range(len(lines)):
            self._spots.append(panes.Spot(row + number, left, left + share, 0, plies))
        return lines

    def _rail(self, drawn: Frame, left: int, width: int, room: int) -> list[Text]:
        """The rail: sentence and comment, what is due, and the moves."""
        drawing = self._drawing
        said = flow(drawing.sentence(drawn, width), width, gap=" ")
        for line in (*drawing.comments(drawn, width), *self._instead()):
            said += flow(line.split(" "), width, gap=" ")
        due = self._shortened(drawing.outcome(drawn, width), _DUE)
        top = self._shortened(said, _SAID)
        top += [Text()] * (_SAID - len(top)) + due + [Text()] * (_DUE - len(due))
        return [*top, *self._moves(width, room - len(top), len(top) + 1, left)]

    def _moves(self, width: int, room: int, row: int, left: int = 0) -> list[Text]:
        """The moves around the present ply, under a heading."""
        if room < 1:
            return []
        rule = panes.ruled("moves", width, self._signs)
        listed = self._listed(width)
        plies = [ply for _, ply in listed]
        start = self._around(plies, room - 1, self._stepper.listed_from)
        shown = listed[start : start + room - 1]
        self._mark([ply for _, ply in shown], row + 1, left, left + width)
        return [rule, *[line for line, _ in shown]]

    def _listed(self, width: int) -> list[tuple[Text, int | None]]:
        cursor = self._cursor
        since = None if cursor.variation is None else cursor.variation[0]
        return panes.moves(
            *(cursor.listed, cursor.ply, width, self._signs, since),
            as_written=self._stepper.as_written,
        )

    def _instead(self) -> list[Text]:
        """A line about the variations of this ply, if there are any."""
        variations = self._cursor.listed[self._cursor.ply].variations
        if not variations:
            return []
        first = self._signs.negatives(variations[0].plies[0].short)
        count = counted(len(variations), "variation")
        line = Text(f"{self._signs.instead} instead: {first} ({count}, i)", "cyan")
        return [touchable(line, line=0)]

    def _around(self, plies: Sequence[int | None], room: int, scrolled: int) -> int:
        """The first line of a list that shows the present ply in its upper third."""
        here = self._cursor.ply
        at = plies.index(here) if here in plies else 0
        return min(max(at - room // 3 + scrolled, 0), max(len(plies) - room, 0))

    def _mark(self, plies: Sequence[int | None], row: int, left: int, right: int) -> None:
        """Note the ply that each of these rows stands for."""
        for number, ply in enumerate(plies):
            if ply is not None:
                self._spots.append(panes.Spot(row + number, left, right, ply, ply))

    def _alone(self, width: int, room: int) -> list[Text]:
        """The pane that replaces the table: the keys, or the games of the file."""
        stepper, signs = self._stepper, self._signs
        if stepper.pane == "games" and stepper.game_list is not None:
            game_list = stepper.game_list
            rule = panes.ruled(game_list.title, width, signs)
            return [rule, *game_list.lines(width, room - 1, signs)]
        short = short_words(self._cursor.replay.game)
        lines = panes.keys(width, signs, list(short.items()))
        return self._scrolled(lines, room, width)

    def _scrolled(self, lines: list[Text], room: int, width: int) -> list[Text]:
        """The lines that fit, from the scrolled one on; the last tells how many more follow."""
        last = max(len(lines) - room, 0)
        start = self._stepper.scrolled = min(max(self._stepper.scrolled, 0), last)
        shown = lines[start : start + room]
        if shown and start < last:
            below = counted(last - start + 1, "more line")
            shown[-1] = panes.ruled(f"{below}: Down, PgDn", width, self._signs)
        return shown

    def _window(self, lines: list[Text], room: int) -> list[Text]:
        """The lines of the table that fit.

        Unscrolled, they begin at the top, or far enough down to show the last change.
        """
        if len(lines) <= room:
            self._stepper.scrolled = 0
            return lines
        last = len(lines) - room
        start = min(max(_last_change(lines) + 2 - room, 0), last)
        top = min(max(start + self._stepper.scrolled, 0), last)
        self._stepper.scrolled = top - start
        return lines[top : top + room]

    def _bar(self, width: int) -> Text:
        """The bottom line: a prompt, a message, or the most useful keys."""
        stepper, more = self._stepper, self._signs.more
        if stepper.asking:
            asked = f"{stepper.asking}: {visible(stepper.typed)}_   Enter go   Esc stay"
            return fit(Text(asked, "reverse"), width, more)
        if stepper.message:
            return fit(Text(visible(stepper.message), "bold yellow"), width, more)
        playing = f"playing, {stepper.speed}   " if stepper.playing else ""
        keys = panes.useful(stepper, width - len(playing), self._signs, narrow=width < WIDE)
        return fit(Text(playing + keys, "reverse"), width, more)


def _last_change(lines: list[Text]) -> int:
    """The index of the last line with a change; 0 if there is none."""
    changed = [any(span.style == CHANGED for span in line.spans) for line in lines]
    return max((index for index, marked in enumerate(changed) if marked), default=0)
