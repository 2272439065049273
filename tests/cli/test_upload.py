"""`cgn upload` to a running service."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from cli.serve.options import opened_store
from replays.store.model import ADMIN, Viewer, Visibility
from tests.cli.running import EXAMPLE, OTHER, ROOT, broken, cgn
from tests.cli.serving import ALONE, Served, served
from tests.replays.store.contracts.beside import deck

NOBODY = "http://127.0.0.1:1"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("service")
    with served(folder, max_import=1 << 15, max_body=1 << 14, writes=0) as service:
        yield service


@pytest.fixture
def club(running: Served) -> Iterator[Served]:
    """An empty service."""
    yield running
    running.clear()


def upload(
    to: Served, *arguments: str | Path, stdin: str | bytes | None = None, **env: str | None
) -> Result:
    """Upload as Ana unless `env` has another token."""
    token = None if "CGN_TOKEN" in env else to.token("ana")
    known = {**ALONE, "CGN_URL": to.url, "CGN_TOKEN": token, **env}
    return cgn("upload", *arguments, stdin=stdin, env=known)


def test_each_record_is_new_and_then_there_with_its_url(club: Served) -> None:
    first = upload(club, EXAMPLE)
    (entry,) = club.entries()
    assert first.stdout == f"new {club.url}/v1/replays/{entry.id} {EXAMPLE}:1\n"
    assert first.stderr == "1 record: 1 new, 0 already there, 0 refused\n"
    assert first.exit_code == 0
    again = upload(club, EXAMPLE, OTHER)
    assert [line.split()[0] for line in again.stdout.splitlines()] == ["there", "new"]
    assert again.stderr == "2 records: 1 new, 1 already there, 0 refused\n"
    assert again.exit_code == 0


def test_folders_globs_and_standard_input_of_any_form_are_uploaded(
    club: Served, tmp_path: Path
) -> None:
    shutil.copy(EXAMPLE, tmp_path / "a.cgn")
    cgn("convert", OTHER, "-o", tmp_path / "b.cgn.json")
    lines = cgn("convert", EXAMPLE, ROOT / "examples" / "the_jam.cgn", "--format", "jsonl").stdout
    assert upload(club, tmp_path).stderr.startswith("2 records: 2 new")
    assert upload(club, f"{tmp_path}/*.cgn").stderr.startswith("1 record: 0 new, 1 already")
    piped = upload(club, "-", stdin=lines)
    assert [line.split()[2] for line in piped.stdout.splitlines()] == ["<stdin>:1", "<stdin>:2"]
    assert len(club.entries()) == 3


def test_an_upload_has_the_chosen_visibility(club: Served) -> None:
    assert upload(club, EXAMPLE, "--visibility", "private").exit_code == 0
    assert upload(club, OTHER, ROOT / "examples", "--visibility", "unlisted").exit_code == 0
    assert {entry.visibility for entry in club.entries()} == {
        Visibility.PRIVATE,
        Visibility.UNLISTED,
    }
    assert upload(club, EXAMPLE, "--visibility", "secret").exit_code == 2


def test_another_record_of_the_game_is_reported(club: Served, tmp_path: Path) -> None:
    upload(club, EXAMPLE)
    other = tmp_path / "other.cgn"
    other.write_text(EXAMPLE.read_text(encoding="utf-8").replace("Back room", "Cellar"))
    (entry,) = club.entries()
    assert upload(club, other).stdout.endswith(f"other.cgn:1 same game as {entry.id}\n")


def test_a_bad_record_is_reported_as_by_validate_and_the_others_uploaded(
    club: Served, tmp_path: Path
) -> None:
    bad, cut, many = broken(tmp_path), tmp_path / "cut.cgn", tmp_path / "many.cgn"
    cut.write_text('[CGN "1"]\n[Game "triggs"]\nnonsense\n')
    many.write_bytes(b"\n".join(p.read_bytes() for p in (EXAMPLE, bad, OTHER, cut, EXAMPLE)))
    result = upload(club, many)
    assert result.exit_code == 1
    assert [line.rpartition(":")[2] for line in result.stdout.splitlines()] == ["1", "3", "5"]
    errors = cgn("validate", "--quiet", many).stdout
    assert "error[triggs.sum]: ply 88" in errors
    summary = "5 records: 2 new, 1 already there, 2 refused\n"
    assert result.stderr == errors + summary
    alone = upload(club, bad)
    assert alone.exit_code == 1
    assert alone.stderr.startswith(cgn("validate", "--quiet", bad).stdout)


def test_an_unreadable_file_is_reported_and_skipped(club: Served, tmp_path: Path) -> None:
    result = upload(club, tmp_path / "no.cgn", EXAMPLE)
    assert result.exit_code == 2
    assert "no.cgn: there is no such file" in result.stderr
    assert len(club.entries()) == 1


def test_quiet_prints_errors_only(club: Served, tmp_path: Path) -> None:
    result = upload(club, EXAMPLE, "-q")
    assert (result.exit_code, result.output) == (0, "")
    result = upload(club, EXAMPLE, broken(tmp_path), "-q")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "triggs.sum" in result.stderr
    assert "refused" not in result.stderr


def test_large_uploads_are_sent_in_parts(club: Served, tmp_path: Path) -> None:
    many, large = tmp_path / "many.cgn", tmp_path / "large.cgn"
    many.write_text(cgn("simulate", "point_salad", "--seed", "s", "--games", "120").stdout)
    assert many.stat().st_size > 2 << 15
    assert upload(club, many).stderr == "120 records: 120 new, 0 already there, 0 refused\n"
    text = EXAMPLE.read_text(encoding="utf-8")
    large.write_text(text.replace("{A close", "{%s}\n{A close" % ("x" * (1 << 15))))
    assert cgn("validate", large).exit_code == 0
    result = upload(club, large, OTHER)
    assert result.exit_code == 1
    assert f"{large}:1: bytes in the body, unpacked: at most 16,384 (max_body)" in result.stderr
    assert result.stderr.endswith("2 records: 1 new, 0 already there, 1 refused\n")


def test_decks_given_are_sent_first(club: Served, tmp_path: Path) -> None:
    mine, game = tmp_path / "mine.toml", tmp_path / "game.cgn"
    mine.write_bytes(deck("sent first").raw)
    game.write_text(cgn("simulate", "triggs", "--seed", "s", "--deck", mine, env=ALONE).stdout)
    bare = upload(club, game)
    assert bare.exit_code == 1
    assert bare.stderr.startswith(cgn("validate", "--quiet", game, env=ALONE).stdout)
    assert "error[cgn.deck]" in bare.stderr
    assert upload(club, game, "--deck", mine).exit_code == 0
    assert upload(club, game).stdout.startswith("there ")


def test_a_deck_of_the_folder_is_sent_if_a_record_names_it(club: Served, tmp_path: Path) -> None:
    decks, game = tmp_path / "decks", tmp_path / "game.cgn"
    decks.mkdir()
    for name in ("named", "not named"):
        (decks / f"{name}.toml").write_bytes(deck(name).raw)
    mine = decks / "named.toml"
    game.write_text(cgn("simulate", "triggs", "--seed", "s", "--deck", mine, env=ALONE).stdout)
    with opened_store(club.data) as store:
        before = store.decks.count()
        assert upload(club, game, CGN_DECKS=str(decks)).exit_code == 0
        assert store.decks.count() == before + 1


@pytest.mark.parametrize("where", ["--token", "--token-file", "CGN_TOKEN", "CGN_TOKEN_FILE"])
def test_the_token_comes_from_the_prompt_a_file_or_the_environment(
    club: Served, tmp_path: Path, where: str
) -> None:
    secret, file = club.token("bo"), tmp_path / "token"
    file.write_text(f"{secret}\n")
    value = str(file) if where.lower().endswith("file") else secret
    typed = [where, value] if where.startswith("-") else []
    env: dict[str, str | None] = {"CGN_TOKEN": None, "CGN_TOKEN_FILE": None}
    if typed:
        env["CGN_TOKEN"] = "cgn_of_nobody"  # noqa: S105 - which does not count then
    else:
        env[where] = value
    result = upload(club, EXAMPLE, *typed, **env)
    assert result.exit_code == 0, result.output
    assert secret not in result.output
    with opened_store(club.data) as store:
        replay = store.get(club.entries()[0].id, Viewer("bo"))
    assert replay is not None
    assert replay.own


def test_a_refused_token_is_reported_and_never_shown(club: Served, tmp_path: Path) -> None:
    revoked = club.token("ana")
    with opened_store(club.data) as store:
        store.tokens.revoke(store.tokens.list()[-1].id)
    for token, message in (
        ("cgn_of_nobody", "this token is not known here (401)"),
        (revoked, "this token was revoked (401)"),
        (club.token("ana", expires=int(time.time()) - 1), "this token has expired (401)"),
        (club.token("ana", "none"), "this requires a token with the scope upload (403)"),
    ):
        result = upload(club, EXAMPLE, CGN_TOKEN=token)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr == f"Error: {club.url}: {message}\n"
    file = tmp_path / "token"
    file.write_bytes(b"cgn_a\ncgn_b\n")
    for arguments in (["--token", "cgn_\x1b x"], ["--token-file", file], ["--token", ""]):
        result = upload(club, EXAMPLE, *arguments)
        assert result.exit_code == 2
        assert "this is not a token" in result.stderr
        assert "cgn_a" not in result.stderr
        assert "x" not in result.stderr.replace("43 characters", "")
    assert club.entries() == []


def test_uploading_takes_an_address_and_a_token(club: Served, tmp_path: Path) -> None:
    assert "--token-file" in upload(club, EXAMPLE, CGN_TOKEN=None).stderr
    assert (
        "Missing option '--to' (env var: 'CGN_URL')" in upload(club, EXAMPLE, CGN_URL=None).stderr
    )
    missing = upload(club, EXAMPLE, "--token-file", tmp_path / "none")
    assert "there is no such file" in missing.stderr
    for result in (upload(club, EXAMPLE, CGN_TOKEN=None), missing, upload(club)):
        assert result.exit_code == 2


@pytest.mark.parametrize(
    "address",
    [
        "",
        "cards.example",
        "ftp://a",
        "http://",
        "http://a:x",
        "http://a:0",
        "http://a/?b",
        "http://a/#b",
        "http://ana:secret@a",
        "http://a b",
        "http://a\x1b",
        "http://[a",
        "http://a..b",
        "http://*.a",
    ],
)
def test_an_invalid_address_is_a_usage_error(club: Served, address: str) -> None:
    result = upload(club, EXAMPLE, "--to", address, CGN_URL=None)
    assert result.exit_code == 2
    assert "service" in result.stderr
    assert "secret" not in result.stderr


def test_an_unreachable_service_is_reported(club: Served) -> None:
    result = upload(club, EXAMPLE, "--to", NOBODY, "--retries", "0")
    assert result.exit_code == 2
    refused = "cannot be reached: Connection refused (is `cgn serve` running?)"
    assert result.stderr == f"Error: {NOBODY}: {refused}\n"
    result = upload(club, EXAMPLE, "--to", "http://nowhere.invalid", "--retries", "1")
    assert result.exit_code == 2
    assert result.stderr.startswith("http://nowhere.invalid: cannot be reached: ")


def test_a_service_that_was_never_there_is_given_up_soon(club: Served, pauses: list[float]) -> None:
    result = upload(club, EXAMPLE, "--to", NOBODY)
    assert (result.exit_code, pauses) == (2, [0.5, 1])
    pauses.clear()
    assert upload(club, EXAMPLE, "--to", NOBODY, "--retries", "4").exit_code == 2
    assert pauses == [0.5, 1, 2, 4]


def test_a_path_prefix_of_the_service_is_kept(club: Served) -> None:
    result = upload(club, EXAMPLE, "--to", f"{club.url}/cards/")
    assert result.exit_code == 2
    assert f"{club.url}/cards: no such address" in result.stderr


def test_other_commands_do_not_import_the_http_client() -> None:
    for command, expected in (("upload", True), ("validate", False)):
        done = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "cgn", command, "--help"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert (" requests\n" in done.stderr) == expected


def test_an_admin_uploads_like_anybody_else(club: Served) -> None:
    assert upload(club, EXAMPLE, CGN_TOKEN=club.token("root", "admin")).exit_code == 0
    with opened_store(club.data) as store:
        assert store.get(club.entries()[0].id, ADMIN) is not None
