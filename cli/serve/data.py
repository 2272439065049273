"""Opens the store that --data names."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from api.settings import Settings
from cli.inputs import Unreadable, note_input
from cli.serve.options import VARIABLE, in_file
from replays.store.model import StoreError
from replays.store.open_store import NoStore, open_store, shown
from replays.store.sql.store import Store


def now() -> int:
    """The time, in seconds since the epoch."""
    return int(time.time())


@contextmanager
def opened_store(address: str | Path, *, make: bool = False) -> Iterator[Store]:
    """Open the store at an address; with `make`, a missing store is made.

    Raises Unreadable if there is no store, or if opening or using it fails.
    """
    note_input(str(address))
    try:
        with open_store(address, now, make=make) as store:
            yield store
    except NoStore as error:
        raise Unreadable(
            f"{shown(address)}: {error}; --data or CGN_DATA names another one"
        ) from None
    except StoreError as error:
        raise Unreadable(f"{shown(address)}: {error}") from None


def _default() -> str:
    """The store that `cgn serve` uses without --data and CGN_DATA."""
    path = os.environ.get(VARIABLE)
    settings = in_file(Path(path)) if path else {}
    return str(settings.get("data", Settings().data))


data_option = click.option(
    "--data",
    metavar="STORE",
    envvar="CGN_DATA",
    show_envvar=True,
    default=_default,
    show_default="as for cgn serve: cgn.db",
    help="The store: an SQLite file, or postgresql://HOST/DATABASE.",
)
