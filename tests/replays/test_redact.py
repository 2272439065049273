"""What everyone may know of an unfinished record.

Two games with the same plies, that differ in two cards only which not everyone saw, give the
same redacted record.
"""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.game import Game
from engines.registry import GAMES, load_game
from notation.fault import Fault
from notation.record import Entry, Ply, Record, Result, Shuffle
from notation.text_writer import write_text
from replays.fill_in_reveals import with_reveals
from replays.frames import PUBLIC, frames
from replays.playhead import Playhead
from replays.redact import redact
from replays.simulate import NAMES, player_of, simulate
from tests.engines.test_every_game import starts
from tests.replays.helpers import played
from tests.replays.test_zone_views import Marking, play, swapped


def told(game: Game, options: dict[str, str], seats: int, line: list[Entry]) -> Record | None:
    """The record of a game, its reveals and scores written; None where it cannot be played."""
    record = Record(
        game=game.name,
        rules=game.rules_versions[-1],
        seats=NAMES[:seats],
        options=options,
        plies=tuple(line),
    )
    try:
        record = with_reveals(record)
    except Fault:
        return None
    replay = Playhead(record)
    replay.seek(replay.plies)
    return replace(record, result=Result((), tuple(replay.table.scores())))


@pytest.mark.parametrize("game", [load_game(name) for name in GAMES], ids=GAMES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_cards_that_not_everyone_saw_change_nothing_in_a_redacted_record(
    game: Game, data: st.DataObject
) -> None:
    seed = str(data.draw(st.integers(0, 1 << 32), label="seed"))
    seats, options = data.draw(st.sampled_from(starts(game)), label="start")
    table = game.set_up(game, seats, options, Marking(seed))
    plies = data.draw(st.integers(0, 40), label="plies")
    entries, unseen = play(table, plies, seed, PUBLIC)
    assume(len(set(unseen)) > 1)
    pick = st.integers(0, len(unseen) - 1)
    a, b = (unseen[data.draw(pick, label="card")] for _ in range(2))
    assume(a != b)
    one = told(game, options, seats, entries)
    two = told(game, options, seats, swapped(entries, a, b))
    assume(two is not None)
    assert one is not None
    assert two is not None
    assert redact(one) == redact(two)


def played_blind() -> Record:
    """A game with moves whose cards only two seats know (the_jam/rules.md, 11)."""
    game = load_game("the_jam")
    return simulate(game, 3, "blind", {"variant": "travel"}, player_of(game, "sensible"), 60)


@pytest.mark.parametrize("record", [*map(played, GAMES), played_blind()], ids=[*GAMES, "blind"])
def test_a_redacted_record_says_what_the_public_frames_show(record: Record) -> None:
    record = with_reveals(replace(record, result=None))
    public = redact(record).record
    shown = list(frames(Playhead(record), PUBLIC))[1:]
    assert len(public.plies) == len(shown)
    for ply, frame in zip(public.plies, shown, strict=True):
        assert isinstance(ply, Ply)
        assert (ply.seat, ply.move) == (frame.seat, frame.move)
        assert ply.reveals == tuple(card or "_" for card in frame.reveals)
    assert redact(record).scores == shown[-1].scores


def test_cards_of_a_move_that_not_everyone_saw_are_hidden() -> None:
    moves = [ply.move for ply in redact(played_blind()).record.plies if isinstance(ply, Ply)]
    assert any(move.endswith("give=_") for move in moves)
    assert "return _" in moves


@pytest.mark.parametrize("game", GAMES)
def test_neither_seed_nor_shuffles_nor_variations_stay(game: str) -> None:
    record = played(game, seed="secret-seed")
    first = record.plies[0]
    assert isinstance(first, Ply)
    varied = replace(first, variations=((replace(first, comments=("hidden",)),),))
    unfinished = replace(record, plies=(varied, *record.plies[1:9]), result=None)
    public = redact(unfinished).record
    assert not any(isinstance(entry, Shuffle) or entry.variations for entry in public.plies)
    assert not {"secret-seed", "hidden"} & set(write_text(public).replace('"', " ").split())


def test_what_stands_beside_the_game_stays() -> None:
    record = played("triggs")
    first, *others = record.plies[:4]
    assert isinstance(first, Ply)
    dressed = replace(first, comments=("bold",), mark="!", at=1.5)
    unfinished = replace(
        record,
        plies=(dressed, *others),
        result=None,
        tags={"Event": "club"},
        comments=("a quiet start",),
        seed_hash="0" * 64,
        termination="abandoned",
        seed=None,
    )
    public = redact(replace(unfinished, seed=record.seed, seed_hash=None)).record
    assert public == replace(unfinished, seed_hash=None)


def test_the_seed_hash_stays_which_is_there_to_be_published() -> None:
    from notation.chance import seed_hash  # noqa: PLC0415 - only here

    record = replace(played("triggs"), result=None)
    sealed = replace(record, seed_hash=seed_hash(record.seed or ""))
    assert redact(sealed).record.seed_hash == sealed.seed_hash


def test_an_end_line_that_rests_on_nothing_hidden_stays() -> None:
    record = played("triggs")
    scores = (record.result or Result((), ())).scores
    unfinished = replace(record, result=Result((), scores))
    assert redact(unfinished).record.result == unfinished.result
    assert redact(unfinished).scores == scores


def test_an_end_line_with_a_score_that_rests_on_hidden_cards_goes() -> None:
    """In The Jam nobody but their owner knows the tasks (the_jam/rules.md)."""
    record = played("the_jam")
    plies = record.plies[:9]
    replay = Playhead(replace(record, plies=plies, result=None))
    replay.seek(9)
    result = Result((), tuple(replay.table.scores()))
    public = redact(replace(record, plies=plies, result=result))
    assert public.record.result is None
    assert None in public.scores
