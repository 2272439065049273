"""Frames of a record with unseen cards: a face is shown from the ply that reveals it."""

from collections import Counter

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from cli.conformance.suite import SUITE
from conformance.make import records
from engines.registry import GAMES, load_game
from notation.record import Ply, Record
from replays.fill_in_reveals import with_reveals
from replays.simulate import player_of, simulate
from replays.view.frames import Frame, film, frames, legal_moves
from replays.view.playhead import Playhead
from replays.view.redact import redact
from replays.view.views import PUBLIC
from tests.replays.unseen import hiding


def begun(name: str, plies: int) -> Record:
    """The beginning of a simulated game."""
    game = load_game(name)
    record = simulate(game, 2, "unseen", {}, player_of(game, "sensible"))
    return with_reveals(replace(record, plies=record.plies[:plies], result=None))


@pytest.fixture(params=GAMES, scope="module")
def game(request: pytest.FixtureRequest) -> Record:
    return begun(request.param, 40)


def codes(frame: Frame) -> list[Counter[str]]:
    """The visible codes, zone by zone."""
    return [Counter([card.code for card in zone.cards if card.code]) for zone in frame.zones]


@pytest.mark.parametrize("view", ["A", "B", PUBLIC])
def test_every_shown_face_and_score_is_true(game: Record, view: str) -> None:
    seen = list(frames(Playhead(redact(game, view))))
    for shown, true in zip(seen, frames(Playhead(game)), strict=True):
        assert all(some <= whole for some, whole in zip(codes(shown), codes(true), strict=True))
        pairs = zip(shown.scores, true.scores, strict=True)
        assert all(score in (None, whole) for score, whole in pairs)


@pytest.mark.parametrize("view", ["A", PUBLIC])
def test_sentences_name_only_cards_that_the_view_saw(game: Record, view: str) -> None:
    seen = list(frames(Playhead(redact(game, view)), view))
    for shown, true in zip(seen, frames(Playhead(game), view), strict=True):
        assert all(some <= whole for some, whole in zip(codes(shown), codes(true), strict=True))
        assert (shown.sentence, shown.due) == (true.sentence, true.due)
        assert shown.auto == true.auto


@pytest.mark.parametrize("view", ["A", PUBLIC])
def test_a_game_goes_on_after_a_blind_trade(view: str) -> None:
    full = hiding.played("the_jam", 3, "t-0", {"variant": "travel"})
    replay = Playhead(redact(full, view))
    assert len(list(frames(replay))) == replay.plies + 1
    assert replay.fault is None


def test_stepping_back_hides_what_a_later_ply_reveals(game: Record) -> None:
    replay = Playhead(redact(game))
    forward = list(frames(replay))
    back = []
    for ply in reversed(range(replay.plies + 1)):
        replay.seek(ply)
        back.append(next(frames(replay)))
    assert back[::-1] == forward
    assert list(film(redact(game))) == forward


def _beginning(card: str) -> str:
    return card if len(card) == 1 else f"{card[: min(2, len(card) - 1)]}_"


def in_part(record: Record) -> Record:
    """The record with the reveals of plies seen only in part."""
    plies = [
        replace(entry, reveals=tuple(map(_beginning, entry.reveals)))
        if isinstance(entry, Ply)
        else entry
        for entry in record.plies
    ]
    return replace(record, plies=tuple(plies))


@pytest.mark.parametrize("view", ["A", PUBLIC])
def test_partly_seen_cards_are_shown_in_part(game: Record, view: str) -> None:
    replay = Playhead(in_part(redact(game, view)))
    assert len(list(frames(replay))) == replay.plies + 1
    assert replay.fault is None


def test_a_veggie_is_named_without_its_point_side() -> None:
    seen = frames(Playhead(in_part(redact(begun("point_salad", 40)))))
    sentences = [
        frame.sentence.text for frame in seen if frame.sentence and frame.move != "point 1"
    ]
    assert any("takes a tomato (" in text or "and a tomato (" in text for text in sentences)


@pytest.mark.parametrize("name", ["triggs", "grab_your_breakfast", "turkey_my_mayonnaise"])
def test_moves_of_an_unseen_hand_are_not_listed(name: str) -> None:
    game = begun(name, 40)
    replay = Playhead(game)
    replay.seek(0)
    seat = replay.table.to_act
    assert seat is not None
    assert legal_moves(Playhead(redact(game, "J")).table) is None
    assert legal_moves(Playhead(redact(game, seat)).table) == legal_moves(replay.table)


def test_an_obsolete_card_that_nobody_recorded_leaves_its_pile_as_a_card() -> None:
    """Once, its sentence had a card that is no code, and no frame could be written."""
    triggs = load_game("triggs")
    record = redact(simulate(triggs, 2, "obsolete-11", {}, player_of(triggs, "random")), "A")
    seen = list(frames(Playhead(record)))
    encode(seen)
    told = [said.text for frame in seen for said in frame.auto]
    assert any(text.startswith("a card is obsolete and leaves ") for text in told)


def test_frames_of_each_such_record_of_the_suite_can_be_written() -> None:
    """Once, a dive closed over cards that nobody recorded, and its sentence had no codes."""
    told = set[str]()
    for record in records(SUITE / "unseen" / "right.cgn"):
        seen = list(frames(Playhead(record)))
        encode(seen)
        told |= {said.text for frame in seen for said in frame.auto}
    assert "two cards are discarded with the dive" in told
