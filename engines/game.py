"""What is known of a game before it is played: seats, options, moves, deck. Knows no table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from engines.deck import Deck
from notation.header import BadHeader
from notation.moves import Move, MoveSet
from notation.nearest import did_you_mean
from notation.schema import schema

if TYPE_CHECKING:
    from engines.table import Table

Choose: TypeAlias = Callable[[int], int]
"""An index below n, from the stream of a simulation."""

Player: TypeAlias = Callable[[Any, Choose], Move]
"""Somebody who picks a legal move for the seat to act, given the table of the game."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game: the values it may have with each number of seats, the default first."""

    name: str
    meaning: str
    values: Mapping[int, tuple[str, ...]]

    @property
    def default(self) -> str:
        """The value that an absent option has."""
        return next(iter(self.values.values()))[0]


@dataclass(frozen=True)
class Game:
    """A game: its name in records, its title, and all that is declared about it.

    `table` sets a game up; `player` is the sensible player of `simulate`.
    """

    name: str
    title: str
    seats: tuple[int, ...]
    rules_versions: tuple[str, ...]
    moves: MoveSet
    deck: Deck
    table: "Callable[..., Table]"
    player: Player
    options: tuple[Option, ...] = ()

    def settle(self, options: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value, absent ones with their default."""
        return {option.name: options.get(option.name, option.default) for option in self.options}

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the records of this game."""
        return schema(
            self.moves,
            game=self.name,
            rules=self.rules_versions,
            deck=self.deck.name,
            seats=self.seats,
            options={option.name: option.values for option in self.options},
        )

    def check(self, rules: str, deck: str | None, seats: int, options: Mapping[str, str]) -> None:
        """Raise BadHeader where no such game can be set up."""
        if rules not in self.rules_versions:
            known = ", ".join(self.rules_versions)
            raise BadHeader(
                "cgn.rules-version",
                f'version "{rules}" of the rules of {self.name} is not known here',
                "Rules",
                f"this engine knows version {known}",
            )
        if deck is not None and deck != self.deck.name:
            raise BadHeader(
                "cgn.deck",
                f'the deck "{deck}" is not known here',
                "Deck",
                f'leave the tag out, or write [Deck "{self.deck.name}"]',
            )
        if seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            raise BadHeader(
                "cgn.seat-count",
                f"{self.name} is for {low} to {high} players, not {seats}",
                "A",
                "name the players that took part, and no others",
            )
        for name, value in options.items():
            self._check_option(name, value, seats)

    def _check_option(self, name: str, value: str, seats: int) -> None:
        known = {option.name: option for option in self.options}
        if name not in known:
            advice = did_you_mean(name, known) or (
                f"its options are {', '.join(known)}" if known else "it has none"
            )
            raise BadHeader("cgn.option", f"{self.name} has no option `{name}`", name, advice)
        values = known[name].values[seats]
        if value not in values:
            raise BadHeader(
                "cgn.option-value",
                f'with {seats} seats, the option `{name}` cannot be "{value}"',
                name,
                did_you_mean(value, values) or f"it can be {', '.join(values)}",
            )
