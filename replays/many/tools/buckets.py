"""Finds equal keys among more than memory holds, in temporary files."""

from collections.abc import Iterator
from itertools import groupby
from tempfile import TemporaryFile
from typing import IO, Self, TypeAlias

KEY = 16
"""Bytes of a key. Half of SHA-256 or BLAKE2: equal keys are those of equal things."""

_NUMBER = 8
_HELD = 2 << 20
"""Bytes that are held before they are written."""
_FILES = 64

Entry: TypeAlias = tuple[int, bytes]
"""The number of a record, and what was added with it."""


class Buckets:
    """Keys of records with their numbers, spread over temporary files. A context manager.

    Each entry takes 24 bytes and those of its `extra`, which has the same length for all. One file
    after the other is read and sorted, so memory holds a sixty-fourth of them, and the latest few.
    """

    def __init__(self, extra: int = 0) -> None:
        self._width = KEY + _NUMBER + extra
        self._held = [bytearray() for _ in range(_FILES)]
        self._room = _HELD
        self._files: dict[int, IO[bytes]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files.values():
            file.close()

    def add(self, key: bytes, number: int, extra: bytes = b"") -> None:
        """Add a record under a key."""
        self._held[key[0] % _FILES] += key + number.to_bytes(_NUMBER, "big") + extra
        self._room -= self._width
        if self._room < 0:
            self._write()

    def groups(self) -> Iterator[list[Entry]]:
        """The entries of each key that has more than one, in the order of their numbers."""
        width = self._width
        for index in range(_FILES):
            raw = self._read(index)
            entries = sorted(raw[at : at + width] for at in range(0, len(raw), width))
            for _, alike in groupby(entries, lambda entry: entry[:KEY]):
                found = [_entry(entry) for entry in alike]
                if len(found) > 1:
                    yield found

    def _write(self) -> None:
        """Write all that is held to the files."""
        for at, held in enumerate(self._held):
            if at not in self._files:
                self._files[at] = TemporaryFile()  # noqa: SIM115 - closed with the others
            self._files[at].write(held)
            held.clear()
        self._room = _HELD

    def _read(self, at: int) -> bytes:
        held = bytes(self._held[at])
        if at not in self._files:
            return held
        file = self._files[at]
        file.seek(0)
        return file.read() + held


def _entry(raw: bytes) -> Entry:
    stop = KEY + _NUMBER
    return int.from_bytes(raw[KEY:stop], "big"), raw[stop:]


class Bits:
    """A set of numbers: a bit for each.

    >>> bits = Bits()
    >>> bits.add(9); 9 in bits, 8 in bits, 1000 in bits, bool(bits)
    (True, False, False, True)
    """

    def __init__(self) -> None:
        self._bits = bytearray()

    def add(self, number: int) -> None:
        """Add a number."""
        at = number >> 3
        if at >= len(self._bits):
            self._bits.extend(bytes(at + 1 - len(self._bits) + (len(self._bits) >> 2)))
        self._bits[at] |= 1 << (number & 7)

    def __contains__(self, number: int) -> bool:
        at = number >> 3
        return at < len(self._bits) and bool(self._bits[at] >> (number & 7) & 1)

    def __bool__(self) -> bool:
        return bool(self._bits)
