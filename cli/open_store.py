"""The store that a command works on: its file, and how to open it."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from api.configuring import BadSetting, configure
from cli.inputs import Unreadable
from replays.store.model import StoreError
from replays.store.sqlite.store import SqliteStore
from replays.store.store import Store


def now() -> int:
    """The time, in seconds since the epoch."""
    return int(time.time())


@contextmanager
def opened_store(path: Path, *, make: bool = False) -> Iterator[Store]:
    """The store in a file; with `make`, a missing one is made.

    Raises Unreadable if there is none, or if it cannot be used, at the start or on the way.
    """
    if not make and not path.exists():
        raise Unreadable(f"{path}: there is no such store; --data or CGN_DATA names another file")
    try:
        with SqliteStore(path, now) as store:
            yield store
    except StoreError as error:
        raise Unreadable(f"{path}: {error}") from None


def _data(_: click.Context, __: click.Parameter, given: str | None) -> Path:
    """The file that `cgn serve` would use."""
    try:
        return Path(configure({"data": given}, os.environ).settings.data)
    except BadSetting as bad:
        raise click.UsageError(bad.message) from None


data_option = click.option(
    "--data",
    metavar="FILE",
    callback=_data,
    help="The file of the store.  [default: as for `cgn serve`: CGN_DATA, else cgn.db]",
)
