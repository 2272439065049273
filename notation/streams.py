"""Streams of bytes that are read again from the start, or unpacked while they are read."""

from abc import abstractmethod
from errno import EIO
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GZIP = b"\x1f\x8b"
"""The first bytes of gzip data."""


_NO_SYSTEM = b"\xff"
_SYSTEM_AT = 9


def gzipped(data: bytes, level: int) -> bytes:
    """The bytes packed with gzip at a level of zlib, without a time and without a system.

    `gzip.compress` writes 3 for the system under Python 3.11 and 3.12, and 255 from 3.13 on.

    >>> gzipped(b"cgn", 9)[:10].hex()
    '1f8b08000000000002ff'
    """
    from gzip import compress  # noqa: PLC0415 - slow to import, and seldom needed

    raw = compress(data, level, mtime=0)
    return raw[:_SYSTEM_AT] + _NO_SYSTEM + raw[_SYSTEM_AT + 1 :]


class Pieces(RawIOBase):
    """A stream whose bytes come in pieces, as a subclass provides them."""

    @abstractmethod
    def piece(self, size: int) -> bytes:
        """The next bytes, at most `size`; none at the end."""

    def readable(self) -> bool:
        """True, as BufferedReader requires."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill the buffer with what is available, and return the number of bytes."""
        target = memoryview(buffer)
        piece = self.piece(len(target))
        target[: len(piece)] = piece
        return len(piece)


class Rejoined(Pieces):
    """A stream from its start again: the bytes already read, then the rest."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._read = getattr(rest, "read1", rest.read)

    def piece(self, size: int) -> bytes:
        """What is left of the head, then what the rest has available."""
        piece = self._head[:size] or self._read(size)
        self._head = self._head[size:]
        return piece


def decompressed(stream: BinaryIO) -> BinaryIO:
    """The stream; if its first bytes are those of gzip, the unpacked content.

    It is unpacked while it is read, in constant memory. Reading raises OSError (BadGzipFile) if
    the packed bytes are damaged or cut off.
    """
    head = b""
    while len(head) < len(GZIP) and (more := stream.read(len(GZIP) - len(head))):
        head += more
    joined = BufferedReader(Rejoined(head, stream))
    return BufferedReader(_Unpacked(joined)) if head.startswith(GZIP) else joined


class _Unpacked(Pieces):
    """The content of a stream packed with gzip."""

    def __init__(self, packed: BinaryIO) -> None:
        from gzip import GzipFile  # noqa: PLC0415 - slow to import, and seldom needed

        self._file = GzipFile(fileobj=packed, mode="rb")

    def piece(self, size: int) -> bytes:
        """The next bytes. Raises BadGzipFile if the packed ones are damaged or cut off."""
        from gzip import BadGzipFile  # noqa: PLC0415 - as above
        from zlib import error  # noqa: PLC0415 - as above

        try:
            return self._file.read1(size)
        except EOFError:
            raise BadGzipFile(EIO, "the gzip data is cut off") from None
        except (error, BadGzipFile):
            raise BadGzipFile(EIO, "the gzip data is damaged") from None
