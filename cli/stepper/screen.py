"""What is on the screen of the stepper, as lines. Touches no terminal."""

from dataclasses import dataclass

from rich.text import Text

from cli.draw.cards import CHANGED
from cli.draw.layout import fit, flow, labelled, words
from cli.draw.position import Drawing
from cli.stepper.state import HELP, Stepper
from notation.render.text import render_text
from notation.render.visible import visible
from replays.frames import Frame, frame


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of a screen. The middle is scrolled; with `follow`, to what changed."""

    top: list[Text]
    middle: list[Text]
    bottom: list[Text]
    follow: bool


class Screen:
    """Draws a stepper for screens of any size."""

    def __init__(self, stepper: Stepper, drawing: Drawing, *, color: bool) -> None:
        self._stepper = stepper
        self._drawing = drawing
        self._color = color

    def lines(self, width: int, height: int) -> list[Text]:
        """As many lines as the screen has; on a small one, the table is scrolled.

        If the rest would leave the table less than half, heading, ply and message get a line each,
        and the lines that they lose are scrolled with the table.
        """
        drawn = frame(self._stepper.loaded.replay, self._stepper.view)
        parts = self._parts(drawn, width)
        bar, small = self._bar(width), False
        room = height - len(parts.top) - len(parts.bottom) - len(bar)
        if room < min(height // 2, len(_solid(parts.middle))):
            parts = self._small(parts, drawn, width, height)
            small, room = True, max(height - len(parts.top) - 1, 0)
        shown = self._window(parts.middle, room, follow=parts.follow)
        if len(shown) < len(_solid(parts.middle)):
            bar = self._bar(width, "Up/Down for more")
        if small:
            bar = [self._one(bar, width)]
        return [*parts.top, *shown, *parts.bottom, *bar][-height:]

    def _parts(self, drawn: Frame, width: int) -> _Parts:
        """All of the screen, however tall."""
        rule = Text(self._drawing.signs.rule * width, "dim")
        top = [*self._drawing.heading(drawn, width), rule]
        if self._stepper.helping:
            return _Parts(top, [Text(), *labelled(HELP, width, "bold"), Text()], [], follow=False)
        top += self._drawing.ply(drawn, width)
        problem, table = self._problem(drawn, width), self._drawing.table(drawn, width)
        bottom = self._drawing.outcome(drawn, width)
        return _Parts(top, [Text(), *problem, *table, Text()], bottom, follow=not problem)

    def _small(self, whole: _Parts, drawn: Frame, width: int, height: int) -> _Parts:
        """The screen for a small window: few lines stay, the others are scrolled."""
        heading = self._drawing.heading(drawn, width, short=True)
        if self._stepper.helping:
            return _Parts(heading, whole.middle, [], follow=False)
        ply = self._drawing.ply(drawn, width)
        top = [*heading, self._one(ply, width)][: max(height - 3, 1)]
        # Plain, since the window follows only what changed on the table.
        in_full = [Text(line.plain) for line in ply] if len(ply) > 1 or len(top) == 1 else []
        return _Parts(top, [*whole.middle, *whole.bottom, *in_full], [], follow=whole.follow)

    def _one(self, lines: list[Text], width: int) -> Text:
        """The lines as one, cut off if it is too long."""
        return fit(Text(" ").join(lines), width, self._drawing.signs.more)

    def _problem(self, drawn: Frame, width: int) -> list[Text]:
        """What is wrong with the next ply, if anything is."""
        loaded = self._stepper.loaded
        problem = loaded.problem_in(drawn.view)
        if problem is None or drawn.ply != min(loaded.good, loaded.replay.plies):
            return []
        lines = []
        for line in render_text(problem, color=self._color).split("\n"):
            lines += flow(Text.from_ansi(line).split(" "), width, gap=" ")
        return [*lines, Text()]

    def _window(self, lines: list[Text], room: int, *, follow: bool) -> list[Text]:
        """The part of the lines that fits, scrolled as far as the keys say.

        Before scrolling, it begins at the top, or far enough down to show the last change.
        """
        if len(lines) > room:
            lines = _solid(lines)
        if len(lines) <= room:
            self._stepper.scrolled = 0
            return lines + [Text()] * (room - len(lines))
        last = len(lines) - room
        start = min(max(_last_change(lines) + 2 - room, 0), last) if follow else 0
        top = min(max(start + self._stepper.scrolled, 0), last)
        self._stepper.scrolled = top - start
        return lines[top : top + room]

    def _bar(self, width: int, hint: str = "") -> list[Text]:
        """The line at the bottom: a prompt or a message, otherwise the most useful keys."""
        stepper = self._stepper
        if stepper.prompt is not None:
            most = stepper.loaded.plies
            asked = f"go to ply (0 to {most}): {stepper.prompt}_   Enter go   Esc stay"
            return [fit(Text(asked, "reverse"), width, self._drawing.signs.more)]
        if stepper.message:
            return flow(words(visible(stepper.message), "bold yellow"), width, gap=" ")
        state = f"playing, {stepper.speed}" if stepper.playing else "paused"
        keys = "? help  q quit  Left/Right ply  Space play  g go to  v view  c copy"
        line = " | ".join(filter(None, (state, hint, keys)))
        return [fit(Text(line, "reverse"), width, self._drawing.signs.more)]


def _solid(lines: list[Text]) -> list[Text]:
    """The lines that are not blank."""
    return [line for line in lines if line.plain.strip()]


def _last_change(lines: list[Text]) -> int:
    """The index of the last line on which something changed; 0 if nothing did."""
    changed = [any(span.style == CHANGED for span in line.spans) for line in lines]
    return max((index for index, marked in enumerate(changed) if marked), default=0)
