"""Positions of Triggs for tests."""

from collections.abc import Mapping

from engines.triggs import GAME
from engines.triggs.flow import obsolete_values, set_up
from engines.triggs.state import Triggs
from engines.zone import Zone
from tests.engines.tables import Unshuffled, shuffles

FULL = dict.fromkeys(map(str, range(1, 13)), 0)
"""A sheet without a free box."""


def deal(seats: int = 2) -> Triggs:
    """A game at its start, with the deck unshuffled: 1s on top, 12s at the bottom."""
    return set_up(GAME, seats, {}, Unshuffled())


def position(
    *,
    seats: int = 2,
    free: Mapping[str, Mapping[str, int]] | None = None,
    **zones: str,
) -> Triggs:
    """A game with these cards in its zones, and these boxes free; the rest as dealt.

    Cards are separated by spaces: a pile's from the top, the discard pile's oldest first. Hands
    are named by their seat: `position(A="3 4", left="12 1", free={"A": {"11": 2}})`.
    """
    table = deal(seats)
    for name, laid in zones.items():
        lay(table, name, laid)
    for seat, boxes in (free or {}).items():
        table.free[seat].update(boxes)
    table.obsolete = obsolete_values(table)
    shuffles(table).clear()
    return table


def lay(table: Triggs, name: str, laid: str) -> None:
    """Put exactly these cards, written as in `position`, into a zone."""
    zone = _zone(table, name)
    zone.gather()
    zone.lay(laid.split()[:: -1 if name == "discard" else 1])


def _zone(table: Triggs, name: str) -> Zone:
    return next(zone for zone in table.zones() if name == (zone.owner or zone.name))


def cards(table: Triggs, name: str) -> str:
    """The cards of a pile from the top, of the discard pile oldest first, of a hand sorted."""
    zone = _zone(table, name)
    if zone.owner:
        return " ".join(sorted(zone.cards, key=int))
    return " ".join(zone.cards[:: -1 if name == "discard" else 1])


def play(table: Triggs, *texts: str) -> list[tuple[str, str | None]]:
    """Play moves by the seats to act; the reveals of the last one."""
    reveals: list[tuple[str, str | None]] = []
    for text in texts:
        assert table.to_act is not None
        reveals = table.play(table.to_act, GAME.moves.parse(text))
    return reveals


def listed(table: Triggs, verb: str) -> list[str]:
    """The legal moves with this verb, in listed order."""
    texts = [GAME.moves.write(move) for move in table.moves()]
    return [text for text in texts if text.split()[0] == verb]
