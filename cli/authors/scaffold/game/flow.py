"""What happens by itself in My Game. The numbers in brackets are the sections of rules.md."""

from collections.abc import Mapping

from cgn.authoring import Chance, Game

from . import words
from .state import GameTable


def set_up(game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> GameTable:
    """Shuffle the pack and deal the hands (1)."""
    table = GameTable(game, seats, options, chance)
    table.pack.lay(chance.shuffle("pack", list(table.cards.pack)))
    for hand in table.hands.values():
        hand.put_all(table.pack.draw_top(table.cards.hand))
    return table


def go_on(table: GameTable, seat: str) -> None:
    """The next seat plays; after the last one of a trick, its winner leads (2, 3)."""
    table.to_act = table.next_seat(seat)
    if len(table.trick) < len(table.seats):
        return
    led = table.led()
    played = dict(zip(reversed(table.trick.cards), _from(table, table.to_act), strict=True))
    best = max(
        [card for card in played if table.suit(card) == led],
        key=lambda card: table.cards.pack[card].value,
    )
    winner = played[best]
    if table.story is not None:
        table.story.append(words.winning(winner, best))
    table.won[winner].put_all(table.trick.gather())
    table.to_act = winner if table.hands[winner] else None


def _from(table: GameTable, seat: str) -> list[str]:
    """All seats in turn order, from this one on."""
    at = table.seats.index(seat)
    return [*table.seats[at:], *table.seats[:at]]
