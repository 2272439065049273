"""Guards that several plays share. The numbers in brackets are the sections of rules.md."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import TypeAlias, TypeVar

from engines.play import Illegal, Phase, Place, Play, Reason, Seen
from engines.the_jam.cards import Card
from engines.the_jam.moves import Jam
from engines.the_jam.state import BID, JAM, PIE, PLAY, RETURN, TheJam
from notation.moves import Move
from notation.nearest import did_you_mean
from notation.record import UNKNOWN_CARD

M = TypeVar("M", bound=Move)

CardChoice: TypeAlias = tuple[str, ...]
"""The codes of cards chosen for one argument of a move."""

MOST_LISTED = 100
"""If there are more trades or bids than these, a sample is listed (16)."""

_DUE: Mapping[Phase, str] = {
    PLAY: "a trade or a play",
    BID: "a bid for Karlsman or a pass",
    JAM: "the jam that Karlsman costs",
    PIE: "the pie that the Bear costs",
    RETURN: "what is given back for the trade",
}


class Action(Play[TheJam, M]):
    """A trade or a play of a card; an answer that is due comes first (2)."""

    phases = frozenset((PLAY,))

    def untimely(self, table: TheJam, seat: str, move: M) -> Reason:
        due = _DUE[table.phase]
        return Reason(
            "answer-due", f"{due} is due first", label=f"{due} is due", table=has(table, seat)
        )


class Answer(Play[TheJam, M]):
    """A move that answers what the seat is asked (2)."""

    def untimely(self, table: TheJam, seat: str, move: M) -> Reason:
        only_play = table.phase is PLAY and not table.may_trade()
        due = "a play" if only_play else _DUE[table.phase]
        return Reason("not-asked", f"{due} is due now", label="not asked for")


def choices(cards: Sequence[str], sizes: Iterable[int]) -> Iterable[CardChoice]:
    """Every choice of this many of the cards, in their order; like cards are one choice."""
    return dict.fromkeys(chain.from_iterable(combinations(cards, size) for size in sizes))


def are_recipe_cards(table: TheJam, seat: str, cards: Sequence[str], field: str) -> None:
    """All cards of a list are recipe cards of the deck (1)."""
    for at, card in enumerate(cards):
        is_recipe_card(table, seat, card, (field, at))


def is_recipe_card(table: TheJam, seat: str, card: str, at: Place) -> None:
    """Every card named is a recipe card of the deck (1)."""
    if card not in table.cards.of and not (table.unseen is not None and card == UNKNOWN_CARD):
        raise Illegal(is_recipe_card, _no_recipe_card, table, seat, card, at)


def _no_recipe_card(table: TheJam, seat: str, card: str, at: Place) -> Reason:
    return Reason(
        "no-such-card",
        f"there is no recipe card {card}",
        at=at,
        label="not a recipe card",
        advice=did_you_mean(card, table.cards.of),
    )


def have_completed(table: TheJam, seat: str, owner: str, cards: Sequence[str], field: str) -> None:
    """Recipes that a seat names are completed ones of their owner, as many as named (4, 6)."""
    for at, card in enumerate(cards):
        has_completed(table, seat, owner, card, cards[: at + 1].count(card), (field, at))


def has_completed(table: TheJam, seat: str, owner: str, card: str, times: int, at: Place) -> None:
    """A recipe that a seat names is completed by its owner, at least this many times (4, 6)."""
    if table.pantries[owner].count(card) < times:
        raise Illegal(has_completed, _not_completed, table, seat, owner, card, times, at)


def _not_completed(
    table: TheJam, seat: str, owner: str, card: str, times: int, at: Place
) -> Reason:
    count = table.pantries[owner].count(card)
    own = owner == seat
    return Reason(
        "not-own" if own else "not-theirs",
        f"{owner} has only {count} of {card}" if count else f"{owner} has no completed {card}",
        at=at,
        label="not that many" if count else "not completed",
        table=has(table, seat) if own else f"{has(table, seat)}; {owner} {has(table, owner)}",
        since=f"{card} left {owner} here",
    )


def drawn(table: TheJam, reveals: Seen) -> list[Card | None]:
    """The card that the seat drew for its turn, if this ply reveals it; None for a hidden one.

    Guests are left out: everyone saw them when they were drawn (2).
    """
    of = table.cards.of
    by_seat = zip(table.drawn, reveals, strict=False)
    return [of.get(card or "") for (_, seat), card in by_seat if seat]


def has(table: TheJam, seat: str) -> str:
    """What a seat has completed, to follow its name."""
    return f"has {written(table, table.pantries[seat].cards)}"


def written(table: TheJam, cards: Iterable[str]) -> str:
    """These recipe cards in deck order, as a refusal shows them."""
    return " ".join(table.cards.in_order(cards)) or "nothing"


def has_fruit(table: TheJam, seat: str, move: Jam) -> bool:
    """Whether the hand gives the fruit of a jam, not its recipe (3).

    Only unseen cards leave that open: a hand that may hold the recipe gives the recipe.
    """
    hand, basket, unseen = table.hands[seat], table.basket, table.unseen
    if unseen is None or not basket.offers(move.recipe):
        return False
    if not unseen.may_hold(hand, move.ingredient, basket.zone):
        return False
    return unseen.is_absent(hand, move.recipe, basket.zone)
