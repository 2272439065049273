"""The notation of moves in The Jam."""

import pytest

from engines.the_jam import GAME
from engines.the_jam.moves import (
    Basket,
    Bid,
    Forfeit,
    Jam,
    Pass,
    Pie,
    Return,
    Salad,
    Trade,
)
from notation.fault import Fault
from notation.moves import Move

MOVES = GAME.moves
JAM, PIE = "apple-jam:strawberry", "cherry-pie:dogwood"
SALAD = "salad-apple-peach-dogwood:walnut"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        (f"jam {JAM} with={PIE}", Jam(JAM, PIE)),
        (f"pie {PIE} with={JAM}", Pie(PIE, JAM)),
        (f"pie {PIE} with={JAM} discard={SALAD}", Pie(PIE, JAM, SALAD)),
        (f"salad {SALAD} with={JAM},{PIE},bear", Salad(SALAD, (JAM, PIE, "bear"))),
        (f"basket {JAM}", Basket(JAM)),
        (f"trade B give={JAM},{PIE} get={SALAD}", Trade("B", (JAM, PIE), (SALAD,))),
        (f"trade C give={JAM}", Trade("C", (JAM,))),
        (f"trade D get={JAM}", Trade("D", None, (JAM,))),
        ("trade A", Trade("A")),
        (f"return {JAM},{PIE}", Return((JAM, PIE))),
        (f"bid {JAM}", Bid((JAM,))),
        ("pass", Pass()),
        (f"forfeit {PIE}", Forfeit(PIE)),
    ],
)
def test_moves_are_written_as_in_the_table_of_moves(text: str, move: Move) -> None:
    assert MOVES.parse(text) == move
    assert MOVES.write(move) == text


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (f"jam {JAM}", f"jam {JAM}"),
        (f"jam {JAM} {PIE}", PIE),
        (f"jam {JAM},{PIE} with={PIE}", f"{JAM},{PIE}"),
        (f"pie {PIE} discard={JAM} with={JAM}", f"discard={JAM}"),
        (f"trade E give={JAM}", "E"),
        (f"trade B get={JAM} give={PIE}", f"give={PIE}"),
        ("trade B get=_", "_"),
        ("bid", "bid"),
        ("pass now", "now"),
        ("eat jam", "eat"),
    ],
)
def test_a_malformed_move_is_refused_at_its_bad_part(text: str, part: str) -> None:
    with pytest.raises(Fault) as caught:
        MOVES.parse(text)
    assert text[caught.value.start : caught.value.end] == part
