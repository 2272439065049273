"""Steps through a record without a full screen: all steps, or line by line on a terminal."""

from collections.abc import Iterator

import click
from rich.text import Text

from cli.draw.position import Drawing
from cli.draw.printing import columns, print_lines
from cli.stepper.state import Stepper
from replays.frames import Frame, frame, frames

_PROMPT = "Enter next, - back, a number, v view, q quit: "


def print_steps(drawing: Drawing, ply: int | None, view: str | None) -> None:
    """Print every step up to a ply (None: the last), as far as the record is valid.

    Raises UsageError if the record has no such ply.
    """
    replay, width = drawing.loaded.replay, columns()
    drawing.loaded.seek(ply)
    last = replay.ply
    print_lines([*drawing.heading(frame(replay, view), width), Text()])
    replay.seek(0)
    print_lines(_steps(drawing, last, view))
    drawn = frame(replay, view)
    print_lines([Text(), *drawing.table(drawn, width), Text(), *drawing.outcome(drawn, width)])


def _steps(drawing: Drawing, last: int, view: str | None) -> Iterator[Text]:
    """A line for each ply, with the scores if they change."""
    before: Frame | None = None
    for drawn in frames(drawing.loaded.replay, view):
        if before is None:
            if drawn.comments:
                yield from drawing.comments(drawn, columns())
        else:
            yield _step(drawing, drawn, before, len(str(last)))
        if drawn.ply == last:
            return
        before = drawn


def _step(drawing: Drawing, drawn: Frame, before: Frame, digits: int) -> Text:
    first = Text(f"{drawn.ply:>{digits}}. {drawn.seat} ", "bold")
    pieces = [first, *drawing.line(drawn, columns())]
    if drawn.scores != before.scores:
        pieces.append(drawing.scores(drawn))
    return Text(" ").join(pieces)


def ask_for_steps(stepper: Stepper, drawing: Drawing) -> None:
    """Draw the position and ask where to go, line by line, until a line quits."""
    while True:
        print_lines(drawing.whole(stepper.frame, columns()))
        try:
            answer = click.prompt(_PROMPT, "", prompt_suffix="", show_default=False).strip()
        except click.Abort:
            return
        if answer == "q":
            return
        if answer.isdecimal():
            stepper.go(int(answer))
        else:
            stepper.press({"": "right", "-": "left", "v": "v"}.get(answer, ""))
        if stepper.message:
            print_lines([Text(stepper.message)])
