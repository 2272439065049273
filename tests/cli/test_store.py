"""`cgn store`: check, backup, export, import."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest

from cli.serve.options import opened_store
from notation.text_reader import read_text
from replays.store.export_import import ImportOutcome
from replays.store.live_model import Call, Guest
from replays.store.model import ADMIN, ANYONE, Order, StoreFull, Viewer, Visibility
from replays.store.open_store import open_store
from replays.store.prepare import prepare
from replays.store.query import Query
from tests.cli.running import EXAMPLE, OTHER, ROOT, broken, cgn
from tests.replays.store.contracts.beside import deck
from tests.replays.store.contracts.matches import new

NOWHERE = {"CGN_DATA": None, "CGN_CONFIG": None, "CGN_DECKS": "/nowhere"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A store with the two examples and an unfinished game."""
    path, begun = tmp_path / "club.db", tmp_path / "begun.cgn"
    lines = EXAMPLE.read_text(encoding="utf-8").split("\n")
    begun.write_text("\n".join(lines[: lines.index("") + 12]) + "\n", encoding="utf-8")
    result = cgn("store", "import", EXAMPLE, OTHER, begun, "--data", path, env=NOWHERE)
    assert (result.exit_code, result.stdout) == (
        0,
        "3 records: 3 new, 0 already there, 0 refused\n",
    )
    return path


def ids(path: Path) -> list[str]:
    with opened_store(path) as store:
        return [e.id for e in store.page(Query(own=True, order=Order.OLDEST), ADMIN).entries]


def test_imported_replays_are_held_by_the_operator_or_the_named_holder(
    data: Path, tmp_path: Path
) -> None:
    again = cgn("store", "import", EXAMPLE, "--data", data, env=NOWHERE)
    assert (again.exit_code, again.stdout) == (0, "1 record: 0 new, 1 already there, 0 refused\n")
    options = ["--holder", "ana", "--visibility", "private", "--data", str(tmp_path / "other.db")]
    assert cgn("store", "import", EXAMPLE, *options, env=NOWHERE).exit_code == 0
    with opened_store(data) as store:
        assert store.count(Query(own=True), Viewer("operator")) == 3
    with opened_store(tmp_path / "other.db") as store:
        (entry,) = store.page(Query(own=True), Viewer("ana")).entries
        assert entry.visibility is Visibility.PRIVATE


