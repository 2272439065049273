"""Where a record stands after its last ply."""

from replays.redact import beginning, redact
from replays.set_up import game_of
from replays.tables.standing import stand
from tests.replays.unseen.hiding import played


def test_a_ply_that_only_an_answer_can_follow_is_where_the_record_stands() -> None:
    """Without a higher bid, the auction of The Jam ends, and shuffles what nobody wrote down."""
    seen = redact(played("the_jam", 3, "q0", {"variant": "travel"}))
    record = beginning(seen, 82)
    found = stand(record, game_of(record))
    assert found is not None
    assert found.last is not None
    assert (found.ply, found.last.ply.move) == (82, "bid apricot-jam:cherry")
    assert found.asked is not None
    assert found.asked.seats == ("B",)
