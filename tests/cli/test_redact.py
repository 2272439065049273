"""`cgn redact`: the view of a seat, or of everyone."""

from pathlib import Path

from tests.cli.running import EXAMPLE, JAM, broken, cgn


def test_everyone_sees_neither_seed_nor_comments_nor_hidden_cards() -> None:
    result = cgn("redact", EXAMPLE, "--view", "public")
    assert result.exit_code == 0
    assert "[Seed " not in result.stdout
    assert "{" not in result.stdout
    assert "\n~: deck _ -> 3 3\n1. A: draw right left -> 3 3 @0:37\n" in result.stdout


def test_a_player_is_named_by_seat_or_name() -> None:
    by_seat, by_name = (cgn("redact", EXAMPLE, "--view", viewer).stdout for viewer in ("B", "bo"))
    assert by_seat == by_name
    assert by_seat != cgn("redact", EXAMPLE, "--view", "A").stdout


def test_comments_stay_if_they_are_asked_for() -> None:
    assert "{A close race" in cgn("redact", EXAMPLE, "--view", "A", "--comments").stdout


def test_several_records_go_into_one_file(tmp_path: Path) -> None:
    path = tmp_path / "seen.cgn.jsonl"
    assert cgn("redact", EXAMPLE, JAM, "--view", "public", "-o", path).exit_code == 0
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2


def test_a_view_can_be_cut_at_a_ply() -> None:
    result = cgn("redact", EXAMPLE, "--view", "public", "--ply", "1")
    assert result.exit_code == 0
    last = ["1. A: draw right left -> 3 3 @0:37", "= * 0 0"]
    assert result.stdout.splitlines()[-2:] == last


def test_a_view_that_hides_nothing_is_refused() -> None:
    result = cgn("redact", EXAMPLE, "--view", "all")
    assert result.exit_code == 2
    assert "--view all hides nothing; name a seat, a player, or `public`" in result.stderr


def test_an_unknown_view_is_refused_with_those_there_are() -> None:
    result = cgn("redact", EXAMPLE, "--view", "Cleo")
    assert result.exit_code == 2
    assert "the views of this record are all, A (Ana), B (Bo), public" in result.stderr


def test_a_broken_record_is_reported_and_writes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "seen.cgn"
    result = cgn("redact", broken(tmp_path), "--view", "A", "-o", path)
    assert result.exit_code == 1
    assert "triggs.sum" in result.stderr
    assert not path.exists()


def test_a_form_that_holds_one_record_is_refused(tmp_path: Path) -> None:
    result = cgn("redact", EXAMPLE, "--view", "A", "-o", tmp_path / "seen.cgn.json")
    assert result.exit_code == 2
    assert "a JSON file holds one record; use jsonl" in result.stderr
