"""Sentences in parts: stretches of text, each with the card, zone or seat that it names.

A sentence tells a seat's move, to follow the player's name, or an event that happened by itself.
Sentences are made here, once, and shown by every front end.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, TypeVar

from msgspec import Struct

from notation.json_shape import doc

T = TypeVar("T")

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Phrase(Struct, frozen=True, omit_defaults=True):
    """A stretch of a sentence, and what it names, if anything.

    The text of a seat is its letter, until the players' names are filled in.
    """

    text: str
    card: Annotated[str | None, doc("The code of the card that it names.", "11")] = None
    zone: Annotated[str | None, doc("The key of the zone that it names.", "left")] = None
    seat: Annotated[str | None, doc("The letter of the seat that it names.", "B")] = None


class Sentence(Struct, frozen=True):
    """A sentence in English."""

    text: Annotated[str, doc("The sentence as plain text.")]
    short: Annotated[str, doc("A short wording for a list of moves.")]
    parts: Annotated[tuple[Phrase, ...], doc("The text in stretches.")]


def card(code: str | None, title: str) -> Phrase:
    """A card by its name; `a card` if its face is hidden."""
    return Phrase("a card") if code is None else Phrase(title, card=code)


def zone(key: str, title: str) -> Phrase:
    """A zone by its name."""
    return Phrase(title, zone=key)


def seat(letter: str) -> Phrase:
    """A seat."""
    return Phrase(letter, seat=letter)


def say(*parts: str | Phrase, short: str = "") -> Sentence:
    """The sentence that these stretches make, without a full stop. By default it is short enough.

    >>> say("takes ", card("PE18", "10 for most veggies"), " from pile 2", short="pile 2").text
    'takes 10 for most veggies from pile 2'
    """
    stretches = tuple([Phrase(part) if isinstance(part, str) else part for part in parts if part])
    text = "".join([part.text for part in stretches])
    return Sentence(text, short or text, stretches)


def enumerate_parts(items: Sequence[str | Phrase]) -> list[str | Phrase]:
    """The items with commas and `and` between them.

    >>> say(*enumerate_parts(["11", "7+4", "10+1"])).text
    '11, 7+4 and 10+1'
    """
    parts: list[str | Phrase] = []
    for left, item in zip(range(len(items) - 1, -1, -1), items, strict=True):
        parts.append(item)
        parts += [", "] if left > 1 else [" and "] if left else []
    return parts


def listed(items: Sequence[str]) -> str:
    """The items with commas and `and` between them, as plain text.

    >>> listed(["11", "7+4", "10+1"])
    '11, 7+4 and 10+1'
    """
    return say(*enumerate_parts(items)).text


def capitalized(text: str) -> str:
    """A text with a capital first letter, and nothing else changed.

    >>> capitalized("hand of Ana")
    'Hand of Ana'
    """
    return text[:1].upper() + text[1:]


def number(count: int) -> str:
    """A small number in words, a larger one in digits.

    >>> number(2), number(12)
    ('two', '12')
    """
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def in_points(points: int) -> str:
    """A number of points.

    >>> in_points(1), in_points(5)
    ('1 point', '5 points')
    """
    return "1 point" if points == 1 else f"{points} points"


def refilled(key: str, title: str, count: int) -> Sentence:
    """An empty pile, a zone with this key and title, is refilled from the discard pile.

    >>> refilled("left", "left pile", 9).text
    'the left pile is empty: nine discards are shuffled into it'
    """
    discards = "one discard goes" if count == 1 else f"{number(count)} discards are shuffled"
    return say(zone(key, f"the {title}"), f" is empty: {discards} into it")


def counted(items: Iterable[T]) -> list[tuple[T, int]]:
    """Each different item with its count, in the order of first appearance.

    >>> counted("abca")
    [('a', 2), ('b', 1), ('c', 1)]
    """
    counts: dict[T, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return list(counts.items())


def with_article(name: str) -> str:
    """A name with its indefinite article.

    >>> with_article("lettuce"), with_article("onion")
    ('a lettuce', 'an onion')
    """
    vowel = name.lower().startswith(("a", "e", "i", "o", "u"))
    return f"an {name}" if vowel else f"a {name}"
