"""`cgn convert`: every form into every other, and nothing lost."""

from pathlib import Path

from tests.cli.running import EXAMPLE, OTHER, broken, cgn


def test_text_to_json_and_back_is_byte_for_byte(tmp_path: Path) -> None:
    document = tmp_path / "game.cgn.json"
    assert cgn("convert", EXAMPLE, "-o", document).exit_code == 0
    assert cgn("convert", document, "--format", "text").stdout_bytes == EXAMPLE.read_bytes()


def test_many_records_go_through_json_lines(tmp_path: Path) -> None:
    games = cgn("simulate", "point_salad", "--seed", "c", "--games", "9").stdout_bytes
    lines = cgn("convert", "-", "--format", "jsonl", stdin=games).stdout_bytes
    assert lines.count(b"\n") == 9
    back = tmp_path / "back.cgn"
    assert cgn("convert", "-", "-o", back, stdin=lines).exit_code == 0
    assert back.read_bytes() == games


def test_a_document_holds_one_record(tmp_path: Path) -> None:
    output = tmp_path / "two.cgn.json"
    result = cgn("convert", EXAMPLE, OTHER, "-o", output)
    assert result.exit_code == 2
    assert "jsonl" in result.stderr
    assert not output.exists()


def test_a_record_that_cannot_be_read_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    bad, output = tmp_path / "bad.cgn", tmp_path / "out.cgn.jsonl"
    bad.write_text(EXAMPLE.read_text(encoding="utf-8") + '\n[CGN "1"]\n[Game triggs]\n')
    output.write_text("as it was")
    result = cgn("convert", bad, "-o", output)
    assert result.exit_code == 1
    assert "cgn.tag-syntax" in result.stderr
    assert output.read_text(encoding="utf-8") == "as it was"
    assert list(tmp_path.iterdir()) == [bad, output] or len(list(tmp_path.iterdir())) == 2


def test_the_rules_are_not_checked(tmp_path: Path) -> None:
    assert cgn("convert", broken(tmp_path), "--format", "json").exit_code == 0


def test_an_unknown_form_is_refused(tmp_path: Path) -> None:
    assert "--format" in cgn("convert", EXAMPLE).stderr
    assert cgn("convert", EXAMPLE, "-o", tmp_path / "game.txt").exit_code == 2
    assert cgn("convert", EXAMPLE, "-o", tmp_path / "no" / "game.cgn").exit_code == 2
