"""The 108 cards as the deck file tells them: veggie on one side, points on the other."""

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct, convert

from engines.deck import load_deck
from engines.point_salad.scoring import Counts, PointSide, explain, face


class Veggie(Struct, frozen=True, forbid_unknown_fields=True):
    """A veggie: its name, the code that its cards begin with, and the cards' point sides."""

    name: str
    code: str
    cards: tuple[PointSide, ...]


DECK = load_deck(Path(__file__).with_name("deck.toml"))

VEGGIES = convert(DECK.facts["veggies"], tuple[Veggie, ...])
"""The six veggies in deck order."""

CARDS_OF = {veggie.code: tuple(side.id for side in veggie.cards) for veggie in VEGGIES}
"""The cards of each veggie, by the code they begin with, in deck order."""

POINT_SIDES = {side.id: side for veggie in VEGGIES for side in veggie.cards}
"""The point side of each card, in deck order."""

FACES = {card: face(side) for card, side in POINT_SIDES.items()}
"""Each point side in a few characters."""

TEXTS = {card: explain(side) for card, side in POINT_SIDES.items()}
"""What each point side scores, in words."""

VEGGIE_OF = {side.id: veggie.name for veggie in VEGGIES for side in veggie.cards}
"""The name of each card's veggie."""

_NAMES = tuple(veggie.name for veggie in VEGGIES)
_RANK = {card: rank for rank, card in enumerate(POINT_SIDES)}


def in_deck_order(cards: Iterable[str]) -> list[str]:
    """These cards, sorted as the deck file has them."""
    return sorted(cards, key=_RANK.__getitem__)


def count_veggies(cards: Iterable[str]) -> Counts:
    """How many of each veggie these cards show on their veggie side.

    >>> count_veggies(["CB01", "TO03", "CB07"])
    {'cabbage': 2, 'carrot': 0, 'lettuce': 0, 'onion': 0, 'pepper': 0, 'tomato': 1}
    """
    counts = dict.fromkeys(_NAMES, 0)
    for card in cards:
        counts[VEGGIE_OF[card]] += 1
    return counts
