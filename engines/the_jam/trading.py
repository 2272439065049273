"""Trades: open ones, and the blind ones of travel (rules.md, 6 and 11)."""

from typing import TYPE_CHECKING

from engines.the_jam import refused_deals
from engines.the_jam.due import Due
from engines.the_jam.moves import MOST_BLIND
from engines.the_jam.pantry import Recipe

if TYPE_CHECKING:
    from engines.play import Reveals
    from engines.the_jam.moves import Return, Trade
    from engines.the_jam.sides import Side
    from engines.the_jam.table import TheJam
    from engines.zone import Zone


def trade(table: "TheJam", move: "Trade") -> "Reveals":
    """Trade completed recipes with another seat (6, 11)."""
    partner = table.sides.get(move.partner)
    if table.due or partner is None or partner is table.side or table.variant == "kids":
        raise refused_deals.of_trade(table, move)
    if table.variant == "travel":
        return _trade_blindly(table, partner, move)
    return _trade_openly(table, partner, move)


def _trade_openly(table: "TheJam", partner: "Side", move: "Trade") -> "Reveals":
    """What either side names changes hands at once, with what lies on it (6)."""
    side, give, get = table.side, move.give or (), move.get or ()
    if not (give or get) or not side.pantry.holds(give) or not partner.pantry.holds(get):
        raise refused_deals.of_trade(table, move)
    given = [side.pantry.take(card) for card in give]
    got = [partner.pantry.take(card) for card in get]
    for recipe in given:
        partner.pantry.add(recipe, table.turn)
    for recipe in got:
        side.pantry.add(recipe, table.turn)
    return table.reveal()


def _trade_blindly(table: "TheJam", partner: "Side", move: "Trade") -> "Reveals":
    """Recipes of the pile go to the partner, who has to give as many back (11)."""
    side, give = table.side, move.give or ()
    if (
        table.traded
        or move.get
        or not 0 < len(give) <= min(MOST_BLIND, len(partner.pantry.recipes))
        or not piled(side.pantry.recipes, give)
    ):
        raise refused_deals.of_trade(table, move)
    for card in give:
        recipe = side.pantry.take(card)
        side.given.put(recipe.card)
        side.given_ages.append(recipe.age)
    table.traded = True
    table.ask(partner, Due.RETURN)
    return table.reveal()


def give_back(table: "TheJam", move: "Return") -> "Reveals":
    """Give as many recipes of the pile back as were given (11)."""
    side, partner, cards = table.side, table.asked, move.cards
    if (
        table.due is not Due.RETURN
        or len(cards) != len(side.given)
        or not piled(partner.pantry.recipes, cards)
    ):
        raise refused_deals.of_return(table, move)
    for card in cards:
        side.pantry.add(partner.pantry.take(card), table.turn)
    for card, age in zip(side.given.gather(), side.given_ages, strict=True):
        partner.pantry.add(Recipe(card, age, ()), table.turn)
    side.given_ages = []
    table.ask(side, Due.PLAY)
    return table.reveal()


def piled(pile: "Zone", cards: tuple[str, ...]) -> bool:
    """Whether these recipes lie on the pile, each as often as it is named."""
    return all(pile.count(card) >= cards.count(card) for card in cards)
