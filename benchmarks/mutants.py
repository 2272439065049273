"""Whether the tests notice faults: `make mutants` puts some in, and runs the tests that see each.

A mutant has one place of the source changed by an operator of Cosmic Ray: `<` for `<=`, `and` for
`or`, 4 for 3. Places are drawn by a fixed seed: 600 of notation and engines, 200 of replays without
the store; with `--all`, every place. One run of the tests with coverage finds which tests run which
line. A run that was stopped goes on where it was, as long as the source is the same.
"""

import json
import os
import shutil
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from queue import SimpleQueue

import click
from rich.console import Console
from rich.progress import track

from benchmarks.mutation_places import ROOT, SAMPLES, Place, drawn
from benchmarks.mutation_runs import TESTS, Lines, Tester

FOLDER = ROOT / ".mutants"

_CONSOLE = Console()


def digest() -> str:
    """Names the source and its tests: what was found of another is of no use."""
    paths = [path for folder in TESTS for path in sorted((ROOT / folder).rglob("*.py"))]
    return sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()[:16]


@click.command()
@click.option("--all", "everything", is_flag=True, help="Change every place, not just a sample.")
@click.option("--minutes", default=60, show_default=True, help="Stop after this time.")
@click.option("--jobs", default=os.cpu_count() or 1, help="Mutants at a time.")
def main(*, everything: bool, minutes: int, jobs: int) -> None:
    """Change the source in many places, one at a time, and count what the tests notice.

    Exit codes: 0 all were tried, 1 stopped by the time; run it again to go on.
    """
    end = time.monotonic() + 60 * minutes
    base = FOLDER / digest()
    lines = Lines(base / "lines")
    chosen = drawn(everything=everything)
    record = base / "fates.json"
    fates: dict[str, str] = json.loads(record.read_text("utf-8")) if record.exists() else {}
    shutil.rmtree(base / "testers", ignore_errors=True)
    testers = [Tester(base / "testers" / str(number), lines) for number in range(jobs)]
    free: SimpleQueue[Tester] = SimpleQueue()
    for tester in testers:
        free.put(tester)

    def tried(place: Place) -> tuple[str, str | None]:
        if time.monotonic() > end:
            return place.name, None
        tester = free.get()
        try:
            return place.name, tester.fate(place)
        finally:
            free.put(tester)

    waiting = [place for place in chosen if place.name not in fates]
    with ThreadPoolExecutor(jobs) as pool:
        trials = as_completed([pool.submit(tried, place) for place in waiting])
        for trial in track(trials, "mutants", len(waiting), console=_CONSOLE):
            name, found = trial.result()
            if found is not None:
                fates[name] = found
                record.write_text(json.dumps(fates, indent=1), encoding="utf-8")
    for tester in testers:
        tester.close()
    report(chosen, fates)
    sys.exit(any(place.name not in fates for place in chosen))


def report(chosen: list[Place], fates: dict[str, str]) -> None:
    """Print the score of each group of rooms, and the mutants that no test noticed or that hang."""
    for rooms in SAMPLES:
        known: list[tuple[Place, str]] = [
            (place, fates[place.name])
            for place in chosen
            if place.name in fates and place.file.startswith(rooms)
        ]
        count = Counter(found for _, found in known)
        noticed = count["killed"] + count["endless"]
        share = f"{noticed / len(known):.1%}" if known else "-"
        drawn_here = sum(place.file.startswith(rooms) for place in chosen)
        _CONSOLE.print(
            f"{' and '.join(rooms)}: {noticed} of {len(known)} noticed, {share}"
            f" ({count['endless']} of them as endless); {drawn_here - len(known)} not tried yet"
        )
        for place, found in known:
            if found != "killed":
                lines = (found, *place.difference())
                _CONSOLE.print(*lines, sep="\n", markup=False, highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
