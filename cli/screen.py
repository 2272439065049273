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
            middle, bottom = _help_page(width), []
        else:
            top += self._drawing.ply(drawn, width)
            middle, bottom = self._middle(drawn, width), self._drawing.outcome(drawn, width)
        bottom += self._bar(width)
        room = max(height - len(top) - len(bottom), 0)
        lines = [*top, *self._window(middle, room), *bottom]
        return lines[: height - 1] + lines[-1:] if len(lines) > height else lines

    def _middle(self, drawn: Frame, width: int) -> list[Text]:
        """The table, after what is wrong with the next ply, if anything is."""
        loaded = self._stepper.loaded
        lines = [Text()]
        if loaded.problem is not None and drawn.ply == min(loaded.good, loaded.replay.plies):
            for line in render_text(loaded.problem, color=self._color).split("\n"):
                lines += flow(Text.from_ansi(line).split(" "), width, gap=" ")
            lines.append(Text())
        return [*lines, *self._drawing.table(drawn, width), Text()]

    def _window(self, lines: list[Text], room: int) -> list[Text]:
        """The part of the lines that fits: around what changed, moved as far as was asked for."""
        if len(lines) > room:
            lines = [line for line in lines if line.plain.strip()]
        if len(lines) <= room:
            self._stepper.scrolled = 0
            return lines + [Text()] * (room - len(lines))
        changed = [
            index
            for index, line in enumerate(lines)
            if any(span.style == CHANGED for span in line.spans)
        ]
        start = max(changed[-1] + 2 - room, 0) if changed else 0
        last = len(lines) - room
        top = min(max(min(start, last) + self._stepper.scrolled, 0), last)
        self._stepper.scrolled = top - min(start, last)
        return lines[top : top + room]

    def _bar(self, width: int) -> list[Text]:
        """The line at the bottom: what was said or is asked, else the most useful keys."""
        stepper = self._stepper
        if stepper.prompt is not None:
            most = stepper.loaded.plies
            asked = f"go to ply (0 to {most}): {stepper.prompt}_   Enter go   Esc stay"
            return [fit(Text(asked, "reverse"), width, self._drawing.signs.more)]
        if stepper.message:
            return flow(words(visible(stepper.message), "bold yellow"), width, gap=" ")
        state = f"playing, {stepper.speed}" if stepper.playing else "paused"
        keys = f"{state} | ? help  q quit  Left/Right ply  Space play  g go to  v view  c copy"
        return [fit(Text(keys, "reverse"), width, self._drawing.signs.more)]


def _help_page(width: int) -> list[Text]:
    names = max(len(name) for name, _ in HELP)
    lines = [Text()]
    for name, does in HELP:
        lines += flow(words(does), width, first=Text(f"{name:<{names}}  ", "bold"), gap=" ")
    return lines
