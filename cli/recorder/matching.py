"""Which move is meant by the text typed. Knows no game, only how its moves are spelled.

Case is ignored. A word may be cut to its beginning, and so may each part of a compound: `rb` is
roast-beef, `dm7` double-meat-7, `13` R13. A verb, a key and an argument may be left out. Spaces may
be left out between words that are places, never between cards. What leaves out less comes first,
then what has the verb, then what cuts less; a complete word beats a longer one.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from notation.fault import Fault
from notation.moves import Choice, Joined, Move, MoveSet
from notation.record import UNKNOWN_CARD

Rank: TypeAlias = tuple[int, bool, int]
"""How far a move is from the text typed: words left out, verb left out, characters cut."""

_EXACT, _CUT, _COMPOUND, _PARTLY = range(4)
_START, _VERB, _PLACE, _CARD = "start", "verb", "place", "card"
_FEW = 9
_PARTS = re.compile(r"[a-z]+|[0-9]+")
_KEY = re.compile(r"([a-z]+)=")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a move: its key, its items with the separator before each; is it a place?"""

    key: str
    items: tuple[tuple[str, str], ...]
    place: bool


@dataclass(frozen=True, slots=True)
class Spelling:
    """A move as it is written, cut into its verb and its other words."""

    text: str
    verb: str
    spelled_out: bool
    words: tuple[_Word, ...]


def spelling(moves: MoveSet, move: Move) -> Spelling:
    """How a move of a game is spelled."""
    spec, words = moves.spec(type(move)), []
    for argument in spec.arguments:
        value = getattr(move, argument.field)
        if value is not None:
            text = argument.shape.write(value).lower()
            items = re.findall(r"([,+]?)([^,+]+)", text)
            words.append(_Word(argument.key or "", tuple(items), is_place(argument.shape)))
    return Spelling(moves.write(move), spec.verb, spec.move.spelled_out, tuple(words))


def is_place(shape: object) -> bool:
    """Whether an argument of this shape names a place, or several."""
    return isinstance(shape.item if isinstance(shape, Joined) else shape, Choice)


def meant(typed: str, known: Iterable[Spelling]) -> list[str]:
    """The moves that are nearest to what was typed, all as near; none if no move is meant."""
    return nearest(ranked(typed, known))


def completions(typed: str, known: Iterable[Spelling], most: int) -> list[str]:
    """The moves that what was typed may become, the nearest first."""
    spellings = list(known)
    begun = [one.text for one in spellings if one.text.lower().startswith(typed.strip().lower())]
    near = [text for _, text in sorted(ranked(typed, spellings), key=lambda pair: pair[0])]
    return list(dict.fromkeys([*near, *begun]))[:most]


def nearest(moves: Sequence[tuple[Rank, str]]) -> list[str]:
    """Those of the moves that are nearest to what was typed."""
    best = min((rank for rank, _ in moves), default=None)
    return [text for rank, text in moves if rank == best]


def ranked(typed: str, known: Iterable[Spelling]) -> list[tuple[Rank, str]]:
    """The moves that may be meant, each with how far it is from what was typed."""
    text = _SPACES.sub(" ", typed.strip().lower())
    moves = ((_rank(text, one), one.text) for one in known)
    return [(rank, move) for rank, move in moves if rank is not None]


def _rank(typed: str, spelling: Spelling) -> Rank | None:
    """How far a move is from what was typed; None if it is not meant."""
    ranks: list[Rank] = []
    if not spelling.spelled_out:
        ranks += [(left, True, cut) for left, cut in _rest(typed, 0, spelling.words, _START)]
    for end, cut in verb_ends(spelling.verb, typed):
        rest = _rest(typed, end, spelling.words, _VERB)
        ranks += [(left, False, max(cut, more)) for left, more in rest]
    return min(ranks, default=None)


def _rest(typed: str, at: int, words: Sequence[_Word], after: str) -> Iterator[tuple[int, int]]:
    """The ways to read what is typed from `at` on as these words: words left out, and the cut.

    `after` says what came before.
    """
    if at == len(typed):
        yield len(words), _EXACT
        return
    if not words:
        return
    first, *others = words
    for left, cut in _rest(typed, at, others, after):
        yield left + 1, cut
    start = _begin(typed, at, first, after)
    if start is not None:
        for end, cut in _word_ends(first, typed, start):
            for left, more in _rest(typed, end, others, _PLACE if first.place else _CARD):
                yield left, max(cut, more)


def _begin(typed: str, at: int, word: _Word, after: str) -> int | None:
    """Where a word begins, once a space is passed that stands before it; None: one is missing."""
    if after == _START:
        return at
    if typed[at] == " " or (typed[at] == "," and after == _PLACE and word.place):
        return at + 1
    apart = typed[at - 1].isalpha() and typed[at].isdigit()
    glued = word.place if after != _CARD else False
    return at if glued or (after == _VERB and apart) else None


def _word_ends(word: _Word, typed: str, at: int) -> Iterator[tuple[int, int]]:
    """Where a word may end that begins at `at`, and how much it is cut."""
    if word.key and (key := _KEY.match(typed, at)) and word.key.startswith(key[1]):
        at = key.end()
    ends = [(at, _EXACT)]
    for number, (separator, item) in enumerate(word.items):
        following: list[tuple[int, int]] = []
        for end, cut in ends:
            joined = typed.startswith((separator, " ") if word.place else separator, end)
            if number == 0 or joined or word.place:
                start = end + len(separator) if number and joined else end
                following += [(stop, max(cut, more)) for stop, more in _ends(item, typed, start)]
        ends = following
    yield from ends


