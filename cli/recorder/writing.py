"""The game and its file in step: writes plies, goes on with later ones, and ends the game."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rich.text import Text

from cli.recorder.draft import Draft, move_of, seat_of
from cli.recorder.journal import Journal
from cli.recorder.talk import RIGHT_BELOW, Talk
from notation.diagnostics import Diagnostic
from notation.record import Ply, Result
from notation.render.visible import visible
from notation.text_writer import write_result

Clock: TypeAlias = Callable[[], float]
"""Gives the time since the game began, in seconds."""


class Writing:
    """Keeps the game and its file in step, ply by ply.

    Attributes:
        draft: the game so far.
        corrected: the game as it was, while an earlier ply of it is being corrected.
        old: that ply; None if one is put in before it.
        finished: whether the file has an end line.

    `writer` is the seat of the person who writes, and `clock` gives times, as in Recorder.
    """

    def __init__(
        self, talk: Talk, journal: Journal, draft: Draft, writer: str | None, clock: Clock | None
    ) -> None:
        self._clock = clock
        self._talk = talk
        self._journal = journal
        self._writer = writer
        self.take_up(draft)

    def take_up(self, draft: Draft) -> None:
        """Go on with the game that is in the file."""
        self.draft = draft
        self.corrected: Draft | None = None
        self.old: Ply | None = None
        self.finished = draft.record.result is not None

    def player(self, seat: str) -> str:
        """The name of a player, or the letter of a seat without one."""
        return visible(self.draft.record.player(seat)) or seat

    @property
    def _seat(self) -> str:
        return self.draft.table.to_act or self.draft.table.seats[0]

    def finish(self, draft: Draft) -> bool:
        """Write a game with one more ply, and go on with the plies that come later."""
        lines = draft.lines(draft.plies)
        if self.corrected is not None:
            return self.follow(draft, lines)
        if not draft.later:
            return self.write(draft, draft.plies, lines)
        return self._place(draft, lines)

    def _place(self, draft: Draft, lines: Sequence[str]) -> bool:
        """Write a ply before the next one that comes later, or instead of it.

        It is put in if it is of another seat. If it is of the same one, what more of the later
        plies fit after is meant; nothing that still fits is left out without a question.
        """
        after, put_in, instead = draft.plies, draft.with_all_next(), draft.without_next()
        replaced = instead.with_all_next()
        if draft.ply(after).seat != seat_of(draft.later[0]):
            return self.write(put_in, after, lines)
        if put_in.plies <= replaced.plies:
            self._talk.say(f"instead of: {draft.later[0]}")
            return self.write(replaced, after, lines)

        def answer(given: str) -> bool:
            chosen = {"": put_in, "r": replaced}.get(given)
            return chosen is not None and self.write(chosen, after, lines)

        self._talk.say(f"Enter: put it in before {draft.later[0]}; r: it replaces that ply")
        self._talk.ask("Enter or r ", answer)
        return False

    def follow(self, draft: Draft, lines: Sequence[str] = ()) -> bool:
        """Go on with the plies that come later, and ask first if one of them does not fit.

        `lines` are those of the ply that is new. False if nothing is written yet.
        """
        after, fitted = draft.plies, draft.with_all_next()
        if not fitted.later:
            return self.write(fitted, after, lines)
        self._echo(fitted, after, lines)
        self._talk.say(f"this one does not: {fitted.later[0]}", "yellow")
        self._talk.say("Enter: write that, and go on from there; .k: leave everything as it was")
        self._talk.ask("Enter or .k ", lambda given: not given and self.write(fitted, after, lines))
        return False

    def write(self, draft: Draft, after: int, lines: Sequence[str] = ()) -> bool:
        """Put the game on the disk; print these lines, and how many plies fit after so many."""
        result = draft.result if draft.over and not draft.later else None
        self._journal.write(draft.saved if result is None else draft.ended(result))
        self.draft, self.corrected, self.old = draft, None, None
        self.finished = result is not None
        self._echo(draft, after, lines)
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
        """Offer the next ply that comes later, as it was; or say whose ply is missing before it."""
        line, seat = self.draft.later[0], self.draft.table.to_act
        self._talk.say(f"ply {self.draft.plies + 1} does not fit as it was: {line}", "yellow")
        if seat is None or seat_of(line) in (seat, ""):
            self._talk.offer = move_of(line)
        else:
            whose = f"put a ply of {self.player(seat)} in before it"
            self._talk.say(f"{whose}, or drop it with .d")

    def _end(self) -> None:
        """End a game whose last ply nobody answers."""
        result = self.draft.result
        if result is None:
            self.ask_result()
        elif self.end(write_result(result)):
            self._tell_result(result)

    def ask_result(self) -> None:
        """Ask for the end line of a finished game whose scores depend on unseen cards."""
        self._talk.say("The game is over. Who won, and with which scores? As in `A 12 _`, where")
        self._talk.say("`_` is a score that nobody knew; Enter: later")
        self._talk.ask("= ", lambda given: not given or self.end(given))

    def end(self, text: str) -> bool:
        """Write the end line that was typed; False, with an explanation, if it is wrong."""
        ended = self.draft.with_text(f"{self.draft.text}= {text.removeprefix('=').strip()}\n")
        problem = ended.reading.problem or ended.problem
        if problem is not None:
            self._mistake(problem, Ply(self._seat, ""), text)
            return False
        self._journal.write(ended.text)
        self.draft, self.finished = ended, True
        return True

    def _tell_result(self, result: Result) -> None:
        names = " and ".join(map(self.player, result.winners))
        self._talk.say(write_result(result), "bold", RIGHT_BELOW)
        self._talk.say(f"The game is over: {names} won.")

    def _echo(self, draft: Draft, after: int, lines: Sequence[str]) -> None:
        """Print the lines of a ply, and how many of those that came later still fit."""
        for line in lines:
            self._talk.say(line, "bold", RIGHT_BELOW)
        if draft.plies > after:
            which = f"plies {after + 1} to {draft.plies} still fit"
            self._talk.say(which if draft.plies > after + 1 else f"ply {draft.plies} still fits")

    def _mistake(self, problem: Diagnostic, ply: Ply, typed: str) -> None:
        """Say what is wrong with a ply, below it if it was typed as it is written."""
        place, first = problem.place, Text("  ")
        if typed == ply.move and place.column is not None and place.end is not None:
            column = place.column - 1 - len(f"{self.draft.plies + 1}. {ply.seat}: ")
            indent = min(len(self.prompt) + max(column, 0), self._talk.width // 2)
            first = Text.assemble(" " * indent, ("^" * (place.end - place.column), "red"), " ")
        self._talk.explain(problem, first)
        self._talk.offer, self._talk.nearest, self._talk.failed = typed, problem.nearest, True

    @property
    def due(self) -> str:
        """Who is to act, and what is due if it is not simply a turn; then who may answer."""
        table, answers = self.draft.table, self._answers
        if table.to_act is None:
            return f"the game ends (Enter){answers}" if answers else ""
        title = f" {table.due_title()}" if int(table.phase) or answers else ""
        return self.player(table.to_act) + title + answers

    @property
    def prompt(self) -> str:
        """Which ply is asked for, whose it is, and as much of what is due as there is room for."""
        table = self.draft.table
        seats = dict.fromkeys([table.to_act, *(seat for seat, _ in self.draft.may_answer)])
        names = " or ".join([self.player(seat) if seat else "Enter" for seat in seats])
        begun = names if self.draft.may_answer else self.due.partition(",")[0]
        texts = [f"{self.draft.plies + 1} {what}> " for what in (self.due, begun, names)]
        return next((text for text in texts if len(text) <= self._talk.width // 2), texts[-1])

    @property
    def _answers(self) -> str:
        """Who may answer the last ply, if nobody knows whether they can, and by which moves."""
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
