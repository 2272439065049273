"""Attacks and the answers to them (sections 5 and 6 of rules.md)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from engines.turkey_my_mayonnaise import blocked
from engines.turkey_my_mayonnaise.cards import SEND_BACK, STEAL, SWATTER, WILD
from engines.turkey_my_mayonnaise.due import Due
from engines.turkey_my_mayonnaise.listing import may_send_back

if TYPE_CHECKING:
    from engines.play import Reveals
    from engines.turkey_my_mayonnaise.moves import Penalize, SendBack, Spoil, Steal, Swat
    from engines.turkey_my_mayonnaise.sandwich import Sandwich
    from engines.turkey_my_mayonnaise.sides import Seat
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack under way. Its card lies in the zone `played` until it is over.

    Attributes:
        by: the seat that attacks: with Send It Back, the one that showed it.
        at: the recipe attacked.
        prey: the ingredient to be stolen or spoiled.
        onto: where a stolen one goes, and `double` whether it fills two slots there.
    """

    by: "Seat"
    at: "Sandwich"
    prey: str | None = None
    onto: "Sandwich | None" = None
    double: bool = False


def penalize(table: "TurkeyMyMayonnaise", move: "Penalize") -> "Reveals":
    """Attack with a penalty."""
    attack = _penalty(table, table.turn, move)
    if attack is None or move.card not in table.cards.penalties or not table.has(move.card):
        raise blocked.of_penalize(table, move)
    return _open(table, move.card, attack)


def steal(table: "TurkeyMyMayonnaise", move: "Steal") -> "Reveals":
    """Attack with a steal."""
    attack = _theft(table, table.turn, move)
    if attack is None or not table.has(STEAL):
        raise blocked.of_steal(table, move)
    return _open(table, STEAL, attack)


def spoil(table: "TurkeyMyMayonnaise", move: "Spoil") -> "Reveals":
    """Attack with a spoil."""
    attack = _spoilage(table, table.turn, move.spoiler, move)
    if attack is None or not table.has(move.spoiler):
        raise blocked.of_spoil(table, move)
    return _open(table, move.spoiler, attack)


def swat(table: "TurkeyMyMayonnaise", move: "Swat") -> "Reveals":
    """Cancel the attack."""
    hand = table.actor.hand
    if table.due is not Due.ANSWER or SWATTER not in hand:
        raise blocked.of_swat(table, move)
    table.discard.put(hand.take(SWATTER))
    return _cancel(table)


def send_back(table: "TurkeyMyMayonnaise", move: "SendBack") -> "Reveals":
    """Turn the attack against the attacker, or let it fizzle where it has no target there."""
    seat = table.actor
    if table.due is not Due.ANSWER or SEND_BACK not in seat.hand:
        raise blocked.of_send_back(table, move)
    attack = _sent_back(table, seat, move)
    if attack is None and (not move.plain or may_send_back(table)):
        raise blocked.of_send_back(table, move)
    table.discard.put(seat.hand.take(SEND_BACK))
    if attack is None:
        return _cancel(table)
    table.attack = attack
    return ask(table, seat)


def ask(table: "TurkeyMyMayonnaise", after: "Seat") -> "Reveals":
    """Ask the next attacked seat that can block; where there is none, the attack succeeds."""
    attack, seat = _under_way(table), after.next
    while seat is not attack.by:
        if seat.team is attack.at.team and (SWATTER in seat.hand or SEND_BACK in seat.hand):
            table.due, table.to_act = Due.ANSWER, seat.letter
            return []
        seat = seat.next
    return _strike(table, attack)


def _under_way(table: "TurkeyMyMayonnaise") -> Attack:
    return cast("Attack", table.attack)


def _open(table: "TurkeyMyMayonnaise", card: str, attack: Attack) -> "Reveals":
    table.use(card)
    table.played.put(card)
    table.attack = attack
    return ask(table, attack.by)


def _strike(table: "TurkeyMyMayonnaise", attack: Attack) -> "Reveals":
    """Do what the attack aims at."""
    card = table.played.draw()
    table.attack = None
    if attack.prey is None:
        attack.at.put(card)
        return table.end_play()
    table.discard.put(card)
    attack.at.take(attack.prey)
    if attack.onto is None:
        table.discard.put(attack.prey)
    else:
        attack.onto.put(attack.prey, double=attack.double)
    return table.end_play()


def _cancel(table: "TurkeyMyMayonnaise") -> "Reveals":
    table.discard.put(table.played.draw())
    table.attack = None
    return table.end_play()


def _penalty(table: "TurkeyMyMayonnaise", by: "Seat", move: "Penalize | SendBack") -> Attack | None:
    """The penalty that a move names, if it may be given."""
    place = table.out.get(move.on or "")
    if place is None or place.team is by.team:
        return None
    return Attack(by, place)


def _theft(table: "TurkeyMyMayonnaise", by: "Seat", move: "Steal | SendBack") -> Attack | None:
    """The steal that a move names, if it may be committed."""
    card, double = move.card or "", move.double is not None
    place, onto = table.out.get(move.source or ""), table.out.get(move.to or "")
    ingredient = table.cards.ingredients.get(card)
    if (
        place is None
        or onto is None
        or ingredient is None
        or place.team is by.team
        or onto.team is not by.team
        or card not in place.zone
        or not onto.takes(ingredient, double=double)
    ):
        return None
    return Attack(by, place, card, onto, double)


def _spoilage(
    table: "TurkeyMyMayonnaise", by: "Seat", spoiler: str, move: "Spoil | SendBack"
) -> Attack | None:
    """The spoil that a move names, if this card can spoil that."""
    card, place = move.card or "", table.out.get(move.source or "")
    ingredient = table.cards.ingredients.get(card)
    if (
        place is None
        or ingredient is None
        or place.team is by.team
        or card not in place.zone
        or table.cards.spoils.get(spoiler) not in (WILD, ingredient.category)
    ):
        return None
    return Attack(by, place, card)


def _sent_back(table: "TurkeyMyMayonnaise", by: "Seat", move: "SendBack") -> Attack | None:
    """The attack under way, turned as a move names it; None where it may not be so."""
    card = table.played.top or ""
    surplus: tuple[str | None, ...]
    if card in table.cards.penalties:
        attack, surplus = _penalty(table, by, move), (move.card, move.source, move.to, move.double)
    elif card == STEAL:
        attack, surplus = _theft(table, by, move), (move.on,)
    else:
        attack, surplus = _spoilage(table, by, card, move), (move.on, move.to, move.double)
    if attack is None or any(surplus) or attack.at.team is not _under_way(table).by.team:
        return None
    return attack
