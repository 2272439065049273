"""Serves: the app of one store, by waitress, in one process."""

import errno
import logging
import resource
import signal
import socket
import sys
from contextlib import suppress
from logging import Formatter, LogRecord
from logging.config import dictConfig
from re import fullmatch
from typing import Any

from api.app import PARKING, create_app, wall_clock
from api.checking.checkers import Checkers
from api.http.addressed import Addressed, BadAddress
from api.live.computer import COMPUTERS
from api.reviewer import REVIEWER
from api.server.http_server import Server
from api.settings import MOST_PICKED, Settings
from notation.render.visible import visible
from replays.store.open_store import open_store

_FILES_OF_A_CONNECTION = 3
_FILES_OF_A_THREAD = 8
_FILES = 256

_SLICE = 0.0005
"""Seconds after which a thread that computes has to let others run, a tenth of Python's own.

A request that a checker works on changes threads some eight times, and waits as often.
"""

_LOG = logging.getLogger("cgn")
_STREAM = {"class": "logging.StreamHandler", "stream": "ext://sys.stderr"}


class OneLine(Formatter):
    """Writes what clients sent in one line, every character that acts or hides spelt out."""

    def format(self, record: LogRecord) -> str:
        """The line of a request."""
        return visible(super().format(record))


LOGS: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "generic": {"format": "[%(levelname)s] %(message)s"},
        "access": {"()": OneLine},
    },
    "handlers": {
        "console": {**_STREAM, "formatter": "generic"},
        "access": {**_STREAM, "formatter": "access"},
    },
    "loggers": {
        "waitress": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "waitress.queue": {"level": "ERROR"},
        "cgn": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "cgn.access": {"handlers": ["access"], "propagate": False},
    },
}
"""How the service logs. waitress would log each request that waits for a thread."""


class Unservable(Exception):
    """An address at which nothing can listen, or something does already; the message says so."""


def check_address(settings: Settings) -> None:
    """Raise Unservable where the service cannot listen, or if an address or id is none."""
    try:
        Addressed(lambda _, __: [], settings.public_address)
    except BadAddress as error:
        raise Unservable(f"--public-address: {error}") from None
    ids = settings.picked_ids
    wrong = next((one for one in ids if fullmatch("[0-9a-f]{64}", one) is None), None)
    if wrong is not None:
        raise Unservable(f"--picked: {wrong} is no id of a replay: these have 64 hex digits")
    if len(ids) > MOST_PICKED:
        raise Unservable(f"--picked: {len(ids)} ids, and at most {MOST_PICKED} are shown")
    bound(settings).close()


def bound(settings: Settings) -> socket.socket:
    """A socket at the address of the service. Raises Unservable if it cannot be had."""
    place = f"{settings.host}:{settings.port}"
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
        family, kind, _, _, address = found[0]
        made = socket.socket(family, kind)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind(address)
        except OSError:
            made.close()
            raise
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Unservable(f"{place} is taken; --port names another") from None
        raise Unservable(f"{place}: {error.strerror or error}") from None
    return made


def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM.

    Raises StoreUnusable where there is no store to be had, Unservable as `bound` does.
    """
    dictConfig(LOGS)
    sys.setswitchinterval(_SLICE)
    _allow_files(settings)
    with (
        bound(settings) as listening,
        open_store(settings.data, wall_clock, quota=settings.quota) as store,
        Checkers(settings.workers) as checkers,
    ):
        app = create_app(settings, store, checkers)
        app.extensions[COMPUTERS].start()
        if settings.reviews:
            app.extensions[REVIEWER].start()
        server = Server(app, app.extensions[PARKING], settings, listening)
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, server.stop)
        _LOG.info("serving at http://%s:%d", settings.host, settings.port)
        server.run()
        app.extensions[REVIEWER].stop()


def _allow_files(settings: Settings) -> None:
    """Let this process open as many files as connections and threads need."""
    wanted = (
        _FILES_OF_A_CONNECTION * settings.connections
        + _FILES_OF_A_THREAD * settings.threads
        + _FILES
    )
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
