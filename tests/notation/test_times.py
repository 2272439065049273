"""Times have one format, and every written time can be read."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.grammar import AT, in_seconds, read_time, write_time

LONGEST = 9999 * 3_600_000 + 59 * 60_000 + 59_999


@given(st.integers(0, LONGEST))
def test_every_time_is_written_as_the_grammar_reads_it(milliseconds: int) -> None:
    time = in_seconds(milliseconds)
    text = f"@{write_time(time)}"
    assert re.fullmatch(AT, text, re.ASCII)
    assert repr(read_time(text)) == repr(time)


@pytest.mark.parametrize("longest", ["@99999:59.999", "@9999:59:59.999"])
def test_the_longest_times_can_be_written_again(longest: str) -> None:
    assert re.fullmatch(AT, longest, re.ASCII)
    assert re.fullmatch(AT, f"@{write_time(read_time(longest))}", re.ASCII)


def test_times_beyond_the_longest_are_refused() -> None:
    assert re.fullmatch(AT, "@100000:00", re.ASCII) is None
