"""A process that uploads: `python -m tests.replays.store.uploader FILE HOLDER COUNT THREADS`.

It waits for a line on standard input once it is ready, and prints the id of each replay once its
upload was acknowledged. Every holder uploads records of their own; the holder `same` those that
every process called so uploads as well.
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from replays.store.sqlite.store import SqliteStore
from tests.replays.store.making import upload


def main(file: str, holder: str, count: str, threads: str) -> None:
    """Upload `count` records, with so many threads."""
    made = [upload(comments=(holder, str(number))) for number in range(int(count))]
    with SqliteStore(Path(file), lambda: int(time.time())) as store:

        def send(first: int) -> None:
            for one in made[first :: int(threads)]:
                (added,) = store.add([one], holder)
                told = "created" if added.created else "known"
                os.write(1, f"{added.id} {told}\n".encode())

        os.write(1, b"ready\n")
        sys.stdin.readline()
        with ThreadPoolExecutor(int(threads)) as pool:
            list(pool.map(send, range(int(threads))))


if __name__ == "__main__":
    main(*sys.argv[1:])
