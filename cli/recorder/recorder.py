"""The conversation of `cgn record`: lines in, lines out. Touches no terminal."""

from typing import TYPE_CHECKING

from msgspec import structs
from rich.text import Text

from cli.draw.glyphs import Signs
from cli.recorder.draft import Draft
from cli.recorder.journal import FileChanged, Journal
from cli.recorder.ply_entry import Clock, PlyEntry
from cli.recorder.recording import Recording
from cli.recorder.talk import RIGHT_BELOW, Talk
from cli.recorder.typed import AFTER_COMMENT, parse_line
from notation.grammar import MARKS

if TYPE_CHECKING:
    from collections.abc import Callable

MENU = 6
"""The most moves in the menu, which keeps this many lines below the prompt."""


class Stopped(Exception):
    """The conversation is over: the game has ended, or was paused."""


class Recorder:
    """Handles typed lines, one at a time: plies, remarks and commands.

    `seat` is the seat of the person who writes, and sees its hand; None for an onlooker. `clock`
    gives the time of a new ply, in seconds; None: plies get no time. `offered` is the text to edit
    after the first prompt. If `spoken`, positions are in words.
    """

    def __init__(  # noqa: PLR0913 - one for each option and the game
        self,
        journal: Journal,
        draft: Draft,
        signs: Signs,
        width: int,
        seat: str | None = None,
        *,
        clock: Clock | None = None,
        offered: str = "",
        spoken: bool = False,
    ) -> None:
        self._talk = Talk(signs, width, spoken=spoken)
        self.recording = Recording(self._talk, journal, draft)
        self._entry = PlyEntry(self.recording, self._talk, seat, clock)
        self._talk.offer = offered
        if draft.later and not offered:
            self.recording.offer_next()
        if draft.over and not draft.later and not self.recording.finished:
            self.recording.ask_result()

    @property
    def prompt(self) -> str:
        """The prompt of the next line."""
        return self.recording.prompt if self._talk.question is None else self._talk.question[0]

    @property
    def offer(self) -> str:
        """The text to edit after the prompt."""
        return self._talk.offer

    @property
    def failed(self) -> bool:
        """Whether the last line was a mistake."""
        return self._talk.failed

    @property
    def asking(self) -> bool:
        """Whether the prompt asks for something other than a ply."""
        return self._talk.question is not None

    def printed(self) -> list[Text]:
        """Take the lines to print; each is returned once."""
        lines, self._talk.lines = self._talk.lines, []
        return lines

    def show(self) -> None:
        """Print what matters for the next choice, and what is due if the prompt lacks room."""
        self._talk.show(self.recording.draft)
        if self.recording.due not in self.prompt:
            self._talk.say(f"{self.recording.due}:", first="")

    def grey(self, typed: str) -> str:
        """The whole of a move that is half typed, if only one fits; otherwise empty."""
        text = typed.strip()
        if self.asking or not text or text[0] in ".{?":
            return ""
        readings = self._entry.moves.readings(text)
        return readings[0][-1] if len(readings) == 1 and readings[0][-1] != text else ""

    def is_settled(self, typed: str) -> bool:
        """Whether a line is a move that no further typing could change; never one digit alone."""
        if len(typed) == 1 and typed.isdigit():
            return False
        return not self.asking and not self.offer and self._entry.moves.is_settled(typed)

    def menu(self, typed: str) -> list[str]:
        """The moves that a half-typed line may mean, the nearest first."""
        if self.asking or not typed.strip() or typed.startswith((".", "{", "?")):
            return []
        nearest = self._talk.nearest if typed == self.offer else ()
        return [*nearest, *self._entry.moves.menu(typed, MENU)][:MENU]

    def enter(self, typed: str) -> None:
        """Handle a line. Raises Stopped if it ends the conversation."""
        self._talk.offer, self._talk.failed, self._talk.nearest = "", False, ()
        if not self.asking:
            self._talk.entering = ""
        text = self._talk.typed = typed.strip()
        try:
            if text == "?":
                self._help()
            elif self.asking and not text.startswith("."):
                self._talk.take(text)
            elif text.startswith("."):
                self._command(text[1:])
            elif text.startswith("{"):
                self._comment(text)
            elif text.startswith("="):
                self.recording.write_end(text)
            elif text in MARKS:
                self._mark(text)
            else:
                self._entry.play(text)
        except FileChanged:
            self.recording.reload()
            self._talk.refuse("another program has changed the file: it was read again", typed)
        if self.recording.ended and not self.asking:
            raise Stopped

    def _comment(self, text: str) -> None:
        """Put comments on the last ply; before the first ply, on the game."""
        line = parse_line(text)
        if line is None:
            self._talk.refuse(AFTER_COMMENT, text)
            return
        draft, number = self.recording.draft, self.recording.draft.plies
        for comment in line.comments:
            draft = draft.with_comment(comment)
        self._remark(draft, f"comment on ply {number}" if number else "comment on the game")

    def _mark(self, mark: str) -> None:
        """Put a mark on the last ply."""
        draft, number = self.recording.draft, self.recording.draft.plies
        if mark not in MARKS:
            self._talk.refuse(f"`{mark}` is not a mark; the marks are {' '.join(MARKS)}")
        elif not number:
            self._talk.refuse("there is no ply yet to mark")
        else:
            marked = structs.replace(draft.ply(number), mark=mark)
            self._remark(draft.with_last(marked), f"mark on ply {number}")

    def _remark(self, draft: Draft, what: str) -> None:
        """Write the game with a remark, unless an earlier ply is being corrected."""
        if self.recording.is_correcting():
            return
        if draft.reading.problem is not None:
            self._talk.refuse(draft.reading.problem.message)
            return
        self.recording.save(draft)
        self._talk.say(f"{what}: saved")

    def _command(self, text: str) -> None:
        name, _, rest = text.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "u": lambda _: self._take_back(),
            "e": lambda rest: self._play(self.recording.correct(rest)),
            "i": lambda rest: self._play(self.recording.put_in(rest)),
            "d": self.recording.take_out,
            "k": lambda _: self.recording.keep(),
            "m": self._mark,
            "s": lambda _: self._talk.show(self.recording.draft, whole=True),
            "l": lambda _: self._list(),
            "q": self._stop,
            "?": lambda _: self._help(),
        }
        if name not in commands:
            self._talk.refuse(f"there is no command .{name}; ? lists them")
            return
        if name in "eidkq":
            self._talk.give_up()
        commands[name](rest.strip())

    def _take_back(self) -> None:
        """Take back the ply that a question is about, or else the last one."""
        self._talk.offer = self._talk.give_up()
        if not self._talk.offer:
            self.recording.take_back()

    def _play(self, move: str) -> None:
        if move:
            self._entry.play(move)

    def _list(self) -> None:
        if not self._entry.moves.are_known:
            self._talk.say("the cards of this hand are not known; ? lists the kinds of moves")
        elif not self.recording.draft.table.lists_all:
            self._talk.say("a sample of the legal moves:")
        for one in self._entry.moves.legal:
            self._talk.say(one.text, first=RIGHT_BELOW)

    def _stop(self, termination: str) -> None:
        """Pause, or end the game early. Raises Stopped unless the termination is wrong."""
        if not termination or self.recording.abandon(termination):
            raise Stopped

    def _help(self) -> None:
        """Explain what can be typed, and the kinds of moves in this phase."""
        table = self.recording.draft.table
        self._talk.say("Words may be shortened, and what is certain left out. The moves now:")
        for move, play in table.plays.items():
            if table.phase in play.phases:
                spec = table.game.moves.spec(move)
                self._talk.say(f"{spec.usage}: {spec.meaning}", first=RIGHT_BELOW)
        self._talk.lines += map(Text, _HELP)


_HELP = (
    "  After a move, in this order: -> and the cards that were shown,",
    "    a mark (! ? !! ?? !? ?!), and {comment}",
    "  On a line of its own:",
    "    {comment   on the last ply; a mark, or .m and a mark",
    "    = A 12 9   the end line, if cards that nobody saw decide whether it is the end",
    "    Bo: swat   the ply of another player, if cards that nobody saw decide who answers",
    "    .u   take the last ply back; at a question, the ply that it is about",
    "    .e 19   correct ply 19",
    "    .i 19   put a forgotten ply in before ply 19",
    "    .d 19   take ply 19 out; .d alone: drop the ply that comes next, as it was",
    "    .s   the whole position",
    "    .l   the legal moves",
    "    .q   pause; .q abandoned: the game ended early",
)
