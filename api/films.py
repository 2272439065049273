"""The frames of replays as JSON: made once for a replay and view, and then remembered."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import chain
from threading import Lock
from typing import TypeAlias

Written: TypeAlias = tuple[bytes, ...]
"""A frame as JSON, in pieces: what a ply does not change is the same one in the frame after it."""

Film: TypeAlias = tuple[Written, ...]
"""Every frame of a replay in one view."""

Key: TypeAlias = tuple[str, str]
"""A replay's id, and the name of the view."""


class Films:
    """Remembers films, the least asked for leaving first, in so many bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._films: OrderedDict[Key, Film] = OrderedDict()
        self._size = 0
        self._made = 0

    def film(self, key: Key, make: Callable[[], Film]) -> Film:
        """The film of this key, made where it is not remembered."""
        with self._lock:
            found = self._films.get(key)
            if found is not None:
                self._films.move_to_end(key)
                return found
        made = make()
        with self._lock:
            self._made += 1
            if key not in self._films:
                self._films[key] = made
                self._size += _size(made)
            while self._size > self._most:
                _, oldest = self._films.popitem(last=False)
                self._size -= _size(oldest)
        return made

    def lines(self) -> Iterator[str]:
        """How much is remembered, in the text format of Prometheus."""
        yield "# HELP cgn_frame_cache_bytes Bytes of frames that are remembered."
        yield "# TYPE cgn_frame_cache_bytes gauge"
        yield f"cgn_frame_cache_bytes {self._size}"
        yield "# HELP cgn_films_made_total Replays of which the frames of a view were made."
        yield "# TYPE cgn_films_made_total counter"
        yield f"cgn_films_made_total {self._made}"


def _size(film: Film) -> int:
    """The bytes of its pieces; one that frames share is there once, and counted once."""
    return sum(map(len, {id(piece): piece for piece in chain.from_iterable(film)}.values()))
