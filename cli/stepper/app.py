"""Steps through a record on a full screen. Only this file needs Textual."""

import asyncio
import os
import signal
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from cli.stepper.screen import Screen
from cli.stepper.stepper import Stepper
from cli.watch import PAUSE, FileWatch

if TYPE_CHECKING:
    from textual.timer import Timer

_GRACE = 2
"""Seconds to quit in after a signal; one in six did not, when its terminal was gone."""

_LEAST_WIDTH, _LEAST_HEIGHT = 20, 3
_WHEEL = 3


class LinesWidget(Widget):
    """Lines of text that fill the screen. Only changed lines are sent to the terminal."""

    DEFAULT_CSS = "LinesWidget { width: 100%; height: 100%; background: ansi_default; }"

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[Text] = []
        self._strips: list[Strip] = []
        self._palette = Console(color_system="standard", force_terminal=True)

    def show(self, lines: list[Text]) -> None:
        """Replace all lines by these."""
        before, width = self._lines, self.size.width
        strips = self._strips
        self._lines = lines
        self._strips = [
            strips[row] if row < len(before) and _alike(line, before[row]) else self._strip(line)
            for row, line in enumerate(lines)
        ]
        changed = [
            Region(0, row, width, 1)
            for row, strip in enumerate(self._strips)
            if row >= len(strips) or strip is not strips[row]
        ]
        if len(lines) != len(before):
            self.refresh()
        elif changed:
            self.refresh(*changed)

    def _strip(self, line: Text) -> Strip:
        return Strip(line.render(self._palette, end=""), line.cell_len)

    def render_line(self, y: int) -> Strip:
        """The line in a row of the screen; blank below the last line."""
        strip = self._strips[y] if y < len(self._strips) else Strip([])
        return strip.adjust_cell_length(self.size.width)


def _alike(line: Text, other: Text) -> bool:
    return line.plain == other.plain and line.style == other.style and line.spans == other.spans


class StepperApp(App[None]):
    """Shows the screen of a stepper and hands keys and clicks to it.

    `watch` tells when the file has to be read again; None: never.
    """

    CSS = "Screen { background: ansi_default; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+d", "quit", priority=True, show=False),
        Binding("ctrl+z", "suspend_process", priority=True, show=False),
        Binding("tab", "choose", priority=True, show=False),
    ]

    def __init__(self, stepper: Stepper, screen: Screen, watch: FileWatch | None = None) -> None:
        super().__init__(ansi_color=True)
        self._stepper = stepper
        self._drawn = screen
        self._watch = watch
        self._widget = LinesWidget()
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """The only widget: the lines."""
        yield self._widget

    def on_mount(self) -> None:
        """Quit normally on SIGTERM and SIGHUP, redraw after a suspension, and watch the file."""
        self.app_resume_signal.subscribe(self, lambda _: self._widget.refresh())
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            with suppress(NotImplementedError, ValueError):
                loop.add_signal_handler(number, self._end, number)
        if self._watch is not None:
            self.set_interval(PAUSE, self._follow)

    def _end(self, number: int) -> None:
        """Quit; at the latest after `_GRACE`, since writing to a terminal that is gone can hang."""
        late = threading.Timer(_GRACE, os._exit, (128 + number,))
        late.daemon = True
        late.start()
        self.exit()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self._draw)

    def action_choose(self) -> None:
        """Let Up and Down scroll the moves instead of the table, or the table again."""
        self._press("tab")

    def on_key(self, event: events.Key) -> None:
        """Hand a key to the stepper."""
        event.stop()
        alone = event.is_printable and event.key != "space" and "+" not in event.key
        printable = event.character if alone else None
        self._press(printable or event.key)

    def on_click(self, event: events.Click) -> None:
        """Hand a click to the screen."""
        self._drawn.click(event.screen_x, event.screen_y)
        self._draw()

    def on_mouse_scroll_up(self) -> None:
        """Scroll back."""
        self._scroll(-_WHEEL)

    def on_mouse_scroll_down(self) -> None:
        """Scroll on."""
        self._scroll(_WHEEL)

    def _scroll(self, lines: int) -> None:
        self._stepper.scroll(lines)
        self._draw()

    def _press(self, key: str) -> None:
        if not self._stepper.press(key):
            self.exit()
            return
        if self._stepper.copied is not None:
            self.copy_to_clipboard(self._stepper.copied)
            self._stepper.copied = None
        self._draw()
        self._play()

    def _play(self) -> None:
        """Set the timer of the next ply, unless the stepper is paused."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        delay = self._stepper.delay
        if delay is not None:
            self._timer = self.set_timer(delay, self._tick)

    def _tick(self) -> None:
        self._stepper.tick()
        self._draw()
        self._play()

    def _follow(self) -> None:
        """Show the record as it is now, if another program has written the file."""
        if self._watch is not None and self._watch.changed():
            self._stepper.follow()
            self._draw()

    def _draw(self) -> None:
        width, height = max(self.size.width, _LEAST_WIDTH), max(self.size.height, _LEAST_HEIGHT)
        self._widget.show(self._drawn.lines(width, height))


def run(stepper: Stepper, screen: Screen, watch: FileWatch | None = None) -> None:
    """Draw the screen and obey the keys until one quits; then restore the terminal.

    `watch` tells when another program has written the file, which is then read again.
    """
    # Textual would take these for the size of the terminal, even after the terminal is resized.
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    StepperApp(stepper, screen, watch).run()
