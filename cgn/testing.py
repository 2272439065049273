"""What holds in every game, for the tests of a game from outside.

docs/adding-a-game.md shows how to use it; `cgn test-game` runs the same checks, and draws in a
terminal too.

    @pytest.mark.parametrize("check", CHECKS, ids=str)
    def test_what_holds_in_every_game(check: Check) -> None:
        check(GAME)
"""

from collections.abc import Iterator

from engines.game import Game
from pages import checks as drawings
from replays.general import checks
from replays.general.check import DEALS, Check, Failure

__all__ = ["CHECKS", "Check", "Failure", "check_game", "failures"]

CHECKS = (*checks.OF_FILES, *drawings.OF_FILES, *checks.OF_DEALS, *drawings.OF_DEALS)
"""Each a function of a game, and of how many deals to play, that raises Failure."""


def check_game(game: Game, deals: int = DEALS) -> None:
    """Run all checks on a game. Raises Failure at the first that does not hold."""
    for check in CHECKS:
        check(game, deals)


def failures(game: Game, deals: int = DEALS) -> Iterator[Failure]:
    """The first failure of each check that a game does not pass."""
    for check in CHECKS:
        try:
            check(game, deals)
        except Failure as failure:
            yield failure
