"""Opens the store at an address: the one place that knows which kinds of stores there are."""

from pathlib import Path
from re import match

from replays.store.model import NO_QUOTA, Clock, Quota, StoreUnusable
from replays.store.protocol import Store
from replays.store.sqlite.store import SqliteStore


class NoStore(StoreUnusable):
    """There is no store at the address."""


def open_store(
    address: str | Path, clock: Clock, *, quota: Quota = NO_QUOTA, make: bool = True
) -> Store:
    """The store at an address, which is the path of an SQLite file.

    `clock` tells the time, `quota` is what each owner may hold. A missing file is made, unless
    `make` is false: then NoStore is raised. Raises StoreUnusable if the address is of another kind
    or what is there cannot be used.
    """
    if match("[a-z][a-z0-9+.-]*://", str(address)):  # not shown: an address may hold a password
        raise StoreUnusable("this address is a URL, and a store is the path of an SQLite file")
    path = Path(address)
    if not make and not path.exists():
        raise NoStore("there is no such store")
    return SqliteStore(path, clock, quota)
