"""Karlsman and The Bear: who gets them, and what it costs (rules.md, 9 and 10)."""

from collections.abc import Iterable
from enum import Enum
from itertools import chain, takewhile
from typing import TYPE_CHECKING

from engines.the_jam import refusals, refused_deals
from engines.the_jam.cards import BEAR, KARLSMAN
from engines.the_jam.due import COSTS, Due

if TYPE_CHECKING:
    from engines.play import Reveals
    from engines.the_jam.moves import Bid, Forfeit, Pass
    from engines.the_jam.sides import Side
    from engines.the_jam.table import TheJam

GUESTS = frozenset((KARLSMAN, BEAR))
"""The cards that are raffled as soon as they are drawn."""


class Outcome(Enum):
    """How a raffle stands."""

    ASKING = "a seat is asked"
    STAYS = "the drawer has the card, and its turn ends"
    GONE = "the drawer does not have it, and draws again"


def raffle(table: "TheJam", guest: str) -> Outcome:
    """Raffle Karlsman or The Bear, whom the side at turn has just drawn."""
    if guest == BEAR:
        return _welcome_bear(table)
    table.middle.put(guest)
    return _ask(table, chain((table.side,), table.side.others()))


def _ask(table: "TheJam", sides: Iterable["Side"]) -> Outcome:
    """Ask the first of these sides that can bid more; where there is none, Karlsman goes (9)."""
    for side in sides:
        if table.can_bid(side):
            table.ask(side, Due.BID)
            return Outcome.ASKING
    return _award_karlsman(table)


def bid(table: "TheJam", move: "Bid") -> "Reveals":
    """Bid jams for Karlsman (9)."""
    if table.due is not Due.BID or not _may_bid(table, move.jams):
        raise refused_deals.of_bid(table, move)
    table.bidder, table.bid = table.asked, move.jams
    return _answered(table)


def _may_bid(table: "TheJam", jams: tuple[str, ...]) -> bool:
    of = table.cards.of
    return (
        table.asked.pantry.holds(jams)
        and all(of[card].kind == "jam" for card in jams)
        and table.cards.points(jams) > table.cards.points(table.bid)
    )


def decline(table: "TheJam", move: "Pass") -> "Reveals":
    """Bid nothing for Karlsman (9)."""
    del move
    if table.due is not Due.BID:
        raise refusals.not_asked(table)
    return _answered(table)


def _answered(table: "TheJam") -> "Reveals":
    reveals = table.reveal()
    others = takewhile(lambda side: side is not table.side, table.asked.others())
    table.carry_on(_ask(table, others))
    return reveals


def _award_karlsman(table: "TheJam") -> Outcome:
    """Karlsman goes to the last bidder for its jams, or stays for one of the drawer's (9)."""
    karlsman, side, jams = table.middle.draw(), table.bidder, table.bid
    table.bidder, table.bid = None, ()
    if side is None:
        table.side.guests.put(karlsman)
        return _charge(table, table.side, Due.JAM)
    side.guests.put(karlsman)
    for card in jams:
        _clear(table, side, card)
    table.shuffle_in(jams)
    return _outcome(table, side)


def _welcome_bear(table: "TheJam") -> Outcome:
    """The Bear goes to the side with the most pies, for one of them (10)."""
    sides = [table.side, *table.side.others()]
    pies = [len(table.recipes_of(side, "pie")) for side in sides]
    if not any(pies):
        if table.deck:
            table.shuffle_in([BEAR])
        else:
            table.box.put(BEAR)
        return Outcome.GONE
    winner = sides[pies.index(max(pies))]
    winner.guests.put(BEAR)
    return _charge(table, winner, Due.PIE)


def _charge(table: "TheJam", side: "Side", due: Due) -> Outcome:
    """Have a side give a recipe up: it is asked where it has several kinds of them."""
    choices = list(dict.fromkeys(table.recipes_of(side, COSTS[due])))
    if len(choices) > 1:
        table.ask(side, due)
        return Outcome.ASKING
    if choices:
        _give_up(table, side, choices[0], due)
    return _outcome(table, side)


def forfeit(table: "TheJam", move: "Forfeit") -> "Reveals":
    """Give a jam up for Karlsman, or a pie for The Bear (9, 10)."""
    side, due, card = table.asked, table.due, move.card
    if due not in COSTS or card not in side.pantry or table.cards.of[card].kind != COSTS[due]:
        raise refused_deals.of_forfeit(table, move)
    reveals = table.reveal()
    _give_up(table, side, card, due)
    table.carry_on(_outcome(table, side))
    return reveals


def _give_up(table: "TheJam", side: "Side", card: str, due: Due) -> None:
    """A jam goes to the basket, a pie into the deck."""
    _clear(table, side, card)
    if due is Due.JAM:
        table.basket.put(card)
    else:
        table.shuffle_in([card])


def _clear(table: "TheJam", side: "Side", card: str) -> None:
    """Take a recipe away from a side; what lies on it goes to the basket."""
    for ingredient in side.pantry.take(card).under:
        table.basket.put(ingredient)


def _outcome(table: "TheJam", side: "Side") -> Outcome:
    return Outcome.STAYS if side is table.side else Outcome.GONE
