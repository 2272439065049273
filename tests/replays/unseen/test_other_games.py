"""Unseen cards in a game without code for them."""

from collections.abc import Iterator
from contextlib import ExitStack
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from engines.game import Game
from engines.play import Reveals
from engines.registry import OWN_DECKS, load_game
from engines.table import Table
from notation.moves import Move
from notation.record import Ply
from notation.text_writer import write_result
from replays.play_out import UNDETERMINED, VALID, play_out
from replays.unseen.judge import judge
from replays.unseen.zones import UnseenZone
from replays.view.redact import redact
from tests.packages import PAGE_GAME, importable, install_page
from tests.replays.unseen import hiding


@pytest.fixture(autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("page")
    install_page(folder)
    with importable(folder):
        yield


@pytest.mark.parametrize("seed", range(5))
def test_the_game_of_the_page_allows_unseen_cards(seed: int) -> None:
    record = hiding.played(PAGE_GAME, 2, f"{seed}", {})
    for hidden in (
        hiding.without_shuffles(record),
        hiding.without_reveals(hiding.without_shuffles(record)),
        hiding.partly(record, 5, f"{seed}"),
    ):
        judgement = judge(hidden)
        assert judgement.fault is None
        if judgement.completion is not None:
            assert play_out(judgement.completion, OWN_DECKS, write_result).result.winners
    assert judge(hiding.without_shuffles(record)).verdict == VALID


@pytest.fixture
def unsupporting() -> Iterator[Game]:
    """The game of the page, as if it did not support unseen cards."""
    game = load_game(PAGE_GAME)
    with patch.dict(vars(game), unseen=False):
        yield game


def everything_held(table: Table, seat: str, _: Move) -> Reveals:
    """What a game does that asks for every card of the deck whether a hand has it."""
    hand = table.zone("hand", seat)
    for card in [card for card in table.game.catalogue if card in hand]:
        hand.take(card)
    return []


def test_a_game_that_does_not_support_unseen_cards_is_undetermined(unsupporting: Game) -> None:
    record = redact(hiding.played(PAGE_GAME, 2, "1", {}))
    with ExitStack() as patches:
        for play in unsupporting.plays.values():
            patches.enter_context(patch.object(type(play), "apply", staticmethod(everything_held)))
        judgement = judge(record)
    assert (judgement.verdict, judgement.fault) == (UNDETERMINED, None)
    assert judgement.doubt


def test_an_error_of_its_code_at_an_unseen_card_is_the_reason(unsupporting: Game) -> None:
    record = redact(hiding.played(PAGE_GAME, 2, "1", {}))
    with patch.object(UnseenZone, "put", side_effect=KeyError("_")):
        judgement = judge(record)
    assert judgement.doubt == f"{unsupporting.title} does not support unseen cards"


def test_what_is_wrong_before_an_unseen_card_is_asked_for_stays_invalid(
    unsupporting: Game,
) -> None:
    record = hiding.without_shuffles(hiding.played(PAGE_GAME, 2, "1", {}))
    at = next(at for at, entry in enumerate(record.plies) if isinstance(entry, Ply))
    wrong = replace(record.plies[at], seat="B")
    judgement = judge(replace(record, plies=(*record.plies[:at], wrong), result=None))
    assert unsupporting.name == PAGE_GAME
    assert judgement.fault is not None
    assert judgement.fault.code == "cgn.turn"


def test_an_error_in_a_game_that_supports_unseen_cards_is_not_a_verdict() -> None:
    record = hiding.without_shuffles(hiding.played("triggs", 2, "1", {}))
    with (
        patch.object(UnseenZone, "take", side_effect=KeyError("_")),
        pytest.raises(KeyError),
    ):
        judge(record)
