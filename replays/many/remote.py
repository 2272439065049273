"""Files at addresses that fsspec opens, such as `s3://…` and `https://…` (extra `cluster`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOENT
from hashlib import sha256
from io import SEEK_CUR, SEEK_END, BufferedReader, RawIOBase
from typing import Any, BinaryIO, NamedTuple

_PIECE = 1 << 16
"""Bytes fetched at a time, except for those that were requested at the start."""

_STREAM = 8 << 20
"""The same for a file that is read from beginning to end."""


class RemoteStamp(NamedTuple):
    """The size of a file, and a number that changes with it."""

    size: int
    version: int


def open_remote(address: str, start: int = 0, stop: int | None = None) -> BinaryIO:
    """The bytes of a file; those from `start` to `stop` are fetched in one request.

    Raises OSError if it cannot be read.
    """
    return BufferedReader(_Remote(address, start, stop), _PIECE)


def stamp_of(address: str, stream: BinaryIO | None = None) -> RemoteStamp:
    """The stamp of a file, now or when this stream of it was opened.

    Raises OSError if it cannot be looked at.
    """
    raw = getattr(stream, "raw", None)
    if isinstance(raw, _Remote):
        return raw.stamp
    with _errors():
        system, path = _located(address)
        return _stamp_in(system.info(path))


def _stamp_in(info: dict[str, Any]) -> RemoteStamp:
    marks = [info.get(name) for name in ("ETag", "etag", "mtime", "LastModified", "created")]
    version = int.from_bytes(sha256(repr(marks).encode()).digest()[:7], "big")
    return RemoteStamp(int(info["size"] or 0), version)


def remote_files(address: str, endings: tuple[str, ...]) -> list[str]:
    """The files that an address names, sorted; a folder means all files below with these endings.

    Raises OSError if it names nothing.
    """
    with _errors():
        system, path = _located(address)
        if any(sign in path for sign in "*?["):
            names = system.glob(path)
        elif path.endswith(endings):
            return [address]
        else:
            names = [name for name in system.find(path) if name.endswith(endings)]
    if not names:
        raise FileNotFoundError(ENOENT, "no file of records is there", address)
    return sorted(system.unstrip_protocol(name) for name in names)


class _Remote(RawIOBase):
    """A file that is fetched in pieces."""

    def __init__(self, address: str, start: int, stop: int | None) -> None:
        self._first = (start, stop)
        with _errors():
            self._system, self._path = _located(address)
            self.stamp = _stamp_in(self._system.info(self._path))
        self._at, self._begins, self._held = 0, 0, b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        base = {SEEK_CUR: self._at, SEEK_END: self.stamp.size}.get(whence, 0)
        self._at = base + offset
        return self._at

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - as in its base
        if not self._begins <= self._at < self._begins + len(self._held):
            self._fetch()
        start = self._at - self._begins
        piece = self._held[start : start + len(buffer)]
        buffer[: len(piece)] = piece
        self._at += len(piece)
        return len(piece)

    def _fetch(self) -> None:
        first, stop = self._first
        if stop is None:
            end = self._at + _STREAM
        elif self._at == first:
            end = stop
        else:
            end = self._at + _PIECE
        end = min(end, self.stamp.size)
        self._begins, self._held = self._at, b""
        if end > self._at:
            with _errors():
                self._held = bytes(self._system.cat_file(self._path, start=self._at, end=end))


def _located(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path there."""
    from fsspec.core import url_to_fs  # noqa: PLC0415 - of an extra

    system, path = url_to_fs(address)
    return system, str(path)


@contextmanager
def _errors() -> Iterator[None]:
    """Raise the errors of fsspec and its file systems as OSError."""
    try:
        yield
    except ModuleNotFoundError as error:
        needed = "'cgn[cluster]'" if error.name == "fsspec" else error.name
        raise OSError(
            f"this needs {error.name}, which is not installed: pip install {needed}"
        ) from None
    except OSError:
        raise
    except Exception as error:
        raise OSError(f"{type(error).__name__}: {error}") from error
