"""How long a step of `cgn step` takes, from the key to the refreshed screen.

Without a terminal, on every ply of each example. The plain drawing of the same position is
measured beside it.
"""

import asyncio
import statistics
from pathlib import Path
from time import perf_counter

from cli.draw.glyphs import UNICODE
from cli.draw.position import Drawing
from cli.draw.printing import rendered
from cli.load import load
from cli.stepper.app import StepperApp
from cli.stepper.screen import Screen
from cli.stepper.stepper import Stepper

_EXAMPLES = Path(__file__).parent.parent / "examples"
_SIZES = ((80, 24), (140, 45))


def plain(path: Path, width: int) -> list[float]:
    """Seconds for each position drawn as `cgn show` does, the frame included."""
    stepper = Stepper(load(str(path), 1), None)
    drawing = Drawing(stepper.cursor.loaded, UNICODE)
    taken = []
    for ply in range(1, stepper.cursor.loaded.plies + 1):
        start = perf_counter()
        stepper.go(ply)
        rendered(drawing.whole(stepper.cursor.frame, width), color=True)
        taken.append(perf_counter() - start)
    return taken


async def steps(path: Path, size: tuple[int, int]) -> list[float]:
    """Seconds for each step on a full screen of this size."""
    stepper = Stepper(load(str(path), 1), None)
    app = StepperApp(stepper, Screen(stepper, UNICODE, color=True))
    taken = []
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        refreshed = asyncio.Event()
        for _ in range(stepper.cursor.loaded.plies):
            refreshed.clear()
            start = perf_counter()
            app.simulate_key("right")
            app.call_later(app.call_after_refresh, refreshed.set)
            await refreshed.wait()
            taken.append(perf_counter() - start)
    return taken


def main() -> None:
    """Print a line for each example and size."""
    for path in sorted(_EXAMPLES.glob("*.cgn")):
        for size in _SIZES:
            taken, drawn = asyncio.run(steps(path, size)), plain(path, size[0])
            median, ratio = statistics.median(taken), statistics.median(drawn)
            print(
                f"{path.stem:<22} {size[0]}x{size[1]:<4}"
                f" median {median * 1000:5.1f} ms   worst {max(taken) * 1000:5.1f} ms"
                f"   {median / ratio:4.1f} times the plain drawing"
            )


if __name__ == "__main__":
    main()
