"""The files that commands read and write."""

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from gzip import compress
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, OTHER, ROOT, cgn

NULL = Path(os.devnull)


def test_a_special_file_is_written_in_place() -> None:
    assert cgn("convert", EXAMPLE, "--format", "json", "-o", NULL).exit_code == 0
    assert stat.S_ISCHR(NULL.stat().st_mode)


@pytest.mark.parametrize("output", ["-", "/dev/stdout"])
def test_standard_output_has_a_name(output: str) -> None:
    result = cgn("convert", EXAMPLE, "--format", "text", "-o", output)
    assert result.stdout_bytes == EXAMPLE.read_bytes()


def test_the_form_asked_for_and_the_ending_agree(tmp_path: Path) -> None:
    result = cgn("convert", EXAMPLE, "--format", "json", "-o", tmp_path / "x.cgn")
    assert result.exit_code == 2
    assert "--format json contradicts the ending of --output" in result.stderr
    assert not list(tmp_path.iterdir())


def test_no_half_of_two_records_is_printed_as_one_document() -> None:
    result = cgn("convert", EXAMPLE, OTHER, "--format", "json")
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_only_regular_files_are_taken_from_folders(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.cgn")
    (tmp_path / "game.cgn").symlink_to(EXAMPLE)
    result = cgn("validate", tmp_path, "--format", "jsonl")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["file"] == str(tmp_path / "game.cgn")
    assert "only regular files" in cgn("fmt", tmp_path / "pipe.cgn").stderr


def test_a_folder_stands_for_the_files_of_every_form_below_it(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    forms = {"text": "cgn", "json": "cgn.json", "jsonl": "cgn.jsonl"}
    for form, ending in forms.items():
        raw = cgn("convert", EXAMPLE, "--format", form).stdout_bytes
        (inner / f"game.{ending}").write_bytes(raw)
        (inner / f"game.{ending}.gz").write_bytes(compress(raw))
    (inner / "notes.txt").write_text("not a record")
    result = cgn("validate", tmp_path)
    assert (result.exit_code, result.stdout) == (0, "6 records: 6 valid\n")
    (tmp_path / "empty").mkdir()
    assert "no .cgn, .cgn.json, .cgn.jsonl, .cgn.gz" in cgn("validate", tmp_path / "empty").stderr


def test_an_unreadable_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.cgn").write_bytes(EXAMPLE.read_bytes())
    walk = os.walk

    def walked(
        folder: str, onerror: Callable[[OSError], object]
    ) -> Iterator[tuple[str, list[str], list[str]]]:
        onerror(PermissionError(13, "Permission denied", f"{folder}/nox"))
        yield from walk(folder)

    monkeypatch.setattr(os, "walk", walked)
    result = cgn("validate", tmp_path)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {tmp_path}/nox: Permission denied\n"
    assert "valid (triggs" in result.stdout


def test_a_file_that_must_not_be_written_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.cgn"
    path.write_text(EXAMPLE.read_text(encoding="utf-8") + "\n\n", encoding="utf-8")
    before = path.read_bytes()
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    result = cgn("fmt", path)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {path}: cannot be written: Permission denied\n"
    assert path.read_bytes() == before


def test_a_link_to_itself_is_not_recorded_but_replaced(tmp_path: Path) -> None:
    loop = tmp_path / "loop.cgn"
    loop.symlink_to(loop)
    assert "Too many levels of symbolic links" in cgn("record", loop).stderr
    assert cgn("convert", EXAMPLE, "-o", loop).exit_code == 0
    assert loop.read_bytes() == EXAMPLE.read_bytes()


@pytest.mark.parametrize(
    "command",
    ["validate -", "show -", "step -", "fmt -", "convert --format json -", "record {}/new.cgn"],
)
def test_a_closed_standard_input_is_one_line(command: str, tmp_path: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m cgn {command.format(tmp_path)} <&-', sys.executable],
        capture_output=True,
        check=False,
        text=True,
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: standard input is closed\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ["\x1b\n"],
        ["--\x1b"],
        ["validate", "--\x1b"],
        ["validate", "\x1b\n"],
        ["validate", EXAMPLE, "--format", "\x1b\n"],
        ["explain", "\x1b\n"],
        ["games", "\x1b\n"],
        ["simulate", "\x1b\n"],
        ["simulate", "triggs", "--option", "\x1b\n"],
        ["show", EXAMPLE, "--view", "\x1b\u202e"],
        ["fmt", "\x1b\n"],
        ["convert", EXAMPLE, "-o", "\x1b\n/x.cgn"],
    ],
)
def test_typed_text_is_escaped_in_messages(arguments: list[str | Path]) -> None:
    result = cgn(*arguments)
    assert result.exit_code == 2
    assert "\x1b" not in result.output
    assert "\u202e" not in result.output
    assert "1b" in result.stderr.splitlines()[-1]


def test_machine_formats_report_the_unreadable_file(tmp_path: Path) -> None:
    none = tmp_path / "no%.cgn"
    log = json.loads(cgn("validate", EXAMPLE, none, "--format", "sarif").stdout)
    (invocation,) = log["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    (notice,) = invocation["toolExecutionNotifications"]
    assert notice["message"]["text"] == f"{none}: there is no such file"
    result = cgn("validate", EXAMPLE, none, "--format", "github")
    assert result.stdout == f"::error::{tmp_path}/no%25.cgn: there is no such file\n"
    assert "no%.cgn" in result.stderr


def test_an_unreadable_record_is_not_written() -> None:
    result = cgn("simulate", "triggs", "--seed", "a" * 70_000)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "seed: this has 70,000 characters; a value of the header may have 1,000" in result.stderr


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_machine_formats_name_the_true_file(tmp_path: Path, form: str) -> None:
    path = tmp_path / "\x1b\x9b\u202e.cgn"
    path.write_text('[CGN "1"]\n', encoding="utf-8")
    result = cgn("validate", path, "--format", form)
    assert not set("\x1b\x9b\u202e") & set(result.stdout)
    report = json.loads(result.stdout)
    if form == "json":
        (report,) = report["records"]
        assert report["diagnostic"]["place"]["file"] == str(path)
    assert report["file"] == str(path)


COMMANDS = (
    *("export {0} -o {0}", "filter {0} --game triggs -o {0}", "redact {0} --view B -o {0}"),
    *("convert {0} -o {0}", "table {0} -o {0}", "stats {0} --html {0}", "merge {0} -o {0}"),
    *("strip {0} --comments -o {0}", "dedupe {0} -o {0}", "complete {0} -o {0}"),
    *("table {1} -o {0}", "merge {2} -o {0}", "convert {0} -o {3}", "convert - -o {0}"),
)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_writes_to_one_of_its_inputs(command: str, tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    game, link = tmp_path / "club" / "game.cgn", tmp_path / "link.cgn"
    game.write_bytes(EXAMPLE.read_bytes())
    link.symlink_to(game)
    other_spelling = f"{tmp_path}/club/../club/game.cgn"
    names = [game, tmp_path / "club", tmp_path / "club" / "*.cgn", link, other_spelling]
    words = command.format(*map(str, names)).split()
    with game.open("rb") as stdin:
        done = subprocess.run(
            [sys.executable, "-m", "cgn", *words],
            cwd=ROOT,
            stdin=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 2, done.stderr
    assert "input" in done.stderr
    assert "write to another file" in done.stderr
    assert game.read_bytes() == EXAMPLE.read_bytes()
    assert len(list((tmp_path / "club").iterdir())) == 1


@pytest.mark.parametrize(
    ("command", "read"),
    [
        ("simulate triggs --seed s --deck own.toml -o own.toml", "own.toml"),
        ("convert bot.jsonl --mapping bot.toml -o bot.toml", "bot.toml"),
        ("strip {0} --names --key-file key -o key", "key"),
        ("store export --data club.db -o club.db", "club.db"),
    ],
)
def test_no_command_writes_to_what_it_reads_beside_records(
    command: str, read: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in (ROOT / "examples" / "mapping").iterdir():
        shutil.copy(file, tmp_path)
    Path("own.toml").write_bytes(cgn("games", "triggs", "--deck").stdout_bytes)
    Path("key").write_text("a secret of thirty-two characters", encoding="utf-8")
    assert cgn("store", "import", EXAMPLE, "--data", "club.db").exit_code == 0
    before = Path(read).read_bytes()
    result = cgn(*command.format(EXAMPLE).split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{read} is an input of this command" in result.stderr
    assert Path(read).read_bytes() == before


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x.cgn", "https://a.example", "s3://a/b"])
def test_no_address_is_written_to(address: str) -> None:
    result = cgn("convert", EXAMPLE, "-o", address)
    assert result.exit_code == 2
    assert "this is an address, but files are written here only" in result.stderr


def test_output_is_not_appended_to_an_input(tmp_path: Path) -> None:
    game = tmp_path / "game.cgn"
    game.write_bytes(EXAMPLE.read_bytes())
    with game.open("ab") as out:
        command = [sys.executable, "-m", "cgn", "merge", str(game)]
        done = subprocess.run(command, cwd=ROOT, stdout=out, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert game.read_bytes() == EXAMPLE.read_bytes()


def test_a_position_is_drawn_in_one_form() -> None:
    result = cgn("show", EXAMPLE, "--html", "--svg")
    assert result.exit_code == 2
    assert "choose one form: html or svg" in result.stderr


@pytest.mark.parametrize(
    "command",
    ["fmt {0}", "filter {0} --game triggs -o {1}", "merge {0} -o {1}", "dedupe {0} -o {1}"],
)
def test_plies_that_were_set_aside_are_kept(command: str, tmp_path: Path) -> None:
    game, output = tmp_path / "game.cgn", tmp_path / "out.cgn"
    later = b"% later: 89. A: draw right\n% later: 90. B: cross 3 3\n"
    game.write_bytes(EXAMPLE.read_bytes() + later)
    assert cgn(*command.format(game, output).split()).exit_code == 0
    written = output if output.exists() else game
    assert written.read_bytes() == EXAMPLE.read_bytes() + later
