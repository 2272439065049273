"""The full screen of `cgn step`: keys and clicks through Textual's own pilot."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cli.draw.glyphs import UNICODE
from cli.load import load
from cli.stepper.app import LinesWidget, StepperApp
from cli.stepper.screen import Screen
from cli.stepper.stepper import Stepper
from tests.cli.running import EXAMPLE

if TYPE_CHECKING:
    from textual.pilot import Pilot


def on_screen(
    script: Callable[["Pilot[None]", StepperApp], Awaitable[None]],
    size: tuple[int, int] = (140, 45),
    path: Path = EXAMPLE,
) -> None:
    """Run a script on a full screen of this size."""

    async def run() -> None:
        stepper = Stepper(load(str(path), 1), None)
        app = StepperApp(stepper, Screen(stepper, UNICODE, color=True))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, app)

    asyncio.run(run())


def text(app: StepperApp) -> str:
    """The text on the screen."""
    lines = app.query_one(LinesWidget)
    return "\n".join(lines.render_line(row).text.rstrip() for row in range(lines.size.height))


def test_keys_reach_the_stepper() -> None:
    async def script(pilot: "Pilot[None]", app: StepperApp) -> None:
        await pilot.press("right", "right", "shift+right")
        assert "ply 6 of 88" in text(app)
        await pilot.press("g", "3", "7", "backspace", "7", "enter")
        assert "ply 37 of 88" in text(app)
        await pilot.press("less_than_sign")
        assert "a ply in 2 seconds" in text(app)
        await pilot.press("left_square_bracket")
        assert "cannot be read again" in text(app)
        await pilot.press("upper_n", "slash", "F", "full_stop", "escape", "tab")
        assert "Up and Down scroll the moves" in text(app)
        await pilot.press("question_mark")
        assert "one round back, one round on" in text(app)

    on_screen(script)


def test_a_click_on_a_move_goes_there() -> None:
    async def script(pilot: "Pilot[None]", app: StepperApp) -> None:
        row = next(n for n, line in enumerate(text(app).splitlines()) if "   5 B " in line)
        await pilot.click(LinesWidget, offset=(110, row))
        assert "ply 5 of 88" in text(app)

    on_screen(script)


def test_the_screen_follows_the_size() -> None:
    async def script(pilot: "Pilot[None]", app: StepperApp) -> None:
        assert "── moves ──" in text(app).splitlines()[8]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert max(map(len, text(app).splitlines())) <= 80
        assert "v view  ?" in text(app).splitlines()[23]

    on_screen(script)


def test_playing_goes_on_and_pauses() -> None:
    async def script(pilot: "Pilot[None]", app: StepperApp) -> None:
        await pilot.press("end", "left", "greater_than_sign", "greater_than_sign")
        await pilot.press("greater_than_sign", "space")
        await pilot.pause(0.5)
        assert "ply 88 of 88" in text(app)
        assert "playing" not in text(app)

    on_screen(script)


def test_q_and_ctrl_c_leave() -> None:
    for key in ("q", "ctrl+c"):

        async def script(pilot: "Pilot[None]", app: StepperApp, key: str = key) -> None:
            await pilot.press(key)
            assert not app.is_running or app._exit

        on_screen(script)
