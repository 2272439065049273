"""Keeps what checkers made of tables, since many clients ask the same of one version."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any

from cachetools import LRUCache

_OVERHEAD = 500
"""Bytes that an entry takes besides the answer, and the size of one that is not bytes."""


class Memo:
    """The answers that were asked for last, up to `most` bytes.

    A key names the version that an answer was made from, so no answer becomes wrong.
    """

    def __init__(self, most: int) -> None:
        self._kept: LRUCache[Hashable, Any] = LRUCache(most, _size)
        self._making: dict[Hashable, Future[Any]] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:  # noqa: ANN401 - what it returns
        """What `make` returns, or has returned for this key. Raises what it raises.

        Of several threads that ask for the same at once, one has it made: watchers of a table all
        ask after each ply.
        """
        with self._lock:
            if key in self._kept:
                return self._kept[key]
            making = self._making.get(key)
            if making is None:
                own = self._making[key] = Future[Any]()
        if making is not None:
            return making.result()
        try:
            made = make()
        except BaseException as error:
            own.set_exception(error)
            raise
        else:
            own.set_result(made)
            self._keep(key, made)
            return made
        finally:
            with self._lock:
                del self._making[key]

    def _keep(self, key: Hashable, made: object) -> None:
        with self._lock:
            if _size(made) <= self._kept.maxsize:
                self._kept[key] = made


def _size(made: object) -> int:
    return _OVERHEAD + (len(made) if isinstance(made, bytes) else 0)
