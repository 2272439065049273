"""Serves: granian in front, the app of one store behind it in each process."""

import asyncio
import ctypes
import errno
import os
import resource
import signal
import socket
from contextlib import suppress
from functools import partial
from threading import Thread
from time import sleep

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings

from api.app import create_app, wall_clock
from api.bridge import Bridge
from api.logs import LOGS
from api.settings import Settings
from replays.store.open_store import open_store

_FILES_EACH = 8
_FILES = 256
_MILLISECONDS = 1_000
_HEAD = 1 << 17
"""Bytes that a request's headers may have, as far as the server holds them."""

_GLANCE = 0.5
"""Seconds between two looks at whether the parent is there."""

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8
_ARENAS = 2
_LARGE = 1 << 17
"""Bytes from which on a piece of memory is given back to the system as soon as it is free."""

_STOPPING = (signal.SIGINT, signal.SIGTERM)

_GRACE = 30
"""Seconds for the requests under way when the service is stopped."""


class Unservable(Exception):
    """An address at which nothing can listen, or something does already; the message says so."""


def check_address(settings: Settings) -> None:
    """Raise Unservable where the service cannot listen.

    Its processes share their port, so that another service there would go unnoticed.
    """
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
        family, kind, _, _, address = found[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        place = f"{settings.host}:{settings.port}"
        if error.errno == errno.EADDRINUSE:
            raise Unservable(f"{place} is taken; --port names another") from None
        raise Unservable(f"{place}: {error.strerror or error}") from None


def serve(settings: Settings) -> None:
    """Serve until told to stop.

    Raises StoreUnusable where there is no store to be had, Unservable as `check_address` does.
    """
    check_address(settings)
    with open_store(settings.data, wall_clock):
        pass  # made or brought up to date once, ahead of all processes
    _allow_files(settings)
    _let_forks_end()
    server = Granian(
        "cgn",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.ASGINL,
        workers=settings.workers,
        workers_kill_timeout=_GRACE,
        respawn_failed_workers=True,
        backpressure=settings.connections,
        backlog=settings.connections,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=settings.header_timeout * _MILLISECONDS, max_buffer_size=_HEAD
        ),
        websockets=False,
        log_access=settings.access_log,
        log_dictconfig=dict(LOGS),
    )
    server.serve(target_loader=partial(_load, settings), wrap_loader=False)


def _load(settings: Settings) -> Bridge:
    """The application of one process, which ends with the one that started it."""
    _keep_little()
    loop = asyncio.get_event_loop()
    loop.call_soon(_hear_out, loop)
    Thread(target=_follow, args=(os.getppid(),), daemon=True).start()
    return Bridge(create_app(settings, open_store(settings.data, wall_clock)), settings)


def _keep_little() -> None:
    """Have the C library, where it is GNU's, keep little memory that is free.

    It would keep some hundred megabytes for good, once many large answers were under way, and a
    heap of its own for each thread, as large as the largest thing that was ever made there.
    """
    with suppress(AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
        library.mallopt(_ARENA_MAX, _ARENAS)


def _let_forks_end() -> None:
    """Have a process forked from this one end at once when told to, until it knows better.

    It begins with the handlers of this one, which would only note that it was told.
    """
    block = partial(signal.pthread_sigmask, signal.SIG_BLOCK, _STOPPING)
    unblock = partial(signal.pthread_sigmask, signal.SIG_UNBLOCK, _STOPPING)

    def begin() -> None:
        for sign in _STOPPING:
            signal.signal(sign, signal.SIG_DFL)
        unblock()

    os.register_at_fork(before=block, after_in_parent=unblock, after_in_child=begin)


def _hear_out(loop: asyncio.AbstractEventLoop) -> None:
    """Have a loop hear of the first signal to stop also where many threads call it.

    It is told by a byte in a pipe, which their calls may fill: so that waits until there is room.
    And it is told once: a server that hears it again while it stops may wait for itself.
    """
    pipe = signal.set_wakeup_fd(-1)
    handlers = {sign: signal.getsignal(sign) for sign in _STOPPING}

    def hear(sign: int, _: object) -> None:
        for other, handler in handlers.items():
            signal.signal(other, handler)
        loop.call_soon_threadsafe(tell, sign)

    def tell(sign: int) -> None:
        try:
            os.write(pipe, bytes([sign]))
        except BlockingIOError:
            loop.call_soon(tell, sign)

    for sign in _STOPPING:
        signal.signal(sign, hear)


def _follow(parent: int) -> None:
    """Stop once the parent is gone: killed, it could not say so, and the port would stay taken."""
    while os.getppid() == parent:
        sleep(_GLANCE)
    os.kill(os.getpid(), signal.SIGTERM)


def _allow_files(settings: Settings) -> None:
    """Let this process and those it starts open as many files as connections and threads need."""
    wanted = settings.connections + _FILES_EACH * settings.threads + _FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
