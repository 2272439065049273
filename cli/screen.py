"""What stands on the screen of the stepper, as lines. Touches no terminal."""

from rich.text import Text

from cli.cards import CHANGED
from cli.drawing import Drawing
from cli.flow import fit, flow, words
from cli.stepper import HELP, Stepper
from notation.render.text import render_text
from notation.render.visible import visible
from replays.frames import Frame, frame


class Screen:
    """Draws a stepper for screens of any size."""

    def __init__(self, stepper: Stepper, drawing: Drawing, *, color: bool) -> None:
        self._stepper = stepper
        self._drawing = drawing
        self._color = color

    def lines(self, width: int, height: int) -> list[Text]:
        """As many lines as the screen has; the table is what gives way on a small one."""
        drawn = frame(self._stepper.loaded.replay, self._stepper.view)
        rule = Text(self._drawing.signs.rule * width, "dim")
        top = [*self._drawing.heading(drawn, width), rule]
        if self._stepper.helping:
            told, table, bottom = _help_page(width), [], []
        else:
            top += self._drawing.ply(drawn, width)
            told, table = self._problem(drawn, width), self._drawing.table(drawn, width)
            bottom = self._drawing.outcome(drawn, width)
        middle = [Text(), *told, *table, Text()]
        bar = self._bar(width)
        room = max(height - len(top) - len(bottom) - len(bar), 0)
        shown = self._window(middle, room, follow=not told)
        if len(shown) < len(_solid(middle)):
            bar = self._bar(width, "Up/Down for more")
        lines = [*top, *shown, *bottom]
        return [*lines[: max(height - len(bar), 0)], *bar][-height:]

    def _problem(self, drawn: Frame, width: int) -> list[Text]:
        """What is wrong with the next ply, if anything is."""
        loaded = self._stepper.loaded
        if loaded.problem is None or drawn.ply != min(loaded.good, loaded.replay.plies):
            return []
        lines = []
        for line in render_text(loaded.problem, color=self._color).split("\n"):
            lines += flow(Text.from_ansi(line).split(" "), width, gap=" ")
        return [*lines, Text()]

    def _window(self, lines: list[Text], room: int, *, follow: bool) -> list[Text]:
        """The part of the lines that fits, moved as far as was asked for.

        It begins at the top, or so far down that the last change is seen.
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
        """The line at the bottom: what was said or is asked, else the most useful keys."""
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
    """The index of the last line on which something changed; 0 where nothing did."""
    changed = [any(span.style == CHANGED for span in line.spans) for line in lines]
    return max((index for index, found in enumerate(changed) if found), default=0)


def _help_page(width: int) -> list[Text]:
    names = max(len(name) for name, _ in HELP)
    lines = []
    for name, does in HELP:
        lines += flow(words(does), width, first=Text(f"{name:<{names}}  ", "bold"), gap=" ")
    return lines
