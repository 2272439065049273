"""How much faster `cgn validate --jobs 2` is than one process, from several sources.

    python -m benchmarks.jobs [--rounds N] [--megabytes N] [--cases N] [--cluster]

With --cluster it is `cgn validate --cluster local`, which takes some seconds to start. Every round
runs the real command both ways on the same bytes. Times are those of the whole command; its CPU
includes the processes that it starts.
"""

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from benchmarks.commands import CGN, FILLING, Usage, fill, run, simulated
from benchmarks.measure import ratio, table_of

FILES = 3_000
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Case:
    """Where records come from: a path, and what standard input is."""

    name: str
    path: str
    stdin: Path = Path("/dev/null")

    def run(self, *sharing: str) -> Usage:
        """Validate them, with the work shared as these options say."""
        return run([CGN, "validate", "--quiet", *sharing, self.path], self.stdin)


def main() -> None:
    """Make the corpora, time both ways side by side, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=int, default=16)
    parser.add_argument("--cases", type=int, help="only the first N cases")
    parser.add_argument("--cluster", action="store_true", help="share by Dask, on this machine")
    options = parser.parse_args()
    sharing = ("--cluster", "local") if options.cluster else ("--jobs", "2")
    with TemporaryDirectory() as folder:
        cases = list(islice(_cases(Path(folder), options.megabytes * MEGABYTE), options.cases))
        rounds: dict[str, list[tuple[Usage, Usage]]] = {case.name: [] for case in cases}
        for _ in range(options.rounds):
            for case in cases:
                rounds[case.name].append((case.run(), case.run(*sharing)))
    Console().print(_table(rounds))


def _cases(folder: Path, size: int) -> Iterator[Case]:
    text, lines, many = folder / "large.cgn", folder / "large.cgn.jsonl", folder / "many"
    fill(text, size)
    yield Case("one file of text", str(text))
    yield Case("text on standard input", "-", text)
    run([CGN, "convert", str(text), "-o", str(lines)])
    yield Case("one file of JSON Lines", str(lines))
    yield Case("JSON Lines on standard input", "-", lines)
    many.mkdir()
    for number, record in enumerate(islice(cycle(_records()), FILES)):
        (many / f"{number}.cgn").write_bytes(record)
    yield Case(f"{FILES:,} files of one record", str(many))


def _records() -> list[bytes]:
    """The games of large files, each as a separate text."""
    text = b"".join(simulated(*games) for games in FILLING)
    return [record for record in re.split(rb"(?m)^(?=\[CGN )", text) if record]


def _table(measured: dict[str, list[tuple[Usage, Usage]]]) -> Table:
    table = table_of("records from", "times faster", "times the CPU")
    for name, rounds in measured.items():
        faster = ratio([one.wall for one, _ in rounds], [two.wall for _, two in rounds])
        dearer = ratio([two.cpu for _, two in rounds], [one.cpu for one, _ in rounds])
        table.add_row(name, str(faster), str(dearer))
    table.add_section()
    table.add_row("target", "over 1", "")
    return table


if __name__ == "__main__":
    main()
