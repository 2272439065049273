"""Every game has an example with every part of a record."""

import pytest

from engines.registry import GAMES
from notation.read import read
from notation.record import Ply
from replays.validate import VALID, validate
from tests.docs.blocks import ROOT


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_finished_example_with_comments_marks_times_and_a_variation(
    name: str,
) -> None:
    path = ROOT / "examples" / f"{name}.cgn"
    with path.open("rb") as stream:
        (reading,) = read(stream, path.name)
        report = validate(reading)
    record = reading.record
    assert record is not None
    assert (record.game, report.verdict, report.warnings) == (name, VALID, ())
    plies = [entry for entry in record.plies if isinstance(entry, Ply)]
    assert record.comments
    assert any(ply.comments for ply in plies)
    assert any(ply.mark for ply in plies)
    assert any(ply.variations for ply in plies)
    assert all(ply.at is not None for ply in plies)
