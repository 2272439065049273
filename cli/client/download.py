"""Receives the records that a query finds, in a stream that is resumed if it breaks off."""

import fcntl
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlencode

from cli.client.protocol import LONGEST, Count, Strange, decoded, lines_of
from cli.client.remote import Interrupted, Question, Remote
from cli.files import replaced
from cli.inputs import Unreadable
from notation.read import Form
from replays.store.export_import import last_line

REPLAYS = "/v1/replays"
KINDS = {
    Form.TEXT: "text/vnd.cgn",
    Form.JSON: "application/vnd.cgn+json",
    Form.JSON_LINES: "application/jsonl",
}
"""The media type under which a service has each form."""

_NOTE = b"% after "
_CURSOR = re.compile(r"% after ([!-~]{1,200})\n")
_ENDS = {Form.TEXT: b"% complete", Form.JSON_LINES: b'{"complete"'}


@dataclass(frozen=True, slots=True)
class Wanted:
    """The records that a query finds, wanted as text or as JSON Lines."""

    query: Mapping[str, str]
    form: Form

    def described(self, url: str) -> str:
        """A line that says which records of which service these are."""
        return f"{url}{REPLAYS}?{urlencode(sorted(self.query.items()))} as {self.form.value}"


@dataclass(frozen=True, slots=True)
class Received:
    """A record as the service spells it, and the cursor after it."""

    data: bytes
    after: str


def parting(form: Form, count: int) -> bytes:
    """What separates the next record from the first `count`."""
    return b"\n" if count and form is Form.TEXT else b""


def total(remote: Remote, wanted: Wanted) -> int:
    """How many records there are. Raises Unreadable if the service does not say."""
    query = {**wanted.query, "limit": "1"}
    question = Question("GET", REPLAYS, query, {"Accept": "application/json"})
    raw = remote.patience().persist(lambda: remote.answer(question))
    return decoded(raw, Count, remote.url).total


def receive(remote: Remote, wanted: Wanted, after: str | None = None) -> Iterator[Received]:
    """Every record after a cursor (None: every record).

    Ends when the service has said that these are all. Raises Unreadable if it never does.
    """
    patience = remote.patience()
    while True:
        try:
            for received in _stream(remote, wanted, after):
                after = received.after
                patience.renew()
                yield received
        except Interrupted as trouble:
            patience.wait(trouble)
        else:
            return


def _stream(remote: Remote, wanted: Wanted, after: str | None) -> Iterator[Received]:
    """The records of one stream. Raises Interrupted if its last line does not come."""
    query = {**wanted.query, "notes": "true", **({} if after is None else {"after": after})}
    question = Question("GET", REPLAYS, query, {"Accept": KINDS[wanted.form]})
    url, count, data = remote.url, 0, bytearray()
    with remote.asked(question) as pieces:
        for line in lines_of(pieces, url):
            if line.startswith(_NOTE):
                yield Received(bytes(data.lstrip(b"\n")), _cursor(line, url))
                count, data = count + 1, bytearray()
            elif line.startswith(_ENDS[wanted.form]):
                if line != last_line(wanted.form, count) or data.strip(b"\n"):
                    raise Strange(url, f"{count} records came, and then {line!r}")
                return
            else:
                data += line
                if len(data) > LONGEST:
                    raise Strange(url, "a record does not end")
    raise Interrupted(f"{url}: the answer broke off")


def _cursor(line: bytes, url: str) -> str:
    match = _CURSOR.fullmatch(line.decode("latin-1"))
    if match is None:
        raise Strange(url, "a cursor is malformed")
    return match[1]


@dataclass(slots=True)
class Part:
    """The part of a download that has arrived: a file of records, each followed by its cursor.

    It has `count` records; `after` is the cursor after the last one.
    """

    path: Path
    stream: BinaryIO
    form: Form
    count: int = 0
    after: str | None = None

    def add(self, received: Received) -> None:
        """Write one more record."""
        note = b"%b%b\n" % (_NOTE, received.after.encode())
        self.stream.write(parting(self.form, self.count) + received.data + note)
        self.stream.flush()
        self.count += 1
        self.after = received.after

    def finish(self, target: Path) -> None:
        """Write all records to the target, with a last line that says that they are complete."""
        self.stream.seek(0)
        self.stream.readline()
        with replaced(target) as out:
            out.writelines(line for line in self.stream if not line.startswith(_NOTE))
            out.write(last_line(self.form, self.count))
        self.path.unlink(missing_ok=True)


@contextmanager
def part_of(target: Path, described: str, form: Form) -> Iterator[Part]:
    """The part of a download to this file that has arrived, ready for more.

    Raises Unreadable if it belongs to another download, if another process is writing it, or if
    it cannot be written.
    """
    path = target.with_name(f"{target.name}.part")
    try:
        stream = path.open("a+b")
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unreadable(f"{path}: another download is writing it") from None
        part = Part(path, stream, form)
        _take_up(part, f"% cgn download {described}\n".encode())
        yield part


def _take_up(part: Part, first: bytes) -> None:
    """Read what has arrived, and cut off a record of which only the beginning has."""
    stream = part.stream
    stream.seek(0)
    found = stream.readline()
    if found != first and found.endswith(b"\n"):
        raise Unreadable(f"{part.path}: the part of another download; remove it to start again")
    good = len(found) if found == first else 0
    at = good
    for line in stream if good else ():
        at += len(line)
        if line.startswith(_NOTE) and line.endswith(b"\n"):
            good = at
            part.count += 1
            part.after = line.removeprefix(_NOTE).decode("latin-1").rstrip("\n")
    stream.truncate(good)
    if not good:
        stream.write(first)
        stream.flush()
