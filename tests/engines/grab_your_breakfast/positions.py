"""Positions of Grab Your Breakfast for tests."""

from engines.grab_your_breakfast import GAME
from engines.grab_your_breakfast.flow import set_up
from engines.grab_your_breakfast.moves import COLUMNS
from engines.grab_your_breakfast.state import GrabYourBreakfast
from engines.zone import Zone
from tests.engines.tables import Unshuffled, shuffles


def deal(seats: int = 2) -> GrabYourBreakfast:
    """A game at its start, tiles and hand cards unshuffled."""
    return set_up(GAME, seats, {}, Unshuffled())


def position(*rows: str, seats: int = 2, **zones: str) -> GrabYourBreakfast:
    """A game with these rows on the board and these cards in its zones, the rest as dealt.

    A row has a word for each stack: `egg/jam` (egg above jam), `egg`, or `-`; rows not given are
    empty. Hands are named by their seat, the tiles it has taken by the small letter:
    `A="egg egg", a="jam"`. The draw pile is written from its top, the discard pile oldest first.
    """
    table = deal(seats)
    words = [word for row in rows for word in row.split()]
    assert len(words) == COLUMNS * len(rows)
    for stack in table.board.values():
        word = words.pop(0) if words else "-"
        _lay(stack, [tile for tile in word.split("/") if tile != "-"])
    for name, laid in zones.items():
        _lay(_zone(table, name), laid.split()[:: -1 if name == "discard" else 1])
    shuffles(table).clear()
    return table


def _lay(zone: Zone, cards: list[str]) -> None:
    zone.gather()
    zone.lay(cards)


def _zone(table: GrabYourBreakfast, name: str) -> Zone:
    seat = name.upper()
    if seat in table.seats:
        return table.hands[seat] if name == seat else table.tiles[seat]
    return {"draw": table.draw, "discard": table.discard}[name]


def cards(table: GrabYourBreakfast, name: str) -> str:
    """The cards of a zone, named and written as in `position`; hands and tiles sorted."""
    zone = _zone(table, name)
    if zone.owner:
        return " ".join(sorted(zone.cards))
    return " ".join(zone.cards[:: -1 if name == "discard" else 1])


def play(table: GrabYourBreakfast, *texts: str) -> list[tuple[str, str | None]]:
    """Play moves by the seats to act; the reveals of the last one."""
    reveals: list[tuple[str, str | None]] = []
    for text in texts:
        assert table.to_act is not None
        reveals = table.play(table.to_act, GAME.moves.parse(text))
    return reveals


def listed(table: GrabYourBreakfast) -> list[str]:
    """Every legal move, in writing."""
    return [GAME.moves.write(move) for move in table.moves()]


def free(table: GrabYourBreakfast) -> str:
    """The places whose uppermost tile is free."""
    return " ".join(place for place, _ in table.free_tiles())
