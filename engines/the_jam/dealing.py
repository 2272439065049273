"""Deals a game: tasks, hands and basket (rules.md, 1)."""

from typing import TYPE_CHECKING

from engines.the_jam.raffles import GUESTS

if TYPE_CHECKING:
    from engines.the_jam.table import TheJam

_TWO_SEATS = 2


def deal_tasks(table: "TheJam") -> None:
    """Shuffle the piles of tasks, and deal one of each to each seat, or two with two seats."""
    for name, codes in table.cards.piles.items():
        table.tasks[name].lay(table.chance.shuffle(name, list(codes)))
    each = 2 if len(table.seats) == _TWO_SEATS else 1
    for side in table.sides.values():
        side.tasks.lay(task for pile in table.tasks.values() for task in pile.draw_top(each))


def deal(table: "TheJam") -> None:
    """Shuffle the deck, deal the hands, and lay the basket, in which no two fruits are alike.

    What may lie in neither is set aside meanwhile, and then shuffled in.
    """
    cards = table.cards
    codes = cards.kids_deck if table.variant == "kids" else cards.deck
    deck = iter(table.chance.shuffle("deck", list(codes)))
    aside: list[str] = []
    for side in table.sides.values():
        while len(side.hand) < cards.hand:
            card = next(deck)
            if card in GUESTS:
                aside.append(card)
            else:
                side.hand.put(card)
    fruits: set[str] = set()
    while len(fruits) < cards.basket:
        card = next(deck)
        if card in GUESTS or cards.of[card].below in fruits:
            aside.append(card)
        else:
            fruits.add(cards.of[card].below)
            table.basket.put(card)
    rest = [*deck, *aside]
    table.deck.lay(table.chance.shuffle("deck", rest) if aside else rest)
