"""Games that are played here: the same as records that are replayed."""

from copy import copy, deepcopy
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import cgn
from engines.game import Game
from engines.registry import GAMES, load_game
from notation.chance import seed_hash
from notation.fault import Fault
from notation.json_reader import read_json
from notation.read import Form
from notation.record import Ply, Record, Shuffle
from notation.text_writer import write_text
from notation.write import write
from replays.local.table import LocalTable, open_game
from replays.set_up import new_record
from replays.simulate import NAMES
from replays.validate import validate
from replays.view.redact import redact
from tests.replays.helpers import fixed, played, reading
from tests.tries import tries

GAME = st.sampled_from([load_game(name) for name in GAMES])


def dealt(game: Game, number: int) -> LocalTable:
    """A game before its first ply; the number decides seats, options and seed."""
    known = game.starts
    seats, options = known[number % len(known)]
    return open_game(new_record(game, NAMES[:seats], options, str(number)))


def positions(table: LocalTable) -> list[object]:
    """Everything that can be asked of a table and of each of its seats."""
    seen = [table.observe(seat) for seat in table.seats]
    return [
        (table.to_act, table.due, table.over, table.plies, table.scores, table.winners),
        (table.legal(), table.lists_all),
        *[(one.due, one.legal, one.lists_all, one.zones, one.scores) for one in seen],
        *[(one.record.plies, one.frame) for one in seen],
    ]


def verdict(record: Record) -> str:
    """What `cgn validate` says of the text of a record, which is that of its JSON."""
    (as_json,) = read_json(BytesIO(write(record, Form.JSON).encode()))
    by_text = validate(reading(write_text(record))).verdict
    assert validate(as_json).verdict == by_text
    return by_text


@tries(25)
@given(game=GAME, number=st.integers(0, 1 << 32), plies=st.integers(0, 60))
def test_a_game_that_is_played_here_is_a_record_that_replays_to_the_same(
    game: Game, number: int, plies: int
) -> None:
    table, random = dealt(game, number), fixed(number)
    for _ in range(plies):
        if table.over:
            break
        table.play(table.suggest(random, "sensible" if random.randrange(2) else "random"))
    record = table.record()
    assert verdict(record) == ("valid" if table.over else "incomplete")
    assert positions(open_game(record)) == positions(table)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_without_a_seed_goes_on_with_shuffles_that_are_recorded(name: str) -> None:
    whole = played(name)
    first = open_game(whole, 3)
    told = replace(first.record(), seed=None, plies=tuple(_with_shuffles(whole, 3)))
    table, random = open_game(told, seed="and on"), fixed(1)
    assert table.scores == first.scores
    while not table.over:
        table.play(table.suggest(random))
    record = table.record()
    assert record.seed is None
    assert verdict(record) == "valid"
    assert open_game(told, seed="and on").legal() == open_game(told, seed="or not").legal()


def _with_shuffles(record: Record, plies: int) -> list[Ply | Shuffle]:
    entries: list[Ply | Shuffle] = []
    table = open_game(record, 0)
    entries += table._table.chance.shuffles
    for ply in record.moves[:plies]:
        table.play(ply.move)
        entries += [ply, *table._table.chance.shuffles]
    return entries


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_remembers_is_a_record_that_says_more_than_a_redacted_one(name: str) -> None:
    more = 0
    table, random = dealt(load_game(name), 3), fixed(3)
    for _ in range(60):
        if table.over:
            break
        table.play(table.suggest(random))
    for seat in table.seats:
        own, bare = table.observe(seat).record, redact(table.record(), seat)
        assert verdict(own) in ("incomplete", "undetermined", "valid")
        assert [type(entry) for entry in own.plies] == [type(entry) for entry in bare.plies]
        more += own != bare
    # The places of The Jam's deck would tell who was dealt a guest, so nothing is added there.
    assert bool(more) == (name != "the_jam")


def test_a_copy_goes_on_alone() -> None:
    table = cgn.deal("triggs", seed="tuesday")
    table.play("draw left left")
    before = table.observe("B")
    known = table.observe("B").record
    other = table.copy()
    other.play("draw left right")
    assert (table.plies, other.plies) == (1, 2)
    assert table.observe("B").record == known == before.record
    assert len(other.observe("B").record.moves) == 2
    table.play("draw right right")
    assert [ply.move for ply in table.record().moves] == ["draw left left", "draw right right"]
    assert [ply.move for ply in table.observe("A").record.moves][1:] == ["draw right right"]
    assert [ply.move for ply in other.observe("A").record.moves][1:] == ["draw left right"]


def test_an_observation_that_is_read_late_says_what_was_known_then() -> None:
    for name in GAMES:
        table, random = dealt(load_game(name), 7), fixed(7)
        late = table.observe("A")
        prompt = table.observe("A")
        assert prompt.record.moves == ()
        for _ in range(10):
            if not table.over:
                table.play(table.suggest(random))
        assert table.observe("A").record.moves
        assert (late.record, late.frame) == (prompt.record, prompt.frame)


def test_a_refused_move_changes_nothing_and_says_what_is_wrong_and_what_is_legal() -> None:
    table = cgn.deal("triggs", ["Ana", "Bo"], seed="tuesday")
    before = positions(table)
    with pytest.raises(cgn.Refused) as refused:
        table.play("cross 12 12,12,12")
    problem = refused.value.problem
    assert refused.value.code == problem.code == "triggs.not-held"
    assert (problem.ply, problem.seat, problem.player) == (1, "A", "Ana")
    assert problem.legal
    assert str(refused.value).startswith("triggs.not-held: ")
    with pytest.raises(cgn.Refused) as misspelled:
        table.play("drow left")
    assert misspelled.value.code == misspelled.value.problem.code == "cgn.verb"
    assert positions(table) == before


