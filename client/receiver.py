"""Receives the records that a query finds, each with the cursor after it."""

import re
from collections.abc import Iterator, Mapping

from client.connection import Connection, Interrupted, Question
from client.protocol import LONGEST, MEDIA_TYPES, REPLAYS, Received, UnexpectedAnswer, lines_of
from notation.read import Form
from replays.store.export_import import last_line

NOTE = b"% after "
"""The beginning of a line with a cursor."""

_CURSOR = re.compile(r"% after ([!-~]{1,200})\n")
_ENDS = {Form.TEXT: b"% complete", Form.JSON_LINES: b'{"complete"'}


class StreamFull(Exception):
    """The stream has reached the size limit of the service; another one has the rest."""


def receive(
    connection: Connection, query: Mapping[str, str], form: Form, after: str | None
) -> Iterator[Received]:
    """The records of one stream, from a cursor on.

    Raises StreamFull if the service sends the rest in another stream, Interrupted if the stream
    ends without that or the last line, which marks the records as complete.
    """
    parameters = {**query, "notes": "true", **({} if after is None else {"after": after})}
    question = Question("GET", REPLAYS, parameters, accept=MEDIA_TYPES[form])
    url, count, data = connection.url, 0, bytearray()
    with connection.open_answer(question) as pieces:
        for line in lines_of(pieces, url):
            if line.startswith(NOTE) and count and not data:
                raise StreamFull
            if line.startswith(NOTE):
                yield Received(bytes(data.lstrip(b"\n")), _cursor(line, url))
                count, data = count + 1, bytearray()
            elif line.startswith(_ENDS[form]):
                if line != last_line(form, count) or data.strip(b"\n"):
                    raise UnexpectedAnswer(url, f"{count} records came, and then {line!r}")
                return
            else:
                data += line
                if len(data) > LONGEST:
                    raise UnexpectedAnswer(url, "a record does not end")
    raise Interrupted(f"{url}: the answer broke off")


def _cursor(line: bytes, url: str) -> str:
    match = _CURSOR.fullmatch(line.decode("latin-1"))
    if match is None:
        raise UnexpectedAnswer(url, "a cursor is malformed")
    return match[1]
