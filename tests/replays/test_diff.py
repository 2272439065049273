"""Differences between records, and between positions."""

from msgspec.structs import replace

from notation.record import Ply
from replays.diff import Difference, diff_records, diff_tables
from replays.view.playhead import Playhead
from tests.replays.helpers import played

RECORD = played("triggs")
ZONES = {"hand.A", "hand.B", "left", "middle", "right", "discard"}


def test_a_record_does_not_differ_from_itself() -> None:
    assert diff_records(RECORD, RECORD) == []
    assert diff_records(RECORD, replace(RECORD, deck="triggs/standard")) == []


def test_different_header_lines_are_listed_one_by_one() -> None:
    other = replace(RECORD, seats=("Ana", "Mara"), tags={"Event": "x"})
    assert diff_records(RECORD, other) == [
        Difference("B", "Bo", "Mara"),
        Difference("Event", None, "x"),
    ]


def test_only_the_first_different_ply_is_listed() -> None:
    third = RECORD.plies[2]
    assert isinstance(third, Ply)
    other = replace(RECORD, plies=(*RECORD.plies[:2], replace(third, mark="!"), *RECORD.plies[5:]))
    (difference,) = diff_records(RECORD, other)
    assert difference.what == "ply 3"
    assert difference.right == f"{difference.left} !"
    (cut,) = diff_records(RECORD, replace(RECORD, plies=RECORD.plies[:2]))
    assert (cut.what, cut.right) == ("ply 3", None)


def test_of_two_positions_the_moved_cards_are_listed() -> None:
    before, after = Playhead(RECORD), Playhead(RECORD)
    assert diff_tables(before.table, after.table) == []
    after.forward()
    differences = {
        difference.what: difference for difference in diff_tables(before.table, after.table)
    }
    assert differences["to act"] == Difference("to act", "A", "B")
    assert differences["hand.A"].left is None
    drawn = sorted(card for card, _ in after.last.reveals) if after.last else []
    assert sorted((differences["hand.A"].right or "").split()) == drawn


def test_cards_are_sorted_as_people_sort_them() -> None:
    before, after = Playhead(RECORD), Playhead(RECORD)
    after.seek(20)
    differences = diff_tables(before.table, after.table)
    texts = [text for one in differences if one.what in ZONES for text in (one.left, one.right)]
    drawn = [list(map(int, text.split())) for text in texts if text]
    assert any(max(cards) > 9 and min(cards) < 10 for cards in drawn)
    assert drawn == [sorted(cards) for cards in drawn]
