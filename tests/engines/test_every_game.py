"""Rules that hold in every game: built-in, of the page, and installed."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.game import Game
from engines.play import Illegal
from engines.players import Choose
from engines.registry import game_names, load_game
from engines.rulebook import rulebook
from engines.table import Table
from notation.chance import Chance
from notation.fault import Fault
from notation.moves import Move
from notation.record import SEATS
from replays.simulate import player_of, simulate
from replays.unseen.judge import judge
from replays.view.redact import redact
from replays.view.views import PUBLIC
from tests.engines.tables import all_cards, chooser, play_on, snapshot
from tests.packages import PAGE_GAME, importable, install_page
from tests.tries import tries

few = tries(25)
seeds = st.integers(0, 1 << 32)
plies = st.integers(0, 30) | st.integers(0, 150)


@pytest.fixture(scope="module", params=dict.fromkeys([*game_names(), PAGE_GAME]))
def game(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Game]:
    """Every game in turn."""
    if request.param != PAGE_GAME:
        yield load_game(request.param)
        return
    folder = tmp_path_factory.mktemp("page")
    install_page(folder)
    with importable(folder):
        yield load_game(PAGE_GAME)


def set_up(game: Game, seed: int, chance: Chance | None = None) -> Table:
    """A new game; the seed decides seats, options and shuffles."""
    known = game.starts
    seats, options = known[seed % len(known)]
    table: Table = game.set_up(game, seats, options, chance or Chance(str(seed)))
    return table


def after(game: Game, seed: int, plies: int) -> tuple[Table, Choose]:
    """A game after so many random legal plies."""
    table, choose = set_up(game, seed), chooser(str(seed))
    play_on(table, choose, plies)
    return table, choose


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("grab_your_breakfast", 2, 4),
        ("point_salad", 2, 6),
        ("the_jam", 2, 4),
        ("triggs", 2, 4),
        ("turkey_my_mayonnaise", 2, 10),
    ],
)
def test_a_game_is_for_as_many_players_as_its_sheet_says(name: str, low: int, high: int) -> None:
    game = load_game(name)
    assert game.seats == tuple(range(low, high + 1))
    for seats in (low - 1, high + 1):
        with pytest.raises(Fault) as refused:
            game.check(seats, {})
        assert refused.value.code == "cgn.seat-count"
        assert refused.value.message == f"{name} is for {low} to {high} players, not {seats}"


def test_a_game_has_rules_and_a_deck_of_its_own(game: Game) -> None:
    assert game.rules.read_text(encoding="utf-8").startswith(f"# {game.title}\n")
    assert game.deck.name in (f"{game.name}/standard", f"{game.name}/reference")
    rules = rulebook(game.name)
    assert all(code.startswith(f"{game.name}.") for code in rules)
    assert not any("\n## " in rule.text for rule in rules.values()), "more than its section"


def test_every_move_has_examples_that_spell_it(game: Game) -> None:
    for spec in game.moves.specs:
        assert spec.examples
        assert {type(game.moves.parse(example)) for example in spec.examples} == {spec.move}


@few
@given(seed=seeds)
def test_no_card_is_lost_or_doubled(game: Game, seed: int) -> None:
    table, choose = set_up(game, seed), chooser(str(seed))
    cards = all_cards(table)
    zones = [zone.key for zone in table.zones()]
    counters = [counter.key for counter in table.counters()]
    assert len(set(zones)) == len(zones)
    assert len(set(counters)) == len(counters)
    for _ in range(120):
        play_on(table, choose, 1)
        assert all_cards(table) == cards
        assert [zone.key for zone in table.zones()] == zones
        assert [counter.key for counter in table.counters()] == counters
        assert all(c.most is None or 0 <= c.value <= c.most for c in table.counters())


@few
@given(seed=seeds, plies=plies)
def test_a_picture_finds_a_label_for_each_card_and_counters_of_the_position(
    game: Game, seed: int, plies: int
) -> None:
    table, _ = after(game, seed, plies)
    for zone in table.zones():
        assert len(table.labels(zone, zone.cards)) == len(zone.cards)
    numbers = table.counters()
    shown = table.shown_counters()
    assert shown == [counter for counter in numbers if counter in shown]
    for view in (None, table.seats[0]):
        assert {type(detail) for detail in table.details(view).values()} <= {*game.details}


def test_the_faces_of_a_catalogue_are_declared(game: Game) -> None:
    faces = {type(kind.face) for kind in game.catalogue.values() if kind.face is not None}
    assert faces == {*game.faces}


@few
@given(seed=seeds, plies=plies)
def test_every_listed_move_can_be_played_and_is_listed_once(
    game: Game, seed: int, plies: int
) -> None:
    table, _ = after(game, seed, plies)
    before, moves = snapshot(table), table.moves()
    assert (table.to_act is None) == (not moves)
    for move in moves:
        trial = table.copy()
        assert trial.to_act is not None
        reveals = trial.play(trial.to_act, move)
        assert all(audience in (None, *table.seats) for _, audience in reveals)
        assert {card for card, _ in reveals} <= set(all_cards(table))
        for cards in ([card for card, _ in reveals], [None] * len(reveals)):
            sentence = table.sentence(table.to_act or "", move, cards)
            assert sentence.text
            assert sentence.short
    assert snapshot(table) == before
    assert len(set(moves)) == len(moves)


@few
@given(seed=seeds, plies=plies)
def test_a_score_depends_on_the_position_only(game: Game, seed: int, plies: int) -> None:
    table, choose = set_up(game, seed), chooser(str(seed))
    for _ in range(plies):
        for seat in table.seats:
            table.score(seat).clear()
        play_on(table, choose, 1)
    elsewhere = table.copy()
    play_on(elsewhere, choose, 3)
    elsewhere.scores()
    fresh, _ = after(game, seed, plies)
    assert snapshot(table) == snapshot(fresh)
    for seat in table.seats:
        assert table.score(seat) == table.score(seat) == fresh.score(seat)


@few
@given(seed=seeds, plies=plies)
def test_every_listed_move_is_read_as_it_is_written(game: Game, seed: int, plies: int) -> None:
    table, _ = after(game, seed, plies)
    for move in table.moves():
        text = game.moves.write(move)
        assert game.moves.parse(text) == move
        assert re.fullmatch(game.moves.pattern, text)


@few
@given(seed=seeds, plies=plies, other=seeds, others=plies)
def test_a_refused_move_changes_nothing_and_has_a_reason(
    game: Game, seed: int, plies: int, other: int, others: int
) -> None:
    table, choose = after(game, seed, plies)
    elsewhere = after(game, other, others)[0].moves()
    before = snapshot(table)
    for move in [elsewhere[choose(len(elsewhere))] for _ in elsewhere[:12]]:
        trial = table.copy()
        refusal = refusal_of(trial, table.to_act or "A", move)
        if refusal is not None:
            assert snapshot(trial) == before
            explain(game, table, move, refusal)
        elif table.lists_all:
            assert move in table.moves()


@few
@given(seed=seeds, plies=plies)
def test_a_move_that_names_a_card_of_no_deck_is_refused(game: Game, seed: int, plies: int) -> None:
    table, choose = after(game, seed, plies)
    if table.to_act is None:
        return
    text = game.moves.write(table.any_move(choose))
    for item in re.finditer(r"(?<=[ =,+])[^ =,+]+(?=[ ,+]|$)", text):
        changed = f"{text[: item.start()]}no-such-card{text[item.end() :]}"
        try:
            move = game.moves.parse(changed)
        except Fault:
            continue
        assert refusal_of(table.copy(), table.to_act, move) is not None


def refusal_of(table: Table, seat: str, move: Move) -> Illegal | None:
    try:
        table.play(seat, move)
    except Illegal as illegal:
        return illegal
    return None


def explain(game: Game, table: Table, move: Move, refusal: Illegal) -> None:
    """A refusal cites an existing rule, points into the move, and its guard refuses alone too."""
    assert refusal.reason.rule.startswith(
        "cgn."
    ) or f"{game.name}.{refusal.reason.rule}" in rulebook(game.name)
    assert refusal.reason.message
    text = game.moves.write(move)
    start, end = game.moves.span(move, text, refusal.reason.at)
    assert 0 <= start < end <= len(text)
    assert refusal.held_at(table)


@few
@given(seed=seeds, plies=plies)
def test_only_the_seat_to_act_plays(game: Game, seed: int, plies: int) -> None:
    table, _ = after(game, seed, plies)
    before = snapshot(table)
    for move in table.moves()[:3]:
        for seat in table.seats:
            if seat != table.to_act:
                refusal = refusal_of(table, seat, move)
                assert refusal is not None
                assert refusal.reason.rule == "cgn.turn"
    assert snapshot(table) == before


@few
@given(seed=seeds, plies=plies)
def test_a_copy_is_independent(game: Game, seed: int, plies: int) -> None:
    table, choose = after(game, seed, plies)
    before, copy = snapshot(table), table.copy()
    assert snapshot(copy) == before
    play_on(copy, choose, 10)
    assert snapshot(table) == before
    assert copy.game is table.game


@few
@given(seed=seeds)
def test_recorded_shuffles_give_the_same_game_as_the_seed(game: Game, seed: int) -> None:
    seeded, choose = set_up(game, seed), chooser(str(seed))
    chance = Chance()
    chance.expect(seeded.chance.shuffles)
    recorded = set_up(game, seed, chance)
    for _ in range(120):
        chance.settle()
        seat, moves = seeded.to_act, seeded.moves()
        if seat is None:
            break
        move = moves[choose(len(moves))]
        seeded.chance.expect(None)
        reveals = seeded.play(seat, move)
        chance.expect(seeded.chance.shuffles)
        assert recorded.play(seat, move) == reveals
    assert snapshot(recorded) == snapshot(seeded)


@few
@given(seed=seeds)
def test_the_sensible_player_ends_its_games(game: Game, seed: int) -> None:
    table, choose = set_up(game, seed), chooser(str(seed))
    played = 0
    while table.to_act is not None:
        table.play(table.to_act, game.player(table, choose))
        played += 1
        assert played < 1_000
    winners, scores = table.winners(), table.scores()
    assert winners
    assert set(winners) <= set(table.seats)
    assert table.winners(scores) == winners
    assert len(scores) == len(table.seats)
    refusal = refusal_of(table, "A", game.moves.parse(game.moves.specs[0].examples[0]))
    assert refusal is not None
    assert refusal.reason.rule == "cgn.game-over"


@tries(3)
@given(seed=seeds)
def test_what_any_view_saw_of_a_game_is_never_invalid(game: Game, seed: int) -> None:
    known = game.starts
    seats, options = known[seed % len(known)]
    player = player_of(game, ("sensible", "random")[seed % 2])
    record = simulate(game, seats, str(seed), options, player)
    for view in (*SEATS[:seats], PUBLIC):
        assert judge(redact(record, view)).fault is None, view


@pytest.mark.parametrize(
    ("name", "verbs"),
    [
        ("grab_your_breakfast", ["swap"]),
        ("point_salad", []),
        ("the_jam", ["basket", "forfeit"]),
        ("triggs", ["discard"]),
        ("turkey_my_mayonnaise", ["refresh", "scrap", "discard"]),
    ],
)
def test_moves_that_discard_are_typed_with_their_verb(name: str, verbs: list[str]) -> None:
    specs = load_game(name).moves.specs
    assert [spec.verb for spec in specs if spec.move.spelled_out] == verbs
