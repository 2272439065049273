"""Games in progress that go on from a ply of a finished one."""

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from engines.registry import GAMES, OWN_DECKS
from notation.origin import Origin, Original, require_from
from notation.read import Form
from notation.record import Entry, Ply, Record, Shuffle
from notation.text_writer import write_text
from replays.legs import beginning
from replays.live import own_records, playing
from replays.live.going_on import GoingOn, go_on
from replays.live.kinds import cards_of
from replays.live.ply_request import PlyRequest, Refusal
from replays.local.table import open_game
from replays.play import steps
from replays.set_up import game_of, open_table
from replays.validate import INVALID, validate
from replays.view.redact import redact
from replays.view.views import ALL, OWNER, PUBLIC, views_of
from tests.replays.helpers import played, reading
from tests.replays.live.test_own_records import on

ID = "ab" * 32


def told(record: Record) -> Record:
    """The record of a game with real cards, of which everyone's cards were written down."""
    return replace(redact(record, PUBLIC), seed=None, result=record.result)


def sent(ply: Ply, view: str) -> PlyRequest:
    """A ply as the one who has this view sends it."""
    reveals = {"reveals": ply.reveals} if ply.reveals else {}
    return PlyRequest(encode([{"seat": ply.seat, "move": ply.move, **reveals}]), Form.JSON, view)


def verdict(record: Record) -> str:
    return validate(reading(write_text(record))).verdict


@pytest.mark.parametrize("name", GAMES)
def test_with_a_seed_it_goes_on_to_the_same_end(name: str) -> None:
    record = played(name)
    half = len(record.moves) // 2
    parts, origin = go_on(record, GoingOn(ID, half))
    assert (origin, parts.seed) == (Origin(ID, half), record.seed)
    require_from(parts.record(), Original(ID, record))
    assert set(playing.asked(parts)) == set(views_of(len(record.seats)))
    rest = encode([{"seat": ply.seat, "move": ply.move} for ply in record.moves[half:]])
    done = playing.play(parts, PlyRequest(rest, Form.JSON, ALL))
    assert isinstance(done.ended, Record)
    assert done.ended.result == record.result


@pytest.mark.parametrize("name", GAMES)
def test_without_a_seed_each_view_has_what_it_saw(name: str) -> None:
    record = told(played(name))
    half = len(record.moves) // 2
    parts, _ = go_on(record, GoingOn(ID, half))
    require_from(parts.record(), Original(ID, record))
    assert parts.has_own_records
    for view, own in own_records.records_of(parts).items():
        assert len(own.moves) == half
        assert verdict(cards_of(parts).record_of_view(parts, view, OWN_DECKS)) != INVALID
    assert all(one.due is not None for one in own_records.asked(parts).values())


@pytest.mark.parametrize("name", GAMES)
def test_without_a_seed_its_owner_plays_on(name: str) -> None:
    record = told(played(name))
    half = len(record.moves) // 2
    parts, _ = go_on(record, GoingOn(ID, half))
    entries = list(record.plies)
    at = [index for index, entry in enumerate(entries) if isinstance(entry, Ply)][half]
    for entry in entries[at : at + 12]:
        if isinstance(entry, Ply):
            parts = on(parts, own_records.play(parts, sent(entry, OWNER)))
    assert own_records.contradictions(parts) == {}
    assert verdict(parts.record()) != INVALID


@pytest.mark.parametrize("name", GAMES)
def test_of_recorded_shuffles_no_view_has_more_than_it_saw(name: str) -> None:
    record = shuffled(played(name))
    half = len(record.moves) // 2
    parts, _ = go_on(record, GoingOn(ID, half))
    until = beginning(record, half)
    for view, own in own_records.records_of(parts).items():
        seen = until if view == OWNER else redact(until, view)
        assert entries(own)[: len(entries(seen))] == entries(seen)
        rest = [entry for entry in own.plies if isinstance(entry, Shuffle)][shuffles(seen) :]
        assert rest == []
    assert "_" in write_text(own_records.records_of(parts)[PUBLIC])


def shuffled(record: Record) -> Record:
    """The same game with its shuffles instead of its seed, as far as the last ply."""
    table = open_table(record, game_of(record))
    plies: list[Entry] = [*table.chance.shuffles]
    for step in steps(table, record.plies, record.seed):
        plies += [step.ply, *step.shuffles]
    return replace(record, seed=None, plies=tuple(plies))


def entries(record: Record) -> list[tuple[str, str, tuple[str, ...]]]:
    """The plies of a record, but for its shuffles."""
    return [(ply.seat, ply.move, ply.reveals) for ply in record.moves]


def shuffles(record: Record) -> int:
    """How many shuffles a record has."""
    return sum(isinstance(entry, Shuffle) for entry in record.plies)


def test_moves_that_were_tried_come_first() -> None:
    record = played("triggs")
    move = next(text for text in open_game(record, 4).legal() if text != record.moves[4].move)
    parts, origin = go_on(record, GoingOn(ID, 3, (record.moves[3].move, move)))
    assert origin == Origin(ID, 4)
    assert [ply.move for ply in parts.record().moves[3:]] == [record.moves[3].move, move]
    require_from(parts.record(), Original(ID, record))


def test_names_and_tags_are_those_of_the_new_game() -> None:
    record = replace(played("triggs"), tags={"Event": "Club"}, comments=("A remark.",))
    made = go_on(record, GoingOn(ID, 2, (), ("Cy", "Di"), {"Site": "Home"}))[0].record()
    assert (made.seats, made.tags) == (("Cy", "Di"), {"Site": "Home", "From": f"{ID} 2"})
    assert made.comments == ()


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (GoingOn(ID, 999), "plies"),
        (GoingOn(ID, 2, (), ("Cy",)), "2 players"),
        (GoingOn(ID, 2, ("jump",)), "`jump`"),
    ],
)
def test_what_cannot_go_on_is_refused(wish: GoingOn, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        go_on(played("triggs"), wish)


def test_without_a_seed_no_move_is_tried() -> None:
    with pytest.raises(Refusal, match="no Seed"):
        go_on(told(played("triggs")), GoingOn(ID, 2, ("draw left left",)))
