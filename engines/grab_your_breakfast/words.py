"""The names, sentences and catalogue of Grab Your Breakfast. Knows no table."""

from collections.abc import Sequence

from engines.catalogue import CardKind, Catalogue
from engines.grab_your_breakfast.cards import ITEM_OF, TILES, Cards
from engines.grab_your_breakfast.moves import ITEMS
from engines.wording import Phrase, Sentence, card, counted, enumerate_parts, number, say, zone

_COUNTED = {"egg": "an egg"}
"""The items that take an article. The others do not: `toast`, `pancakes`."""


def title(code: str) -> str:
    """The title of a tile or hand card.

    >>> title("coffee-pot")
    'coffee pot'
    """
    return code.replace("-", " ")


def tile(code: str | None) -> Phrase:
    """A tile.

    >>> tile("coffee-pot").text
    'the coffee pot'
    """
    return card(code, f"the {title(code)}") if code else Phrase("a tile")


def place_title(key: str) -> str:
    """The title of a place of the board.

    >>> place_title("r4c2")
    'row 4, column 2'
    """
    return f"row {key[1]}, column {key[3]}"


def place(key: str) -> Phrase:
    """A place of the board."""
    return zone(key, place_title(key))


def taking(at: str, taken: str | None, using: str, drawn: Sequence[str | None]) -> Sentence:
    """A tile is taken with a hand card, and perhaps another card drawn; None for a hidden card.

    >>> taking("r4c2", "coffee-pot", "coffee", ["egg"]).text
    'takes the coffee pot at row 4, column 2, paying with coffee, and draws an egg'
    """
    draws = [part for code in drawn for part in (", and draws ", _one(code))]
    return say(
        "takes ", tile(taken), " at ", place(at), ", paying with ", card(using, using), *draws,
        short=f"take {at} for {using}{_arrow(drawn)}",
    )  # fmt: skip


def swapping(cards: Sequence[str], drawn: Sequence[str | None]) -> Sentence:
    """Hand cards are exchanged for others; None for a hidden card.

    >>> swapping(["egg", "toast"], ["coffee", "cereal"]).text
    'swaps egg and toast for coffee and cereal'
    >>> swapping(["egg", "egg"], [None, None]).text
    'swaps two eggs for two cards'
    """
    short = f"swap {', '.join(cards)}{_arrow(drawn)}"
    return say("swaps ", *_some(cards), " for ", *_some(drawn), short=short)


def _one(code: str | None) -> Phrase:
    return card(code, _COUNTED.get(str(code), str(code)))


def _some(codes: Sequence[str | None]) -> list[str | Phrase]:
    """The cards of a swap, without articles; like ones are counted."""
    return enumerate_parts([_copies(code, count) for code, count in counted(codes)])


def _copies(code: str | None, count: int) -> Phrase:
    if count == 1:
        return card(code, str(code))
    name = code or "card"
    plural = name if name.endswith("s") else f"{name}s"
    return Phrase(f"{number(count)} {plural}", card=code)


def _arrow(drawn: Sequence[str | None]) -> str:
    """The cards drawn, in a short wording, if any of them can be seen."""
    return f" → {' '.join([code or '?' for code in drawn])}" if any(drawn) else ""


BONUS = "bonus"
"""The kind of the tiles that belong to no item."""


def describe(cards: Cards) -> Catalogue:
    """The hand cards and tiles: kinds are the items, and `bonus`. Every one has a symbol."""
    del cards
    return {code: _card(code) for code in (*ITEMS, *TILES)}


def _card(code: str) -> CardKind:
    kind = code if code in ITEMS else ITEM_OF.get(code, BONUS)
    name = title(code)
    return CardKind(name, name.split()[-1], kind, code)
