"""The memory that the real command takes for one large file of text.

    python -m benchmarks.memory [--megabytes N]

The file is made of simulated games, over and over, and is gone afterwards.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.commands import CGN, fill, run

MEGABYTE = 1 << 20
TARGET = 150


def main() -> None:
    """Write the file, validate it, and print the usage."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=1024)
    megabytes: int = parser.parse_args().megabytes
    with TemporaryDirectory() as folder:
        path = Path(folder, "large.cgn")
        fill(path, megabytes * MEGABYTE)
        usage = run([CGN, "validate", "--quiet", str(path)])
        size = path.stat().st_size / MEGABYTE
    print(f"cgn validate --quiet, one file of {size:,.0f} MB:")
    print(f"  {usage.peak / MEGABYTE:.0f} MB of memory at the peak (target: under {TARGET})")
    print(f"  {usage.cpu:.0f} s of CPU, {size / usage.cpu:.1f} MB a second")


if __name__ == "__main__":
    main()
