"""The pages are up to date, and what they say of positions and shuffles holds."""

import re
import tomllib
from io import BytesIO

import pytest
from msgspec import Struct

from conformance.broken_records import examples
from docs.generate import diagnose, errors_page, notation_page, security_page
from engines.registry import GAMES
from engines.rulebook import every_rule
from notation.chance import key_of, seeded_order, words
from notation.codes import CODES
from notation.codes.playing import COMPARING, SERVING
from notation.digests import game_bytes, position_bytes
from notation.json_reader import read_json
from notation.json_shape import keys, required
from notation.read import read
from notation.record import Ply, Record
from pages.docs_folder import DOCS
from pages.guide import chapters
from replays.validate import validate
from replays.view.playhead import Playhead
from tests.docs.blocks import NOTATION, ROOT, blocks, titled

PAIRS = ROOT / "conformance" / "pairs"
ERRORS = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")


def test_the_page_of_errors_is_up_to_date() -> None:
    assert errors_page() == ERRORS, "run `make docs`"


def test_the_page_of_security_names_the_address_of_the_project() -> None:
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert security_page() == page, "run `make docs`"


def test_the_tables_of_moves_are_up_to_date() -> None:
    assert notation_page() == NOTATION, "run `make docs`"


def test_every_code_of_records_has_an_example_and_every_example_a_code() -> None:
    assert {example["code"] for example in examples()} - {None} == {
        *(CODES.keys() - SERVING.keys() - COMPARING.keys()),
        *every_rule(),
    }


@pytest.mark.parametrize(
    "example", examples(), ids=lambda example: f"{example['file']}-{example.get('record', 1)}"
)
def test_an_example_gets_its_code_at_its_place(example: dict[str, object]) -> None:
    problem = diagnose(example)
    if example["code"] is None:
        assert problem is None
        return
    assert problem is not None
    severity = "warning" if example.get("warning") else "error"
    assert (problem.code, problem.severity) == (example["code"], severity)
    assert problem.place.pointer == example.get("pointer")
    for part in ("line", "column"):
        assert getattr(problem.place, part) == example.get(part, getattr(problem.place, part))


def test_the_example_of_the_specification_is_the_one_of_the_conformance_suite() -> None:
    assert blocks("cgn")[0] == (PAIRS / "example.cgn").read_text()
    assert blocks("json")[0] == (PAIRS / "example.cgn.json").read_text()
    (reading,) = read_json(BytesIO(blocks("json")[0].encode()))
    assert validate(reading).verdict == "incomplete"


@pytest.mark.parametrize(("kind", "first"), [(Record, "cgn"), (Ply, "seat")])
def test_the_tables_of_json_keys_are_those_of_the_structs(kind: type[Struct], first: str) -> None:
    table = NOTATION[NOTATION.index(f"| `{first}` |") :].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \| .* \| (yes )?\|$", table, re.MULTILINE)
    assert tuple(key for key, _ in rows) == keys(kind)
    assert tuple(key for key, needed in rows if needed) == required(kind)


@pytest.mark.parametrize(("words_", "text"), titled("position"))
def test_the_positions_of_the_specification_are_the_tables(words_: list[str], text: str) -> None:
    name, ply = words_
    (reading,) = read(BytesIO((PAIRS / name).read_bytes()), name)
    assert reading.record is not None
    replay = Playhead(reading.record)
    replay.seek(int(ply))
    table = replay.table
    counters = [(counter.key, counter.value) for counter in table.counters()]
    zones = [(z.key, z.cards if z.ordered else sorted(z.cards)) for z in table.zones()]
    assert position_bytes(table.game.name, table.to_act, counters, zones).decode() == text


def test_the_worked_shuffle_of_the_specification_is_the_shufflers() -> None:
    key = key_of("tuesday-7")
    assert key.hex() in NOTATION
    source = words(key, 0)
    drawn = [next(source) for _ in range(3)]
    assert f"{', '.join(map(str, drawn))} …" in NOTATION
    for word, below in zip(drawn, (4, 3, 2), strict=True):
        assert f"below {below}: {word} mod {below} = {word % below} |" in NOTATION
    assert f"| result | `{' '.join(seeded_order(key, 0, 'abcd'))}` |" in NOTATION


def test_the_lines_of_the_digests_are_those_of_the_specification() -> None:
    shown = next(text for text in blocks("") if text.startswith("cgn-game"))
    plain = [line.split(" ")[0] for line in shown.splitlines()]
    made = game_bytes("g", "1", "g/standard", {"o": "1"}, 2, [("A", "draw")]).decode()
    assert [word for word in plain if word != "shuffle"] == [
        line.split(" ")[0] for line in made.splitlines()
    ]


def test_every_code_named_in_the_specification_exists() -> None:
    named = re.findall(rf"`((?:cgn|{'|'.join(GAMES)})\.[a-z-]+)`", NOTATION)
    assert set(named) <= {*CODES, *every_rule()}


def test_every_page_of_the_guide_is_in_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    files = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["files"]
    guide = {f"docs/{file.name}" for _, _, file in chapters().values() if file.parent == DOCS}
    assert {name: f"pages/{name}" for name in guide}.items() <= files.items()
