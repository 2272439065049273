"""What happens by itself in Grab Your Breakfast. Numbers in brackets are sections of rules.md."""

from collections.abc import Mapping

from engines.game import Game
from engines.grab_your_breakfast.state import GrabYourBreakfast
from engines.play import Reveals
from engines.wording import refilled
from notation.chance import Chance


def set_up(game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> GrabYourBreakfast:
    """Lay the tiles, and deal the hands (1)."""
    table = GrabYourBreakfast(game, seats, options, chance)
    tiles = chance.shuffle("tiles", table.cards.tiles)
    size = table.cards.layout.stack
    for index, stack in enumerate(table.board.values()):
        stack.put_all(tiles[index * size : (index + 1) * size])
    table.draw.lay(chance.shuffle("hand", table.cards.hand_cards))
    for hand in table.hands.values():
        hand.put_all(table.draw.draw_top(table.cards.hand_size))
    return table


def end_turn(table: GrabYourBreakfast, seat: str, gone: int) -> Reveals:
    """Draw up the hand (4), and pass the turn; the last tile ends the game (8)."""
    if not any(table.board.values()):
        table.to_act = None
        return []
    hand = table.hands[seat]
    reveals: Reveals = []
    for _ in range(gone):
        if not table.draw:
            _refill(table)
        card = table.draw.draw()
        hand.put(card)
        reveals.append((card, seat))
    table.to_act = table.next_seat(seat)
    return reveals


def _refill(table: GrabYourBreakfast) -> None:
    """Shuffle the discard pile into the empty draw pile (4)."""
    cards = table.discard.gather()
    if table.story is not None:
        table.story.append(refilled(table.draw.key, table.draw.title, len(cards)))
    table.draw.lay(table.chance.shuffle("hand", cards))
