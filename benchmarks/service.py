"""The service over loopback: reading next to Datasette, uploads and frames next to checking alone.

    python -m benchmarks.service [--rounds N] [--requests N] [--records N] [--games NAME ...]

Every server is a separate process, started as its users start it; the client is this process.
"""

import argparse

from rich.console import Console

from benchmarks.games import Corpus
from benchmarks.service_frames import frames
from benchmarks.service_reads import again, reads
from benchmarks.service_uploads import uploads
from engines.registry import GAMES

_WIDTH = 110


def main() -> None:
    """Measure one after another, and print a table of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--requests", type=int, default=1000, help="replays read in a round")
    parser.add_argument("--records", type=int, default=400, help="uploads of each game in a round")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, help="default: all")
    options = parser.parse_args()
    corpus, console = Corpus(options.games), Console(width=_WIDTH)
    console.print(reads(corpus, options.rounds, options.requests))
    console.print(again(corpus, options.rounds, options.requests))
    console.print(uploads(corpus, options.rounds, options.records))
    console.print(frames(corpus, options.rounds))


if __name__ == "__main__":
    main()
