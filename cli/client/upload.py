"""Sends records to a service, many in one request, and sends again what was not answered."""

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_hex
from typing import TypeAlias

from cli.client.protocol import Line, Problem, Stored, Strange, decoded, lines_of
from cli.client.remote import Interrupted, Question, Rejected, Remote

_IMPORTS, _REPLAYS, _DECKS = "/v1/imports", "/v1/replays", "/v1/decks"
_LEVEL = 4
_OFTEN, _MISTAKE = 429, 500
_TOO_LARGE, _BROKEN = 413, 422
_STORED = (200, 201)

Outcome: TypeAlias = Stored | Problem
"""What became of a record: where it is stored, or why it was refused."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends to one service, for one run of the command: what is sent again has the same key."""

    remote: Remote
    visibility: str
    run: str = field(default_factory=lambda: token_hex(8))

    def send(self, texts: Sequence[bytes]) -> Iterator[Outcome]:
        """What became of each of these records of text, in their order.

        Records without an answer are sent again, which is safe: those that are stored already
        stay as they are. Raises Unreadable if that does not help.
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
        """Upload a deck, so that records may name it. Raises as `send` does."""
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
        """What became of each record, as far as the service answers before something goes wrong."""
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
                    raise Strange(
                        url, f"line {number} is not about record {number} of {len(texts)}"
                    )
                yield self._outcome(raw, line.status)
        raise Interrupted(f"{url}: the answer broke off")

    def _outcome(self, raw: bytes, status: int) -> Outcome:
        """What a line says of its record. Raises Interrupted if trying again may change it."""
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
