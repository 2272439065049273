"""What a player may do in The Jam: a file for each part of rules.md."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from engines.play import Play
from engines.the_jam import moves as m
from engines.the_jam.rules.guests import Bidding, Forfeiting, Passing
from engines.the_jam.rules.recipes import BakingPie, MakingJam, MakingSalad, PuttingInBasket
from engines.the_jam.rules.trades import NotTrading, Returning, Trading, TradingBlindly
from notation.moves import Move

Plays: TypeAlias = Mapping[type[Move], Play[Any, Any]]

PLAYS: Plays = {
    m.Jam: MakingJam(),
    m.Pie: BakingPie(),
    m.Salad: MakingSalad(),
    m.Basket: PuttingInBasket(),
    m.Trade: Trading(),
    m.Return: Returning(),
    m.Bid: Bidding(),
    m.Pass: Passing(),
    m.Forfeit: Forfeiting(),
}
"""What a player may do, in the order in which moves are listed."""

PLAYS_OF: Mapping[str | None, Plays] = {
    None: PLAYS,
    "kids": {**PLAYS, m.Trade: NotTrading()},
    "travel": {**PLAYS, m.Trade: TradingBlindly()},
}
"""What a player may do in each variant."""
