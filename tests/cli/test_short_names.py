"""Short names of cards in drawings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.draw.names import short_names, short_words, spelled
from engines.registry import load_game


@pytest.mark.parametrize("game", ["point_salad", "the_jam"])
def test_the_short_names_of_a_game_differ(game: str) -> None:
    names = short_words(load_game(game))
    assert len(set(names.values())) == len(names) > 4
    assert all(len(name) == 4 for name in names.values())


@given(st.sets(st.text("abc", min_size=1, max_size=9)))
def test_short_names_differ_unless_one_word_begins_another(words: set[str]) -> None:
    names = short_names(sorted(words))
    assert len(set(names.values())) == len(words)
    assert all(word.startswith(name) for word, name in names.items())


def test_numbers_and_other_words_stay() -> None:
    assert spelled("10/most lettuce", short_names(["lettuce"])) == "10/most lett"
