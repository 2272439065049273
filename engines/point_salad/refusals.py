"""Why a draft is refused: asked only of drafts that are, so it may take its time."""

from typing import TYPE_CHECKING, cast

from engines.legacy import Cause, Illegal
from engines.point_salad.moves import SLOTS, Point, Veg
from engines.table import Table
from engines.zone import Zone
from notation.nearest import did_you_mean

if TYPE_CHECKING:
    from engines.point_salad.table import PointSalad


def of_point(table: "PointSalad", seat: str, move: Point) -> Illegal:
    """Why this seat may not draft that point card (sections Drafting and Flipping)."""
    pile = table.piles[move.pile]
    if pile:
        return _bad_flip(table, seat, cast("str", move.flip))
    return Illegal(
        "empty-pile",
        f"pile {move.pile} is empty",
        at=("pile",),
        label="no card lies here",
        table=_piles(table),
        cause=Cause(
            f"pile {move.pile} ran out here, and no other had two cards to part",
            lambda earlier: not _zone(earlier, pile.key),
        ),
    )


def of_veg(table: "PointSalad", seat: str, move: Veg) -> Illegal:
    """Why this seat may not draft these veggies (sections Drafting and Flipping)."""
    if table.may_draft(move.slots):
        return _bad_flip(table, seat, cast("str", move.flip))
    for index, slot in enumerate(move.slots):
        if not table.market[slot]:
            return _empty_slot(table, slot, index)
        if slot in move.slots[:index]:
            return Illegal(
                "same-slot",
                f"{slot} is named twice, and one veggie lies there",
                at=("slots", index),
                label="drafted already",
                table=_market(table),
            )
    return Illegal(
        "two-veggies",
        f"two veggies are due, not {len(move.slots)}",
        at=("slots",),
        label="two slots are due",
        table=_market(table),
    )


def _empty_slot(table: "PointSalad", slot: str, index: int) -> Illegal:
    return Illegal(
        "empty-slot",
        f"there is no veggie at {slot}",
        at=("slots", index),
        label="nothing lies here",
        table=_market(table),
        cause=Cause(
            f"{slot} was emptied here: pile {slot[0]} had no card left for it",
            lambda earlier: not _zone(earlier, slot),
        ),
    )


def _bad_flip(table: "PointSalad", seat: str, card: str) -> Illegal:
    """Why this card is not the drafter's to flip (section Flipping)."""
    points = table.cards.in_order(table.points[seat].cards)
    holds = f"has the point cards {' '.join(points)}" if points else "has no point card"
    if card not in table.cards.sides:
        advice = did_you_mean(card, points or table.cards.sides)
        return Illegal(
            "no-such-card",
            f"there is no card {card}",
            at=("flip",),
            label="not in the deck",
            table=holds,
            advice=advice,
        )
    zone = next(zone for zone in table.zones() if card in zone)
    rule, message, label = _not_to_flip(table, zone, seat, card)
    return Illegal(
        rule, message, at=("flip",), label=label, table=holds, cause=_arrival(zone, card)
    )


def _not_to_flip(table: "PointSalad", zone: Zone, seat: str, card: str) -> tuple[str, str, str]:
    """The rule that keeps a card in this zone from being flipped, a message, and a label."""
    if zone.name == "veggies" or zone.name in SLOTS:
        return (
            "no-way-back",
            f"{card} lies on its veggie side, and stays so",
            f"{table.cards.veggie_of[card]} side up",
        )
    if zone.owner:
        return "own-card", f"{card} is a point card of {zone.owner}", f"{zone.owner} has it"
    return "own-card", f"{card} is not a point card of {seat}", f"{seat} does not have it"


def _arrival(zone: Zone, card: str) -> Cause | None:
    """The ply at which this card came to a tableau or the market; None for other zones."""
    if zone.name in SLOTS:
        message = f"{card} came to {zone.name} here"
    elif zone.owner:
        side = "veggie" if zone.name == "veggies" else "point card"
        message = f"{card} became a {side} of {zone.owner} here"
    else:
        return None
    return Cause(message, lambda earlier: card in _zone(earlier, zone.key))


def _zone(table: Table, key: str) -> Zone:
    return next(zone for zone in table.zones() if zone.key == key)


def _piles(table: "PointSalad") -> str:
    tops = [f"{pile.top} on pile {name}" for name, pile in table.piles.items() if pile]
    return f"sees {', '.join(tops)}" if tops else "sees three empty piles"


def _market(table: "PointSalad") -> str:
    veggies = [
        f"{slot} {table.cards.veggie_of[card]}"
        for slot, place in table.market.items()
        if (card := place.top) is not None
    ]
    return f"sees {', '.join(veggies)}" if veggies else "sees an empty market"
