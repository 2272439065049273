"""Holds a running service to openapi.yaml by schemathesis: `python -m tests.api.machine CASES`."""

import json
import subprocess
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from docs.openapi import DESCRIPTION
from replays.store.sqlite.store import SqliteStore
from tests.api.feeding import MADE, PLAYED
from tests.api.serving import ROOT, running
from tests.replays.store.making import upload_of

_CONFIG = Path(__file__).parent / "schemathesis.toml"
_TOOL = Path(sysconfig.get_path("scripts")) / "schemathesis"
_RATES = ("--reads", "0", "--writes", "0")
_HOLDERS = ("ana", "bo")


@dataclass(frozen=True, slots=True)
class Hunt:
    """What came of a run: its exit code, all that it printed, and its report."""

    code: int
    output: str
    report: Mapping[str, Any]

    @property
    def cases(self) -> int:
        """How many requests were made."""
        return int(self.report["test_cases"]["generated"])

    def answers(self, operation: str) -> Counter[str]:
        """How often what was well-formed got past the door, and how often it did not."""
        told: Counter[str] = Counter()
        for phase in self.report["valid_rates"].get(operation, {}).values():
            told.update(phase)
        return told


def hunt(folder: Path, most: int, *flags: str) -> Hunt:
    """Have a service of its own asked with at most so many cases an operation and phase."""
    data, report = folder / "cgn.db", folder / "report.json"
    with running(data, *_RATES) as service:
        with SqliteStore(data, lambda: int(time.time())) as store:
            for holder in _HOLDERS:
                store.add([upload_of(found) for found in PLAYED], holder)
            for raw in MADE[:-2]:
                store.decks.add(raw, _HOLDERS[0])
        command = [_TOOL, "--config-file", _CONFIG, "run", DESCRIPTION, "--no-color"]
        where = ["--url", f"http://127.0.0.1:{service.port}"]
        told = ["--report", "json", "--report-json-path", report]
        amount = ["--max-examples", str(most)]
        done = subprocess.run(
            [*command, *where, *told, *amount, *flags],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    return Hunt(done.returncode, done.stdout, json.loads(report.read_text(encoding="utf-8")))


def main(most: str, *flags: str) -> int:
    """Print what came of it; the exit code is that of schemathesis."""
    with TemporaryDirectory() as folder:
        found = hunt(Path(folder), int(most), *flags)
    print(found.output)
    print(f"{found.cases:,} cases")
    for operation in found.report["valid_rates"]:
        print(operation, dict(found.answers(operation)))
    return found.code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
