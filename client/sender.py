"""Sends records to a service, many in one request; records without an answer are sent again."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import TypeAlias

from client.answers import Stored
from client.connection import Connection, Interrupted, Patience, Question, is_temporary
from client.protocol import (
    MEDIA_TYPES,
    REPLAYS,
    ImportLine,
    Problem,
    Rejected,
    UnexpectedAnswer,
    decoded,
    lines_of,
)
from notation.outcome import Reading
from notation.read import Form
from notation.streams import gzipped
from notation.text_writer import write_text

_IMPORTS = "/v1/imports"
_TEXT, _LINES = MEDIA_TYPES[Form.TEXT], MEDIA_TYPES[Form.JSON_LINES]
_LEVEL = 4
_MOST_BYTES, _MOST_RECORDS = 1 << 20, 1_000
_TOO_LARGE, _BROKEN = 413, 422
_STORED = (200, 201)

Outcome: TypeAlias = Stored | Problem
"""The outcome for a record: where it is stored, or why it was refused."""


def batches(readings: Iterable[Reading]) -> Iterator[list[tuple[Reading, bytes]]]:
    """The records in batches that are sent at once, each with its text.

    The text of a record that could not be read is empty.
    """
    batch: list[tuple[Reading, bytes]] = []
    size = 0
    for reading in readings:
        text = b"" if reading.record is None else write_text(reading.record).encode()
        if batch and (size + len(text) > _MOST_BYTES or len(batch) == _MOST_RECORDS):
            yield batch
            batch, size = [], 0
        batch.append((reading, text))
        size += len(text)
    if batch:
        yield batch


def packed(path: str, kind: str, body: bytes, query: Mapping[str, str] | None = None) -> Question:
    """The request that posts a body of this media type, packed with gzip."""
    headers = {"Content-Type": kind, "Content-Encoding": "gzip"}
    return Question("POST", path, query or {}, headers, gzipped(body, _LEVEL))


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends to one service."""

    connection: Connection
    patience: Callable[[], Patience]

    def send(self, texts: Sequence[bytes], visibility: str) -> Iterator[Outcome]:
        """The outcome for each of these records of text, in order.

        Records without an answer are sent again, which is safe: stored records stay as they are.
        If a whole answer was lost, the same request gets it again. Raises Unreachable if that does
        not help.
        """
        patience, done, at_once, run = self.patience(), 0, len(texts), token_hex(8)
        while done < len(texts):
            try:
                batch = texts[done : done + at_once]
                for outcome in self._sent(batch, visibility, f"{run}-{done}-{len(batch)}"):
                    done += 1
                    patience.renew()
                    yield outcome
            except Interrupted as trouble:
                if done < len(texts):
                    patience.wait(trouble)
            except Rejected as rejected:
                if rejected.status != _TOO_LARGE:
                    raise
                at_once = (at_once + 1) // 2

    def _sent(self, texts: Sequence[bytes], visibility: str, key: str) -> Iterator[Outcome]:
        path, accept = (REPLAYS, None) if len(texts) == 1 else (_IMPORTS, _LINES)
        question = packed(path, _TEXT, b"\n".join(texts), {"visibility": visibility})
        headers = {**question.headers, "Idempotency-Key": key}
        question = replace(question, headers=headers, accept=accept)
        if len(texts) == 1:
            yield self._single(question)
        else:
            yield from self._import(question, len(texts))

    def _single(self, question: Question) -> Outcome:
        try:
            raw = self.connection.answer(question)
        except Rejected as rejected:
            if rejected.status not in (_TOO_LARGE, _BROKEN):
                raise
            return rejected.problem
        return decoded(raw, Stored, self.connection.url)

    def _import(self, question: Question, count: int) -> Iterator[Outcome]:
        """The outcomes that the service sends before something goes wrong."""
        url = self.connection.url
        with self.connection.open_answer(question) as pieces:
            for number, raw in enumerate(lines_of(pieces, url), start=1):
                line = decoded(raw, ImportLine, url)
                if line.complete and line.records == count == number - 1:
                    return
                if line.status and not line.record:  # the service could not go on
                    raise self._interrupted(raw, line.status)
                if line.record != number or number > count:
                    raise UnexpectedAnswer(
                        url, f"line {number} is not about record {number} of {count}"
                    )
                yield self._outcome(raw, line.status)
        raise Interrupted(f"{url}: the answer broke off")

    def _outcome(self, raw: bytes, status: int) -> Outcome:
        """The outcome in a line. Raises Interrupted if trying again may change it."""
        if status in _STORED:
            return decoded(raw, Stored, self.connection.url)
        if is_temporary(status):
            raise self._interrupted(raw, status)
        return decoded(raw, Problem, self.connection.url)

    def _interrupted(self, raw: bytes, status: int) -> Interrupted:
        detail = decoded(raw, Problem, self.connection.url).detail
        return Interrupted(f"{self.connection.url}: {detail} ({status})")
