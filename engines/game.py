"""The declaration of a game: seats, options, moves, deck. Knows no table."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, Self, TypeAlias

from msgspec import Struct

from engines.catalogue import Catalogue, no_catalogue
from engines.deck import Deck, load_deck
from engines.how import How, load_how
from engines.layout import Layout, load_layout
from engines.play import Play
from engines.players import Player
from notation.fault import Fault
from notation.header import header_where, in_capitals
from notation.moves import Move, MoveSet
from notation.nearest import did_you_mean
from notation.wording import guess

Read: TypeAlias = Callable[[Mapping[str, Any]], Any]
"""Makes a game's cards from the facts of a deck. Raises BadDeck if they do not fit."""

Describe: TypeAlias = Callable[[Any], Catalogue]
"""Makes the catalogue of a game's cards."""

SetUp: TypeAlias = Callable[..., Any]
"""Makes a table with the cards dealt, from a game, the number of seats, the options and chance.
Raises Fault if chance does not have a shuffle."""

GAME_NAME = "[a-z][a-z0-9_]{0,63}"
"""The pattern of a game's name."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game: the values it may have with each number of seats, the default first.

    If no value means the same as an absent option, there is no default, and `absent` says in words
    what absence means: `{6: ("yes",)}`, `"everyone plays alone"`.
    """

    name: str
    meaning: str
    values: Mapping[int, tuple[str, ...]]
    absent: str | None = None

    @property
    def default(self) -> str | None:
        """The value of an absent option, if there is one."""
        return next(iter(self.values.values()))[0] if self.absent is None else None

    def advice(self, seats: int) -> str:
        """The help for a value that is not allowed with this number of seats."""
        values = ", ".join(self.values.get(seats, ()))
        if not values:
            *others, last = [str(count) for count, allowed in self.values.items() if allowed]
            counts = f"{', '.join(others)} or {last}" if others else last
            return f"leave it out: it is for {counts} seats"
        return f"it can be {values}" + (", or left out" if self.absent is not None else "")

    def choices(self, seats: int) -> tuple[str | None, ...]:
        """Every value with this number of seats; also None if the option can have no value."""
        values = self.values.get(seats, ())
        return values if self.absent is None else (None, *values)


def no_sides(cards: object) -> Mapping[str, str]:
    """The sides of a game's cards of which nobody sees one alone."""
    del cards
    return {}


