"""Redaction of records.

Two games with the same plies that differ only in two cards hidden from a view give the same
redacted record.
"""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.game import Game
from engines.registry import GAMES, load_game
from engines.zone import Zone
from notation.chance import seed_hash
from notation.fault import Fault
from notation.record import Entry, Ply, Record, Result, Shuffle
from notation.text_writer import write_text
from replays.fill_in_reveals import with_reveals
from replays.general.worlds import Marking, exchanged, play
from replays.simulate import NAMES, player_of, simulate
from replays.view.frames import frames
from replays.view.playhead import Playhead
from replays.view.redact import redact
from replays.view.views import PUBLIC
from tests.replays.helpers import played
from tests.tries import tries


def written_out(
    game: Game, options: dict[str, str], seats: int, line: list[Entry]
) -> Record | None:
    """The record of a game with reveals and scores; None if it cannot be played."""
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
@settings(tries(20), suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_cards_that_a_view_never_saw_do_not_change_its_record(
    game: Game, data: st.DataObject
) -> None:
    seed = str(data.draw(st.integers(0, 1 << 32), label="seed"))
    seats, options = data.draw(st.sampled_from(game.starts), label="start")
    table = game.set_up(game, seats, options, Marking(seed))
    view = data.draw(st.sampled_from([*table.seats, PUBLIC]), label="view")
    plies = data.draw(st.integers(0, 40), label="plies")
    entries, unseen = play(table, plies, seed, view)
    shown = [card for entry in entries if isinstance(entry, Shuffle) for card in entry.reveals]
    unseen = [card for card in unseen if not any(card is other for other in shown)]
    assume(len(set(unseen)) > 1)
    pick = st.integers(0, len(unseen) - 1)
    a, b = (unseen[data.draw(pick, label="card")] for _ in range(2))
    assume(a != b)
    other = exchanged(entries, a, b)
    assume(other is not None)
    one = written_out(game, options, seats, entries)
    two = written_out(game, options, seats, other or [])
    assume(two is not None)
    assert one is not None
    assert two is not None
    assert redact(one, view) == redact(two, view)


def played_blind() -> Record:
    """A game with moves whose cards only two seats know (the_jam/rules.md, 11)."""
    game = load_game("the_jam")
    return simulate(game, 3, "blind", {"variant": "travel"}, player_of(game, "sensible"), 60)


def begun(game: str, plies: int = 9) -> Record:
    """The beginning of a game, with a seed."""
    record = played(game, seed="secret-seed")
    return replace(record, plies=record.plies[:plies], result=None)


def plies_of(record: Record) -> list[Ply]:
    return [entry for entry in record.plies if isinstance(entry, Ply)]


def shuffles_of(record: Record) -> list[Shuffle]:
    return [entry for entry in record.plies if isinstance(entry, Shuffle)]


@pytest.mark.parametrize("view", ["A", "B", PUBLIC])
@pytest.mark.parametrize("record", [*map(played, GAMES), played_blind()], ids=[*GAMES, "blind"])
def test_a_redacted_record_agrees_with_the_frames_of_its_view(record: Record, view: str) -> None:
    record = replace(record, result=None)
    redacted = redact(record, view)
    shown = list(frames(Playhead(record), view))[1:]
    for ply, frame in zip(plies_of(redacted), shown, strict=True):
        assert (ply.seat, ply.move) == (frame.seat, frame.move)
        assert ply.reveals == tuple(card or "_" for card in frame.reveals)
    if redacted.result is not None:
        assert redacted.result == Result((), shown[-1].scores)


def test_cards_of_a_hidden_move_are_unseen() -> None:
    moves = [ply.move for ply in plies_of(redact(played_blind()))]
    assert any(move.endswith("give=_") for move in moves)
    assert "return _" in moves


@pytest.mark.parametrize("game", GAMES)
def test_seed_variations_and_comments_are_removed(game: str) -> None:
    record = begun(game)
    first, *others = plies_of(record)
    varied = replace(first, variations=((replace(first, mark="!!"),),), comments=("hidden",))
    public = redact(replace(record, plies=(varied, *others), comments=("hidden",)))
    assert not any(ply.variations for ply in plies_of(public))
    text = write_text(public)
    assert not any(secret in text for secret in ("secret-seed", "hidden", "!!"))


def test_comments_stay_if_they_are_asked_for() -> None:
    record = begun("triggs")
    first, *others = plies_of(record)
    noted = (replace(first, comments=("bold",)), *others)
    public = redact(replace(record, plies=noted, comments=("quiet",)), comments=True)
    assert (public.comments, plies_of(public)[0].comments) == (("quiet",), ("bold",))


@pytest.mark.parametrize(
    ("game", "pile", "dealt"),
    [
        ("triggs", "deck", 5),
        ("point_salad", "PE", 0),
        ("grab_your_breakfast", "hand", 2),
        ("turkey_my_mayonnaise", "deck", 7),
        ("the_jam", "winter", 2),
        ("the_jam", "deck", 0),
    ],
)
def test_a_seat_knows_its_cards_of_the_setup_in_their_places(
    game: str, pile: str, dealt: int
) -> None:
    record = begun(game)
    whole = {made.pile: made.order for made in reversed(Playhead(record).table.chance.shuffles)}
    for view, number in (("B", dealt), (PUBLIC, 0)):
        seen = next(made for made in shuffles_of(redact(record, view)) if made.pile == pile)
        known = [(at, card) for at, card in enumerate(seen.order) if card != "_"]
        assert len(known) == number
        assert all(whole[pile][at] == card for at, card in known)
        assert seen.order[-1] == "_"


def test_the_shuffle_of_an_open_pile_is_kept() -> None:
    public = redact(begun("grab_your_breakfast"))
    tiles = next(made for made in shuffles_of(public) if made.pile == "tiles")
    assert "_" not in tiles.order


def test_public_reveals_of_a_shuffle_are_kept() -> None:
    whole = redact(played("triggs"))
    deck, *others = shuffles_of(whole)
    assert deck.order == ("_",)
    assert len(deck.reveals) == 2
    assert all(made.order == ("_",) for made in others)


def test_marks_times_and_tags_are_kept() -> None:
    record = begun("triggs", 4)
    first, *others = plies_of(record)
    dressed = replace(
        record,
        plies=(replace(first, mark="!", at=1.5), *others),
        tags={"Event": "club"},
        seed_hash=seed_hash(record.seed or ""),
        termination="abandoned",
    )
    public = redact(dressed)
    assert (plies_of(public)[0].mark, plies_of(public)[0].at) == ("!", 1.5)
    assert replace(public, plies=(), result=None) == replace(dressed, plies=(), seed=None)


def test_a_finished_game_keeps_its_end_line() -> None:
    record = played("the_jam")
    assert record.result is not None
    assert record.result.winners
    assert redact(record, "B").result == record.result


def test_an_unfinished_game_gets_the_scores_that_the_view_knows() -> None:
    """In The Jam only their owner knows the tasks (the_jam/rules.md)."""
    record = begun("the_jam")
    for view, unknown in ((PUBLIC, {"A", "B"}), ("A", {"B"})):
        result = redact(record, view).result
        assert result is not None
        assert result.winners == ()
        assert {"AB"[at] for at, score in enumerate(result.scores) if score is None} == unknown


def test_a_card_that_was_made_anew_counts_as_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards were once known by their objects, whose numbers other objects may have later."""
    record = played("triggs", 2, "anew")

    def dealt() -> set[str]:
        (shuffle, *_) = [line for line in redact(record, "A").plies if isinstance(line, Shuffle)]
        return set(shuffle.order)

    assert dealt() > {"_"}
    monkeypatch.setattr(Zone, "cards", property(lambda zone: tuple(map(str, zone[::-1]))))
    assert dealt() == {"_"}
