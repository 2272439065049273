"""Short names of cards. They are made by a rule, so that none has to be learned."""

import re
from collections.abc import Collection, Iterable, Mapping

from engines.catalogue import CardKind, Catalogue
from engines.game import Game
from engines.layout import Layout
from replays.view.shapes import kinds_of

_WHOLE = 5
_CUT = 4
_WORD = re.compile(r"[a-z]+")


def short_names(vocabulary: Iterable[str]) -> dict[str, str]:
    """A short name for each word: up to five letters stay whole, longer words are cut to four.

    Words that would become alike get one more letter, again and again until they differ.

    >>> short_names(["apple", "cherry", "cranberry", "crane", "cranky"])
    {'apple': 'apple', 'cherry': 'cher', 'cranberry': 'cranb', 'crane': 'crane', 'cranky': 'crank'}
    """
    words = dict.fromkeys(vocabulary)
    lengths = {word: len(word) if len(word) <= _WHOLE else _CUT for word in words}
    while clashing := _clashing(lengths):
        for word in clashing:
            lengths[word] += 1
    return {word: word[:length] for word, length in lengths.items()}


def _clashing(lengths: Mapping[str, int]) -> list[str]:
    """The abbreviated words whose short name is also that of another."""
    short = [word[:length] for word, length in lengths.items()]
    return [
        word
        for word, length in lengths.items()
        if length < len(word) and short.count(word[:length]) > 1
    ]


def spelled(text: str, names: Mapping[str, str]) -> str:
    """The text with short names for the words that have one."""
    return _WORD.sub(lambda match: names.get(match[0], match[0]), text)


def strip_name(code: str, card: CardKind) -> str:
    """A card with its points; a recipe by its code and the first letters of its slots."""
    if hasattr(card.face, "need") and hasattr(card.face, "extras"):
        need, extras = [
            "".join([name[0] for name in part]).upper()
            for part in (card.face.need, card.face.extras)
        ]
        return f"{code} {need}+{extras}" if extras else f"{code} {need}"
    if card.points is None:
        return code
    return card.title if card.title[-1].isdigit() else f"{card.title} {card.points}"


def recipe_name(card: CardKind, kinds: Collection[str]) -> str:
    """A recipe by its fruits, and by its kind if that is one of these."""
    name = "+".join(card.face.fruits)
    return f"{name} {card.kind}" if card.kind in kinds and not _is_plain(card) else name


def both_halves(card: CardKind, kinds: Collection[str]) -> str:
    """A recipe and the fruit on its lower half, unless both are the same; a guest by name."""
    if not hasattr(card.face, "fruits"):
        return card.name
    upper = recipe_name(card, kinds)
    return upper if _is_plain(card) else f"{upper}/{card.face.ingredient}"


def _is_plain(card: CardKind) -> bool:
    """Whether both halves of a recipe are the same."""
    return bool(card.face.fruits == (card.face.ingredient,))


def vocabulary(layout: Layout, catalogue: Catalogue) -> list[str]:
    """The words that a game abbreviates if there is little room, in the order of its deck."""
    cards = catalogue.values()
    if layout.terminal.short == "kind":
        return kinds_of(catalogue)
    if layout.terminal.short == "fruits":
        return list(dict.fromkeys(f for card in cards for f in getattr(card.face, "fruits", ())))
    return []


def short_words(game: Game) -> dict[str, str]:
    """The words that are abbreviated, with their short names."""
    names = short_names(vocabulary(game.layout, game.catalogue))
    return {word: name for word, name in names.items() if word != name}