@dataclass(frozen=True)
class Game:
    """A game: its name in records, its title, and everything declared about it.

    Attributes:
        folder: where its `rules.md` and its `deck.toml` are.
        plays: one for each kind of move, in the order in which legal moves are listed; a table
            that is set up for a variant may choose others.
        read: makes cards of a deck's facts.
        set_up: sets the game up.
        player: the sensible player of `simulate`.
        looks_ahead: whether a player that tries moves in guessed deals, with `player` going on, is
            known to be better than `player` (benchmarks/README.md, "Strength").
        uneven_deals: the piles whose deal depends on the cards that come, because some are set
            aside. The place of a seat's card in such a pile reveals something of others' cards.
        describe: makes the catalogue of the cards.
        sides: makes the names of what people may see of a card instead of all of it, by how a
            record writes that: `PE_` is a pepper whose point side nobody saw.
        faces: the types of `face` in its catalogue.
        details: the types of the facts about zones that its tables give.
        unseen: whether its rules can follow a record that leaves cards out;
            docs/adding-a-game.md, "Unseen cards", says what that takes. If not, a record is
            undetermined from the first unseen card on that a rule looks at.
        users_deck: a user's deck that replaces the game's own.
    """

    name: str
    title: str
    seats: tuple[int, ...]
    rules_versions: tuple[str, ...]
    folder: Path
    moves: MoveSet
    plays: Mapping[type[Move], Play[Any, Any]]
    read: Read
    set_up: SetUp
    player: Player
    options: tuple[Option, ...] = ()
    uneven_deals: frozenset[str] = frozenset()
    describe: Describe = no_catalogue
    sides: Callable[[Any], Mapping[str, str]] = no_sides
    faces: tuple[type[Struct], ...] = ()
    details: tuple[type[Struct], ...] = ()
    unseen: bool = False
    users_deck: Deck | None = None
    looks_ahead: bool = False

    def __post_init__(self) -> None:
        """Raise TypeError if nobody can play a kind of move, or without seats or versions."""
        if not self.rules_versions or not self.seats:
            lacks = "rules_versions" if self.seats else "seats"
            raise TypeError(f"{self.name} has no {lacks}: a game has at least one")
        for spec in self.moves.specs:
            if spec.move not in self.plays:
                raise TypeError(f"{self.name} has the move `{spec.verb}`, but no play for it")

    @property
    def starts(self) -> list[tuple[int, dict[str, str]]]:
        """Every number of seats with every choice of options."""
        names = [option.name for option in self.options]
        return [
            (seats, {name: v for name, v in zip(names, values, strict=True) if v is not None})
            for seats in self.seats
            for values in product(*(option.choices(seats) for option in self.options))
        ]

    @property
    def rules(self) -> Path:
        """The file of its rules."""
        return self.folder / "rules.md"

    @property
    def deck_file(self) -> Path:
        """The file of its own deck."""
        return self.folder / "deck.toml"

    @property
    def how(self) -> How:
        """How it works, in a few lines. Raises BadFile if the file is wrong."""
        return load_how(self.folder / "how.toml")

    @property
    def layout(self) -> Layout:
        """How its table is drawn. Raises BadFile if the file is wrong."""
        return load_layout(self.folder / "layout.toml")

    @cached_property
    def deck(self) -> Deck:
        """The deck that it is played with. Raises BadDeck or OSError if its own cannot be read."""
        return self.users_deck or load_deck(self.deck_file, self.name)

    @cached_property
    def cards(self) -> Any:  # noqa: ANN401 - each game has cards of its own kind
        """The cards of the deck, as the game reads them. Raises BadDeck if they do not fit."""
        return self.read(self.deck.facts)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The catalogue of the cards. Raises BadDeck if they do not fit."""
        return self.describe(self.cards)

    def on(self, deck: Deck) -> Self:
        """This game with another deck. Raises BadDeck if it does not fit the game."""
        game = replace(self, users_deck=deck)
        _ = game.cards
        return game

    def settle(self, options: Mapping[str, str]) -> dict[str, str]:
        """Every option that has a value, given or by default."""
        settled = {o.name: options.get(o.name, o.default) for o in self.options}
        return {name: value for name, value in settled.items() if value is not None}

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the records of this game."""
        from notation.schema import schema  # noqa: PLC0415 - slow to import, seldom asked

        return schema(
            self.moves,
            game=self.name,
            rules=self.rules_versions,
            deck=self.deck.name,
            seats=self.seats,
            options={option.name: option.values for option in self.options},
        )

    def check_rules(self, rules: str) -> None:
        """Raise Fault if this version of the rules is unknown."""
        if rules not in self.rules_versions:
            versions = ", ".join(self.rules_versions)
            raise Fault(
                "cgn.rules-version",
                f'unknown version "{rules}" of the rules of {self.name}',
                f"this engine knows version {versions}",
                header_where("Rules"),
            )

    def check(self, seats: int, options: Mapping[str, str]) -> None:
        """Raise Fault if the game cannot be set up with this number of seats and these options."""
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            raise Fault(
                "cgn.seat-count",
                f"{self.name} is for {low} to {high} players, not {seats}",
                "name the players who took part, and no others",
                header_where("A"),
            )
        for name, value in options.items():
            self._check_option(name, value, seats)

    def _check_option(self, name: str, value: str, seats: int) -> None:
        options = {option.name: option for option in self.options}
        if name not in options:
            message = f"{self.name} has no option `{name}`"
            raise Fault("cgn.option", message, _option_meant(name, options), header_where(name))
        values = options[name].values.get(seats, ())
        if value not in values:
            raise Fault(
                "cgn.option-value",
                f'with {seats} seats, the option `{name}` cannot be "{value}"',
                did_you_mean(value, values) or options[name].advice(seats),
                header_where(name),
            )


def _option_meant(name: str, names: Collection[str]) -> str:
    """The help for an unknown option."""
    if near := did_you_mean(name, names):
        return near
    if capital := in_capitals(name):
        return guess(capital, "names in lower case are options")
    return options_listed(names)


def options_listed(names: Collection[str]) -> str:
    """The names of a game's options, in a sentence.

    >>> options_listed(["kids", "rounds"]), options_listed([])
    ('its options are kids, rounds', 'the game has no options')
    """
    return f"its options are {', '.join(names)}" if names else "the game has no options"
