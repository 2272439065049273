"""Sends records to a service: many in one request, and again what was not answered."""

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_hex
from typing import TypeAlias

from cli.remote import Interrupted, Question, Rejected, Remote
from cli.wire import Line, Problem, Stored, Strange, decoded, lines_of

_IMPORTS, _REPLAYS, _DECKS = "/v1/imports", "/v1/replays", "/v1/decks"
_LEVEL = 4
_OFTEN, _MISTAKE = 429, 500
_TOO_LARGE, _BROKEN = 413, 422
_STORED = (200, 201)

Outcome: TypeAlias = Stored | Problem
"""What became of a record: where it is, or why it was refused."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends to one service, as one run of the command: whatever it sends again has the same key."""

    remote: Remote
    visibility: str
    run: str = field(default_factory=lambda: token_hex(8))

    def send(self, texts: Sequence[bytes]) -> Iterator[Outcome]:
        """What became of each of these records of text, in their order.

        Those that were not answered are sent again, which does no harm: what is there already
        stays as it is. Raises Unreadable where that does not help.
        """
        patience, done, at_once = self.remote.patience(), 0, len(texts)
        while done < len(texts):
            try:
                for outcome in self._sent(texts[done : done + at_once]):
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

    def add_deck(self, raw: bytes) -> None:
        """Have the service know a deck, so that records may name it. Raises as `send` does."""
        question = self._question(_DECKS, "application/toml", raw)
        self.remote.patience().persist(lambda: self.remote.answer(question))

    def _sent(self, texts: Sequence[bytes]) -> Iterator[Outcome]:
        if len(texts) == 1:
            yield self._single(texts[0])
        else:
            yield from self._import(texts)

    def _single(self, text: bytes) -> Outcome:
        question = self._question(
            _REPLAYS,
            "text/vnd.cgn",
            text,
            {"Idempotency-Key": f"{self.run}-{sha256(text).hexdigest()}"},
        )
        try:
            return decoded(self.remote.answer(question), Stored, self.remote.url)
        except Rejected as rejected:
            if rejected.status not in (_TOO_LARGE, _BROKEN):
                raise
            return rejected.problem

    def _import(self, texts: Sequence[bytes]) -> Iterator[Outcome]:
        """What became of each record, as far as the service tells before something goes wrong."""
        question = self._question(
            _IMPORTS, "text/vnd.cgn", b"\n".join(texts), {"Accept": "application/jsonl"}
        )
        url = self.remote.url
        with self.remote.asked(question) as pieces:
            for number, raw in enumerate(lines_of(pieces, url), start=1):
                line = decoded(raw, Line, url)
                if line.complete and line.records == len(texts) == number - 1:
                    return
                if line.record != number or number > len(texts):
                    raise Strange(url, f"record {number} of {len(texts)} is answered otherwise")
                yield self._told(raw, line.status)
        raise Interrupted(f"{url}: the answer broke off")

    def _told(self, raw: bytes, status: int) -> Outcome:
        """What a line tells of its record. Raises Interrupted where it may be told otherwise."""
        if status in _STORED:
            return decoded(raw, Stored, self.remote.url)
        problem = decoded(raw, Problem, self.remote.url)
        if status == _OFTEN or status >= _MISTAKE:
            raise Interrupted(f"{self.remote.url}: {problem.detail} ({status})")
        return problem

    def _question(
        self, path: str, kind: str, body: bytes, more: dict[str, str] | None = None
    ) -> Question:
        query = {} if path == _DECKS else {"visibility": self.visibility}
        headers = {"Content-Type": kind, "Content-Encoding": "gzip", **(more or {})}
        return Question("POST", path, query, headers, gzip.compress(body, _LEVEL, mtime=0))
