"""The record of a game in progress, in the parts in which a match keeps it."""

from collections.abc import Iterable, Mapping
from itertools import chain

from msgspec import Struct
from msgspec.json import decode, encode
from msgspec.structs import replace

from notation.fault import Fault
from notation.grammar import MAX_HEADER
from notation.json_record import to_record
from notation.json_writer import write_json_line
from notation.record import Entry, Ply, Record
from notation.text_writer import header_lines


class StoredPly(Struct, frozen=True):
    """A ply of a match as it was accepted: the list of its entries, and the view of its sender.

    Where plies report the shuffles, those before the ply stand before it; `tail` are the ones that
    follow it, without their cards: the next ply may report these. Where each view has its own
    record, `seen` are the entries of the ply in each; None: the ply contradicted that view. Lists
    are JSON.
    """

    entry: bytes
    sender: str
    tail: bytes = b""
    seen: Mapping[str, bytes | None] = {}


class RecordParts(Struct, frozen=True):
    """A match's record as it stands: its header, without the seed; its seed; its plies.

    `opening` are the shuffles of the setup, where they were reported, and `dealt` these shuffles as
    each view saw them, where each view has its own record; `gone` are the seats that have resigned.
    """

    header: bytes
    seed: str | None
    sent: tuple[StoredPly, ...] = ()
    opening: bytes = b""
    dealt: Mapping[str, bytes | None] = {}
    gone: tuple[str, ...] = ()

    @property
    def has_own_records(self) -> bool:
        """Whether each view has its own record."""
        return bool(self.dealt)

    @property
    def is_dealt(self) -> bool:
        """Whether there are cards."""
        return self.seed is not None or self.has_own_records

    def until(self, ply: int) -> "RecordParts":
        """The same record after this number of plies."""
        return replace(self, sent=self.sent[:ply])

    def record(self) -> Record:
        """All of it as one record, without an end line."""
        return self.record_of([self.opening, *[one.entry for one in self.sent]])

    def record_of(self, pieces: Iterable[bytes]) -> Record:
        """The record with these entries instead: the opening, then those of each ply."""
        value, tail = decode(self.header), self.sent[-1].tail if self.sent else b""
        value["plies"] = [*chain.from_iterable(map(decode, filter(None, [*pieces, tail])))]
        try:
            return replace(to_record(value), seed=self.seed)
        except Fault as fault:
            raise ValueError("the table keeps no record") from fault

    @property
    def senders(self) -> tuple[str, ...]:
        """The views that sent the plies."""
        return tuple([one.sender for one in self.sent])


_END = 2_048
"""Bytes of a header that the end of a game may add: seed, hash, how it ended, who left."""


def check_room(record: Record) -> None:
    """Raise Fault if the header of a new match leaves no room for what the end of the game adds."""
    size = sum(len(line.encode()) + 1 for line in header_lines(record))
    if size > MAX_HEADER - _END:
        raise Fault(
            "cgn.header-too-long",
            f"the lines of the header have {size:,} bytes; those of a new table may have"
            f" {MAX_HEADER - _END:,}, since the end of the game adds to them",
            "leave out some of the free tags",
            ("tags",),
        )


def parts_of(record: Record) -> RecordParts:
    """The parts of a record in which nothing has been played."""
    header = replace(record, seed=None, plies=(), result=None)
    return RecordParts(write_json_line(header).encode(), record.seed)


def entries_of(entries: Iterable[Entry]) -> bytes:
    """Entries as a match keeps them: a list, as JSON."""
    return encode([*entries], order="deterministic")


def plies_from(plies: Iterable[Ply], sender: str) -> tuple[StoredPly, ...]:
    """Plies as a match keeps them."""
    return tuple([StoredPly(entries_of([ply]), sender) for ply in plies])
