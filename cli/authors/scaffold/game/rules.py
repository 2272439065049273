"""What a player may do in My Game. The numbers in brackets are the sections of rules.md."""

from collections.abc import Iterator, Mapping
from typing import Any

from cgn.authoring import Illegal, Move, Play, Reason, Reveals, Seen, Sentence

from . import words
from .flow import go_on
from .moves import PlayCard
from .state import GameTable


class Playing(Play[GameTable, PlayCard]):
    """Play a card to the trick (2)."""

    move = PlayCard

    def check(self, table: GameTable, seat: str, move: PlayCard) -> None:
        """Ask the guards."""
        holds(table, seat, move.card)
        follows(table, seat, move.card)

    def candidates(self, table: GameTable, seat: str) -> Iterator[PlayCard]:
        """Every card of the hand, in deck order."""
        return (PlayCard(card) for card in in_hand(table, seat))

    def apply(self, table: GameTable, seat: str, move: PlayCard) -> Reveals:
        """Put the card to the trick."""
        table.trick.put(table.hands[seat].take(move.card))
        go_on(table, seat)
        return []

    def sentence(self, table: GameTable, seat: str, move: PlayCard, reveals: Seen) -> Sentence:
        """Which card is played."""
        del table, seat, reveals
        return words.playing(move.card)


PLAYS: Mapping[type[Move], Play[Any, Any]] = {PlayCard: Playing()}
"""What a player may do, in the order in which moves are listed."""


def in_hand(table: GameTable, seat: str) -> list[str]:
    """The cards of a seat's hand, in deck order."""
    return [card for card in table.cards.pack if card in table.hands[seat]]


def holds(table: GameTable, seat: str, card: str) -> None:
    """A card that is played lies in the player's own hand (2)."""
    if card not in table.hands[seat]:
        raise Illegal(holds, _not_held, table, seat, card)


def _not_held(table: GameTable, seat: str, card: str) -> Reason:
    return Reason(
        "not-held",
        f"the hand holds no {card}",
        at=("card",),
        label="not in the hand",
        table=f"holds {' '.join(in_hand(table, seat)) or 'no cards'}",
        since=f"{card} left the hand here",
    )


def follows(table: GameTable, seat: str, card: str) -> None:
    """A player who has a card of the suit that was led plays one (2)."""
    led = table.led()
    held = [table.suit(own) for own in table.hands[seat].cards]
    if led in held and table.suit(card) != led:
        raise Illegal(follows, _other_suit, table, seat, card)


def _other_suit(table: GameTable, seat: str, card: str) -> Reason:
    return Reason(
        "follow-suit",
        f"{table.led()} were led, and the hand has some",
        at=("card",),
        label=f"one of {table.suit(card)}",
        table=f"holds {' '.join(in_hand(table, seat))}",
    )
