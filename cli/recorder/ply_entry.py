"""Enters plies: reads typed lines, checks them, and asks for missing cards."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TypeAlias

from msgspec import structs

from cli.common import advised
from cli.recorder.draft import Draft
from cli.recorder.matching import named, read_cards
from cli.recorder.moves import Moves
from cli.recorder.recording import Recording
from cli.recorder.talk import RIGHT_BELOW, Talk
from cli.recorder.typed import AFTER_COMMENT, TypedLine, parse_line
from notation.chance import Chance
from notation.diagnostics import Place
from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Ply, Shuffle
from replays.opening import faces_of
from replays.unseen.tokens import spelled

_PILE = re.compile("`(.*)` is shuffled here, but no line records")
_FEW = 9
"""The most choices of a list: one digit picks one."""
_TRIED = 6
"""The most moves tried for other seats: each try validates the whole record."""

Clock: TypeAlias = Callable[[], float]
"""Gives the time since the game began, in seconds."""


class PlyEntry:
    """Reads typed lines as plies, and asks for the cards that they leave open.

    `writer` is the seat of the person who writes, and `clock` gives times, as in Recorder.
    """

    def __init__(
        self, recording: Recording, talk: Talk, writer: str | None, clock: Clock | None
    ) -> None:
        self._recording = recording
        self._talk = talk
        self._writer = writer
        self._clock = clock
        self._moves: Moves | None = None
        self._rest: list[Ply] = []

    @property
    def moves(self) -> Moves:
        """The moves at this position."""
        if self._moves is None or self._moves.table is not self._recording.draft.table:
            self._moves = Moves(self._recording.draft.table, self._deck)
        return self._moves

    def play(self, text: str) -> None:
        """Enter the ply that a line means, after a draw if only that is due."""
        self._talk.entering, self._rest = text, []
        line = parse_line(text)
        if line is None:
            self._talk.refuse(AFTER_COMMENT, text)
            return
        seat, typed = self._whose(line.move)
        readings = self.moves.readings(typed) if seat in (None, self._recording.seat) else []
        if len(readings) == 1:
            self._enter(readings[0], line)
        elif readings:
            self._ask_which(readings, line)
        elif not typed and self._recording.draft.table.over:
            self._recording.end_unanswered()
        elif not typed:
            self._talk.say("type a move; ? explains how, .l lists the legal ones")
        elif others := self._of_others(typed, seat):
            self._enter_for(others, line)
        elif (move := self._as_written(typed)) is not None:
            ply = self._ply(seat or self._recording.seat, move)
            self._settle(self._remarked(ply, line))
        elif seat is not None and not self._recording.asks(seat):
            due, other = map(self._recording.player, (self._recording.seat, seat))
            self._talk.refuse(f"it is the turn of {due}, not of {other}", text)
        else:
            self._talk.refuse(f"no move that can be made now matches `{typed}`", text)
            self._talk.say("? explains the kinds of moves, .l lists the legal ones")

    def _as_written(self, typed: str) -> str | None:
        """What is checked of a line that no legal move matches; None if it is no move at all."""
        if self.moves.has_verb(typed):
            return " ".join(typed.split())
        return self.moves.against_the_rules(typed)

    def _ply(self, seat: str, move: str) -> Ply:
        """A new ply; with the time, if there is a clock."""
        return Ply(seat, move, at=self._clock() if self._clock is not None else None)

    def _enter(self, moves: list[str], line: TypedLine) -> None:
        """Enter plies of the seat to act; mark and comment go to the last."""
        *before, last = [self._ply(self._recording.seat, move) for move in moves]
        first, *self._rest = [*before, self._remarked(last, line)]
        self._settle(first)

    def _whose(self, typed: str) -> tuple[str | None, str]:
        """The seat that a line names before the move, by letter or player, if any; and the move."""
        name, colon, move = typed.partition(": ")
        name = name.rpartition(". ")[2].casefold()
        seats = self._recording.draft.table.seats
        named = [seat for seat in seats if name in self._names(seat)]
        return (named[0], move.strip()) if colon and named else (None, typed)

    def _of_others(self, typed: str, named: str | None) -> list[Ply]:
        """The plies of other seats that a line may mean.

        Unseen cards may decide which seat is asked; then the next ply shows it.
        """
        if not self._recording.draft.replay.unseen:
            return []
        seats = self._recording.draft.table.seats if named is None else (named,)
        asked = [seat for seat, _ in self._recording.draft.may_answer if seat in seats]
        moves = self.moves.whenever(typed)[:_TRIED]
        plies = [self._ply(seat, move) for move in moves for seat in asked or seats]
        return [ply for ply in plies if self._recording.draft.with_ply(ply).fits]

    def _enter_for(self, plies: list[Ply], line: TypedLine) -> None:
        """Enter the ply of another seat; ask for the seat if it is uncertain."""
        if len(plies) == 1:
            self._settle(self._remarked(plies[0], line))
            return
        choices: dict[str, Callable[[], object]] = {}
        for seat in dict.fromkeys([ply.seat for ply in plies]):
            of_seat = partial(self._enter_for, [ply for ply in plies if ply.seat == seat], line)
            choices |= dict.fromkeys(self._names(seat), of_seat)
        for number, ply in enumerate(plies, 1):
            player = self._recording.player(ply.seat)
            self._talk.say(f"{number} {player}: {ply.move}", first=RIGHT_BELOW)
            choices[str(number)] = partial(self._enter_for, [ply], line)
        self._ask_choice("whose? ", choices, len(plies))

    def _names(self, seat: str) -> tuple[str, str]:
        """What a line may call a seat, without case: its letter, or its player."""
        return seat.casefold(), self._recording.player(seat).casefold()

    def _remarked(self, ply: Ply, line: TypedLine) -> Ply:
        """A ply with the typed mark and comment; a corrected ply also keeps its own."""
        old = self._recording.old or ply
        comments = (*old.comments, *line.comments)
        return structs.replace(ply, mark=line.mark or old.mark, comments=comments, at=old.at)

    def _ask_which(self, readings: list[list[str]], line: TypedLine) -> None:
        """Ask which of several moves is meant."""
        shown = readings[:_FEW]
        for number, moves in enumerate(shown, 1):
            self._talk.say(f"{number} {moves[-1]}", first=RIGHT_BELOW)
        if len(readings) > _FEW:
            self._talk.say(f"and {len(readings) - _FEW} more: type more of the one you mean")

        choices = {
            str(number): partial(self._enter, moves, line) for number, moves in enumerate(shown, 1)
        }
        self._ask_choice("which? ", choices, len(shown))

    def _ask_choice(
        self, prompt: str, choices: Mapping[str, Callable[[], object]], most: int
    ) -> None:
        """Ask for one of the choices of a list of `most`. Any other line is one of its own."""

        def answer(given: str) -> bool:
            if given.isdecimal() and given not in choices:
                self._talk.refuse(f"there is no {given} in the list: 1 to {most}, or type a move")
                return False
            if given:
                choices.get(given.casefold(), partial(self.play, given))()
            return True

        self._talk.ask(prompt, answer)

    def _settle(self, ply: Ply) -> None:
        """Check a ply, ask for missing cards, and write it."""
        self._check(self._recording.draft.with_ply(ply))

    def _check(self, draft: Draft) -> None:
        """Do what `_settle` does with the last ply of a game, which has its shuffles."""
        problem = draft.reading.problem or draft.problem
        if problem is None:
            self._reveal(draft)
        elif problem.code == "cgn.shuffle-missing" and (pile := _PILE.match(problem.message)):
            # The cards shown with this ply may tell of a shuffle that an earlier one caused.
            self._ask_order(pile[1], problem.place, draft)
        else:
            self._recording.refuse(problem)

    def _accept(self, draft: Draft) -> None:
        """Write a ply, then enter the next one of the same line, if there is one."""
        line = self._talk.entering
        if self._recording.accept(draft) and self._rest:
            self._talk.entering = line
            self._settle(self._rest.pop(0))

    def _ask_order(self, pile: str, place: Place, draft: Draft) -> None:
        """Ask for the order of a pile after the shuffle that the ply at this place causes."""

        def answer(given: str) -> bool:
            order = self._cards(given)
            if order is not None:
                shuffle = Shuffle(pile, order or (UNKNOWN_CARD,))
                self._check(draft.with_shuffle(place, shuffle))
            return order is not None

        self._talk.say(f"{pile} is shuffled. Its cards, top one first (Enter if nobody saw them)")
        self._talk.ask(f"~: {pile} ", answer)

    def _reveal(self, draft: Draft) -> None:
        """Write a legal ply with the cards it reveals; ask for cards that the writer saw."""
        ply = draft.ply(draft.plies)
        cards = tuple(spelled(card) or UNKNOWN_CARD for card, _ in draft.last.reveals)
        seers = zip(cards, draft.last.reveals, strict=True)
        unseen = {seer for card, (_, seer) in seers if card.endswith(UNKNOWN_CARD)}
        if UNKNOWN_CARD not in cards or ply.reveals:
            whole = structs.replace(ply, reveals=ply.reveals or cards)
            self._accept(draft.with_last(whole))
        elif unseen.isdisjoint((None, self._writer or "")):
            self._accept(draft)
        else:
            self._ask_cards(draft, cards)

    def _ask_cards(self, draft: Draft, cards: tuple[str, ...]) -> None:
        """Ask for the unseen ones of the cards that the last ply reveals."""
        ply, missing = draft.ply(draft.plies), cards.count(UNKNOWN_CARD)
        few = self._few_left(draft) if missing == 1 else []

        def answer(given: str) -> bool:
            chosen = few[int(given) - 1 : int(given)] if given.isdecimal() and int(given) else ()
            named_cards = tuple(chosen) or self._cards(given)
            if named_cards:
                for card in named_cards:
                    if (full := named(card, self._deck)) != card:
                        self._talk.say(full, "dim")
                all_named = len(named_cards) == missing
                reveals = _filled(cards, named_cards) if all_named else named_cards
                self._check(draft.with_last(structs.replace(ply, reveals=reveals)))
            elif named_cards is not None:
                self._accept(draft)
            return named_cards is not None

        asked = " ".join(["?" if card == UNKNOWN_CARD else card for card in cards])
        what, them = ("card", "it") if missing == 1 else ("cards, in this order", "them")
        question = f"which {what}? (Enter or _ if nobody saw {them})"
        self._talk.say(f"{ply.move} -> {asked}: {question}")
        if few:
            listed = [f"{number} {named(card, self._deck)}" for number, card in enumerate(few, 1)]
            self._talk.say(f"or its number: {'; '.join(listed)}", "dim")
        self._talk.ask("-> ", answer)

    def _few_left(self, draft: Draft) -> list[str]:
        """The cards that the one unseen card of a ply's reveals can be, if they are few.

        Empty if cards are named by numbers: those would be confused with numbers of the list.
        """
        unseen = draft.table.unseen
        if unseen is None or any(map(str.isdecimal, self._deck)):
            return []
        shown = (unseen.left(card) for card, _ in draft.last.reveals if spelled(card) is None)
        return next((left for left in shown if len(left) <= _FEW), [])

    def _cards(self, given: str) -> tuple[str, ...] | None:
        """The typed cards; None, after an explanation, if they are ambiguous."""
        try:
            return read_cards(given, self._deck)
        except Fault as fault:
            self._talk.refuse(advised(fault), given)
            return None

    @cached_property
    def _deck(self) -> dict[str, str]:
        """The codes of all cards, each with the text printed on the card."""
        game, record = self._recording.draft.table.game, self._recording.draft.record
        return faces_of(game.set_up(game, len(record.seats), record.options, Chance("")))


def _filled(cards: Sequence[str], named: Sequence[str]) -> tuple[str, ...]:
    """Reveals in which the named cards replace the unseen ones."""
    rest = iter(named)
    return tuple([next(rest) if card == UNKNOWN_CARD else card for card in cards])
