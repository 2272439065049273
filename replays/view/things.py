"""The things on a table that moves name, and that can be tapped: cards, places, seats, words.

| key | thing |
|---|---|
| `hand.A/9` | the cards of one code in one zone, which are alike |
| `at:left`, `at:row-8.A` | a zone, or a counter |
| `seat:B` | a seat |
| `deck/9` | a kind of card, where nobody told which cards lie where |
| `word:double` | any other word |
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from itertools import chain
from typing import Annotated

from msgspec import Struct

from engines.game import Game
from notation.arguments import Joined, Shape
from notation.json_shape import doc
from notation.moves import Argument, Move
from notation.record import SEATS, UNKNOWN_CARD
from replays.view.frames import Frame
from replays.view.taps import NamedMove
from replays.view.zone_views import ZoneView


class Thing(Struct, frozen=True, omit_defaults=True):
    """A thing that moves name, and that can be tapped."""

    key: Annotated[
        str,
        doc(
            "`hand.A/9`: the cards of a code in a zone; `at:left`: a zone or a counter; `seat:B`; "
            "`deck/9`: a kind of card; `word:double`: any other word.",
            "hand.A/9",
        ),
    ]
    name: Annotated[str, doc("What it is called.", "9")]
    note: Annotated[str, doc("What else tells a card from others.", "peach below")] = ""
    where: Annotated[str, doc("Where a card lies.", "Ana’s hand")] = ""  # noqa: RUF001 - an apostrophe
    cards: Annotated[tuple[int, ...], doc("The numbers of its cards in the frame.", [37])] = ()
    left: Annotated[int | None, doc("How many cards of a kind may still come.")] = None
    group: Annotated[str, doc("The kinds among which one looks for it.", "cherry jam")] = ""


def word_of(key: str) -> str:
    """How a move spells a thing.

    >>> [word_of(key) for key in ("hand.A/9", "at:row-8.A", "at:left", "seat:B", "word:double")]
    ['9', '8', 'left', 'B', 'double']
    """
    if "/" in key:
        return key.partition("/")[2]
    name = key.partition(":")[2]
    return name.partition(".")[0].rpartition("-")[2] if key.startswith("at:") else name


class Things:
    """The things of a position, as a view sees it, for the seat that moves."""

    def __init__(self, game: Game, frame: Frame, seat: str, players: Sequence[str]) -> None:
        self.game, self._seat, self._players = game, seat, players
        self.zones = {zone.key: zone for zone in frame.zones}
        counters = (f"{one.name}.{one.owner}" if one.owner else one.name for one in frame.counters)
        self._places = {*self.zones, *counters}
        self.seats = SEATS[: len(players)]
        self._lie_in = game.layout.places
        near = {seat: 0, None: 1}
        self._holders: dict[str | None, list[ZoneView]] = {}
        for zone in sorted(
            frame.zones,
            key=lambda zone: (near.get(zone.owner, 2), zone.name != "hand", not zone.spread),
        ):
            for code in dict.fromkeys(card.code for card in zone.cards):
                self._holders.setdefault(code, []).append(zone)
        self._found: dict[tuple[Shape, str, str], str] = {}

    def named(self, move: Move) -> NamedMove:
        """A move with the things that it names."""
        spec = self.game.moves.spec(type(move))
        words = {one.field: [*words_in(one, getattr(move, one.field))] for one in spec.arguments}
        lies = [self._lies(spec.verb, one, words) for one in spec.arguments]
        parts = [
            tuple([self.key(one, word, where) for word in found])
            for one, where, found in zip(spec.arguments, lies, words.values(), strict=True)
        ]
        if len(set(chain(*parts))) < sum(map(len, parts)):
            parts = self._each_its_own(parts, lies)
        return NamedMove(spec.write(move), spec.verb, tuple(parts))

    def _each_its_own(
        self, parts: Sequence[tuple[str, ...]], lies: Sequence[str]
    ) -> list[tuple[str, ...]]:
        """The things of a move that names some twice: cards of a code that one zone has only once.

        Such as a cone jam of the hand with another one of the basket.
        """
        taken: Counter[str] = Counter()

        def own(key: str, where: str) -> str:
            zones = self.holders(word_of(key), where) if key.partition("/")[0] in self.zones else ()
            keys = [key, *(f"{zone.key}/{word_of(key)}" for zone in zones)]
            free = [one for one in keys if taken[one] < len(self._numbers(one))]
            chosen = free[0] if free else key
            taken[chosen] += 1
            return chosen

        return [
            tuple([own(key, where) for key in part])
            for part, where in zip(parts, lies, strict=True)
        ]

    def key(self, argument: Argument, word: str, lies: str = "") -> str:
        """The thing that a word of an argument names; a card lies in the zones of `lies`."""
        known = argument.shape, word, lies
        if known not in self._found:
            self._found[known] = self._find(argument.shape, word, lies)
        return self._found[known]

    def holders(self, code: str, lies: str) -> Iterator[ZoneView]:
        """The zones that have such a card, of those that fit a pattern, if there is one."""
        for zone in self._holders.get(code, ()):
            if not lies or is_one_of(zone, lies):
                yield zone

    def has_unseen(self, lies: str) -> bool:
        """Whether a zone that fits a pattern has a card of which the view does not know all.

        Without a pattern, the zones of seats count.
        """
        return any(
            card.code is None or card.code.endswith(UNKNOWN_CARD)
            for zone in self.zones.values()
            if (is_one_of(zone, lies) if lies else zone.owner)
            for card in zone.cards
        )

    def thing(self, key: str) -> Thing:
        """The thing with this key."""
        if key.startswith("at:"):
            zone = self.zones.get(key[3:])
            name = self.game.layout.called(key[3:].partition(".")[0])
            return Thing(key, zone.title if zone else name)
        if key.startswith("seat:"):
            return Thing(key, self._players[SEATS.index(key[5:])])
        word = word_of(key)
        kind = self.game.catalogue.get(word)
        name, note = (kind.title, kind.note or "") if kind else (word, "")
        if key.startswith("deck/"):
            return Thing(key, name, note, group=(kind and kind.group) or "")
        if key.startswith("word:"):
            return Thing(key, name)
        zone = self.zones[key.partition("/")[0]]
        return Thing(key, name, note, self._where(zone), self._numbers(key))

    def _numbers(self, key: str) -> tuple[int, ...]:
        """The numbers of the cards that a thing stands for; none, if it is no card of a zone."""
        zone, word = self.zones.get(key.partition("/")[0]), word_of(key)
        return () if zone is None else tuple([c.number for c in zone.cards if c.code == word])

    def _where(self, zone: ZoneView) -> str:
        if zone.owner is None:
            return zone.title
        return f"{self._players[SEATS.index(zone.owner)]}’s {zone.title}"  # noqa: RUF001 - an apostrophe

    def _lies(self, verb: str, argument: Argument, words: Mapping[str, Sequence[str]]) -> str:
        """Where the cards of an argument lie, with the seats that other arguments name."""
        lies = self._lie_in.get(f"{verb}.{argument.field}", "")
        for field in named_in(lies):
            lies = lies.replace(f"{{{field}}}", "".join(words[field]))
        return lies

    def _find(self, shape: Shape, word: str, lies: str) -> str:
        name = innermost(shape).name.lower()
        for place in (f"{name}-{word}", word):  # `row-8` is the ROW 8, `r2c5` the PLACE r2c5
            for key in (f"{place}.{self._seat}", place):
                if key in self._places:
                    return f"at:{key}"
        if name == "seat":
            return f"seat:{word}"
        zone = next(iter(self.holders(word, lies)), None)
        return f"{zone.key}/{word}" if zone else f"word:{word}"


def words_in(argument: Argument, value: object) -> Iterator[str]:
    """The words of an argument's value, one by one; none if it is left out."""
    if value is not None:
        yield from _words(argument.shape, value)


def _words(shape: Shape, value: object) -> Iterator[str]:
    if isinstance(shape, Joined):
        for part in value:  # type: ignore[attr-defined]  # a tuple of what the shape joins
            yield from _words(shape.item, part)
    else:
        yield shape.write(value)


def innermost(shape: Shape) -> Shape:
    """The shape of the words of an argument."""
    while isinstance(shape, Joined):
        shape = shape.item
    return shape


def named_in(lies: str) -> list[str]:
    """The argument that a pattern of zones names, if it names one: `fresh.{partner}`."""
    return [part.partition("}")[0] for part in lies.split("{")[1:2]]


def is_one_of(zone: ZoneView, patterns: str) -> bool:
    """Whether the name or the key of a zone fits one of several patterns, joined by `|`."""
    return _fits(zone.name, patterns) or _fits(zone.key, patterns)


@lru_cache(4_096)
def _fits(name: str, patterns: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns.split("|"))
