"""CGN's own corpora: simulated games in their canonical text, all of them different."""

from engines.registry import load_game
from notation.text_writer import write_text
from replays.simulate import player_of, simulate


def simulated(name: str, seats: int, first: int, count: int) -> bytes:
    """Complete games of the sensible player, from number `first` on, as one stream of text."""
    game = load_game(name)
    player = player_of(game, "sensible")
    records = (
        simulate(game, seats, f"benchmark-{number}", {}, player)
        for number in range(first, first + count)
    )
    return "\n".join(map(write_text, records)).encode()
