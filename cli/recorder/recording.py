"""Keeps a game and its file in step: writes and corrects plies, and ends the game."""

from collections.abc import Sequence

from rich.text import Text

from cli.common import counted
from cli.recorder.draft import Draft, move_of, reopen, seat_of
from cli.recorder.journal import Journal
from cli.recorder.talk import RIGHT_BELOW, Talk
from notation.diagnostics import Diagnostic
from notation.record import Ply, Result
from notation.render.visible import visible
from notation.text_writer import write_result
from replays.view.narration import seen_score

_MOST_TOLD = 3
"""The most plies of which it is told that other cards come with them now."""


class Recording:
    """A game and its file, to which every change is written.

    Attributes:
        draft: the game so far.
        corrected: the game as it was, while an earlier ply is corrected; None otherwise.
        old: the ply that is corrected; None if a ply is put in before it.
        finished: whether the file has an end line.
    """

    def __init__(self, talk: Talk, journal: Journal, draft: Draft) -> None:
        self._talk = talk
        self._journal = journal
        self._start(draft)

    def reload(self) -> None:
        """Read the file again, and go on with its game."""
        self._journal.load()
        self._start(reopen(self._journal.text, self.draft.file, self.draft.decks))

    def _start(self, draft: Draft) -> None:
        self.draft = draft
        self.corrected: Draft | None = None
        self.old: Ply | None = None
        self.finished = draft.record.result is not None

    @property
    def saved(self) -> int:
        """The number of plies in the file."""
        return (self.corrected or self.draft).plies

    @property
    def ended(self) -> bool:
        """Whether the game is over or ended early, and no later plies are left."""
        early = self.draft.record.termination is not None
        return (self.finished or self.draft.over or early) and not self.draft.later

    def save(self, draft: Draft) -> None:
        """Write the game with its later plies as they are."""
        self._journal.write(draft.saved)
        self.draft = draft

    def player(self, seat: str) -> str:
        """The name of a player, or the letter of a seat without one."""
        return visible(self.draft.record.player(seat)) or seat

    @property
    def seat(self) -> str:
        """The seat to act; after the end, the first."""
        return self.draft.table.to_act or self.draft.table.seats[0]

    def asks(self, seat: str) -> bool:
        """Whether this seat is to act, or may answer the last ply."""
        return seat == self.seat or seat in dict(self.draft.may_answer)

    def accept(self, draft: Draft) -> bool:
        """Write the game with one more ply, then fit in the later plies.

        Returns False if a question has to be answered first.
        """
        lines = draft.lines_since(self.draft)
        if self.corrected is not None:
            return self.fit_later(draft, lines)
        if not draft.later:
            return self.write(draft, draft.plies, lines)
        return self._insert_or_replace(draft, lines)

    def _insert_or_replace(self, draft: Draft, lines: Sequence[str]) -> bool:
        """Write the last ply of `draft` before the next later ply, or instead of it.

        A ply of another seat is put in before. One of the same seat replaces the later ply if at
        least as many later plies fit then; otherwise the user is asked.
        """
        after, put_in, instead = draft.plies, draft.with_all_next(), draft.without_next()
        replaced = instead.with_all_next()
        if draft.ply(after).seat != seat_of(draft.next_line):
            return self.write(put_in, after, lines, draft.later)
        if put_in.plies <= replaced.plies:
            self._talk.say(f"instead of: {draft.next_line}")
            return self.write(replaced, after, lines, instead.later)

        def answer(given: str) -> bool:
            chosen = {"": (put_in, draft.later), "r": (replaced, instead.later)}.get(given)
            return chosen is not None and self.write(chosen[0], after, lines, chosen[1])

        self._talk.say(f"Enter: put it in before {draft.next_line}; r: it replaces that ply")
        self._talk.ask("Enter or r ", answer)
        return False

    def fit_later(self, draft: Draft, lines: Sequence[str] = ()) -> bool:
        """Write the game with its later plies; ask first if one of these does not fit.

        `lines` are the lines of the new ply. Returns False if nothing is written yet.
        """
        after, fitted = draft.plies, draft.with_all_next()
        if not fitted.later:
            return self.write(fitted, after, lines, draft.later)
        self._echo(fitted, after, lines, draft.later)
        self._talk.say(f"this one does not: {fitted.next_line}", "yellow")
        self._talk.say("Enter: write that, and go on from there; .k: leave everything as it was")
        self._talk.ask("Enter or .k ", lambda given: not given and self.write(fitted, after, lines))
        return False

    def write(
        self, draft: Draft, after: int, lines: Sequence[str] = (), later: Sequence[str] = ()
    ) -> bool:
        """Write the game to the disk; print these lines, and the plies after `after`, which fit.

        `later` are the lines of these as they were.
        """
        result = draft.result if draft.over and not draft.later else None
        self._journal.write(draft.saved if result is None else draft.ended(result))
        self.draft, self.corrected, self.old = draft, None, None
        self.finished = result is not None
        self._talk.entering = ""
        self._echo(draft, after, lines, later)
        if not draft.certain:
            self._talk.say("not checked in full: no cards were found that fit", "yellow")
        if result is not None:
            self._tell_result(result)
        elif draft.later:
            self.offer_next()
        elif draft.over:
            self.ask_result()
        return True

    def offer_next(self) -> None:
        """Offer the next later ply as it was; or say whose ply is missing before it."""
        line, seat = self.draft.next_line, self.draft.table.to_act
        self._talk.say(f"ply {self.draft.plies + 1} does not fit as it was: {line}", "yellow")
        if seat is None or seat_of(line) in (seat, ""):
            self._talk.offer = move_of(line)
        else:
            whose = f"put a ply of {self.player(seat)} in before it"
            self._talk.say(f"{whose}, or drop it with .d")

    def end_unanswered(self) -> None:
        """End a game whose last ply nobody answers; ask for the result if it is unknown."""
        result = self.draft.result
        if result is None:
            self.ask_result()
        elif self.write_end(write_result(result)):
            self._tell_result(result)

    def ask_result(self) -> None:
        """Ask for the end line of a finished game whose scores depend on unseen cards."""
        self._talk.say("The game is over. Who won, and with which scores? As in `A 12 _`, where")
        self._talk.say("`_` is a score that nobody knew; Enter: later")
        self._talk.ask("= ", lambda given: not given or self.write_end(given))

    def write_end(self, text: str) -> bool:
        """Write an end line that was typed. Returns False, and explains why, if it is wrong."""
        line = f"= {text.removeprefix('=').strip()}\n"
        problem = self._write_ended(self.draft.text + line)
        if problem is not None:
            self.refuse(problem)
        return problem is None

    def abandon(self, termination: str) -> bool:
        """Write that the game ended early. Returns False, and explains why, if that is wrong."""
        table = self.draft.table
        scores = tuple([seen_score(table, seat, None)[0] for seat in table.seats])
        problem = self._write_ended(self.draft.ended(Result((), scores), termination))
        if problem is not None:
            self._talk.explain(problem)
            self._talk.failed = True
        return problem is None

    def _write_ended(self, text: str) -> Diagnostic | None:
        """Write the game with an end line. Returns the mistake instead, if there is one."""
        ended = self.draft.with_text(text)
        problem = ended.reading.problem or ended.problem
        if problem is None:
            self._journal.write(text)
            self.draft, self.finished = ended, True
        return problem

    def take_back(self) -> None:
        """Take the last ply back."""
        if self.corrected is not None:
            self.keep()
            return
        if not self.draft.plies:
            self._talk.refuse("there is no ply to take back")
            return
        number = self.draft.plies
        if self._has_variations(number):
            return
        line = self.draft.lines(number)[0]
        self.save(self.draft.without(number))
        self._talk.say(f"taken back: {line}")

    def correct(self, rest: str) -> str:
        """Begin to correct a ply: `19`, or `19` and the move. Returns the move, if there is one."""
        number, _, move = rest.partition(" ")
        at = self._number(number, "e", self.draft.plies)
        if at is None:
            return ""
        old = self.draft.ply(at)
        self.corrected, self.old = self.draft, old
        self.draft = self.draft.without(at)
        if move:
            self._talk.say(f"was: {self.corrected.lines(at)[0]}")
        else:
            self._talk.say(f"correct it, or .k leaves it: {self.corrected.lines(at)[0]}")
            self._talk.offer = old.move
        return move

    def put_in(self, rest: str) -> str:
        """Begin to put a ply in: `19`, or `19` and the move. Returns the move, if there is one."""
        number, _, move = rest.partition(" ")
        at = self._number(number, "i", self.draft.plies + bool(self.draft.later))
        if at is None:
            return ""
        self.corrected = self.draft
        if at <= self.draft.plies:
            self.draft = self.draft.before(at)
        if not move:
            self._talk.say(f"put a ply in before this one, or .k leaves it: {self.draft.next_line}")
        return move

    def take_out(self, rest: str) -> None:
        """Take a ply out: `19`; without a number, the next later ply."""
        if not rest and self.draft.later and not self.is_correcting():
            self._talk.say(f"dropped: {self.draft.next_line}")
            without = self.draft.without_next()
            self.write(without.with_all_next(), without.plies, later=without.later)
            return
        at = self._number(rest, "d", self.draft.plies)
        if at is None:
            return
        self._talk.say(f"taken out: {self.draft.lines(at)[0]}")
        self.corrected, self.draft = self.draft, self.draft.without(at)
        self.fit_later(self.draft)

    def keep(self) -> None:
        """End a correction: the game is as it was before."""
        if self.corrected is None:
            self._talk.refuse("nothing is being corrected")
            return
        self.draft = self.corrected
        self.corrected = self.old = None
        self._talk.say("everything is as it was")

    def is_correcting(self) -> bool:
        """Whether an earlier ply is being corrected. If so, tells to do that first."""
        if self.corrected is not None:
            self._talk.refuse(f"first correct ply {self.draft.plies + 1}, or leave it with .k")
        return self.corrected is not None

    def _number(self, typed: str, command: str, most: int) -> int | None:
        """The typed number of a ply; None, after an explanation, if it cannot be changed."""
        if not typed.isdecimal() or not 1 <= int(typed) <= most:
            self._talk.refuse(f"which ply? .{command} and a number from 1 to {most}")
            return None
        at = int(typed)
        return None if self.is_correcting() or self._has_variations(at) else at

    def _has_variations(self, first: int) -> bool:
        """Whether a ply from this number on has variations. If so, refuses to change it."""
        for number in range(first, self.draft.plies + 1):
            if self.draft.ply(number).variations:
                self._talk.refuse(f"ply {number} has variations: correct it in an editor")
                return True
        return False

    def _tell_result(self, result: Result) -> None:
        names = " and ".join(map(self.player, result.winners))
        self._talk.say(write_result(result), "bold", RIGHT_BELOW)
        self._talk.say(f"The game is over: {names} won.")

    def _echo(self, draft: Draft, after: int, lines: Sequence[str], later: Sequence[str]) -> None:
        """Print the lines of a ply, and which of the later plies, as they were, still fit.

        From a seed, other cards may come with them now.
        """
        for line in lines:
            self._talk.say(line, "bold", RIGHT_BELOW)
        if draft.plies > after:
            which = f"plies {after + 1} to {draft.plies} still fit"
            self._talk.say(which if draft.plies > after + 1 else f"ply {draft.plies} still fits")
        were = [move_of(line) for line in later if not line.startswith("~")]
        now = [draft.lines(number)[0] for number in range(after + 1, draft.plies + 1)]
        others = [line for line, was in zip(now, were, strict=False) if move_of(line) != was]
        for line in others[:_MOST_TOLD]:
            self._talk.say(f"other cards now: {line}", "yellow")
        if more := len(others[_MOST_TOLD:]):
            self._talk.say(f"and with {counted(more, 'ply', 'plies')} more", "yellow")

    def refuse(self, problem: Diagnostic) -> None:
        """Explain the mistake in a line, below it if it was typed as written, and offer it."""
        place, typed, first = problem.place, self._talk.typed, Text("  ")
        head, _, written = place.text.partition(": ")
        is_below = not self._talk.lines and f"{written} ".startswith(f"{typed} ")
        if is_below and place.column is not None and place.end is not None:
            column = place.column - 1 - len(f"{head}: ")
            indent = min(len(self.prompt) + max(column, 0), self._talk.width // 2)
            first = Text.assemble(" " * indent, ("^" * (place.end - place.column), "red"), " ")
        self._talk.explain(problem, first)
        self._talk.offer, self._talk.nearest = self._talk.entering or typed, problem.nearest
        self._talk.failed = True

    @property
    def due(self) -> str:
        """Who is to act; the phase if it is not a plain turn; and who may answer."""
        table, answers = self.draft.table, self._answers
        if table.to_act is None:
            return f"the game ends (Enter){answers}" if answers else ""
        title = f" {table.due_title()}" if int(table.phase) or answers else ""
        return self.player(table.to_act) + title + answers

    @property
    def prompt(self) -> str:
        """The number of the next ply, and as much of `due` as fits."""
        table = self.draft.table
        seats = dict.fromkeys([table.to_act, *(seat for seat, _ in self.draft.may_answer)])
        names = " or ".join([self.player(seat) if seat else "Enter" for seat in seats])
        begun = names if self.draft.may_answer else self.due.partition(",")[0]
        texts = [f"{self.draft.plies + 1} {what}> " for what in (self.due, begun, names)]
        return next((text for text in texts if len(text) <= self._talk.width // 2), texts[-1])

    @property
    def _answers(self) -> str:
        """The seats that unseen cards may let answer the last ply, and by which moves."""
        table, asked = self.draft.table, self.draft.may_answer
        if not asked:
            return ""
        names = " or ".join([self.player(seat) for seat, _ in asked]) + " answers"
        if [seat for seat, _ in asked] == [table.to_act]:
            names = "answers first"
        verbs = [
            table.game.moves.spec(move).verb
            for move, play in table.plays.items()
            if asked[0][1] in play.phases
        ]
        return f", or {names} ({', '.join(verbs)})"
