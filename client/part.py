"""The part of a download that has arrived, in a file next to the final one."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from client.protocol import Received
from client.receiver import NOTE
from notation.read import Form
from replays.store.export_import import last_line

_FIRST = b"% cgn download "
"""The beginning of a part, by which it is told from other files."""


class UnusablePart(Exception):
    """A part that cannot be written, or that belongs to another download."""


def parting(form: Form, count: int) -> bytes:
    """The bytes between the first `count` records and the next one."""
    return b"\n" if count and form is Form.TEXT else b""


@dataclass(slots=True)
class Part:
    """A file of records, each followed by its cursor.

    It has `count` records; `after` is the cursor after the last one.
    """

    path: Path
    stream: BinaryIO
    form: Form
    count: int = 0
    after: str | None = None

    def add(self, received: Received) -> None:
        """Write one more record."""
        note = b"%b%b\n" % (NOTE, received.after.encode())
        self.stream.write(parting(self.form, self.count) + received.data + note)
        self.stream.flush()
        self.count += 1
        self.after = received.after

    def finish(self, out: BinaryIO) -> None:
        """Write all records to `out`, and the last line of a complete stream."""
        self.stream.seek(0)
        self.stream.readline()
        out.writelines(line for line in self.stream if not line.startswith(NOTE))
        out.write(last_line(self.form, self.count))


@contextmanager
def part_of(target: Path, described: str, form: Form) -> Iterator[Part]:
    """The part of a download to this file that has arrived, ready for more.

    `described` identifies this download. Raises UnusablePart if the part belongs to another
    download, if another process is writing it, or if it cannot be written.
    """
    path = target.with_name(f"{target.name}.part")
    try:
        stream = path.open("a+b")
    except OSError as error:
        raise UnusablePart(f"{path}: {error.strerror}") from error
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UnusablePart(f"{path}: another download is writing it") from None
        part = Part(path, stream, form)
        _resume(part, _FIRST + f"{described}\n".encode())
        yield part


def _resume(part: Part, first: bytes) -> None:
    """Count the records that have arrived, and cut off an incomplete one at the end."""
    stream = part.stream
    stream.seek(0)
    head = stream.readline()
    if not first.startswith(head) and not _is_empty(head, stream):
        raise UnusablePart(f"{part.path}: the part of another download; remove it to start again")
    good = len(head) if head == first else 0
    stream.seek(len(head))
    at = good
    for line in stream if good else ():
        at += len(line)
        if line.startswith(NOTE) and line.endswith(b"\n"):
            good = at
            part.count += 1
            part.after = line.removeprefix(NOTE).decode("latin-1").rstrip("\n")
    stream.truncate(good)
    if not good:
        stream.write(first)
        stream.flush()


def _is_empty(head: bytes, rest: BinaryIO) -> bool:
    """Whether a part has no whole record after its first line, so that nothing is lost with it."""
    return head.startswith(_FIRST) and not any(line.startswith(NOTE) for line in rest)
