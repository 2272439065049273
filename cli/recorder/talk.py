"""The messages and questions of the recorder, as lines. Touches no terminal."""

from collections.abc import Callable
from typing import TypeAlias

from rich.text import Text

from cli.draw.glyphs import Signs
from cli.draw.layout import flow, words
from cli.draw.position import Drawing
from cli.draw.spoken import Spoken
from cli.load import Loaded
from cli.recorder.draft import Draft
from notation.diagnostics import Diagnostic
from notation.render.visible import visible
from notation.render.words import explained, label_facts
from replays.view.frames import frame

Answer: TypeAlias = Callable[[str], bool]
"""Takes the answer to a question; False if it has to be asked again."""

RIGHT_BELOW = "    "
"""Stands before what is written in the file."""


class Talk:
    """What is said, and what is asked next.

    Attributes:
        lines: the lines to print; the printer removes them.
        offer: the line that the next prompt begins with.
        nearest: the moves that may have been meant instead of it.
        failed: whether the last line was a mistake.
        question: the prompt of a question, and what takes its answer; None: a ply is asked for.
    """

    def __init__(self, signs: Signs, width: int, *, spoken: bool = False) -> None:
        self.signs = signs
        self.width = width
        self.lines: list[Text] = []
        self.offer = ""
        self.nearest: tuple[str, ...] = ()
        self.failed = False
        self._spoken = spoken
        self.question: tuple[str, Answer] | None = None

    def say(self, text: str, style: str = "", first: Text | str = "  ") -> None:
        """Print a text, with this before its first line."""
        indent = Text(first) if isinstance(first, str) else first
        self.lines += flow(words(visible(text), style), self.width, first=indent, gap=" ")

    def explain(self, problem: Diagnostic, first: Text | str = "  ") -> None:
        """Say what is wrong with a line, and all that `cgn validate` would say of the reasons."""
        self.say(problem.message, "red", first)
        more = ("more", f"cgn explain {problem.code}")
        for name, fact in (*label_facts(problem), *explained(problem), more):
            if name != "note":
                self.say(f"{name}: {fact}")

    def refuse(self, text: str, typed: str = "") -> None:
        """Say why a line was refused, and offer it for editing."""
        self.say(text, "red")
        self.offer, self.failed = typed, True

    def ask(self, prompt: str, answer: Answer) -> None:
        """Ask for something other than a ply."""
        self.question = prompt, answer

    def take(self, typed: str) -> None:
        """Take the answer to the question."""
        if self.question is not None:
            asked, self.question = self.question, None
            if not asked[1](typed) and self.question is None:
                self.question = asked
                if not self.failed:
                    self.refuse(f"`{typed}` is no answer to this question")

    def show(self, draft: Draft, *, whole: bool = False) -> None:
        """Print the position: all of it, or only what matters for the choice of the seat to act.

        In words that is the last ply, and what is due.
        """
        loaded = Loaded(draft.file, 1, False, draft.replay, draft.plies, draft.plies, None)  # noqa: FBT003 - as declared
        drawn, drawing = frame(draft.replay, draft.table.to_act), Drawing(loaded, self.signs)
        if self._spoken:
            spoken = Spoken(loaded)
            said = spoken.whole(drawn) if whole else [*spoken.ply(drawn), *spoken.due(drawn)]
            for line in said:
                self.say(line, first="")
            return
        self.lines += (drawing.whole if whole else drawing.brief)(drawn, self.width)
