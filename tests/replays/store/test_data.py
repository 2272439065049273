"""Queries are checked; tokens have their form and lifetime."""

import re
from typing import Any

import pytest

from replays.store.query import MAX_TEXT, Query
from replays.store.tokens import Token, digest_of, write_token


@pytest.mark.parametrize(
    "wrong",
    [
        *({"date": date} for date in ("26", "2026-1", "2026-11-2", "20261120", "٢٠٢٦", "2026\n")),
        *({"seats": seats} for seats in (-1, 0, 11, 1 << 64)),
        *({name: "\ud800"} for name in ("game", "player", "opponent", "winner", "event", "text")),
        {"text": ""},
        {"text": "x" * (MAX_TEXT + 1)},
    ],
    ids=repr,
)
def test_an_impossible_query_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Query(**wrong)


def test_a_token_is_a_prefix_and_43_safe_characters() -> None:
    token = write_token(bytes(range(32)))
    assert re.fullmatch(r"cgn_[A-Za-z0-9_-]{43}", token)
    assert re.fullmatch(r"[0-9a-f]{64}", digest_of(token))
    assert digest_of(token) != digest_of(write_token(bytes(32)))
    assert digest_of("\ud800") != digest_of("")


def test_a_token_is_usable_until_it_expires_or_is_revoked() -> None:
    token = Token(1, "ana", ("upload",), 0, 100, None)
    assert token.usable(99)
    assert not token.usable(100)
    assert Token(1, "ana", (), 0, None, None).usable(1 << 62)
    assert not Token(1, "ana", (), 0, None, revoked=5).usable(6)