def test_invalid_records_are_reported_and_skipped(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    result = cgn("store", "import", broken(tmp_path), EXAMPLE, "--data", path, env=NOWHERE)
    assert result.exit_code == 1
    assert "error[triggs.sum]: ply 88" in result.stderr
    assert result.stdout == "2 records: 1 new, 0 already there, 1 refused\n"
    result = cgn("store", "import", tmp_path / "no.cgn", EXAMPLE, "--data", path, env=NOWHERE)
    assert result.exit_code == 2
    assert "there is no such file" in result.stderr
    assert result.stdout == "1 record: 0 new, 1 already there, 0 refused\n"


@pytest.mark.parametrize("name", ["all.cgn", "all.cgn.jsonl"])
def test_an_export_that_is_imported_elsewhere_gives_the_same_store(
    data: Path, tmp_path: Path, name: str
) -> None:
    out, other = tmp_path / name, tmp_path / "other.db"
    assert cgn("store", "export", "-o", out, "--data", data, env=NOWHERE).exit_code == 0
    assert "complete" in out.read_text(encoding="utf-8").splitlines()[-1]
    assert cgn("validate", out).exit_code == 0
    assert cgn("store", "import", out, "--data", other, env=NOWHERE).exit_code == 0
    assert ids(other) == ids(data)
    again = tmp_path / f"again-{name}"
    assert cgn("store", "export", "-o", again, "--data", other, env=NOWHERE).exit_code == 0
    assert again.read_bytes() == out.read_bytes()


def test_an_export_goes_to_standard_output_in_either_form(data: Path) -> None:
    lines = cgn("store", "export", "--data", data, env=NOWHERE).stdout.splitlines()
    assert len(lines) == 4
    assert lines[-1] == '{"complete": true, "records": 3}'
    text = cgn("store", "export", "--format", "text", "--data", data, env=NOWHERE).stdout
    assert text.count("[CGN ") == 3
    assert text.endswith("% complete: 3 records\n")


def test_a_public_export_is_redacted(data: Path) -> None:
    with opened_store(data) as store:
        store.set_visibility(ids(data)[1], ADMIN, Visibility.UNLISTED)
    everything = cgn("store", "export", "--format", "text", "--data", data, env=NOWHERE).stdout
    public = cgn("store", "export", "--format", "text", "--public", "--data", data, env=NOWHERE)
    assert (everything.count("[CGN "), everything.count("[Seed ")) == (3, 3)
    assert (public.stdout.count("[CGN "), public.stdout.count("[Seed ")) == (2, 1)


def test_records_on_users_decks_are_exported_and_imported_with_them(tmp_path: Path) -> None:
    mine, game = tmp_path / "mine.toml", tmp_path / "game.cgn"
    data, decks, out = tmp_path / "a.db", tmp_path / "decks", tmp_path / "all.cgn"
    mine.write_bytes(deck("mine").raw)
    played = cgn("simulate", "triggs", "--seed", "s", "--deck", mine, env=NOWHERE)
    game.write_text(played.stdout, encoding="utf-8")
    refused = cgn("store", "import", game, "--data", data, env=NOWHERE)
    assert refused.exit_code == 1
    assert "error[cgn.deck]" in refused.stderr
    imported = cgn("store", "import", game, "--deck", mine, "--data", data, env=NOWHERE)
    assert imported.exit_code == 0, imported.output
    bare = cgn("store", "export", "-o", out, "--data", data, env=NOWHERE)
    assert "decks are written only with --decks" in bare.stderr
    exported = cgn("store", "export", "-o", out, "--decks", decks, "--data", data, env=NOWHERE)
    assert (exported.exit_code, exported.stderr) == (0, "")
    (written,) = decks.iterdir()
    assert re.fullmatch(r"[0-9a-f]{64}\.toml", written.name)
    assert written.read_bytes() == mine.read_bytes()
    own = {**NOWHERE, "CGN_DECKS": str(decks)}
    other = cgn("store", "import", out, "--data", tmp_path / "b.db", env=own)
    assert other.exit_code == 0, other.output
    assert ids(tmp_path / "b.db") == ids(data)


def test_contradicting_forms_are_a_usage_error(data: Path, tmp_path: Path) -> None:
    for name, *more in (("x.cgn", "--format", "jsonl"), ("x.cgn.json",)):
        out = tmp_path / name
        result = cgn("store", "export", "-o", out, *more, "--data", data, env=NOWHERE)
        assert result.exit_code == 2
    assert not list(tmp_path.glob("x.*"))


def test_a_check_reports_faults_or_none(data: Path) -> None:
    result = cgn("store", "check", "--data", data, env=NOWHERE)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.endswith("club.db: 3 replays, all fine\n")
    with sqlite3.connect(data) as db:
        db.execute("UPDATE replay SET date = '\x1b[2J' WHERE key = 1")
    db.close()
    result = cgn("store", "check", "--data", data, env=NOWHERE)
    assert result.exit_code == 1
    assert result.stdout == f"replay {ids(data)[0]}: its `date` is not what its body gives\n"
    assert result.stderr.endswith("club.db: 3 replays, 1 fault\n")


def test_a_backup_is_a_store_and_overwrites_no_file(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    result = cgn("store", "backup", copy, "--data", data, env=NOWHERE)
    assert (result.exit_code, result.stdout) == (0, "")
    assert cgn("store", "check", "--data", copy, env=NOWHERE).exit_code == 0
    assert ids(copy) == ids(data)
    again = cgn("store", "backup", copy, "--data", data, env=NOWHERE)
    assert again.exit_code == 2
    assert "copy.db: exists already" in again.stderr
    lost = cgn("store", "backup", tmp_path / "no" / "copy.db", "--data", data, env=NOWHERE)
    assert lost.exit_code == 2
    assert f"there is no folder {tmp_path / 'no'} to put it in" in lost.stderr


@pytest.mark.parametrize(
    "arguments",
    [["check"], ["backup", "x.db"], ["export"], ["export", "-o", "x.cgn"]],
    ids=lambda arguments: arguments[0],
)
def test_a_missing_store_is_reported_and_not_made(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = cgn("store", *arguments, env=NOWHERE)
    assert result.exit_code == 2
    assert "cgn.db: there is no such store" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_not_a_store_is_reported_and_left_alone(tmp_path: Path) -> None:
    for arguments in (["check"], ["import", OTHER]):
        result = cgn("store", *arguments, "--data", EXAMPLE, env=NOWHERE)
        assert result.exit_code == 2
        assert "triggs.cgn: the file cannot be used: file is not a database" in result.stderr
    assert sorted(path.name for path in (ROOT / "examples").glob("triggs.cgn*")) == ["triggs.cgn"]
    result = cgn("store", "import", OTHER, "--data", tmp_path / "no" / "x.db", env=NOWHERE)
    assert result.exit_code == 2
    assert "there is no folder" in result.stderr


def test_the_file_is_named_by_the_option_or_the_variable_or_the_configuration(
    data: Path, tmp_path: Path
) -> None:
    config = tmp_path / "cgn.toml"
    config.write_text(f'data = "{data}"\n', encoding="utf-8")
    configured = {**NOWHERE, "CGN_CONFIG": str(config)}
    both = {**configured, "CGN_DATA": str(tmp_path / "elsewhere.db")}
    assert cgn("store", "check", env={**NOWHERE, "CGN_DATA": str(data)}).exit_code == 0
    assert cgn("store", "check", env=configured).exit_code == 0
    assert "elsewhere.db: there is no" in cgn("store", "check", env=both).stderr
    assert cgn("store", "check", "--data", data, env=both).exit_code == 0
    config.write_text("data = 7\n", encoding="utf-8")
    result = cgn("store", "check", env=configured)
    assert result.exit_code == 2
    assert "data is a text" in result.stderr


def test_names_of_files_and_holders_can_be_anything(tmp_path: Path) -> None:
    path = tmp_path / "<img onerror>\x1b[2J.db"
    options = ["--holder", "=cmd()\x1b[2J", "--data", str(path)]
    assert cgn("store", "import", EXAMPLE, *options, env=NOWHERE).exit_code == 0
    result = cgn("store", "check", "--data", path, env=NOWHERE)
    assert "\x1b" not in result.output
    with opened_store(path) as store:
        assert store.count(Query(), ANYONE) == 1


def test_an_import_into_a_full_disk_says_how_far_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Iterator[ImportOutcome]:
        yield ImportOutcome(prepare(next(read_text(BytesIO(b"no record"), "x.cgn"))), None)
        raise StoreFull("there is no room to write")

    monkeypatch.setattr("cli.serve.store.take_in", full)
    result = cgn("store", "import", EXAMPLE, "--data", tmp_path / "club.db", env=NOWHERE)
    assert result.exit_code == 2
    assert result.stdout == (
        "stopped after 1 record: 0 new, 0 already there, 1 refused; "
        "the same command goes on from there\n"
    )
    assert "club.db: there is no room to write" in result.stderr


def test_a_copy_reports_that_both_stores_agree(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    for _ in range(2):
        result = cgn("store", "copy", data, copy)
        assert result.exit_code == 0, result.stderr
        assert result.stderr == f"{data} and {copy} hold the same: 3 replays\n"
    assert cgn("store", "check", "--data", copy).exit_code == 0


def test_a_copy_never_overwrites_another_store(tmp_path: Path) -> None:
    others = tmp_path / "others.db"
    assert cgn("store", "import", OTHER, "--data", others).exit_code == 0
    alone = tmp_path / "alone.db"
    assert cgn("store", "import", EXAMPLE, "--data", alone).exit_code == 0
    result = cgn("store", "copy", alone, others)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {others}: it holds the data of another store")


def test_a_copy_names_the_store_that_failed(data: Path, tmp_path: Path) -> None:
    intact = tmp_path / "fine.db"
    assert cgn("store", "copy", data, intact).exit_code == 0
    _damage(data, "body")
    for source, target in ((data, tmp_path / "copy.db"), (intact, data)):
        result = cgn("store", "copy", source, target)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"Error: {data}: ")


def _damage(data: Path, table: str) -> None:
    """Overwrite the first page of a table."""
    with closing(sqlite3.connect(data)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        (page,) = db.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = ?", [table]
        ).fetchone()
    with data.open("r+b") as stream:
        stream.seek((page - 1) * size)
        stream.write(b"x" * size)


@pytest.mark.parametrize("command", [("store", "check"), ("token", "list")])
def test_an_address_that_does_not_answer_is_shown_without_its_password(
    command: tuple[str, ...],
) -> None:
    address = "postgresql://ana:secret@127.0.0.1:9/club?password=secret"
    result = cgn(*command, "--data", address)
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "Error: postgresql://127.0.0.1:9/club: the database cannot be reached"
    )
    assert "secret" not in result.stderr + result.stdout


def test_an_empty_database_is_shown_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replays.store.postgres.migrations.is_there", lambda _: False)
    result = cgn("store", "check", "--data", "postgresql://ana:secret@127.0.0.1:9/club")
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "Error: postgresql://127.0.0.1:9/club: there is no store in this database; "
    )
    assert "secret" not in result.stderr


def test_settings_show_no_password() -> None:
    result = cgn("serve", "--data", "postgresql://ana:secret@db/club", "--show-config")
    assert 'data = "postgresql://db/club"  # --data' in result.stdout
    assert "secret" not in result.stdout


def test_pastes_are_listed_and_erased(tmp_path: Path) -> None:
    file = tmp_path / "cgn.db"
    with open_store(file, lambda: 1_795_132_800) as store:
        made = store.pastes.keep(b"a log", "192.0.2.1", "1a" * 16, "word")
    words = ["store", "pastes", "--data", str(file)]
    line = f"/p/{made.id}        5  2026-11-20 00:00 UTC\n"
    assert cgn(*words).stdout == line
    done = cgn(*words, "--delete")
    assert (done.stdout, done.stderr) == (line, "1 paste erased\n")
    assert cgn(*words).stdout == ""


def test_tables_of_guests_are_listed_and_erased(tmp_path: Path) -> None:
    file = tmp_path / "cgn.db"
    with open_store(file, lambda: 1_795_132_800) as store:
        for number, owner in (("1", "guest-00000001"), ("2", "ana")):
            guest = Guest("digest", "192.0.2.1") if number == "1" else None
            call = Call(time=1_795_132_800, token="", fingerprint="", answer=b"")
            store.matches.create(new(number, owner=owner, guest=guest), call)
    words = ["store", "guests", "--data", str(file)]
    line = f"/t/{'1' * 32}  guest-00000001  triggs  2026-11-20 00:00 UTC  0 plies\n"
    assert cgn(*words).stdout == line
    done = cgn(*words, "--delete")
    assert (done.stdout, done.stderr) == (line, "1 table erased\n")
    assert cgn(*words).stdout == cgn("token", "list", "--data", str(file)).stdout == ""
    with open_store(file, lambda: 1_795_132_800) as store:
        assert store.matches.get("2" * 32) is not None


def test_nobody_holds_records_under_the_name_of_a_guest(tmp_path: Path) -> None:
    file = tmp_path / "cgn.db"
    result = cgn("store", "import", "examples", "--holder", "guest-00000001", "--data", str(file))
    assert result.exit_code == 2
    assert "--holder 'guest-00000001': `guest-` and a digit begin the names" in result.stderr
    assert not file.exists()
