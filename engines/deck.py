"""Deck files: a game's facts as data. Knows no game; its folder knows what the facts mean."""

import tomllib
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from re import ASCII, fullmatch, search
from typing import Any, TypeVar

from msgspec import ValidationError

from notation.digests import deck_digest
from notation.grammar import CODE
from notation.typed_json import convert_to

MAX_DECK = 262_144
"""Bytes in a deck file."""

MAX_DECK_TEXT = 100
"""Characters in a text of a deck other than its source: every frame contains codes and names."""

ORIGINS = ("standard", "reference")
"""The origins that a game's own deck can have: the publisher, or us."""

_MOST = 1 << 53
"""The largest number in a deck: JSON readers that use floats would round larger ones."""

_COMMON = ("game", "origin", "source")
_DEEPEST = 32
"""Levels of tables and lists in a deck: nested deeper, a parser would take all memory."""

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_DEEP_KEY = rf"(?m:^|[\s\[{{,]){_KEY}(?:[ \t]*\.[ \t]*{_KEY}){{{_DEEPEST}}}"
_DEEP_LIST = rf"(?:\[\s*){{{_DEEPEST + 1}}}"
_TOO_DEEP = "its lists are nested too deep"

T = TypeVar("T")


class BadDeck(Exception):
    """A deck file that cannot be read, or that does not fit its game; the message says where."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True)
class Deck:
    """The parsed content of a deck file, and where it comes from.

    A deck file has at its top `game`, `origin` (`standard`: the publisher's, `reference`:
    ours) and `source`, a sentence about where its facts come from; the rest is the game's.
    `own` is true for the deck that a game comes with, false for a user's deck.
    """

    game: str
    origin: str
    source: str
    facts: dict[str, Any]
    own: bool = False

    @cached_property
    def digest(self) -> str:
        """The deck's name by its content: `sha256:…` (docs/notation.md, Decks)."""
        content = {"game": self.game, "origin": self.origin, "source": self.source, **self.facts}
        return f"sha256:{deck_digest(content)}"

    @cached_property
    def name(self) -> str:
        """The deck's name in a record: `triggs/standard`, or its digest if a user made it."""
        return f"{self.game}/{self.origin}" if self.own else self.digest


def load_deck(path: Path, game: str) -> Deck:
    """The deck that a game comes with.

    Raises BadDeck if the file cannot be read, or its game or origin is wrong, and OSError if there
    is no such file.
    """
    deck = parse_deck(path.read_bytes(), own=True)
    if deck.game != game:
        raise BadDeck(f'it is a deck for "{deck.game}", not for "{game}"')
    if deck.origin not in ORIGINS:
        raise BadDeck(f'its origin is {" or ".join(ORIGINS)}, not "{deck.origin}"')
    return deck


def parse_deck(raw: bytes, *, own: bool = False) -> Deck:
    """A deck from the bytes of its file, with or without a byte order mark.

    Raises BadDeck if the bytes are not TOML, a common fact is missing, a text is too long, or a
    value is of another kind than a deck can have (numbers with a fraction, dates).
    """
    if len(raw) > MAX_DECK:
        raise BadDeck(f"a deck file may have at most {MAX_DECK:,} bytes, and this one has more")
    try:
        text = raw.removeprefix(BOM_UTF8).decode()
        if search(_DEEP_KEY, text):  # tomllib would take quadratic time
            raise BadDeck("its tables are nested too deep")
        if search(_DEEP_LIST, text):  # tomllib would go to the end of the stack
            raise BadDeck(_TOO_DEEP)
        facts = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise BadDeck(f"byte {error.start + 1} is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadDeck(f"this is not TOML: {error}") from None
    except ValueError:  # more digits than Python reads
        raise BadDeck("it has a number that is too large") from None
    except RecursionError:
        raise BadDeck(_TOO_DEEP) from None
    for name in _COMMON:
        if not isinstance(facts.get(name), str):
            raise BadDeck(f'`{name}` must be given, as text: `{name} = "…"`')
    source = facts.pop("source")
    _check_values(facts, "", _DEEPEST)
    return Deck(facts.pop("game"), facts.pop("origin"), source, facts, own)


def _check_values(value: object, place: str, deep: int) -> None:
    """Raise BadDeck unless a value is text, a whole number, true, false, or a collection of these.

    Also raise it if the value is nested more than `deep` levels, or a text is too long.
    """
    if deep < 0:
        raise BadDeck(_TOO_DEEP)
    if isinstance(value, dict):
        for name, part in value.items():
            _check_values(part, f"{place}.{name}" if place else name, deep - 1)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            _check_values(part, f"{place}[{index}]", deep - 1)
    elif isinstance(value, int):
        if abs(value) > _MOST:
            raise BadDeck(f"{place}: the number is too large")
    elif not isinstance(value, str):
        raise BadDeck(f"{place}: a deck holds text and whole numbers, not {value}")
    elif len(value) > MAX_DECK_TEXT:
        raise BadDeck(f"{place}: a text may have at most {MAX_DECK_TEXT} characters")


def fit(facts: Mapping[str, Any], shape: type[T]) -> T:
    """The facts converted to a game's type. Raises BadDeck, with the place, if they do not fit.

    >>> from msgspec import Struct
    >>> class Hands(Struct):
    ...     hand: int
    >>> fit({"hand": "five"}, Hands)
    Traceback (most recent call last):
    engines.deck.BadDeck: hand: expected `int`, got `str`
    """
    try:
        return convert_to(shape, facts)
    except ValidationError as error:
        message, _, path = str(error).partition(" - at ")
        place = path.strip("`").removeprefix("key in ").removeprefix("$").removeprefix(".")
        message = message[:1].lower() + message[1:]
        raise BadDeck(f"{place}: {message}" if place else message) from None


def check_code(code: str, place: str, seen: set[str]) -> None:
    """Add the code of a card to `seen`.

    Raises BadDeck if a move could not name it, or if it was seen before.
    """
    if fullmatch(CODE, code, ASCII) is None:
        raise BadDeck(f"{place}: a move cannot contain the code `{code}`")
    if code in seen:
        raise BadDeck(f"{place}: the code {code} appears a second time")
    seen.add(code)
