"""Texts and searches are split into words in the same way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.store.words import LONGEST, joined, phrases_in, words_in


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("snake_case 2026-11", ["snake", "case", "2026", "11"]),
        ("Straße ΣΊΣΥΦΟΣ", ["strasse", "σισυφοσ"]),
        ("ﬁn ①②", ["fin", "12"]),
        ("İstanbul", ["istanbul"]),
        ("हिन्दी 日本語", ["हनद", "日本語"]),
        ("🂡\xa0\u0301", []),
        ("x" * 100, ["x" * LONGEST]),
    ],
)
def test_a_text_has_these_words(text: str, words: list[str]) -> None:
    assert words_in(text) == words


@given(st.text())
def test_words_are_letters_and_digits_and_split_into_themselves(text: str) -> None:
    words = words_in(text)
    assert all(word.isalnum() and len(word) <= LONGEST for word in words)
    assert words_in(" ".join(words)) == words


@given(st.text(st.characters(codec="utf-8", exclude_characters="\u0131")))  # its capital is I
def test_case_makes_no_difference(text: str) -> None:
    assert words_in(text.upper()) == words_in(text.lower()) == words_in(text)


@given(st.text())
def test_any_text_is_found_by_its_parts(text: str) -> None:
    kept = f" {joined([text])} "
    assert all(f" {' '.join(words)} " in kept for words in phrases_in(text))
