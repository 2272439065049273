"""`cgn validate`: verdicts, formats, exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.reports import FORMATS
from tests.cli.running import EXAMPLE, OTHER, ROOT, begun_game, broken, cgn


def test_a_good_file_is_valid_and_summed_up() -> None:
    result = cgn("validate", EXAMPLE)
    assert result.exit_code == 0
    assert "valid (triggs, 88 plies; B won; scores 39 41)" in result.stdout


def test_an_incomplete_record_passes_with_a_warning(tmp_path: Path) -> None:
    cut = tmp_path / "cut.cgn"
    cut.write_text("\n".join(EXAMPLE.read_text(encoding="utf-8").splitlines()[:20]) + "\n")
    result = cgn("validate", cut)
    assert result.exit_code == 0
    assert "warning[cgn.cut-off]" in result.stdout
    assert "warning" not in cgn("validate", cut, "--quiet").stdout


def test_strict_refuses_an_incomplete_record(tmp_path: Path) -> None:
    begun = tmp_path / "begun.cgn"
    begun.write_text(begun_game("s"), encoding="utf-8")
    assert cgn("validate", begun, EXAMPLE).exit_code == 0
    assert cgn("validate", begun, EXAMPLE, "--strict").exit_code == 1
    assert cgn("validate", EXAMPLE, "--strict").exit_code == 0
    assert cgn("validate", begun, tmp_path / "none.cgn", "--strict").exit_code == 2


def test_a_broken_record_is_explained_and_exits_1(tmp_path: Path) -> None:
    result = cgn("validate", broken(tmp_path))
    assert result.exit_code == 1
    assert "error[triggs.sum]: ply 88 (Bo, B): 9+2 makes 11, not 10" in result.stdout
    assert "^^^" in result.stdout
    assert "= rule: triggs, " in result.stdout
    assert "= legal: " in result.stdout
    assert "= help: did you mean `cross 10 10,10`?" in result.stdout
    assert "plies 1-87 are valid (position " in result.stdout


def test_unreadable_beats_invalid(tmp_path: Path) -> None:
    result = cgn("validate", broken(tmp_path), tmp_path / "none.cgn")
    assert result.exit_code == 2
    assert "triggs.sum" in result.stdout
    assert "there is no such file" in result.stderr


def test_usage_errors_exit_2() -> None:
    assert cgn("validate").exit_code == 2
    assert cgn("validate", EXAMPLE, "--format", "xml").exit_code == 2
    assert cgn("validate", EXAMPLE, "--jobs", "0").exit_code == 2


def test_folders_and_globs_name_many_files(tmp_path: Path) -> None:
    result = cgn("validate", ROOT / "examples", "--format", "jsonl")
    files = [json.loads(line)["file"] for line in result.stdout.splitlines()]
    assert files == sorted(files)
    assert {str(EXAMPLE), str(OTHER)} <= set(files)
    globbed = cgn("validate", f"{ROOT}/examples/*.cgn", "--format", "jsonl")
    assert globbed.stdout == result.stdout
    assert cgn("validate", tmp_path).exit_code == 2
    assert cgn("validate", f"{tmp_path}/*.cgn").exit_code == 2


def test_standard_input_takes_every_form() -> None:
    text = EXAMPLE.read_bytes()
    document = cgn("convert", EXAMPLE, "--format", "json").stdout_bytes
    lines = cgn("convert", EXAMPLE, OTHER, "--format", "jsonl").stdout_bytes
    for stdin, count in ((text, 1), (document, 1), (lines, 2)):
        result = cgn("validate", "-", "--format", "jsonl", stdin=stdin)
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        assert [row["verdict"] for row in rows] == ["valid"] * count
        assert rows[0]["file"] == "<stdin>"


def test_jsonl_has_a_row_for_each_record(tmp_path: Path) -> None:
    result = cgn("validate", EXAMPLE, broken(tmp_path), "--format", "jsonl")
    good, bad = (json.loads(line) for line in result.stdout.splitlines())
    assert good["verdict"] == "valid"
    assert (good["record"], good["game"], good["plies"]) == (1, "triggs", 88)
    assert (good["scores"], good["winners"]) == ([39, 41], ["B"])
    assert len(good["digest"]) == 64
    assert bad["verdict"] == "invalid"
    assert (bad["code"], bad["ply"], bad["seat"], bad["plies"]) == ("triggs.sum", 88, "B", 87)
    assert bad["legal"] > 1
    assert bad["suggestions"][0] == "cross 10 10,10"
    source = broken(tmp_path).read_text(encoding="utf-8").splitlines()[bad["line"] - 1]
    assert source[bad["column"] - 1 :].startswith("9+2")


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_has_the_code_and_exits_1(tmp_path: Path, form: str) -> None:
    result = cgn("validate", broken(tmp_path), "--format", form)
    assert result.exit_code == 1
    assert "triggs.sum" in result.stdout
    if form in ("json", "sarif"):
        json.loads(result.stdout)


def test_the_hash_seed_changes_nothing(tmp_path: Path) -> None:
    path = broken(tmp_path)
    outputs = [
        subprocess.run(
            [sys.executable, "-m", "cgn", "validate", str(path), str(EXAMPLE), "--format", form],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PATH": ""},
            capture_output=True,
            check=False,
        ).stdout
        for form in ("text", "jsonl")
        for seed in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[2] == outputs[3]
    assert b"triggs.sum" in outputs[0]


@pytest.fixture(scope="module")
def heavy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A light record, and one whose variations take longer than a service allows."""
    path = tmp_path_factory.mktemp("heavy") / "heavy.cgn"
    begun = begun_game("s").removesuffix("= * 0 0\n")
    path.write_text(f"{begun}\n{begun}1. A: x\n" + "(1. A: x)\n" * 20_000, encoding="utf-8")
    return path


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_record_that_a_service_refuses_as_too_long_to_check_is_warned_about(
    heavy: Path, jobs: str
) -> None:
    result = cgn("validate", heavy, "--format", "concise", "--jobs", jobs)
    (warning,) = [line for line in result.stderr.splitlines() if line.startswith("Warning")]
    assert warning.startswith(f"Warning: {heavy}: record 2 takes so long to check that a service")
    assert "Warning" not in cgn("validate", heavy, "--quiet").stderr


