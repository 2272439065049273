"""Caches the results of jobs on matches: many clients ask for the same view of one version."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any

from cachetools import LRUCache

_OVERHEAD = 500
"""The overhead of an entry in bytes, and the assumed size of a result that is not bytes."""


class Memo:
    """The most recently used results, up to `most` bytes.

    A key names the version that an answer was made from, so no answer becomes wrong.
    """

    def __init__(self, most: int) -> None:
        self._kept: LRUCache[Hashable, Any] = LRUCache(most, _size)
        self._making: dict[Hashable, Future[Any]] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:  # noqa: ANN401 - what it returns
        """What `make` returns, or has returned for this key. Raises what it raises.

        Threads that ask for the same key at once share one call: watchers of a match all ask after
        each ply.
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
