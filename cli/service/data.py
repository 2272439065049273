"""The store that a command works on: its address, and how to open it."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from api.configuring import BadSetting, configure
from cli.inputs import Unreadable
from replays.store.model import StoreError
from replays.store.open_store import NoStore, open_store
from replays.store.protocol import Store


def now() -> int:
    """The time, in seconds since the epoch."""
    return int(time.time())


@contextmanager
def opened_store(address: str | Path, *, make: bool = False) -> Iterator[Store]:
    """The store at an address; with `make`, a missing one is made.

    Raises Unreadable if there is none, or if it cannot be used, at the start or on the way.
    """
    try:
        with open_store(address, now, make=make) as store:
            yield store
    except NoStore as error:
        raise Unreadable(f"{address}: {error}; --data or CGN_DATA names another file") from None
    except StoreError as error:
        raise Unreadable(f"{address}: {error}") from None


def _data(_: click.Context, __: click.Parameter, given: str | None) -> str:
    """The store that `cgn serve` would use."""
    try:
        return configure({"data": given}, os.environ).settings.data
    except BadSetting as bad:
        raise click.UsageError(bad.message) from None


data_option = click.option(
    "--data",
    metavar="FILE",
    callback=_data,
    help="The file of the store.  [default: as for `cgn serve`: CGN_DATA, else cgn.db]",
)
