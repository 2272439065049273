"""A check that every game passes, and what it says of one that does not."""

from collections.abc import Callable
from inspect import unwrap
from pathlib import Path
from typing import Any

from msgspec import Struct

from engines.game import Game
from engines.installed import place as file_place
from engines.installed import place_in
from replays.general.broken import Broken
from replays.general.deal import Deal

DEALS = 30
"""How many games a check plays by default."""

_LONGEST = 300
"""The most characters quoted of an exception."""


class Failure(AssertionError):
    """A check that a game does not pass.

    Attributes:
        check: what should hold.
        message: what was found.
        advice: what to do about it.
        place: the file of the game and the line, `posy/rules.py, line 80`; empty if there is none.
        deal: in which game it was found, `deal 7 (3 seats), after 12 plies: place rose-3`; empty if
            the check plays none.
    """

    def __init__(self, check: str, message: str, advice: str, place: str, deal: str) -> None:
        super().__init__(check, message, advice, place, deal)
        self.check = check
        self.message = message
        self.advice = advice
        self.place = place
        self.deal = deal

    def __str__(self) -> str:
        """All of it, a fact a line."""
        facts = (("at", self.place), ("in", self.deal), ("help", self.advice))
        lines = [f"  {name}: {text}" for name, text in facts if text]
        return "\n".join([f"{self.check}: {self.message}", *lines])


class Check(Struct, frozen=True):
    """Something that holds in every game; the name of its function says what.

    `run` takes a deal, or the game itself if the check plays none. It raises Broken, or whatever
    the game raises.
    """

    run: Callable[[Any], None]
    plays: bool = True

    def __str__(self) -> str:
        """What holds."""
        return self.run.__name__.replace("_", " ")

    def __call__(self, game: Game, deals: int = DEALS) -> None:
        """Check a game. Raises Failure at the first thing that does not hold."""
        for number in range(deals if self.plays else 1):
            self.of_deal(game, number)

    def of_deal(self, game: Game, number: int) -> None:
        """Check one deal of a game. Raises Failure."""
        deal: Deal | None = None
        try:
            if self.plays:
                deal = Deal(game, number)
            self.run(deal or game)
        except Broken as broken:
            place = placed(game, broken.place) if broken.place else ""
            raise self._failed(broken.message, broken.advice, place, deal) from None
        except Exception as error:
            advice = "the game's code raised this: mend it there"
            raise self._failed(_told(error), advice, place_in(game.folder, error), deal) from error

    def _failed(self, message: str, advice: str, place: str, deal: Deal | None) -> Failure:
        return Failure(str(self), message, advice, place, "" if deal is None else _where(deal))


def _where(deal: Deal) -> str:
    options = "".join([f", {name}={value}" for name, value in deal.options.items()])
    where = f"deal {deal.number} ({deal.seats} seats{options})"
    if deal.last is None:
        return where
    return f"{where}, after {deal.plies} plies: {deal.game.moves.write(deal.last)}"


def _told(error: Exception) -> str:
    text = " ".join(str(error).split())[:_LONGEST]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def placed(game: Game, place: Callable[..., Any] | tuple[Path, int]) -> str:
    """A place in the files of a game; empty for a function that is not the game's."""
    if isinstance(place, tuple):
        return file_place(game.folder, *place)
    code = getattr(unwrap(place), "__code__", None)
    if code is None or not Path(code.co_filename).is_relative_to(game.folder):
        return ""
    return file_place(game.folder, Path(code.co_filename), code.co_firstlineno)
