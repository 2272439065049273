"""Streams of bytes that are read again from the start, or unpacked while they are read."""

from errno import EIO
from io import BufferedReader, RawIOBase
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GZIP = b"\x1f\x8b"
"""The first bytes of gzip data."""


class Rejoined(RawIOBase):
    """A stream from its start again: the bytes already read, then the rest."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._read = getattr(rest, "read1", rest.read)

    def readable(self) -> bool:
        """True, as BufferedReader requires."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill the buffer with what is available, and return the number of bytes."""
        target = memoryview(buffer)
        piece = self._head[: len(target)] or self._read(len(target))
        self._head = self._head[len(target) :]
        target[: len(piece)] = piece
        return len(piece)


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


class _Unpacked(RawIOBase):
    """The content of a stream packed with gzip."""

    def __init__(self, packed: BinaryIO) -> None:
        from gzip import GzipFile  # noqa: PLC0415 - slow to import, and seldom needed

        self._file = GzipFile(fileobj=packed, mode="rb")

    def readable(self) -> bool:
        """True, as BufferedReader requires."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Fill the buffer with what is available, and return the number of bytes."""
        from gzip import BadGzipFile  # noqa: PLC0415 - as above
        from zlib import error  # noqa: PLC0415 - as above

        target = memoryview(buffer)
        try:
            piece = self._file.read1(len(target))
        except EOFError:
            raise BadGzipFile(EIO, "the gzip data is cut off") from None
        except (error, BadGzipFile):
            raise BadGzipFile(EIO, "the gzip data is damaged") from None
        target[: len(piece)] = piece
        return len(piece)
