"""What a player may do in Point Salad. The numbers in brackets are the sections of rules.md."""

from collections.abc import Iterator, Mapping
from typing import Any

from engines.play import Illegal, Play, Reason, Reveals, Seen
from engines.point_salad import words
from engines.point_salad.flow import end_turn, flip, refill, remake
from engines.point_salad.moves import SLOTS, VEGGIES_A_TURN, Point, Veg
from engines.point_salad.state import PointSalad
from engines.unseen import may_be
from engines.wording import Sentence
from notation.moves import Move
from notation.nearest import did_you_mean


class DraftingPoint(Play[PointSalad, Point]):
    """Take the top point card of a pile, and flip a point card or none (2, 3)."""

    move = Point

    def check(self, table: PointSalad, seat: str, move: Point) -> None:
        has_a_card(table, seat, move.pile)
        if move.flip is not None:
            may_flip(table, seat, move.flip, table.piles[move.pile].top)

    def candidates(self, table: PointSalad, seat: str) -> Iterator[Point]:
        points = table.points[seat].cards
        for name, pile in table.piles.items():
            if (top := pile.top) is not None:
                flips = (None, *table.cards.in_order((*points, top)))
                yield from [Point(name, card) for card in flips]

    def apply(self, table: PointSalad, seat: str, move: Point) -> Reveals:
        # No slot is refilled: no empty slot has cards in its pile.
        pile = table.piles[move.pile]
        card = pile.draw()
        if table.unseen is not None:
            card = table.unseen.shown(card, 0)
        table.points[seat].put(card)
        if not pile:
            remake(table, pile)
        if move.flip is not None:
            flip(table, seat, move.flip)
        end_turn(table, seat)
        return [(card, None)]

    def sentence(self, table: PointSalad, seat: str, move: Point, reveals: Seen) -> Sentence:
        drafted = reveals[0]
        drafted = drafted if drafted in table.cards.texts else None
        text = table.cards.texts[drafted] if drafted else ""
        turned = _flip(table, move.flip, drafted)
        return words.drafting_point(table.piles[move.pile].key, drafted, text, turned)


class DraftingVeggies(Play[PointSalad, Veg]):
    """Take two veggies of the market, or the last one, and flip a point card or none (2, 3)."""

    move = Veg

    def check(self, table: PointSalad, seat: str, move: Veg) -> None:
        slots = move.slots
        for slot in slots:
            has_a_veggie(table, seat, slot, slots)
        names_two_slots(table, seat, slots)
        if move.flip is not None:
            may_flip(table, seat, move.flip)

    def candidates(self, table: PointSalad, seat: str) -> list[Veg]:
        flips = [None, *table.cards.in_order(table.points[seat].cards)]
        return [Veg(slots, card) for slots in table.pairs() for card in flips]

    def apply(self, table: PointSalad, seat: str, move: Veg) -> Reveals:
        drafted = [table.market[slot].draw() for slot in move.slots]
        table.veggies[seat].put_all(drafted)
        if move.flip is not None:
            flip(table, seat, move.flip)
        reveals: Reveals = [(card, None) for card in (*drafted, *refill(table, move.slots))]
        end_turn(table, seat)
        return reveals

    def sentence(self, table: PointSalad, seat: str, move: Veg, reveals: Seen) -> Sentence:
        veggies = [
            (card, table.cards.veggie_seen(card)) if card else None
            for card in reveals[: len(move.slots)]
        ]
        return words.drafting_veggies(move.slots, veggies, _flip(table, move.flip))


PLAYS: Mapping[type[Move], Play[Any, Any]] = {Point: DraftingPoint(), Veg: DraftingVeggies()}
"""What a player may do, in the order in which moves are listed."""


def _flip(table: PointSalad, code: str | None, drafted: str | None = None) -> words.Flip | None:
    """What a sentence says of a card flipped, if one is."""
    if code is None:
        return None
    cards = table.cards
    return words.Flip(code, cards.faces[code], cards.veggie_of[code], code == drafted)


def has_a_card(table: PointSalad, seat: str, pile: str) -> None:
    """A point card is drafted from the top of a pile that has one (2)."""
    if not table.piles[pile]:
        raise Illegal(has_a_card, _empty_pile, table, seat, pile)


def _empty_pile(table: PointSalad, _: str, pile: str) -> Reason:
    tops = [f"{zone.top} on pile {name}" for name, zone in table.piles.items() if zone]
    return Reason(
        "empty-pile",
        f"pile {pile} is empty",
        at=("pile",),
        label="no card is left here",
        table=f"sees {', '.join(tops) or 'three empty piles'}",
        since=f"pile {pile} ran out here, and no other pile had two cards to split",
    )


