"""docs/notation.md, Chance: words that would favour small indexes are skipped."""

from notation import chance
from notation.chance import below, key_of

HIGHEST = (1 << 32) - 1


def test_a_word_that_favours_small_indexes_is_skipped() -> None:
    assert below(3, iter([HIGHEST, HIGHEST, 5])) == 2


def test_a_word_just_below_the_limit_is_not_skipped() -> None:
    assert below(3, iter([HIGHEST - 1, 5])) == (HIGHEST - 1) % 3


def test_no_word_is_skipped_if_they_divide_evenly() -> None:
    assert below(4, iter([HIGHEST, 5])) == 3


def test_words_continue_from_block_to_block() -> None:
    source = chance.words(key_of("tuesday-7"), 0)
    first = [next(source) for _ in range(24)]
    assert len(set(first)) == len(first)
