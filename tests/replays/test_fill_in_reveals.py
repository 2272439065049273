"""Filling in the reveals of plies and recorded shuffles."""

from msgspec.structs import replace

from notation.record import Entry, Ply, Record, Shuffle
from notation.text_writer import write_text
from replays.fill_in_reveals import with_reveals
from replays.validate import validate
from tests.replays.helpers import played, reading
from tests.replays.test_chance_in_records import recorded


def _without(record: Record) -> Record:
    bare: list[Entry] = [replace(entry, reveals=()) for entry in record.plies]
    return replace(record, plies=tuple(bare))


def test_every_ply_gets_its_reveals() -> None:
    record = played("triggs")
    assert with_reveals(_without(record)) == record


def test_a_recorded_shuffle_gets_its_reveals() -> None:
    record = with_reveals(replace(recorded(played("triggs")), seed=None))
    shuffles = [entry for entry in record.plies if isinstance(entry, Shuffle)]
    assert [len(s.reveals) for s in shuffles if s.pile == "deck"] == [2]
    assert all(s.reveals == s.order[: len(s.reveals)] for s in shuffles if s.pile != "deck")
    assert validate(reading(write_text(record))).verdict == "valid"


def test_wrong_reveals_are_replaced() -> None:
    record = played("triggs")
    first = record.plies[0]
    assert isinstance(first, Ply)
    wrong = replace(record, plies=(replace(first, reveals=("1",)), *record.plies[1:]))
    assert validate(reading(write_text(wrong))).verdict == "invalid"
    assert with_reveals(wrong) == record
