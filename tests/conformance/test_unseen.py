"""The records with unseen cards have the verdicts that the suite lists."""

import json
from typing import Any

import pytest

from conformance.make import HERE
from notation.outcome import Reading
from notation.read import read
from replays.digests import canonical_text
from replays.validate import validate

LISTED: list[dict[str, Any]] = json.loads((HERE / "unseen.json").read_text(encoding="utf-8"))


def readings(name: str) -> list[Reading]:
    with (HERE / "unseen" / name).open("rb") as stream:
        return list(read(stream, name))


FILES = {name: readings(name) for name in ("right.cgn", "wrong.cgn", "undetermined.cgn")}


@pytest.mark.parametrize("case", LISTED, ids=lambda case: f"{case['file']}-{case['record']}")
def test_a_record_has_the_listed_verdict(case: dict[str, Any]) -> None:
    report = validate(FILES[case["file"]][case["record"] - 1])
    assert report.verdict == case["verdict"], report.problem
    if report.problem is not None:
        assert (report.problem.code, report.problem.ply) == (case["code"], case.get("ply"))


def test_every_record_is_listed_once_with_a_reason() -> None:
    listed = [(case["file"], case["record"]) for case in LISTED]
    actual = [(name, at + 1) for name, readings in FILES.items() for at in range(len(readings))]
    assert sorted(listed) == sorted(actual)
    assert len(actual) >= 60
    assert all(case["why"] for case in LISTED)


@pytest.mark.parametrize("name", FILES)
def test_the_records_are_in_canonical_form(name: str) -> None:
    records = [reading.record for reading in FILES[name]]
    text = "\n".join([canonical_text(record) for record in records if record is not None])
    assert (HERE / "unseen" / name).read_text(encoding="utf-8") == text
