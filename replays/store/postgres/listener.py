"""Hears of the changes that any process has made to the store."""

from collections.abc import Callable
from threading import Event, Thread

import psycopg

from replays.store.model import StoreError
from replays.store.postgres.connections import connected
from replays.store.postgres.dialect import CHANGED

_GLANCE = 1.0
"""Seconds between two looks whether to end."""


class Listener:
    """Listens on a connection of its own, in a thread, and connects again if that is lost.

    It always listens, even if nobody wants to know: PostgreSQL keeps what a listener does not take.
    A pooler that gives each transaction another connection, as PgBouncer may, lets it hear nothing.
    """

    def __init__(self, address: str, heard: Callable[[], object]) -> None:
        """`heard` is called after each change, and after each connection."""
        self._address, self._heard = address, heard
        self._closed = Event()
        self._thread = Thread(target=self._listen, name="cgn store listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        self._thread.join()

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                self._hear()
            except (psycopg.OperationalError, StoreError):  # the database is gone, for a while
                self._closed.wait(_GLANCE)

    def _hear(self) -> None:
        """Listen until it is closed. Raises psycopg.OperationalError if the connection is lost."""
        with connected(self._address) as connection:
            connection.execute(f"LISTEN {CHANGED}".encode())
            self._heard()
            while not self._closed.is_set():
                for _ in connection.notifies(timeout=_GLANCE, stop_after=1):
                    self._heard()
