"""`cgn token`: create, list, revoke."""

import re
import time
from pathlib import Path

import pytest

from cli.serve.options import opened_store
from replays.store.tokens import Token, digest_of
from tests.cli.running import cgn

DAY = 24 * 60 * 60


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CGN_CONFIG", raising=False)
    path = tmp_path / "club.db"
    monkeypatch.setenv("CGN_DATA", str(path))
    return path


def kept(data: Path) -> list[Token]:
    with opened_store(data) as store:
        return store.tokens.list()


def test_a_token_is_shown_once_alone_on_standard_output(data: Path) -> None:
    result = cgn("token", "create", "ana")
    assert result.exit_code == 0
    secret = result.stdout.strip()
    assert re.fullmatch(r"cgn_[A-Za-z0-9_-]{43}", secret)
    assert re.fullmatch(r"Token 1 for ana, upload, created [-0-9]{10} [:0-9]{5}Z:\n", result.stderr)
    with opened_store(data) as store:
        kept = store.tokens.find(digest_of(secret))
    assert kept is not None
    assert (kept.owner, kept.scopes, kept.expires) == ("ana", ("upload",), None)
    assert secret not in cgn("token", "list").output
    assert secret.encode() not in b"".join(path.read_bytes() for path in data.parent.iterdir())


def test_no_two_tokens_are_alike(data: Path) -> None:
    made = {cgn("token", "create", "ana").stdout for _ in range(5)}
    assert len(made) == len(kept(data)) == 5


@pytest.mark.parametrize(
    ("span", "seconds"), [("90d", 90 * DAY), ("12h", DAY // 2), ("30m", 1800), ("1y", 365 * DAY)]
)
def test_a_token_expires_after_its_span(
    data: Path, span: str, seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.0)
    cgn("token", "create", "ana", "--expires", span)
    (token,) = kept(data)
    assert token.expires == token.created + seconds


@pytest.mark.parametrize("span", ["", "90", "d", "-1d", "0d", "1.5h", "101y", "9" * 30 + "d", "1w"])
def test_an_invalid_span_is_a_usage_error(data: Path, span: str) -> None:
    result = cgn("token", "create", "ana", "--expires", span)
    assert result.exit_code == 2
    assert "up to 100y" in result.stderr
    assert not data.exists()


def test_only_known_scopes_are_accepted(data: Path) -> None:
    arguments = ["--scope", "upload", "--scope", "admin", "--scope", "admin"]
    assert cgn("token", "create", "root", *arguments).exit_code == 0
    assert kept(data)[0].scopes == ("admin", "upload")
    assert cgn("token", "create", "root", "--scope", "all").exit_code == 2


@pytest.mark.parametrize("owner", ["", "  ", "a\nb", "\x1b[2J", "x" * 101, "\u202eana"])
def test_an_owner_is_a_printable_name(data: Path, owner: str) -> None:
    assert cgn("token", "create", owner).exit_code == 2
    assert not data.exists()


def test_tokens_are_listed_with_their_state(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cgn("token", "list").exit_code == 2
    cgn("token", "create", "ana")
    cgn("token", "create", "<img onerror>", "--expires", "1d", "--scope", "admin")
    cgn("token", "create", "bo")
    assert cgn("token", "revoke", "3").exit_code == 0
    listed = cgn("token", "list").stdout.splitlines()
    assert listed[0].startswith("   1  ana, upload, created ")
    assert re.search(r"<img onerror>, admin, created \S+ \S+, expires \S+ \S+Z$", listed[1])
    assert re.search(r"bo, upload, created \S+ \S+, revoked \S+ \S+Z$", listed[2])
    later = int(time.time()) + 2 * DAY
    monkeypatch.setattr(time, "time", lambda: later)
    assert ", expired " in cgn("token", "list").stdout.splitlines()[1]
    assert len(kept(data)) == 3


def test_a_token_is_revoked_once(data: Path) -> None:
    secret = cgn("token", "create", "ana").stdout.strip()
    result = cgn("token", "revoke", "1")
    assert (result.exit_code, result.stderr) == (0, "Token 1 is revoked.\n")
    with opened_store(data) as store:
        kept = store.tokens.find(digest_of(secret))
    assert kept is not None
    assert not kept.usable(int(time.time()))
    for number in ("1", "2", "0", "9" * 30):
        again = cgn("token", "revoke", number)
        assert again.exit_code == 2
        assert f"there is no token {number}" in again.stderr
    assert cgn("token", "revoke", "x").exit_code == 2


@pytest.mark.parametrize("owner", ["guest-12345678", "guest-1"])
def test_the_names_of_guests_are_not_given_out(data: Path, owner: str) -> None:
    result = cgn("token", "create", owner)
    assert result.exit_code == 2
    assert f"OWNER '{owner}': `guest-` and a digit begin the names" in result.stderr
    assert "choose another name" in result.stderr
    assert not data.exists()
    assert cgn("token", "create", "guest-house").exit_code == 0


def test_a_link_has_a_code_for_a_day_instead_of_a_token(data: Path) -> None:
    result = cgn("token", "create", "ana", "--link", "--url", "https://club.example/")
    match = re.fullmatch(r"https://club\.example/session#(cgn_[\w-]{43})\n", result.stdout)
    assert match is not None
    with opened_store(data) as store:
        made = store.tokens.find(digest_of(match[1]))
    assert made is not None
    assert (made.owner, made.scopes) == ("ana", ("sign-in",))
    assert made.expires is not None
    assert abs(made.expires - made.created - DAY) <= 1
    for more in (("--expires", "2d"), ("--scope", "admin")):
        refused = cgn("token", "create", "ana", "--link", *more)
        assert refused.exit_code == 2
        assert "leave out the rest" in refused.stderr
