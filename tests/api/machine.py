"""Holds a running service to openapi.yaml by schemathesis: `make schemathesis`.

`python -m tests.api.machine LEAST MOST` makes at least so many cases, at most so many of an
operation and phase.
"""

import json
import subprocess
import sys
import sysconfig
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from docs.openapi import DESCRIPTION
from replays.store.open_store import open_store
from replays.store.prepare import prepare_deck
from replays.store.tokens import UPLOAD, digest_of
from tests.api.feeding import MADE, PLAYED
from tests.api.serving import ROOT, running
from tests.replays.store.making import upload_of

CONFIG = Path(__file__).parent / "schemathesis.toml"
"""What the tool is told, and which checks it leaves out."""

_TOOL = Path(sysconfig.get_path("scripts")) / "schemathesis"
_WALKS = 3
_LIMITS = ("--reads", "0", "--writes", "0", "--max-tokens", "1000000")
_OTHERS = "cgn_bo"
_HOLDERS = ("ana", "cleo")
"""Ana, whose token is used, can give up what she holds, and it stays.

Bo holds nothing, so what Ana makes private must not reach him."""


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

    @property
    def operations(self) -> Sequence[str]:
        """Every operation that was asked."""
        return sorted(self.report["valid_rates"])

    def answers(self, operation: str) -> Counter[str]:
        """How often what was well-formed got past the door, and how often it did not."""
        counts: Counter[str] = Counter()
        for phase in self.report["valid_rates"].get(operation, {}).values():
            counts.update(phase)
        return counts


def hunt(folder: Path, most: int, *flags: str) -> Hunt:
    """Have a service of its own asked with at most so many cases an operation and phase."""
    data, report = folder / "cgn.db", folder / "report.json"
    with running(data, *_LIMITS) as service:
        with open_store(data, lambda: int(time.time())) as store:
            for holder in _HOLDERS:
                store.add([upload_of(played) for played in PLAYED], holder)
            if store.tokens.find(digest_of(_OTHERS)) is None:
                store.tokens.create("bo", [UPLOAD], digest_of(_OTHERS))
            for raw in MADE[:-2]:
                store.decks.add(prepare_deck(raw), _HOLDERS[0])
        run = [str(_TOOL), "--config-file", str(CONFIG), "run", str(DESCRIPTION), "--no-color"]
        where = ["--url", f"http://127.0.0.1:{service.port}"]
        reporting = ["--report", "json", "--report-json-path", str(report)]
        done = subprocess.run(
            [*run, *where, *reporting, "--max-examples", str(most), *flags],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    return Hunt(done.returncode, done.stdout, json.loads(report.read_text(encoding="utf-8")))


def main(least: str, most: str) -> int:
    """Print what came of it. The exit code is 0 where nothing was found.

    And where at least so many cases were made, and something of every operation got past the door.
    The tool ends its walks along the links as soon as the same steps lead elsewhere, as the second
    upload of a record does: so it is sent on several.
    """
    with TemporaryDirectory() as folder:
        hunts = [hunt(Path(folder), int(most))]
        hunts += [hunt(Path(folder), int(most), "--phases", "stateful") for _ in range(_WALKS)]
    for run in hunts:
        click.echo(run.output)
    first, cases = hunts[0], sum(run.cases for run in hunts)
    shut = [name for name in first.operations if not first.answers(name)["accepted"]]
    for name in first.operations:
        click.echo(f"{name}: {dict(first.answers(name))}")
    click.echo(f"{cases:,} cases; never got past the door: {', '.join(shut) or 'nobody'}")
    return int(any(run.code for run in hunts) or cases < int(least) or bool(shut))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