def test_all_reports_every_mistake_of_form(tmp_path: Path) -> None:
    path = tmp_path / "g.cgn"
    text = EXAMPLE.read_text(encoding="utf-8").replace("\n4. A: extra", "\n4. A extra")
    path.write_text(f"% a note\n{text.replace('30. B: extra', '30. B: Extra')}", encoding="utf-8")
    lines = cgn("validate", "--all", "--format", "concise", path).stdout.splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"{path}:17:6", f"{path}:45:8"]
    assert len(cgn("validate", "--format", "concise", path).stdout.splitlines()) == 1
    both = cgn("validate", "--all", path, "--jobs", "2")
    assert both.stdout.count("error[cgn.ply-syntax]") == 2
    refused = cgn("validate", "--all", "--format", "json", path)
    assert refused.exit_code == 2
    assert "json has one mistake a record" in refused.stderr


def test_a_record_is_compared_with_the_one_that_it_goes_on_from(tmp_path: Path) -> None:
    digest = json.loads(cgn("validate", EXAMPLE, "--format", "jsonl").stdout)["digest"]
    begun = EXAMPLE.read_text(encoding="utf-8").replace('"1"]', f'"1"]\n[From "{digest} 3"]', 1)
    other, changed = tmp_path / "other.cgn", tmp_path / "changed.cgn"
    other.write_text(begun, encoding="utf-8")
    assert cgn("validate", "--from", EXAMPLE, other).exit_code == 0

    lines = begun[: begun.index("\n1. A")] + "\n1. A: draw right left\n2. B: draw left right\n"
    changed.write_text(lines, encoding="utf-8")
    assert cgn("validate", changed).exit_code == 0
    result = cgn("validate", "--from", EXAMPLE, changed)
    assert result.exit_code == 1
    assert "error[cgn.not-from]: ply 2 is not that of the original, `B: draw right" in result.stdout
    assert "2. B: draw left right\n    |       ^^^" in result.stdout


@pytest.mark.parametrize(
    ("content", "said"),
    [("no record", "cannot be read"), (begun_game("s") + "\n" + begun_game("t"), "several")],
)
def test_the_record_to_compare_with_is_one_that_can_be_read(
    tmp_path: Path, content: str, said: str
) -> None:
    origin = tmp_path / "origin.cgn"
    origin.write_text(content, encoding="utf-8")
    result = cgn("validate", "--from", origin, EXAMPLE)
    assert (result.exit_code, said in result.stderr) == (2, True)
    assert cgn("validate", "--from", origin, "--watch", EXAMPLE).exit_code == 2