def has_a_veggie(table: PointSalad, seat: str, slot: str, named: tuple[str, ...]) -> None:
    """A veggie is drafted from a slot that holds one (2)."""
    if not table.market[slot]:
        raise Illegal(has_a_veggie, _empty_slot, table, seat, slot, named)


def _empty_slot(table: PointSalad, _: str, slot: str, named: tuple[str, ...]) -> Reason:
    return Reason(
        "empty-slot",
        f"there is no veggie at {slot}",
        at=("slots", named.index(slot)),
        label="no veggie is here",
        table=_market(table),
        since=f"{slot} was emptied here: pile {slot[0]} had no card left for it",
    )


def names_two_slots(table: PointSalad, seat: str, slots: tuple[str, ...]) -> None:
    """Two slots are named, each once; one only if its veggie is the last in the market (2)."""
    if len(slots) == VEGGIES_A_TURN:
        if slots[0] == slots[1]:
            raise Illegal(names_two_slots, _named_twice, table, seat, slots)
    elif len(slots) != 1 or len(table.filled_slots()) != 1:
        raise Illegal(names_two_slots, _wrong_number, table, seat, slots)


def _named_twice(table: PointSalad, _: str, slots: tuple[str, ...]) -> Reason:
    return Reason(
        "same-slot",
        f"{slots[1]} is named twice, but it holds only one veggie",
        at=("slots", 1),
        label="already drafted",
        table=_market(table),
    )


def _wrong_number(table: PointSalad, _: str, slots: tuple[str, ...]) -> Reason:
    return Reason(
        "two-veggies",
        f"two veggies must be drafted, not {len(slots)}",
        at=("slots",),
        label="name two slots",
        table=_market(table),
    )


def may_flip(table: PointSalad, seat: str, card: str, drafted: str | None = None) -> None:
    """A card flipped is a point card of the seat, the one just drafted included (3)."""
    if drafted is not None and may_be(drafted, card):
        return
    if card not in table.points[seat]:
        is_in_the_deck(table, seat, card)
        zone = next(zone for zone in table.zones() if card in zone)
        shows_points(table, seat, card, zone.name, zone.owner)
        is_own(table, seat, card, zone.name, zone.owner)


def is_in_the_deck(table: PointSalad, seat: str, card: str) -> None:
    """A card is named by its code, and the deck has that card (3)."""
    if card not in table.cards.sides:
        raise Illegal(is_in_the_deck, _no_such_card, table, seat, card)


def _no_such_card(table: PointSalad, seat: str, card: str) -> Reason:
    points = table.cards.in_order(table.points[seat].cards)
    return Reason(
        "no-such-card",
        f"there is no card {card}",
        at=("flip",),
        label="not in the deck",
        table=_points(table, seat),
        advice=did_you_mean(card, points or table.cards.sides),
    )


def shows_points(table: PointSalad, seat: str, card: str, name: str, owner: str | None) -> None:
    """A card flipped is not in this zone with its veggie side up (3)."""
    if (name == "veggies" or name in SLOTS) and card in table.zone(name, owner):
        raise Illegal(shows_points, _no_way_back, table, seat, card, name, owner)


def _no_way_back(table: PointSalad, seat: str, card: str, name: str, owner: str | None) -> Reason:
    return Reason(
        "no-way-back",
        f"{card} is on its veggie side, and stays on it",
        at=("flip",),
        label=f"{table.cards.veggie_of[card]} side up",
        table=_points(table, seat),
        since=f"{card} became a veggie of {owner} here"
        if owner
        else f"{card} was turned up at {name} here",
    )


def is_own(table: PointSalad, seat: str, card: str, name: str, owner: str | None) -> None:
    """A card flipped is not in this zone, which is not the seat's own (3)."""
    if owner != seat and card in table.zone(name, owner):
        raise Illegal(is_own, _not_own, table, seat, card, name, owner)


def _not_own(table: PointSalad, seat: str, card: str, name: str, owner: str | None) -> Reason:
    return Reason(
        "own-card",
        f"{card} is {f'a point card of {owner}' if owner else f'not a point card of {seat}'}",
        at=("flip",),
        label=f"{owner} has it" if owner else f"{seat} does not have it",
        table=_points(table, seat),
        since=f"{card} became a point card of {owner} here" if owner else None,
    )


def _points(table: PointSalad, seat: str) -> str:
    points = table.cards.in_order(table.points[seat].cards)
    return f"has the point cards {' '.join(points)}" if points else "has no point card"


def _market(table: PointSalad) -> str:
    veggies = [
        f"{slot} {table.cards.veggie_shown(card) or 'a veggie'}"
        for slot, place in table.market.items()
        if (card := place.top) is not None
    ]
    return f"sees {', '.join(veggies) or 'an empty market'}"
