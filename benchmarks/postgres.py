"""A private PostgreSQL server, for benchmarks and tests."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import psycopg

from replays.store.open_store import open_store
from replays.store.sql.store import Store

KINDS = SQLITE, POSTGRES = ("sqlite", "postgres")
"""The kinds of stores."""

_USER = "postgres"
_NUMBERS = count(1)


@contextmanager
def new_store(kind: str) -> Iterator[Store]:
    """A new, empty store of a kind: `sqlite` or `postgres`."""
    with ExitStack() as stack:
        if kind == POSTGRES:
            address = stack.enter_context(running(safe=True)).database()
        else:
            address = str(Path(stack.enter_context(TemporaryDirectory()), "cgn.db"))
        yield stack.enter_context(open_store(address, lambda: int(time.time())))


def programs() -> Path | None:
    """The folder of the server's programs; None if there is no server on this machine."""
    initdb = shutil.which("initdb")
    if initdb is not None:
        return Path(initdb).parent
    packaged = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((path.parent for path in packaged), default=None, key=lambda path: path.parent.name)


class Server:
    """A server in a new folder, which listens on a socket there."""

    def __init__(self, folder: Path, *, safe: bool = False) -> None:
        """Make the databases; with `safe`, commits are on disk when they are acknowledged.

        Without, it is for many small databases of a moment, which nothing needs to vacuum.
        """
        binaries = programs()
        if binaries is None:
            raise FileNotFoundError("PostgreSQL is not installed")
        self._programs = binaries
        self._folder = folder
        self._data = folder / "data"
        self._run("initdb", "--pgdata", self._data, "--auth=trust", "--encoding=UTF8", "--no-sync")
        settings = {"listen_addresses": "''", "unix_socket_directories": f"'{folder}'"}
        if not safe:
            settings |= {"fsync": "off", "full_page_writes": "off", "autovacuum": "off"}
        with (self._data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._control("start", "--log", self._folder / "log")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; with the mode `immediate`, as a crash would."""
        self._control("stop", "--mode", mode)

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"t{next(_NUMBERS)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self._address(name)

    def _address(self, database: str) -> str:
        return f"postgresql://{_USER}@/{database}?host={self._folder}"

    def _control(self, *arguments: object) -> None:
        self._run("pg_ctl", "--pgdata", self._data, "--wait", *arguments)

    def _run(self, program: str, *arguments: object) -> None:
        owner: dict[str, Any] = {"user": _USER} if os.geteuid() == 0 else {}
        subprocess.run(  # noqa: S603 - our own
            [self._programs / program, *map(str, arguments)],
            cwd=self._folder,
            check=True,
            stdout=subprocess.DEVNULL,
            **owner,
        )


@contextmanager
def running(*, safe: bool = False) -> Iterator[Server]:
    """A server that runs in the block. Raises FileNotFoundError if PostgreSQL is not installed."""
    folder = Path(mkdtemp(prefix="cgn-pg-"))  # short: a socket's path has at most 107 characters
    try:
        if os.geteuid() == 0:  # the server refuses to be run by root
            shutil.chown(folder, _USER)
        server = Server(folder, safe=safe)
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder)
