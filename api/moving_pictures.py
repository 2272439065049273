"""What is drawn of moving pictures: for whom, how many at once, and where it lies afterwards."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from time import monotonic
from typing import NamedTuple
from weakref import finalize

from api.policy.windows import Windows
from api.problem_types import BUSY
from api.problems import Problem
from api.shapes import Limit

AT_ONCE = 2
"""Moving pictures that are drawn at once: each keeps a thread for up to half a minute."""

MOST_BYTES = 256 << 20
"""Bytes of pictures on disk."""

LIFE = 24 * 60 * 60.0
"""Seconds for which a picture is kept: those of a replay that is erased go with the others."""

_HOUR = 60 * 60.0
_SOON = 10
"""Seconds after which one of those under way is likely to be done."""


class _File(NamedTuple):
    made: float
    size: int


class PictureFolder:
    """Pictures in a temporary folder, which goes with the process: the oldest go for new ones.

    A picture has the name of what it was drawn from, so none becomes wrong.
    """

    def __init__(self, most: int = MOST_BYTES, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._clock = clock
        self._files: dict[str, _File] = {}
        self._taken = 0
        self._folder: Path | None = None
        self._lock = Lock()

    def get(self, *name: str) -> bytes | None:
        """The picture of this name, if it is kept."""
        file = _file_name(name)
        with self._lock, suppress(OSError):
            self._make_room(0)
            if self._folder is not None and file in self._files:
                return (self._folder / file).read_bytes()
        return None

    def keep(self, data: bytes, *name: str) -> None:
        """Keep a picture under this name, if the disk takes it."""
        file = _file_name(name)
        with self._lock, suppress(OSError):
            self._remove(file)
            self._make_room(len(data))
            if self._folder is None:
                self._folder = Path(mkdtemp(prefix="cgn-pictures-"))
                finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
            path = self._folder / file
            try:
                path.write_bytes(data)
            except OSError:  # a full disk may have taken a part
                path.unlink(missing_ok=True)
                raise
            self._files[file] = _File(self._clock(), len(data))
            self._taken += len(data)

    def _make_room(self, size: int) -> None:
        """Remove the oldest files until there are so many bytes, and those that are too old."""
        old = self._clock() - LIFE
        while self._files:
            name, file = next(iter(self._files.items()))
            if self._taken + size <= self._most and file.made > old:
                return
            self._remove(name)

    def _remove(self, name: str) -> None:
        file = self._files.pop(name, None)
        if file is not None and self._folder is not None:
            self._taken -= file.size
            (self._folder / name).unlink(missing_ok=True)


class MovingPictures:
    """The moving pictures of a service: `most` for a client in an hour, AT_ONCE at once."""

    def __init__(self, most: int, clock: Callable[[], float] = monotonic) -> None:
        self.kept = PictureFolder(clock=clock)
        self._windows = Windows(most, clock, _HOUR)
        self._under_way = 0
        self._lock = Lock()

    @contextmanager
    def drawing(self, client: str, instead: str) -> Iterator[None]:
        """Count a moving picture that is drawn for a client meanwhile.

        Raises Problem (503), with what to do `instead`, if the client had as many as it may, or if
        AT_ONCE are under way.
        """
        with self._lock:
            left, seconds = self._windows.left(client)
            if not left:
                most = self._windows.most
                detail = f"{most:,} moving pictures an hour are drawn for a client; {instead}"
                limit = Limit("moving_pictures", most)
                raise Problem(BUSY, detail, {"Retry-After": str(seconds)}, limit=limit)
            if self._under_way >= AT_ONCE:
                detail = f"{AT_ONCE} moving pictures are being drawn already; {instead}"
                raise Problem(BUSY, detail, {"Retry-After": str(_SOON)})
            self._windows.use(client, 1)
            self._under_way += 1
        try:
            yield
        finally:
            with self._lock:
                self._under_way -= 1


def _file_name(name: tuple[str, ...]) -> str:
    return sha256("\0".join(name).encode()).hexdigest()
