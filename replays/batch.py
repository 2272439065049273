"""Validates whole streams, in this process or in several, and gives the reports in order."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain
from typing import BinaryIO, Self

from engines.decks import OWN_DECKS, Decks
from notation.chunks import Chunk
from notation.read import read
from notation.text_reader import nothing_in, numbered_chunks, read_chunk
from replays.validate import Report, validate

_BATCH = 1 << 18

Numbered = tuple[int, Chunk]


def validate_stream(
    stream: BinaryIO, file: str, decks: Decks = OWN_DECKS, *, digest: bool = False
) -> Iterator[Report]:
    """A report for each record of a stream in any form, as it is read."""
    for reading in read(stream, file):
        yield validate(reading, decks, digest=digest)


class Workers:
    """Several processes that validate the records of one stream of text. A context manager."""

    def __init__(self, jobs: int, decks: Decks = OWN_DECKS, *, digest: bool = False) -> None:
        self._jobs = jobs
        self._decks = decks
        self._digest = digest
        self._pool = ProcessPoolExecutor(jobs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def validate_text(self, stream: BinaryIO, file: str) -> Iterator[Report]:
        """A report for each record of a stream of text, in the order of the stream."""
        batches = _batches(numbered_chunks(stream))
        first = next(batches, None)
        if first is None:
            yield validate(nothing_in(file))
            return
        waiting: deque[Future[list[Report]]] = deque()
        for batch in chain([first], batches):
            waiting.append(
                self._pool.submit(validate_chunks, file, batch, self._decks, digest=self._digest)
            )
            if len(waiting) > 2 * self._jobs:
                yield from waiting.popleft().result()
        for future in waiting:
            yield from future.result()


def validate_chunks(
    file: str, chunks: list[Numbered], decks: Decks, *, digest: bool
) -> list[Report]:
    """The reports of records cut from a file but not yet read."""
    return [
        validate(read_chunk(chunk, file, number), decks, digest=digest) for number, chunk in chunks
    ]


def _batches(chunks: Iterable[Numbered]) -> Iterator[list[Numbered]]:
    batch: list[Numbered] = []
    size = 0
    for number, chunk in chunks:
        batch.append((number, chunk))
        size += len(chunk.raw)
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
