"""The derived files are up to date, and the suite is complete."""

import re

import jsonschema
import pytest

from cli.conformance.result import Result
from cli.conformance.suite import cases
from conformance.broken_records import examples
from conformance.make import HERE, derived, records
from engines.registry import GAMES, load_game
from notation.read import read
from notation.record import Ply, Record, Shuffle
from replays.digests import canonical_text
from tests.conformance import stranger
from tests.docs.blocks import NOTATION, blocks

PAIRS = stranger.load((HERE / "pairs.json").read_text(encoding="utf-8"))
VALID = stranger.load((HERE / "valid.json").read_text(encoding="utf-8"))
MOST_BYTES = 1_600_000


def _records() -> list[Record]:
    records = []
    for path in sorted((HERE / "valid").glob("*.cgn")):
        with path.open("rb") as stream:
            records += [reading.record for reading in read(stream, path.name)]
    return [record for record in records if record is not None]


def test_the_derived_files_are_up_to_date() -> None:
    made = {name: text.encode() for name, text in derived()}
    assert {name: (HERE / name).read_bytes() for name in made} == made, "run `make conformance`"
    written = {f"pairs/{path.name}" for path in (HERE / "pairs").glob("*") if path.suffix != ".cgn"}
    written |= {f"pairs/{path.name}" for path in (HERE / "pairs").glob("*.canonical.cgn")}
    assert written <= set(made)


@pytest.mark.parametrize("name", [name for name in PAIRS if name != "reserved.cgn"])
def test_the_json_of_a_pair_fits_the_schema_of_its_game(name: str) -> None:
    lines = (HERE / "pairs" / PAIRS[name]["json"]).read_text(encoding="utf-8")
    documents = lines.splitlines()[:-1] if name == "many.cgn" else [lines]
    for record in map(stranger.load, documents):
        jsonschema.validate(record, load_game(record["game"]).schema())


def test_every_broken_file_is_listed_once_for_each_of_its_records() -> None:
    listed = [(example["file"], example.get("record", 1)) for example in examples()]
    assert len(set(listed)) == len(listed)
    kept = {example["file"] for example in examples() if "parts" not in example}
    assert {path.name for path in (HERE / "broken").iterdir()} == kept


def test_the_suite_stays_small() -> None:
    files = [path for path in HERE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_records_with_each_number_of_seats_and_each_option(name: str) -> None:
    game = load_game(name)
    records = [r for r in _records() if r.game == name and r.result and r.result.winners]
    assert {len(record.seats) for record in records} == set(game.seats)
    for option in game.options:
        values = {value for values in option.values.values() for value in values}
        used = {record.options.get(option.name, option.default) for record in records}
        assert used == values | {option.default}


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_seeded_and_recorded_shuffles(name: str) -> None:
    records = [record for record in _records() if record.game == name]
    recorded = [any(isinstance(entry, Shuffle) for entry in r.plies) for r in records]
    kinds = {
        (r.seed is not None, has_shuffles)
        for r, has_shuffles in zip(records, recorded, strict=True)
    }
    assert {(True, False), (False, True)} <= kinds


def test_the_valid_records_use_every_part_of_a_record() -> None:
    records = _records()
    plies = [entry for r in records for entry in r.plies if isinstance(entry, Ply)]
    assert {verdict["verdict"] for verdicts in VALID.values() for verdict in verdicts} == {
        "valid",
        "incomplete",
    }
    assert {record.termination for record in records} == {
        None,
        "resigned",
        "time",
        "abandoned",
        "adjudicated",
    }
    assert any(record.result is None for record in records)
    assert any(record.seed_hash for record in records)
    assert any(ply.comments for ply in plies)
    assert any(ply.at for ply in plies)
    assert any(ply.mark for ply in plies)
    assert any(ply.variations for ply in plies)
    assert any(
        isinstance(entry, Shuffle) for ply in plies for line in ply.variations for entry in line
    )


@pytest.mark.parametrize("name", VALID)
def test_the_valid_texts_are_canonical(name: str) -> None:
    texts = "\n".join(map(canonical_text, records(HERE / "valid" / name)))
    assert (HERE / "valid" / name).read_bytes() == texts.encode()


def test_a_broken_record_needs_a_reader_for_the_errors_of_the_form() -> None:
    section = NOTATION.partition("### Errors of the form")[2].partition("### Which error")[0]
    table = [line for line in section.splitlines() if line.startswith("| `")]
    named = [re.findall(r"`([a-z.-]+)`", line.split("|")[1]) for line in table]
    form = {f"cgn.{code.removeprefix('cgn.').removeprefix('-')}" for row in named for code in row}
    form |= {"cgn.misplaced-note", "cgn.misplaced-comment"}
    for example in examples():
        assert example["needs"] == ("reader" if example["code"] in form else "game"), example


def test_a_missing_tag_may_be_placed_as_if_no_name_were_near() -> None:
    for example in examples():
        near = example["code"] == "cgn.missing-tag" and example["line"] != 1
        assert example.get("or") == ({"line": 1, "column": 1} if near else None)


def test_the_page_shows_the_example_and_what_the_command_prints() -> None:
    page = (HERE / "README.md").read_text(encoding="utf-8")
    (shown,) = blocks("python", page)
    assert shown in (HERE / "example.py").read_text(encoding="utf-8")
    result = Result(cases(), whole=False, every=False).text()
    assert f"$ cgn conformance -- python conformance/example.py\n{result}\n" in page
