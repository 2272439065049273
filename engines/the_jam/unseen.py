"""Decisions in travel that depend on recipes nobody wrote down, and what these decisions show.

The numbers in brackets are the sections of rules.md.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain
from typing import TypeAlias

from engines.the_jam.cards import Kind
from engines.the_jam.state import BID, COSTS, PIE, PLAY, JamPhase, TheJam
from engines.unseen import Unseen, UnseenCard, kinds
from notation.record import UNKNOWN_CARD, Ply

Cards: TypeAlias = Sequence[str]


def can_bid(table: TheJam, seat: str) -> bool:
    """Whether a seat's jams beat the last bid, although its known jams do not (9)."""
    unseen, cards = table.unseen, table.cards
    if unseen is None or not table.hides_recipes(seat):
        return False
    can, least = unseen.is_asked(table, seat, BID), cards.points(table.bid) + 1

    def off(*zones: Sequence[str]) -> int:
        points = cards.points(_of_kind(table, zones, "jam"))
        return max(0, least - points if can else points - least + 1)

    unseen.must_hold(table.pantries[seat].zones, off)
    return can


def has_several(table: TheJam, seat: str, phase: JamPhase) -> bool:
    """Whether a seat can choose what a guest costs, although the known recipes leave no choice."""
    unseen = table.unseen
    if unseen is None or not table.hides_recipes(seat):
        return False
    several = unseen.is_asked(table, seat, phase)

    def off(*zones: Sequence[str]) -> int:
        kinds = len({*_of_kind(table, zones, COSTS[phase])})
        return max(0, 2 - kinds if several else kinds - 1)

    unseen.must_hold(table.pantries[seat].zones, off)
    return several


def forfeited(table: TheJam, seat: str, kind: Kind) -> Sequence[str]:
    """The unseen recipe that a guest costs without a choice, taken to be of this kind (9, 10)."""
    unseen = table.unseen
    if unseen is None or not table.hides_recipes(seat):
        return ()
    (card,) = unseen.handed(table.pantries[seat].recipes, [UNKNOWN_CARD])
    unseen.must_be(card, {code for code, recipe in table.cards.of.items() if recipe.kind == kind})
    return (card,)


def likely_jam(table: TheJam, card: str) -> str:
    """The jam that goes to the basket: the known one, or else one that the record names later."""
    unseen = table.unseen
    if unseen is None or not isinstance(card, UnseenCard):
        return card
    unseen.open_up(table.basket.zone)
    jams = unseen.left(card) or kinds(card)
    moves = [entry.move for entry in unseen.ahead() if isinstance(entry, Ply)]
    named = (jam for jam in jams if any(jam in move for move in moves))
    return unseen.identify(card, next(named, jams[0]))


def host_of_bear(table: TheJam) -> str | None:
    """Who gets the Bear: the seat with the most pies, the drawer first; None if nobody (10)."""
    unseen, seats = table.unseen, table.clockwise(table.whose_turn)
    pies = {seat: len(table.completed(seat, "pie")) for seat in seats}
    host: str | None = max(pies, key=pies.__getitem__)
    if unseen is None or not table.hides_recipes(*seats):
        return host if any(pies.values()) else None
    host = next((seat for seat in seats if unseen.goes_on(table, seat, PIE)), None)
    if host is None:
        silent = _silent_hosts(table, unseen)
        may_be = [seat for seat in silent if pies[seat] or table.hides_recipes(seat)]
        host = max(may_be, key=pies.__getitem__) if may_be else None
    _note_pies(table, unseen, host)
    return host


def _silent_hosts(table: TheJam, unseen: Unseen) -> Sequence[str]:
    """The seats that may have got the Bear without a choice of what to give up for him (10).

    If the drawer plays on, another seat got him.
    """
    drawer, *others = table.clockwise(table.whose_turn)
    unseen.open_up(turn=True)
    if unseen.goes_on(table, drawer, PLAY):
        return others
    ended = any(unseen.goes_on(table, other, PLAY) for other in others)
    return [drawer] if ended else [drawer, *others]


def _note_pies(table: TheJam, unseen: Unseen, host: str | None) -> None:
    """Note that no seat has more pies than the host, or any if there is none (10)."""
    seats = table.clockwise(table.whose_turn)
    for at, seat in enumerate(seats):
        if host is None:
            unseen.must_hold(table.pantries[seat].zones, partial(_pies_over, table, 0))
        elif seat != host:
            least = int(at < seats.index(host))
            zones = (*table.pantries[seat].zones, *table.pantries[host].zones)
            unseen.must_hold(zones, partial(_pies_over, table, least))


def _pies_over(
    table: TheJam, least: int, piled: Cards, fresh: Cards, most: Cards = (), more: Cards = ()
) -> int:
    """By how many pies a seat has too many: it has `least` fewer than the host, named last."""
    theirs, own = (_of_kind(table, both, "pie") for both in ((piled, fresh), (most, more)))
    return max(0, len(theirs) + least - len(own))


def note_bid(table: TheJam, seat: str, jams: Sequence[str]) -> None:
    """Note that recipes which a seat bids are its own (9)."""
    if table.unseen is not None:
        pantry, left = table.pantries[seat], [*jams]
        for card in pantry.fresh:
            if card in left:
                left.remove(card)
        table.unseen.lie_in(pantry.recipes, left)


def decide_oldest(table: TheJam, seat: str, card: str) -> None:
    """Decide whether a recipe that lies open has an older like one on the pile (7, 11)."""
    pantry = table.pantries[seat]
    if table.unseen is not None and card in pantry.fresh:
        table.unseen.is_absent(pantry.recipes, card, table.basket.zone)


def _of_kind(table: TheJam, zones: Iterable[Iterable[str]], kind: Kind) -> list[str]:
    of = table.cards.of
    return [card for card in chain.from_iterable(zones) if of[card].kind == kind]
