"""The checks of games hold for every game: built-in, of the page, and installed."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgn.testing import CHECKS, Check
from engines.game import Game
from engines.registry import game_names, load_game
from notation.fault import Fault
from tests.packages import PAGE_GAME, importable, install_page
from tests.tries import tries

OF_FILES = [check for check in CHECKS if not check.plays]
SLOW = (
    "pages and pictures show every position",
    "what a view saw of a game is never invalid",
)
OF_DEALS = [check for check in CHECKS if check.plays and str(check) not in SLOW]
OF_FEW_DEALS = [check for check in CHECKS if str(check) in SLOW]
numbers = st.integers(0, 1 << 32)


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


@pytest.mark.parametrize("check", OF_FILES, ids=str)
def test_what_holds_of_its_files(game: Game, check: Check) -> None:
    check(game)


@pytest.mark.parametrize("check", OF_DEALS, ids=str)
@tries(10)
@given(number=numbers)
def test_what_holds_of_its_deals(game: Game, check: Check, number: int) -> None:
    check.of_deal(game, number)


@pytest.mark.parametrize("check", OF_FEW_DEALS, ids=str)
@tries(2)
@given(number=numbers)
def test_what_takes_long_to_check(game: Game, check: Check, number: int) -> None:
    check.of_deal(game, number)


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
