"""The position in which a record stands after its last ply."""

from replays.legs import beginning
from replays.live.followed import follow
from replays.set_up import game_of
from replays.view.redact import redact
from tests.replays.unseen.hiding import played


def test_a_record_stands_at_an_open_question() -> None:
    """Without a higher bid the auction of The Jam would end with a shuffle that is not recorded."""
    seen = redact(played("the_jam", 3, "q0", {"variant": "travel"}))
    record = beginning(seen, 82)
    followed = follow(record, game_of(record))
    assert followed is not None
    assert followed.last is not None
    assert followed.last.ply.move == "bid apricot-jam:cherry"
    assert followed.asked is not None
    assert followed.asked.seats == ("B",)
