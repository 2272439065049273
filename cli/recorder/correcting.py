"""Corrects plies of the file: takes them back or out, changes them, puts one in."""

from dataclasses import replace

from cli.recorder.entering import Entering


class Correcting(Entering):
    """Changes an earlier ply; those after it stay if they still fit."""

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
        draft = replace(self.draft.before(number), later=self.draft.later)
        self._journal.write(draft.saved)
        self.draft = draft
        self._talk.say(f"taken back: {line}")

    def correct(self, rest: str) -> None:
        """Begin to correct an earlier ply: `19`, or `19` and the move."""
        number, _, move = rest.partition(" ")
        at = self._number(number, "e", self.draft.plies)
        if at is None:
            return
        old, draft = self.draft.ply(at), self.draft.before(at)
        self.corrected, self.old = self.draft, old
        self.draft = draft.without_next()
        if move:
            self._talk.say(f"was: {self.corrected.lines(at)[0]}")
            self.play(move)
        else:
            self._talk.say(f"correct it, or .k leaves it: {self.corrected.lines(at)[0]}")
            self._talk.offer = old.move

    def put_in(self, rest: str) -> None:
        """Begin to put a ply in before an earlier one: `19`, or `19` and the move."""
        number, _, move = rest.partition(" ")
        at = self._number(number, "i", self.draft.plies + bool(self.draft.later))
        if at is None:
            return
        self.corrected = self.draft
        if at <= self.draft.plies:
            self.draft = self.draft.before(at)
        if move:
            self.play(move)
        else:
            self._talk.say(f"put a ply in before this one, or .k leaves it: {self.draft.later[0]}")

    def take_out(self, rest: str) -> None:
        """Take an earlier ply out: `19`; without a number, the next of those that come later."""
        if not rest and self.draft.later and not self.is_correcting():
            self._talk.say(f"dropped: {self.draft.later[0]}")
            without = self.draft.without_next()
            self.write(without.with_all_next(), without.plies)
            return
        at = self._number(rest, "d", self.draft.plies)
        if at is None:
            return
        self._talk.say(f"taken out: {self.draft.lines(at)[0]}")
        self.corrected, self.draft = self.draft, self.draft.before(at).without_next()
        self.follow(self.draft)

    def keep(self) -> None:
        """Leave an earlier ply as it was."""
        if self.corrected is None:
            self._talk.refuse("nothing is being corrected")
            return
        self.draft = self.corrected
        self.corrected = self.old = None
        self._talk.say("everything is as it was")

    def is_correcting(self) -> bool:
        """Whether an earlier ply is being corrected, which comes first."""
        if self.corrected is not None:
            self._talk.refuse(f"first correct ply {self.draft.plies + 1}, or leave it with .k")
        return self.corrected is not None

    def _number(self, typed: str, command: str, most: int) -> int | None:
        """The number of a ply that can be changed; None, with an explanation, if it is none."""
        if not typed.isdecimal() or not 1 <= int(typed) <= most:
            self._talk.refuse(f"which ply? .{command} and a number from 1 to {most}")
            return None
        at = int(typed)
        return None if self.is_correcting() or self._has_variations(at) else at

    def _has_variations(self, first: int) -> bool:
        """Whether a ply from this number on has variations, which only an editor can correct."""
        for number in range(first, self.draft.plies + 1):
            if self.draft.ply(number).variations:
                self._talk.refuse(f"ply {number} has variations: correct it in an editor")
                return True
        return False
