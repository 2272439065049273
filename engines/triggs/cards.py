"""The cards and boxes that a deck file gives, and which cards make which value."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from engines.deck import BadDeck, fit

VALUES = tuple(str(value) for value in range(1, 13))
"""The values of the cards, which are also the rows of a score sheet."""

_MOST_SEATS = 4
_LEAST_REST = 4
"""Cards that must be left after the deal: the outer piles get a quarter of them each (1)."""

Few = Annotated[int, Meta(ge=1, le=40)]
Held = Annotated[int, Meta(ge=1, le=20)]
"""Cards in a hand: few enough that every cross with them can be listed."""


Combination: TypeAlias = tuple[str, ...]
"""One card, or two, that together make a value."""


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """The facts of a deck.

    Attributes:
        copies: how many cards there are of each value.
        hand_start, hand_limit: cards in a hand at the start, and at most after a draw.
        empty_hand_draw: the cards that an empty hand draws.
        obsolete: the values that can become obsolete, each only after the values before it.
        rows: the boxes of each row.
    """

    copies: Few
    hand_start: Held
    hand_limit: Held
    empty_hand_draw: Held
    obsolete: tuple[str, ...]
    rows: dict[str, Few]

    @staticmethod
    def rank(card: str) -> int:
        """The place of a card in the order of values; unseen ones come last."""
        return VALUES.index(card) if card in VALUES else len(VALUES)

    @property
    def deck(self) -> list[str]:
        """All cards in deck order."""
        return [value for value in VALUES for _ in range(self.copies)]


def read_cards(facts: Mapping[str, Any]) -> Cards:
    """The cards and boxes of a deck. Raises BadDeck if no game of Triggs can be played with them.

    The moves name the values, so these are always 1 to 12.
    """
    cards = fit(facts, Cards)
    if sorted(cards.rows) != sorted(VALUES):
        raise BadDeck(f"rows: expected one for each value: {' '.join(VALUES)}")
    for value in cards.obsolete:
        if value not in VALUES or cards.obsolete.count(value) > 1:
            raise BadDeck(f"obsolete: {value} is not a value from 1 to 12, or is listed twice")
    if cards.hand_limit < max(cards.hand_start, cards.empty_hand_draw):
        raise BadDeck("hand_limit: it is less than hand_start or empty_hand_draw")
    _check_size(cards)
    return replace(cards, rows={value: cards.rows[value] for value in VALUES})


def _check_size(cards: Cards) -> None:
    """Raise BadDeck if there are too few cards to deal, or to draw for an empty hand (8)."""
    if len(cards.deck) < _MOST_SEATS * cards.hand_start + _LEAST_REST:
        raise BadDeck("copies: there are too few cards for four hands and three piles")
    staying = cards.copies * (len(VALUES) - len(cards.obsolete))
    held = (_MOST_SEATS - 1) * cards.hand_limit
    if staying <= held:
        raise BadDeck(
            f"copies: {staying} cards never leave the game, and three hands can hold {held}, so"
            " the fourth seat could find none to draw"
        )


def makings(value: str) -> tuple[Combination, ...]:
    """The combinations that make a value, each once, in the order in which moves are listed.

    >>> makings("5")
    (('5',), ('3', '2'), ('4', '1'))
    """
    total = int(value)
    pairs = ((str(large), str(total - large)) for large in range((total + 1) // 2, total))
    return ((value,), *pairs)


@cache
def spellings(value: str) -> frozenset[Combination]:
    """The combinations that make a value, pairs in both orders."""
    combinations = makings(value)
    return frozenset((*combinations, *(combination[::-1] for combination in combinations)))


def selections(
    kinds: Sequence[Combination], hand: Mapping[str, int], most: int
) -> Iterator[tuple[Combination, ...]]:
    """Every choice of at most `most` combinations that a hand can pay for, each once, in order.

    `hand` counts the cards of each value.

    >>> list(selections(makings("2"), {"1": 2, "2": 1}, 2))
    [(('2',),), (('2',), ('1', '1')), (('1', '1'),)]
    """
    for index, kind in enumerate(kinds):
        rest = _without(hand, kind)
        if rest is None:
            continue
        yield (kind,)
        if most > 1:
            for others in selections(kinds[index:], rest, most - 1):
                yield (kind, *others)


def _without(hand: Mapping[str, int], combination: Combination) -> dict[str, int] | None:
    """The hand without these cards, or None if it lacks one."""
    rest = dict(hand)
    for card in combination:
        if not rest.get(card):
            return None
        rest[card] -= 1
    return rest
