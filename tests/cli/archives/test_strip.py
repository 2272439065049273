"""`cgn strip` removes private parts of records, and nothing else."""

import json
from pathlib import Path

import pytest

from tests.cli.archives.club import club
from tests.cli.running import EXAMPLE, JAM, cgn


def stripped(path: Path, *options: str | Path) -> dict[str, object]:
    result = cgn("strip", path, *options, "--format", "jsonl")
    assert result.exit_code == 0, result.stderr
    record: dict[str, object] = json.loads(result.stdout)
    return record


def before(path: Path) -> dict[str, object]:
    record: dict[str, object] = json.loads(cgn("convert", path, "--format", "jsonl").stdout)
    return record


def keys(value: object) -> set[str]:
    """Every key of an object, nested ones included."""
    if isinstance(value, dict):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list) else set()


@pytest.mark.parametrize(
    ("option", "key"),
    [
        ("--comments", "comments"),
        ("--times", "at"),
        ("--marks", "mark"),
        ("--variations", "variations"),
    ],
)
def test_one_part_is_removed(option: str, key: str) -> None:
    whole, rest = before(JAM), stripped(JAM, option)
    assert key in keys(whole)
    assert key not in keys(rest)
    assert len(keys(whole)) > len(keys(rest)) > len(keys(whole)) - 3
    assert rest["seats"] == whole["seats"]


def test_tags_are_removed() -> None:
    tags = before(EXAMPLE)["tags"]
    assert isinstance(tags, dict)
    rest = {name: text for name, text in tags.items() if name != "Event"}
    assert stripped(EXAMPLE, "--tag", "Event", "--tag", "None")["tags"] == rest
    assert "tags" not in stripped(EXAMPLE, "--tag", "all")


def test_names_are_replaced_consistently(tmp_path: Path) -> None:
    key, other = tmp_path / "key", tmp_path / "other"
    key.write_text("secret\n")
    other.write_text("another")
    one, two = (stripped(EXAMPLE, "--names", "--key-file", path)["seats"] for path in (key, other))
    assert one == stripped(EXAMPLE, "--names", "--key-file", key)["seats"]
    assert isinstance(one, list)
    assert isinstance(two, list)
    assert not {*one, *two} & {"Ana", "Bo"}
    assert not set(one) & set(two)
    assert "Player 234126c8b4ab" in one
    assert stripped(EXAMPLE, "--names")["seats"] != stripped(EXAMPLE, "--names")["seats"]


def test_names_are_replaced_in_comments_and_tags(tmp_path: Path) -> None:
    path = tmp_path / "named.cgn"
    text = EXAMPLE.read_text(encoding="utf-8").replace(
        '[Event "Tuesday club"]', '[Event "ANA\'s, Anas"]'
    )
    path.write_text(text.replace("{The 3s", "{Ana: Bo, the 3s"), encoding="utf-8")
    record = stripped(path, "--names")
    written = json.dumps(record)
    assert isinstance(record["seats"], list)
    ana, bo = record["seats"]
    assert isinstance(record["tags"], dict)
    assert record["tags"]["Event"] == f"{ana}'s, Anas"
    assert f"{ana}: {bo}, the 3s" in written
    assert "Bo" not in written


def test_a_stripped_record_keeps_its_verdict() -> None:
    options = ["--names", "--comments", "--times", "--marks", "--variations", "--tag", "all"]
    result = cgn("strip", EXAMPLE, JAM, *options)
    assert cgn("validate", "-", stdin=result.stdout_bytes).stdout == "2 records: 2 valid\n"


def test_the_parts_to_strip_are_required(tmp_path: Path) -> None:
    assert "say what to remove" in cgn("strip", EXAMPLE).stderr
    assert "is not a free tag" in cgn("strip", EXAMPLE, "--tag", "Seed").stderr
    (tmp_path / "empty").touch()
    assert "empty" in cgn("strip", EXAMPLE, "--names", "--key-file", tmp_path / "empty").stderr
    assert (
        "--key-file is for --names"
        in cgn("strip", EXAMPLE, "--marks", "--key-file", EXAMPLE).stderr
    )


@pytest.mark.usefixtures("small_parts")
def test_several_processes_strip_the_same(tmp_path: Path) -> None:
    folder, key = club(tmp_path), tmp_path / "key"
    key.write_text("secret")
    options = ["--names", "--key-file", str(key), "--format", "jsonl"]
    one, two = (cgn("strip", folder, *options, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.exit_code == two.exit_code == 1
    assert (one.stdout_bytes, one.stderr) == (two.stdout_bytes, two.stderr)
