"""schemathesis holds the service to openapi.yaml, here with some hundred fixed cases.

They are the same in every run; `make schemathesis` makes 5,000 new ones. schemathesis.toml says
which checks are off, and why.
"""

import tomllib
from pathlib import Path

import pytest

from tests.api.machine import CONFIG, hunt

QUICK = ("--phases", "examples,fuzzing,stateful", "--seed", "1")


@pytest.mark.long
def test_the_service_follows_its_description(tmp_path: Path) -> None:
    run = hunt(tmp_path, 2, *QUICK)
    assert run.code == 0, run.output
    assert run.cases > 100
    tables = [name for name in run.operations if "/tables" in name]
    for name in ("POST /v1/replays", "GET /v1/replays/{replay}", *tables):
        assert run.answers(name)["accepted"], f"no request was accepted: {name}"


def test_every_switched_off_check_has_its_reason_above_it() -> None:
    lines = CONFIG.read_text(encoding="utf-8").splitlines()
    heads = [number for number, line in enumerate(lines) if line == "[[operations]]"]
    assert heads
    assert all(lines[number - 1].startswith("# ") for number in heads)
    config = tomllib.loads("\n".join(lines))
    assert "checks" not in config
    for part in config["operations"]:
        assert set(part) == {"include-operation-id", "checks"}
        assert len(part["checks"]) == 1
