"""The names, sentences and catalogue of Point Salad. Knows no table."""

from collections.abc import Sequence

from msgspec import Struct

from engines.catalogue import CardKind, Catalogue
from engines.point_salad.cards import Cards
from engines.wording import Phrase, Sentence, card, number, say, seat, with_article, zone
from notation.record import UNKNOWN_CARD


class Flip(Struct, frozen=True):
    """A point card that turns to its veggie: its code, its point side, the veggie.

    `drafted` says that it is the card just drafted.
    """

    code: str
    face: str
    veggie: str
    drafted: bool = False


def slot_title(slot: str) -> str:
    """The title of a slot of the market.

    >>> slot_title("1a")
    'market 1a'
    """
    return f"market {slot}"


def pile(key: str) -> Phrase:
    """A pile, by the key of its zone.

    >>> pile("pile-2").text
    'pile 2'
    """
    return zone(key, key.replace("-", " "))


def drafting_point(key: str, code: str | None, text: str, flip: Flip | None) -> Sentence:
    """The top point card of a pile is drafted; the text says what it scores.

    >>> drafting_point("pile-2", "PE18", "10 for most veggies", None).text
    'takes the point card from pile 2: 10 for most veggies (PE18)'
    """
    top = pile(key)
    shown: list[str | Phrase] = [": ", card(code, f"{text} ({code})")] if code else []
    short = f"point card, {top.text}{_short(flip)}"
    return say("takes the point card from ", top, *shown, *_flipping(flip), short=short)


def drafting_veggies(
    slots: Sequence[str], veggies: Sequence[tuple[str, str] | None], flip: Flip | None
) -> Sentence:
    """Veggies are drafted from these slots; each has a code and a name, None if it is hidden.

    >>> drafting_veggies(["1a", "3b"], [("LE02", "lettuce"), ("ON10", "onion")], None).text
    'takes a lettuce (1a) and an onion (3b)'
    """
    what: list[str | Phrase] = []
    for slot, veggie in zip(slots, veggies, strict=True):
        what += [" and "] if what else []
        name = card(veggie[0], with_article(veggie[1])) if veggie else "a veggie"
        what += [name, " (", zone(slot, slot), ")"]
    kind = "veggies" if len(slots) > 1 else "veggie"
    short = f"{kind} {', '.join(slots)}{_short(flip)}"
    return say("takes ", *what, *_flipping(flip), short=short)


def filled(slot: str, code: str | None, veggie: str | None) -> Sentence:
    """An empty slot of the market is filled from its pile.

    For a card that nobody saw, the code is None; for an unknown veggie, the veggie is None too.

    >>> filled("1b", "ON01", "onion").text, filled("1b", None, None).text
    ('an onion comes to 1b', 'a card comes to 1b')
    """
    title = "a card" if veggie is None else with_article(veggie)
    return say(title if code is None else card(code, title), " comes to ", zone(slot, slot))


def remade(emptied: str, largest: str, count: int) -> Sentence:
    """An empty pile gets cards from the bottom of the largest one, if that can spare any.

    >>> remade("pile-1", "pile-3", 4).text
    'pile 1 is empty and gets the bottom four cards of pile 3'
    """
    if not count:
        return say(pile(emptied), " is empty, and stays so until the round ends")
    cards = "card" if count == 1 else f"{number(count)} cards"
    return say(pile(emptied), f" is empty and gets the bottom {cards} of ", pile(largest))


def next_round(round_: int, rounds: int, starter: str) -> Sentence:
    """A round begins."""
    return say(f"round {round_} of {rounds} begins, and ", seat(starter), " starts")


def _flipping(flip: Flip | None) -> list[str | Phrase]:
    if flip is None:
        return []
    what = card(flip.code, "it" if flip.drafted else f"{flip.face} ({flip.code})")
    return [", and turns ", what, f" into {with_article(flip.veggie)}"]


def _short(flip: Flip | None) -> str:
    return f", flips {flip.code}" if flip else ""


PICTURES = frozenset(("cabbage", "carrot", "lettuce", "onion", "pepper", "tomato"))
"""The veggies that have a symbol."""


def describe(cards: Cards) -> Catalogue:
    """The cards of a deck: titles say the point side, kinds are the veggies on the other side.

    The face is the rule of the point side. How it begins is the group: `2 per …`.
    """
    return {code: _card(cards, code) for code in cards.sides}


def _card(cards: Cards, code: str) -> CardKind:
    veggie = cards.veggie_of[code]
    picture = veggie if veggie in PICTURES else None
    text, rule = cards.texts[code], cards.sides[code]
    group = f"{' '.join(text.split()[:2])} …"
    return CardKind(text, cards.faces[code], veggie, picture, face=rule, group=group)


def sides(cards: Cards) -> dict[str, str]:
    """The veggies, each by how a record writes a card of which nobody saw the point side."""
    return {f"{code}{UNKNOWN_CARD}": cards.veggie_of[ids[0]] for code, ids in cards.of.items()}
