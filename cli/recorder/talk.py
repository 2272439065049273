"""Words the messages and questions of the recorder as lines. Touches no terminal."""

from collections.abc import Callable
from typing import TypeAlias

from rich.text import Text

from cli.draw.glyphs import Signs
from cli.draw.layout import flow, words
from cli.draw.position import Drawing
from cli.draw.spoken import Spoken
from cli.load import LoadedRecord
from cli.recorder.draft import Draft
from notation.diagnostics import Diagnostic
from notation.render.visible import visible
from notation.render.words import explained, label_facts
from replays.view.frames import frame

Answer: TypeAlias = Callable[[str], bool]
"""Takes the answer to a question; False if it has to be asked again."""

RIGHT_BELOW = "    "
"""The indent of lines of the file."""


class Talk:
    """The messages that wait to be printed, and the next question.

    Attributes:
        lines: the lines to print; the printer removes them.
        offer: the text to edit after the next prompt.
        nearest: the moves that a refused line may have meant.
        failed: whether the last line was a mistake.
        question: the prompt of a question, and the function for its answer; None: asks for a ply.
        typed: the last line.
        entering: the line of a ply that is not written yet, about which a question may ask.
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
        self.typed = ""
        self.entering = ""

    def say(self, text: str, style: str = "", first: Text | str = "  ") -> None:
        """Print a text; its first line begins with `first`."""
        indent = Text(first) if isinstance(first, str) else first
        self.lines += flow(words(visible(text), style), self.width, first=indent, gap=" ")

    def explain(self, problem: Diagnostic, first: Text | str = "  ") -> None:
        """Print a mistake with all the reasons and help that `cgn validate` gives."""
        self.say(problem.message, "red", first)
        more = ("more", f"cgn explain {problem.code}")
        for name, fact in (*label_facts(problem), *explained(problem), more):
            if name != "note":
                self.say(f"{name}: {fact}")

    def refuse(self, text: str, typed: str = "") -> None:
        """Print why a line was refused, and offer the line for editing."""
        self.say(text, "red")
        self.offer, self.failed = typed, True

    def ask(self, prompt: str, answer: Answer) -> None:
        """Ask a question: the next line is its answer, not a ply."""
        self.question = prompt, answer

    def give_up(self) -> str:
        """Leave the question. Returns the line of the ply that it was about; empty if none."""
        line = self.entering if self.question is not None else ""
        if line:
            self.say(f"not written: {line}")
        self.question, self.entering = None, ""
        return line

    def take(self, typed: str) -> None:
        """Handle the answer to the question; ask again if it is not one."""
        if self.question is not None:
            asked, self.question = self.question, None
            if not asked[1](typed) and self.question is None:
                self.question = asked
                if not self.failed:
                    self.refuse(f"`{typed}` is no answer to this question")

    def show(self, draft: Draft, *, whole: bool = False) -> None:
        """Print the position: whole, or only what the seat to act needs for its choice.

        In words, the short form is the last ply and what is due.
        """
        loaded = LoadedRecord(draft.file, 1, False, draft.replay, draft.plies, draft.plies, None)  # noqa: FBT003 - as declared
        drawn, drawing = frame(draft.replay, draft.table.to_act), Drawing(loaded, self.signs)
        if self._spoken:
            spoken = Spoken(loaded)
            said = spoken.whole(drawn) if whole else [*spoken.ply(drawn), *spoken.due(drawn)]
            for line in said:
                self.say(line, first="")
            return
        self.lines += (drawing.whole if whole else drawing.brief)(drawn, self.width)
