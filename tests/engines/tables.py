"""What tests of any game need of a table: what can be seen of it, and a source of choices."""

from engines.game import Choose
from engines.table import Table
from notation.chance import below, key_of, words


def snapshot(table: Table) -> dict[str, object]:
    """All that is part of a position."""
    return {
        "to_act": table.to_act,
        "zones": {zone.key: zone.cards for zone in table.zones()},
        "counters": table.counters(),
        "scores": table.scores(),
        "moves": table.moves(),
    }


def all_cards(table: Table) -> list[str]:
    """Every card on the table, sorted."""
    return sorted(card for zone in table.zones() for card in zone.cards)


def chooser(seed: str) -> Choose:
    """Indexes that a seed gives."""
    source = words(key_of(seed, "tests:"), 0)
    return lambda n: below(n, source)


def play_on(table: Table, choose: Choose, plies: int) -> None:
    """Play so many legal moves, any of those listed, or until the game is over."""
    for _ in range(plies):
        if table.to_act is not None:
            moves = table.moves()
            table.play(table.to_act, moves[choose(len(moves))])
