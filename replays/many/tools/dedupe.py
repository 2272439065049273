"""Finds duplicate records exactly, in memory that hardly grows: a few bits a record.

The records are read in several passes. The first one keeps a key of each in temporary files. Each
later one looks more closely, and only at records whose keys were equal in the one before: first
at the text and the deal, then at the whole record and the whole game.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from enum import IntEnum
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import NamedTuple, Self, TypeAlias

from engines.registry import OWN_DECKS, Decks
from notation.outcome import Raw, Reading
from notation.read import raw_records
from notation.record import Record
from notation.summary import Summary, summarize, summarize_raw
from replays.many.parts import Changed, Input
from replays.many.tools.keys import (
    Group,
    beginning_keys,
    beginnings,
    bytes_key,
    chance_key,
    game_key,
    group_of,
    joined,
    likely_key,
    moves_key,
    opening_key,
    record_key,
)
from replays.many.tools.sorted_rows import Entry, SortedRows

_SELDOM = 100
"""Records between two reports of progress."""


class Passes:
    """The records of these inputs, the same ones in each pass. A context manager.

    A stream is kept in a temporary file while it lasts. `failures` are the errors of files that
    could not be read to their end: such a file ends there in all passes. `watch` is called with the
    bytes that a pass has read so far, and the total.
    """

    def __init__(
        self, inputs: Sequence[Input], watch: Callable[[int, int], None] = lambda *_: None
    ) -> None:
        self.failures: list[tuple[Input, OSError]] = []
        self._inputs = inputs
        self._watch = watch
        self._held = ExitStack()
        self._starts: list[int] = []
        self._counts: list[int] = []

    def __enter__(self) -> Self:
        self._inputs = [self._repeatable(item) for item in self._inputs]
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def __call__(self) -> Iterator[Raw | Reading]:
        """Every record. Raises Changed if there are no longer as many as in the first pass."""
        first = not self._counts
        start = done = 0
        sizes = [_size(item) for item in self._inputs]
        for index, item in enumerate(self._inputs):
            count = 0
            try:
                for found in self._records(item, done, sum(sizes)):
                    if not first and count == self._counts[index]:
                        break
                    count += 1
                    yield found
            except OSError as error:
                if first:
                    self.failures.append((item, error))
            if first:
                self._starts.append(start)
                self._counts.append(count)
                start += count
            elif count != self._counts[index]:
                raise Changed(f"{item.name}: the file changed while it was read")
            done += sizes[index]

    def place(self, number: int) -> tuple[str, int]:
        """The file of a record, counted from 0 through all files, and its number there from 1."""
        index = bisect_right(self._starts, number) - 1
        return self._inputs[index].name, number - self._starts[index] + 1

    def _records(self, item: Input, done: int, total: int) -> Iterator[Raw | Reading]:
        """The records of a file that follows `done` bytes of `total`."""
        with item.opened() as stream:
            if item.stream is not None:
                stream.seek(0)
            for number, found in enumerate(raw_records(stream, item.name)):
                if number % _SELDOM == 0:
                    self._watch(done + stream.tell(), total)
                yield found

    def _repeatable(self, item: Input) -> Input:
        """An input that can be read again."""
        if item.stream is None:
            return item
        copy = self._held.enter_context(TemporaryFile())  # noqa: SIM115 - closed with the others
        copyfileobj(item.stream, copy)
        return Input(item.path, item.name, copy)


def _size(item: Input) -> int:
    """The bytes of a file; 0 if it cannot be looked at, or is a stream."""
    with suppress(OSError):
        return Path(item.path).stat().st_size if item.stream is None else 0
    return 0


Pass: TypeAlias = Callable[[], Iterable[Raw | Reading]]
"""Gives every record from the first, the same ones each time."""

_FILTER = 1 << 27
"""Bits of the filter that rules out most beginnings that no record ends with."""

_SHORT, _LONG = b"\0", b"\1"


class Same(IntEnum):
    """Reasons why a record is superfluous; each includes those before it."""

    RECORD = 1
    GAME = 2
    BEGINNING = 3


class Pair(NamedTuple):
    """A record that is superfluous beside another one; records are counted from 0."""

    number: int
    other: int
    same: Same


class Unreadable(NamedTuple):
    """A record that cannot be read, as far as it was looked at."""

    reading: Reading


def find_same(records: Pass, same: Same, decks: Decks = OWN_DECKS) -> Iterator[Pair | Unreadable]:
    """Every record that is superfluous, with the first one that it equals, or begins.

    Unreadable ones come first; they are the same record if their bytes are. Each superfluous record
    is given once, for the strictest reason.
    """
    with ExitStack() as files:
        search = _Search(records, same, decks, files)
        yield from search.first()
        search.second()
        search.third()
        yield from search.pairs()


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


class _Search:
    """The passes, and what each leaves for the next."""

    def __init__(self, records: Pass, same: Same, decks: Decks, files: ExitStack) -> None:
        self._records = records
        self._same = same
        self._decks = decks
        self._alike, self._moved = Bits(), Bits()  # keys of header and of moves that met others
        self._unsure, self._close = Bits(), Bits()  # those of them that were written differently
        self._lengths: dict[Group, set[int]] = defaultdict(set)
        self._begun, self._continued = Bits(), Bits()  # beginnings, and what goes on from them
        self._filter = bytearray(_FILTER >> 3 if same is Same.BEGINNING else 0)
        self._headers = files.enter_context(SortedRows())
        self._deals = files.enter_context(SortedRows())
        self._begun_deals = files.enter_context(SortedRows())
        self._exact = files.enter_context(SortedRows())
        self._played = files.enter_context(SortedRows())
        self._begun_games = files.enter_context(SortedRows())

    def first(self) -> Iterator[Unreadable]:
        """Keep the key of each header, and of all its moves."""
        with SortedRows() as headers, SortedRows() as games:
            for number, found in enumerate(self._records()):
                sketch = self._sketch(found)
                if isinstance(sketch, Reading):
                    yield Unreadable(sketch)
                    if not isinstance(found, Reading):
                        headers.add(bytes_key(found), number)
                    continue
                headers.add(likely_key(sketch), number)
                if self._same > Same.RECORD:
                    games.add(self._kept(sketch), number)
            _mark(self._alike, headers)
            _mark(self._moved, games)

    def _kept(self, sketch: Summary) -> bytes:
        """The key of all moves, noted if another record may continue the game."""
        group = group_of(sketch)
        key = moves_key(group, sketch.moves)
        if self._is_begun(sketch):
            self._lengths[group].add(len(sketch.moves))
            at = int.from_bytes(key[:8], "big") % _FILTER
            self._filter[at >> 3] |= 1 << (at & 7)
        return key

    def second(self) -> None:
        """Keep keys of the text and the deal of records whose first keys were equal."""
        if not (self._alike or self._moved or self._lengths):
            return
        for number, found in enumerate(self._records()):
            looked = self._lengths or number in self._alike or number in self._moved
            if looked and not isinstance(found, Reading):
                self._keep_written(number, found, self._sketch(found))
        _mark_differing(self._unsure, self._headers)
        _mark_differing(self._close, self._deals)
        for met in self._begun_deals.groups():
            if {extra for _, extra in met} == {_SHORT, _LONG}:
                for number, extra in met:
                    (self._begun if extra == _SHORT else self._continued).add(number)

    def _keep_written(self, number: int, raw: Raw, sketch: Summary | Reading) -> None:
        if isinstance(sketch, Reading):
            self._headers.add(bytes_key(raw), number, bytes_key(raw))
            return
        if number in self._alike:
            self._headers.add(likely_key(sketch), number, bytes_key(raw))
        long = [key for _, key in self._beginnings_of(sketch)]
        if number not in self._moved and not long and not self._is_begun(sketch):
            return
        dealt = opening_key(sketch, self._decks)
        key = joined(dealt, moves_key(group_of(sketch), sketch.moves))
        if number in self._moved:
            self._deals.add(key, number, chance_key(sketch))
        if self._is_begun(sketch):
            self._begun_deals.add(key, number, _SHORT)
        for one in long:
            self._begun_deals.add(joined(dealt, one), number, _LONG)

    def third(self) -> None:
        """Read records whose text differs, and play games whose chance is written differently."""
        for number, found in self._chosen(self._unsure, self._close, self._begun, self._continued):
            record = found.reading().record
            if number in self._unsure:
                key = bytes_key(found) if record is None else record_key(record)
                self._exact.add(key, number)
            if record is None:
                continue
            if number in self._close:
                self._played.add(game_key(record, self._decks), number)
            if number in self._begun or number in self._continued:
                self._play_beginnings(number, record)

    def _play_beginnings(self, number: int, record: Record) -> None:
        """Keep the key of the game of a begun record, and those of the beginnings of a long one."""
        sketch = summarize(record)
        wanted: dict[int, list[bytes]] = defaultdict(list)
        if number in self._begun:
            wanted[len(sketch.moves)].append(_SHORT)
        if number in self._continued:
            for plies, _ in self._beginnings_of(sketch):
                wanted[plies].append(_LONG)
        for plies, key in beginning_keys(record, wanted, self._decks):
            for extra in wanted[plies]:
                self._begun_games.add(key, number, extra)

    def _chosen(self, *wanted: Bits) -> Iterator[tuple[int, Raw]]:
        """The records that are in one of these, if there are any."""
        if any(wanted):
            for number, found in enumerate(self._records()):
                if not isinstance(found, Reading) and any(number in bits for bits in wanted):
                    yield number, found

    def pairs(self) -> Iterator[Pair]:
        """The pairs, the strictest reason first."""
        found = Bits()
        for same, groups in (
            (Same.RECORD, _uniform(self._headers)),
            (Same.RECORD, self._exact.groups()),
            (Same.GAME, _uniform(self._deals)),
            (Same.GAME, self._played.groups()),
        ):
            for (first, _), *others in groups:
                for number, _ in others:
                    if number not in found:
                        found.add(number)
                        yield Pair(number, first, same)
        for met in self._begun_games.groups():
            long = next((number for number, extra in met if extra == _LONG), None)
            for number, extra in met:
                if long is not None and extra == _SHORT and number not in found:
                    yield Pair(number, long, Same.BEGINNING)

    def _is_begun(self, sketch: Summary) -> bool:
        """Whether beginnings are looked for, and a game has moves but is not over."""
        result = sketch.record.result
        over = result is not None and bool(result.winners)
        return self._same is Same.BEGINNING and bool(sketch.moves) and not over

    def _beginnings_of(self, sketch: Summary) -> Iterator[tuple[int, bytes]]:
        """The beginnings of a record whose moves a begun record has, and a few more."""
        group = group_of(sketch)
        if group in self._lengths:
            for plies, key in beginnings(group, sketch.moves, self._lengths[group]):
                at = int.from_bytes(key[:8], "big") % _FILTER
                if self._filter[at >> 3] >> (at & 7) & 1:
                    yield plies, key

    def _sketch(self, found: Raw | Reading) -> Summary | Reading:
        """The sketch of a record; its reading if it cannot be read."""
        if isinstance(found, Reading):
            return found
        if (sketch := summarize_raw(found, moves=self._same > Same.RECORD)) is not None:
            return sketch
        reading = found.reading()
        return reading if reading.record is None else summarize(reading.record)


def _uniform(rows: SortedRows) -> Iterator[list[Entry]]:
    """The groups whose entries all have the same extra bytes."""
    return (met for met in rows.groups() if len({extra for _, extra in met}) == 1)


def _mark_differing(bits: Bits, rows: SortedRows) -> None:
    for met in rows.groups():
        if len({extra for _, extra in met}) > 1:
            for number, _ in met:
                bits.add(number)


def _mark(bits: Bits, rows: SortedRows) -> None:
    for alike in rows.groups():
        for number, _ in alike:
            bits.add(number)