def verb_ends(verb: str, typed: str) -> list[tuple[int, int]]:
    """Where a verb at the beginning of what is typed may end, and how much it is cut."""
    return list(_ends(verb, typed, 0, " -"))


@lru_cache(4096)
def _parts_of(item: str) -> tuple[str, ...]:
    return tuple(_PARTS.findall(item))


def _ends(item: str, typed: str, at: int, joints: str = "-:/+") -> Iterator[tuple[int, int]]:
    """Where what is typed for an item may end, and how much it is cut.

    A compound may be typed without its joints.
    """
    if typed.startswith(item, at):
        yield at + len(item), _EXACT
        return
    length = _common(item, typed, at)
    if length and not item[length - 1 : length + 1].isdigit():
        yield at + length, _CUT
    parts = _parts_of(item)
    if len(parts) > 1:
        yield from _compound(parts, typed, at, joints)


def _common(item: str, typed: str, at: int) -> int:
    """How many characters of an item are typed."""
    pairs = zip(item, typed[at:], strict=False)
    return next(
        (n for n, (one, other) in enumerate(pairs) if one != other), min(len(item), len(typed) - at)
    )


def _compound(
    parts: Sequence[str],
    typed: str,
    at: int,
    joints: str,
    cut: int = _COMPOUND,
    *,
    begun: bool = False,
) -> Iterator[tuple[int, int]]:
    """Where the parts of a compound may end, each cut or left out."""
    if not parts:
        if begun:
            yield at, cut
        return
    first, *others = parts
    yield from _compound(others, typed, at, joints, max(cut, _PARTLY - 1) + 1, begun=begun)
    start = at + 1 if begun and at < len(typed) and typed[at] in joints else at
    for length in _cuts(first, typed, start):
        yield from _compound(others, typed, start + length, joints, cut, begun=True)


def _cuts(part: str, typed: str, at: int) -> Iterable[int]:
    """How many characters of a part may be typed from `at` on: of a number, all but leading 0s."""
    if part.isdigit():
        return [len(one) for one in {part, part.lstrip("0") or part} if _number_at(one, typed, at)]
    return range(1, _common(part, typed, at) + 1)


def _number_at(number: str, typed: str, at: int) -> bool:
    end = at + len(number)
    return typed.startswith(number, at) and (end == len(typed) or not typed[end].isdigit())


def cards_meant(typed: str, cards: Iterable[str]) -> list[str]:
    """The cards that are nearest to what was typed.

    >>> cards_meant("rb", ["roast-beef", "ham"]), cards_meant("pe", ["PE01", "PE02"])
    (['roast-beef'], ['PE01', 'PE02'])
    """
    text, ranked = typed.lower(), list[tuple[int, str]]()
    for card in cards:
        cuts = [cut for end, cut in _ends(card.lower(), text, 0) if end == len(text)]
        if cuts:
            ranked.append((min(cuts), card))
    best = min((cut for cut, _ in ranked), default=None)
    return [card for cut, card in ranked if cut == best]


def named(card: str, deck: Mapping[str, str]) -> str:
    """A card by its code, and by what is printed on it if the code does not say that."""
    face = deck.get(card, card)
    return card if face.casefold() in card.casefold() else f"{card} {face}"


def read_cards(text: str, deck: Mapping[str, str]) -> tuple[str, ...]:
    """The cards that were typed, by their codes or by what is printed on them.

    Spaces and commas separate them. The beginning of several codes, as in `pe`, is a card seen in
    part. Raises Fault if a word is not a card, or if it may be several.

    >>> deck = {"PE01": "10/most lettuce", "PE02": "7/fewest lettuce", "TO01": "10/most onion"}
    >>> read_cards("pe _, to1,7fl to_", deck)
    ('PE_', '_', 'TO01', 'PE02', 'TO_')
    """
    return tuple(_card(word, deck) for word in text.replace(",", " ").split())


def _card(word: str, deck: Mapping[str, str]) -> str:
    if word == UNKNOWN_CARD:
        return word
    beginning = word.removesuffix(UNKNOWN_CARD)
    cards = cards_meant(beginning, deck)
    if len(cards) == 1 and beginning == word:
        return cards[0]
    begun = [card for card in cards if card.lower().startswith(beginning.lower())]
    if begun and len(begun) == len(cards) and not word[-1].isdigit():
        return begun[0][: len(beginning)] + UNKNOWN_CARD
    faces = cards_meant(word, deck.values())
    faced = [code for code, face in deck.items() if face in faces]
    if len(faced) == 1:
        return faced[0]
    if not (matching := faced or cards):
        raise Fault("cgn.unknown-card", f"`{word}` is not a card of this game")
    some = ", ".join([named(card, deck) for card in matching[:_FEW]])
    more = f" and {len(matching) - _FEW} more" if len(matching) > _FEW else ""
    raise Fault("cgn.unknown-card", f"`{word}` may be several cards: {some}{more}")
