"""Dumpster Dive and Shopping Spree, which may be nested (section 8 of rules.md)."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, TypeVar

from engines.play import Play, Reason, Reveals, Seen
from engines.turkey_my_mayonnaise import words
from engines.turkey_my_mayonnaise.cards import DUMPSTER, SPREE
from engines.turkey_my_mayonnaise.flow import draw_cards, end_play, use
from engines.turkey_my_mayonnaise.moves import DumpsterDive, Keep, ShoppingSpree
from engines.turkey_my_mayonnaise.rules.checks import (
    CardPlay,
    among_turned_up,
    at_hand,
    held,
    in_hand,
    of_kind,
    waiting,
)
from engines.turkey_my_mayonnaise.rules.reach import each_once, playable_cards, playable_of_kind
from engines.turkey_my_mayonnaise.state import CHOICE, Turkey
from engines.unseen import UnseenCard
from engines.wording import Sentence

M = TypeVar("M", bound=DumpsterDive | ShoppingSpree)

_DUG_UP = 5
_BOUGHT = 3


class Dive(CardPlay[M]):
    """Turn up cards, one of which is played next."""

    exact = True
    card: ClassVar[str]

    @abstractmethod
    def turn_up(self, table: Turkey) -> list[str]:
        """The cards turned up, in their order; fewer if there are no more."""

    def check(self, table: Turkey, seat: str, move: M) -> None:
        at_hand(table, seat, self.card)

    def candidates(self, table: Turkey, seat: str) -> Iterator[M]:
        if self.card in playable_cards(table, seat):
            yield self.move()

    def apply(self, table: Turkey, seat: str, move: M) -> Reveals:
        use(table, seat, self.card)
        cards = self.turn_up(table)
        if table.unseen is not None:
            cards = [table.unseen.shown(card, at) for at, card in enumerate(cards)]
        table.dives.open(self.card, cards)
        table.phase = CHOICE
        if not may_choose(table, seat) and not _chose_unseen(table, seat):
            if cards and table.story is not None:
                table.story.append(words.none_playable())
            end_play(table)
        return [(card, None) for card in cards]

    def sentence(self, table: Turkey, seat: str, move: M, reveals: Seen) -> Sentence:
        return words.diving(self.card, reveals)


class Dumpster(Dive[DumpsterDive]):
    """Turn up the five newest discards."""

    move = DumpsterDive
    card = DUMPSTER

    def turn_up(self, table: Turkey) -> list[str]:
        return table.discard.draw_top(min(_DUG_UP, len(table.discard)))


class Spree(Dive[ShoppingSpree]):
    """Turn up the top three cards of the deck."""

    move = ShoppingSpree
    card = SPREE

    def turn_up(self, table: Turkey) -> list[str]:
        return draw_cards(table, _BOUGHT)


class Keeping(Play[Turkey, Keep]):
    """Keep a reaction card, and discard a card of the hand, which may be the card kept."""

    move = Keep
    phases = frozenset((CHOICE,))
    exact = True

    def check(self, table: Turkey, seat: str, move: Keep) -> None:
        of_kind(table, seat, move.card, "reaction", "card")
        among_turned_up(table, seat, move.card, "card")
        if move.discard != move.card:
            in_hand(table, seat, move.discard, 1, ("discard",))

    def candidates(self, table: Turkey, seat: str) -> Iterator[Keep]:
        for card in playable_of_kind(table, seat, "reaction"):
            for other in each_once(table, (*table.hands[seat], card)):
                yield Keep(card, other)

    def apply(self, table: Turkey, seat: str, move: Keep) -> Reveals:
        table.dives.take(move.card)
        if move.discard != move.card:  # else it goes straight: its way told of a like one in hand
            hand = table.hands[seat]
            hand.put(move.card)
            hand.take(move.discard)
        table.discard.put(move.discard)
        return end_play(table)

    def sentence(self, table: Turkey, seat: str, move: Keep, reveals: Seen) -> Sentence:
        return words.keeping(move.card, move.discard)

    def untimely(self, table: Turkey, seat: str, move: Keep) -> Reason:
        return waiting(table, seat) or Reason(
            "keep-in-dive",
            "there are no turned-up cards to keep",
            label="no dive is open",
            table=held(table, seat),
        )


def may_choose(table: Turkey, seat: str) -> bool:
    """Whether one of the cards turned up can be played or kept (8)."""
    plays = table.plays.values()
    return any(play.legal(table, seat) for play in plays if CHOICE in play.phases)


def _chose_unseen(table: Turkey, seat: str) -> bool:
    """Whether an unseen card turned up can be played or kept: the record's next ply says so (8)."""
    unseen, turned_up = table.unseen, table.dives.cards
    cards = [card for card in turned_up if isinstance(card, UnseenCard)]
    if unseen is None or not cards:
        return False
    if unseen.goes_on(table, seat, CHOICE):
        return True
    playable = set()
    for card in table.cards.rank:
        table.dives.cards = (card,)
        if may_choose(table, seat):
            playable.add(card)
    table.dives.cards = turned_up
    for card in cards:
        unseen.must_be(card, table.cards.rank.keys() - playable)
    return False
