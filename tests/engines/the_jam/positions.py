"""Positions of The Jam for tests."""

from collections import Counter
from collections.abc import Mapping

from engines.the_jam import GAME, set_up
from engines.the_jam.cards import Cards
from engines.the_jam.pantry import Recipe
from engines.the_jam.state import TheJam
from engines.zone import Zone
from notation.chance import Chance
from notation.moves import Move
from tests.engines.tables import Unshuffled, shuffles

CARDS: Cards = GAME.cards

CONE = "cone-jam:cone"


def deal(seats: int = 2, variant: str | None = None, seed: str = "jam") -> TheJam:
    """A game at its start."""
    return set_up(GAME, seats, options(variant), Chance(seed))


def options(variant: str | None) -> dict[str, str]:
    return {"variant": variant} if variant else {}


def position(  # noqa: PLR0913 - all that lies on a table
    variant: str | None = None,
    *,
    seats: int = 2,
    hands: Mapping[str, str] | None = None,
    made: Mapping[str, str] | None = None,
    tasks: Mapping[str, str] | None = None,
    basket: str = "",
    deck: str = "",
) -> TheJam:
    """A game in which it is A's turn to play, with these cards on the table and no others.

    Cards are separated by spaces, those of deck and basket from the top. Recipes are `made` in the
    order given, seat after seat; `<` parts one from what lies on it (`+` between several), `@`
    a recipe from its age: `apple-jam:cherry`, `cherry-pie:dogwood<cherry-jam:peach`,
    `cone-jam:cone@7`. Tasks not given are `W1 G1 Y1`.
    """
    table = set_up(GAME, seats, options(variant), Unshuffled())
    for zone in table.zones():
        zone.gather()
    table.reveal()
    table.turns = 100
    age = 0
    for seat, pantry in table.pantries.items():
        table.hands[seat].put_all((hands or {}).get(seat, "").split())
        if table.variant.tasks:
            table.zone("tasks", seat).lay((tasks or {}).get(seat, "W1 G1 Y1").split())
        for written in (made or {}).get(seat, "").split():
            rest, _, under = written.partition("<")
            card, _, number = rest.partition("@")
            ingredients = under.split("+") if under else []
            pantry.add(Recipe(card, int(number or age), ingredients), turn=0)
            age += 1
    table.deck.lay(deck.split())
    table.basket.zone.lay(basket.split())
    laid = Counter(card for zone in table.zones() for card in zone.cards if ":" in card)
    assert laid <= Counter(CARDS.deck), "the deck does not have these cards, or not as many"
    shuffles(table).clear()
    return table


def cards(table: TheJam, key: str) -> str:
    """The cards of a zone from the top, of an unordered one in deck order."""
    zone = _zone(table, key)
    return " ".join(zone.cards if zone.ordered else sorted(zone.cards, key=CARDS.deck.index))


def _zone(table: TheJam, key: str) -> Zone:
    return next(zone for zone in table.zones() if zone.key == key)


def play(table: TheJam, *texts: str) -> list[str]:
    """Play moves by the seats to act; the reveals of the last one."""
    reveals: list[str] = []
    for text in texts:
        assert table.to_act is not None
        shown = table.play(table.to_act, GAME.moves.parse(text))
        reveals = [f"{card}" if seat is None else f"{card}={seat}" for card, seat in shown]
    return reveals


def written(moves: list[Move]) -> list[str]:
    """The text of moves."""
    return [GAME.moves.write(move) for move in moves]


def listed(table: TheJam, verb: str = "") -> list[str]:
    """The legal moves with this verb, in listed order."""
    return [text for text in written(table.moves()) if text.split()[0].startswith(verb)]
