"""A process that uploads: `python -m tests.replays.store.uploader STORE HOLDER COUNT THREADS`.

Once ready it waits for a line on standard input, then prints the id of each replay whose upload
was acknowledged. Every holder uploads different records, but all processes with the holder `same`
upload the same ones. Uploads are sent again if the store was busy or unsure.
"""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from replays.store.model import Added, StoreBusy, StoreUnsure, Upload
from replays.store.open_store import open_store
from replays.store.protocol import Store
from tests.replays.store.making import upload

_PAUSE = 0.1


def main(address: str, holder: str, count: str, threads: str) -> None:
    """Upload `count` records with so many threads."""
    made = [upload(comments=(holder, str(number))) for number in range(int(count))]
    with open_store(address, lambda: int(time.time())) as store:

        def send(first: int) -> None:
            for one in made[first :: int(threads)]:
                added = sent(store, one, holder)
                outcome = "created" if added.created else "known"
                os.write(1, f"{added.id} {outcome}\n".encode())

        os.write(1, b"ready\n")
        sys.stdin.readline()
        with ThreadPoolExecutor(int(threads)) as pool:
            list(pool.map(send, range(int(threads))))


def sent(store: Store, one: Upload, holder: str) -> Added:
    """Send an upload until its outcome is known."""
    while True:
        try:
            (added,) = store.add([one], holder)
        except (StoreBusy, StoreUnsure):
            time.sleep(_PAUSE)
        else:
            return added


if __name__ == "__main__":
    main(*sys.argv[1:])
