"""Unseen cards in a game without code for them."""

from collections.abc import Iterator

import pytest

from engines.decks import OWN_DECKS
from notation.text_writer import write_result
from replays.play_out import VALID, play_out
from replays.unseen.judge import judge
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
