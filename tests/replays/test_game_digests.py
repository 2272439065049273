"""The game digest from validation is that of digests.py."""

import pytest
from msgspec.structs import replace

from engines.registry import GAMES
from notation.record import Ply, Record
from notation.text_writer import write_text
from replays.digests import game_digest
from replays.validate import INVALID, VALID, validate
from tests.replays.helpers import played, reading
from tests.replays.test_chance_in_records import recorded


def checked_digest(record: Record) -> str | None:
    return validate(reading(write_text(record)), game_digest=True).game_digest


@pytest.mark.parametrize("game", GAMES)
def test_validation_gives_the_digest_of_the_game(game: str) -> None:
    record = played(game, seed="digest")
    assert checked_digest(record) == game_digest(record) == checked_digest(recorded(record))


def test_variations_and_recorded_shuffles_do_not_change_it() -> None:
    record = recorded(played("triggs"))
    first = next(ply for ply in record.plies if isinstance(ply, Ply))
    at = record.plies.index(first)
    varied = replace(first, variations=((replace(first, reveals=()),),))
    plies = (*record.plies[:at], varied, *record.plies[at + 1 :])
    assert checked_digest(replace(record, plies=plies)) == game_digest(record)


def test_invalid_records_and_validation_without_digests_have_none() -> None:
    record = played("triggs")
    report = validate(
        reading(write_text(replace(record, plies=record.plies[1:]))), game_digest=True
    )
    assert (report.verdict, report.game_digest) == (INVALID, None)
    report = validate(reading(write_text(record)))
    assert (report.verdict, report.game_digest) == (VALID, None)
