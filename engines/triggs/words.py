"""The names, sentences and catalogue of Triggs. Knows no table."""

from collections.abc import Sequence

from engines.catalogue import CardKind, Catalogue
from engines.triggs.cards import VALUES, Cards, Combination
from engines.wording import Phrase, Sentence, card, enumerate_parts, number, say, seat, zone


def pile_title(name: str) -> str:
    """The title of a pile.

    >>> pile_title("left")
    'left pile'
    """
    return f"{name} pile"


def pile(name: str) -> Phrase:
    """A draw pile."""
    return zone(name, f"the {pile_title(name)}")


def drawing(piles: Sequence[str], cards: Sequence[str | None]) -> Sentence:
    """Cards are drawn from these piles, one from each; None for a hidden card.

    >>> drawing(["left", "right"], ["12", "1"]).text
    'draws 12 from the left pile and 1 from the right pile'
    >>> drawing(["middle", "middle"], [None, None]).text
    'draws two cards from the middle pile'
    """
    shown = [card(code, str(code)) for code in cards]
    short = f"draw {', '.join(piles)}"
    if any(cards):
        short += f" → {' '.join([code or '?' for code in cards])}"
    if len(set(piles)) == 1:
        hidden = len(cards) > 1 and not any(cards)
        named = [f"{number(len(cards))} cards"] if hidden else enumerate_parts(shown)
        return say("draws ", *named, " from ", pile(piles[0]), short=short)
    first, second = shown
    return say(
        "draws ", first, " from ", pile(piles[0]), " and ", second, " from ", pile(piles[1]),
        short=short,
    )  # fmt: skip


def discarding(cards: Sequence[str]) -> Sentence:
    """Cards of one value are discarded.

    >>> discarding(["9", "9"]).text
    'discards two 9s'
    """
    value, count = cards[0], len(cards)
    named = [card(value, value)] if count == 1 else [f"{number(count)} ", card(value, f"{value}s")]
    return say("discards ", *named, short=f"discard {', '.join(cards)}")


def crossing(row: str, combinations: Sequence[Combination], ending: str) -> Sentence:
    """Boxes of a row are crossed with these combinations; the ending says if that fills it.

    >>> crossing("11", [("11",), ("7", "4")], filling(last=False)).text
    'crosses two boxes of row 11 with 11 and 7+4, and fills it'
    """
    written = ["+".join(combination) for combination in combinations]
    boxes = "a box" if len(written) == 1 else f"{number(len(written))} boxes"
    sentence = [f"crosses {boxes} of row {row} with ", *enumerate_parts(written), ending]
    return say(*sentence, short=f"cross {row}: {', '.join(written)}")


def extra_cross(row: str, ending: str) -> Sentence:
    """An extra cross is taken."""
    return say(f"takes an extra cross in row {row}", ending, short=f"extra {row}")


def filling(*, last: bool) -> str:
    """The end of a sentence about filling a row, perhaps the last one."""
    return ", and fills the last row" if last else ", and fills it"


def emptied_hand(letter: str, count: int) -> Sentence:
    """A seat with an empty hand draws."""
    cards = "a card" if count == 1 else f"{number(count)} cards"
    return say(seat(letter), f" has an empty hand and draws {cards} from ", pile("middle"))


def obsolete(value: str | None, name: str) -> Sentence:
    """An obsolete card leaves a pile; None if the record does not tell its value.

    >>> obsolete(None, "left").text
    'a card is obsolete and leaves the left pile'
    """
    named = "card" if value is None else card(value, value)
    return say("a ", named, " is obsolete and leaves ", pile(name))


def describe(cards: Cards) -> Catalogue:
    """The cards of a deck: each is known by its value."""
    del cards
    return {value: CardKind(value, value, "number") for value in VALUES}