def test_a_seat_that_is_not_asked_hears_the_same_whatever_it_sends() -> None:
    table = cgn.deal("triggs", seed="tuesday")
    said = []
    for move in ("draw left left", "nonsense"):
        with pytest.raises(cgn.Refused) as refused:
            table.play(move, "B")
        said.append((refused.value.code, refused.value.problem))
    assert said[0] == said[1]
    assert "B is not asked" in str(refused.value)
    assert "asked now: A" in str(refused.value)


def test_a_game_that_is_over_takes_no_move() -> None:
    table = open_game(played("triggs"))
    assert table.over
    assert table.winners
    with pytest.raises(cgn.Refused) as refused:
        table.play("draw left")
    assert refused.value.code == refused.value.problem.code == "cgn.game-over"
    with pytest.raises(ValueError, match="the game is over"):
        table.suggest(fixed(1))


@pytest.mark.parametrize("name", GAMES)
def test_playing_on_ends_the_game_without_recording_it(name: str) -> None:
    table = dealt(load_game(name), 0)
    other = table.copy()
    other.play_on(fixed(1), "sensible")
    assert other.over
    assert other.winners
    assert table.plies == other.plies == 0
    for ask in (other.record, lambda: other.observe("A"), lambda: other.play("pass")):
        with pytest.raises(ValueError, match="records no plies"):
            ask()
    assert other.copy().winners == other.winners
    none = table.copy()
    none.play_on(fixed(1), plies=0)
    assert none.record().moves == ()
    with pytest.raises(ValueError, match="not negative"):
        none.play_on(fixed(1), plies=-1)
    few = table.copy()
    few.play_on(fixed(1), plies=2)
    assert not few.over


def test_observations_that_are_read_in_any_order_say_what_was_known() -> None:
    table, random = dealt(load_game("triggs"), 2), fixed(2)
    kept, prompt = [], []
    for _ in range(40):
        kept.append(table.observe("A"))
        prompt.append(table.observe("A").record)
        table.play(table.suggest(random))
        if table.plies % 10 == 0:
            table = table.copy()
    order = fixed(1).sample(range(len(kept)), len(kept))
    assert [kept[at].record for at in order] == [prompt[at] for at in order]


def test_what_cannot_stand_in_a_record_is_refused_when_it_is_dealt() -> None:
    for seats in (["x" * 300, "y"], ["a\x1b", "b"]):
        with pytest.raises(Fault):
            cgn.deal("triggs", seats)
    with pytest.raises(Fault):
        cgn.deal("triggs", seed="x" * 2_000)
    for wrong in ("Bo", [1, 2], [None, None]):
        with pytest.raises(TypeError):
            cgn.deal("triggs", wrong)  # type: ignore[arg-type] # on purpose


def test_what_is_no_move_is_told_from_a_refused_one() -> None:
    table = cgn.deal("triggs", seed="tuesday")
    other = cgn.deal("point_salad", seed="tuesday").moves()[0]
    for wrong in (None, 5, other):
        with pytest.raises(TypeError, match="no move of triggs"):
            table.play(wrong)  # type: ignore[arg-type] # on purpose
    with pytest.raises(cgn.Refused) as refused:
        table.play("draw \ud800")
    assert refused.value.problem.code == refused.value.code
    with pytest.raises(ValueError, match="no seat ''"):
        table.play("draw left left", "")


def test_a_resumed_record_is_sealed_no_more_and_has_no_variations() -> None:
    whole = played("triggs")
    told = tuple(_with_shuffles(whole, 4))
    first = next(at for at, entry in enumerate(told) if isinstance(entry, Ply))
    wrong = replace(told[first], variations=((Ply("A", "nonsense"),),))
    sealed = replace(
        whole,
        seed=None,
        seed_hash=seed_hash("s"),
        result=None,
        plies=(*told[:first], wrong, *told[first + 1 :]),
    )
    record = cgn.resume(sealed, seed="mine").record()
    assert record.seed_hash is None
    assert verdict(record) == "incomplete"


def test_the_module_copy_copies_a_game() -> None:
    table = cgn.deal("triggs", seed="tuesday")
    for other in (copy(table), deepcopy(table)):
        other.play("draw left left")
        assert (table.plies, other.plies) == (0, 1)
    assert repr(table) == "<LocalTable: triggs, ply 0, A to act>"
    assert repr(table.observe("B")) == "<Observation of B: triggs, ply 0>"


def test_there_is_no_such_seat_player_ply_or_second_seed() -> None:
    table, record = cgn.deal("triggs", seed="tuesday"), played("triggs")
    with pytest.raises(ValueError, match="no seat 'C'"):
        table.observe("C")
    with pytest.raises(ValueError, match="no seat 'C'"):
        table.play("draw left left", "C")
    with pytest.raises(ValueError, match="players: sensible, random"):
        table.suggest(fixed(1), "clever")
    with pytest.raises(ValueError, match="no ply 900"):
        cgn.resume(record, 900)
    with pytest.raises(ValueError, match="has a Seed"):
        cgn.resume(record, seed="another")
    with pytest.raises(Fault, match="unknown game"):
        cgn.deal("trigs")
    with pytest.raises(Fault):
        cgn.deal("triggs", 9)


def test_a_record_that_leaves_cards_out_cannot_be_resumed() -> None:
    with pytest.raises(Fault, match="leaves cards out"):
        cgn.resume(redact(played("triggs"), "A"))


def test_without_a_seed_no_two_deals_are_the_same() -> None:
    seeds = {cgn.deal("triggs").record().seed for _ in range(5)}
    assert len(seeds) == 5
    assert all(seed and len(seed) == 32 for seed in seeds)
