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
from tests.api.seated import keep_tables
from tests.api.serving import ROOT, running
from tests.replays.store.making import upload_of

CONFIG = Path(__file__).parent / "schemathesis.toml"
"""The tool's configuration, with the checks that are off."""

_TOOL = Path(sysconfig.get_path("scripts")) / "schemathesis"
_WALKS = 3
_LIMITS = ("--reads", "0", "--writes", "0", "--max-tokens", "1000000")
_OTHERS = "cgn_bo"
_HOLDERS = ("ana", "cleo")
"""Ana's token is used. Cleo holds the same replays, so they stay when Ana gives them up.

Bo holds nothing: he must not see what Ana makes private."""


@dataclass(frozen=True, slots=True)
class Hunt:
    """A finished run: exit code, output and report."""

    code: int
    output: str
    report: Mapping[str, Any]

    @property
    def cases(self) -> int:
        """How many requests were made."""
        return int(self.report["test_cases"]["generated"])

    @property
    def operations(self) -> Sequence[str]:
        """Every operation that was called."""
        return sorted(self.report["valid_rates"])

    def answers(self, operation: str) -> Counter[str]:
        """How many valid requests of an operation were accepted, and how many were not."""
        counts: Counter[str] = Counter()
        for phase in self.report["valid_rates"].get(operation, {}).values():
            counts.update(phase)
        return counts


def hunt(folder: Path, most: int, *flags: str) -> Hunt:
    """Run the tool on a new service, with at most so many cases for each operation and phase."""
    data, report = folder / "cgn.db", folder / "report.json"
    with running(data, *_LIMITS) as service:
        with open_store(data, lambda: int(time.time())) as store:
            for holder in _HOLDERS:
                store.add([upload_of(played) for played in PLAYED], holder)
            if store.tokens.find(digest_of(_OTHERS)) is None:
                store.tokens.create("bo", [UPLOAD], digest_of(_OTHERS))
            for raw in MADE[:-2]:
                store.decks.add(prepare_deck(raw), _HOLDERS[0])
            keep_tables(store)
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
    """Print the results. The exit code is 0 if nothing failed and the run was large enough.

    Large enough means at least so many cases, and an accepted request for every operation.
    The tool stops following links once the same steps lead elsewhere, as a second upload of a
    record does, so the stateful phase runs several times.
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
    click.echo(f"{cases:,} cases; never accepted: {', '.join(shut) or 'none'}")
    return int(any(run.code for run in hunts) or cases < int(least) or bool(shut))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
