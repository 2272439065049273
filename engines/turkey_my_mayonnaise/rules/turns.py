"""The moves that begin and end a turn (section 2 of rules.md)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from engines.holding import together
from engines.play import Illegal, Phase, Play, Reason, Reveals, Seen
from engines.turkey_my_mayonnaise import words
from engines.turkey_my_mayonnaise.flow import (
    WHO_BLOCKS,
    WHO_INSPECTS,
    draw_cards,
    end_play,
    end_turn,
)
from engines.turkey_my_mayonnaise.moves import (
    AFTER_REFRESH,
    REFRESHED,
    Discard,
    Draw,
    End,
    Pass,
    Refresh,
)
from engines.turkey_my_mayonnaise.rules.checks import CardPlay, InTurn, held, in_hand, waiting
from engines.turkey_my_mayonnaise.rules.reach import each_once
from engines.turkey_my_mayonnaise.state import ANSWER, DRAW, END, PLAY, VERDICT, Turkey
from engines.wording import Sentence


class Drawing(InTurn[Draw]):
    """Draw a card, or four after a refresh; fewer if there are no more."""

    move = Draw
    exact = True

    def check(self, table: Turkey, seat: str, move: Draw) -> None:
        begins_turn(table, seat)

    def candidates(self, table: Turkey, seat: str) -> Sequence[Draw]:
        return (Draw(),) if table.phase is DRAW else ()

    def apply(self, table: Turkey, seat: str, move: Draw) -> Reveals:
        count = 1
        if seat in table.refreshed:
            table.refreshed.remove(seat)
            count = AFTER_REFRESH
        cards = draw_cards(table, count)
        table.hands[seat].put_all(cards)
        table.phase = PLAY
        return [(card, seat) for card in cards]

    def sentence(self, table: Turkey, seat: str, move: Draw, reveals: Seen) -> Sentence:
        return words.drawing(reveals)


class Refreshing(InTurn[Refresh]):
    """Discard three cards instead of drawing; the next draw is of four."""

    move = Refresh
    exact = True

    def check(self, table: Turkey, seat: str, move: Refresh) -> None:
        begins_turn(table, seat)
        is_of_three(table, seat, move.cards)
        all_in_hand(table, seat, move.cards)

    def candidates(self, table: Turkey, seat: str) -> Iterable[Refresh]:
        if table.phase is not DRAW:
            return ()
        hand = table.cards.in_order(table.hands[seat])
        return map(Refresh, dict.fromkeys(combinations(hand, REFRESHED)))

    def apply(self, table: Turkey, seat: str, move: Refresh) -> Reveals:
        table.hands[seat].take_all(move.cards)
        table.discard.put_all(move.cards)
        table.refreshed.add(seat)
        return end_turn(table)

    def sentence(self, table: Turkey, seat: str, move: Refresh, reveals: Seen) -> Sentence:
        return words.refreshing(move.cards, AFTER_REFRESH)


class Discarding(CardPlay[Discard]):
    """Discard a card instead of playing one."""

    move = Discard
    phases = frozenset((PLAY,))
    exact = True

    def check(self, table: Turkey, seat: str, move: Discard) -> None:
        in_hand(table, seat, move.card, 1, ("card",))

    def candidates(self, table: Turkey, seat: str) -> Iterator[Discard]:
        return map(Discard, each_once(table, table.hands[seat]))

    def apply(self, table: Turkey, seat: str, move: Discard) -> Reveals:
        table.discard.put(table.hands[seat].take(move.card))
        return end_play(table)

    def sentence(self, table: Turkey, seat: str, move: Discard, reveals: Seen) -> Sentence:
        return words.discarding(move.card)


class Ending(Play[Turkey, End]):
    """Leave a recipe out that could be banked."""

    move = End
    phases = frozenset((END,))
    exact = True

    def check(self, table: Turkey, seat: str, move: End) -> None:
        """Any turn whose play is over may be ended."""

    def candidates(self, table: Turkey, seat: str) -> Sequence[End]:
        return (End(),)

    def apply(self, table: Turkey, seat: str, move: End) -> Reveals:
        return end_turn(table)

    def sentence(self, table: Turkey, seat: str, move: End, reveals: Seen) -> Sentence:
        return words.leaving_out(table.bankable())

    def untimely(self, table: Turkey, seat: str, move: End) -> Reason:
        play = "a play or a discard" if table.hands[seat] else "a pass"
        return waiting(table, seat) or Reason(
            "end-early",
            f"the turn goes on: {'a draw' if table.phase is DRAW else play} is due",
            label="the turn is not over",
            table=held(table, seat),
        )


class Passing(Play[Turkey, Pass]):
    """Decline an answer, or play nothing with an empty hand."""

    move = Pass
    phases = frozenset((PLAY, ANSWER, VERDICT))
    exact = True

    def check(self, table: Turkey, seat: str, move: Pass) -> None:
        has_no_play(table, seat)

    def candidates(self, table: Turkey, seat: str) -> Sequence[Pass]:
        return () if table.phase is PLAY and table.hands[seat] else (Pass(),)

    def apply(self, table: Turkey, seat: str, move: Pass) -> Reveals:
        if table.phase is ANSWER:
            return table.ask(WHO_BLOCKS, after=seat)
        if table.phase is VERDICT:
            return table.ask(WHO_INSPECTS, after=seat)
        return end_play(table)

    def sentence(self, table: Turkey, seat: str, move: Pass, reveals: Seen) -> Sentence:
        return words.having_no_card() if table.phase is PLAY else words.declining()

    def untimely(self, table: Turkey, seat: str, move: Pass) -> Reason:
        return waiting(table, seat) or _no_pass(table, seat)


def begins_turn(table: Turkey, seat: str) -> None:
    """A seat draws, or refreshes, once a turn, at its start (2)."""
    if table.phase is not DRAW:
        raise Illegal(begins_turn, _drawn, table, seat)


def _drawn(table: Turkey, seat: str) -> Reason:
    return Reason(
        "drawn",
        "a turn has one draw, at its start, and this one has had it",
        label="only at the start of a turn",
        table=held(table, seat),
        since="the draw of this turn was here",
    )


def is_of_three(table: Turkey, seat: str, cards: Sequence[str]) -> None:
    """A refresh discards exactly three cards (2)."""
    if len(cards) != REFRESHED:
        raise Illegal(is_of_three, _not_three, table, seat, cards)


def _not_three(table: Turkey, seat: str, cards: Sequence[str]) -> Reason:
    return Reason(
        "refresh-three",
        f"a refresh discards three cards, not {len(cards)}",
        at=("cards",),
        label="name three cards",
        table=held(table, seat),
    )


def all_in_hand(table: Turkey, seat: str, cards: Sequence[str]) -> None:
    """The cards discarded are in the seat's own hand, as many times as they are named (1)."""
    at = table.hands[seat].first_missing(cards)
    if at is not None:
        in_hand(table, seat, cards[at], cards[: at + 1].count(cards[at]), ("cards", at))
        together(table, seat, cards, ("cards", at))


def has_no_play(table: Turkey, seat: str) -> None:
    """If its play is due, a seat passes only with an empty hand (2)."""
    if table.phase is PLAY and table.hands[seat]:
        raise Illegal(has_no_play, _no_pass, table, seat)


_NOT_PASSED: Mapping[Phase, str] = {
    DRAW: "the turn begins with `draw`, or with `refresh`",
    PLAY: "the hand is not empty",
    END: "the play of this turn is over: bank a recipe, or end the turn",
}
"""Why nothing can be passed on in a phase of the turn."""


def _no_pass(table: Turkey, seat: str) -> Reason:
    return Reason(
        "no-pass",
        f"no answer is due, and {_NOT_PASSED[table.phase]}",
        label="nothing to pass on",
        table=held(table, seat),
    )
