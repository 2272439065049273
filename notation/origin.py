"""The tag `From`: the record that a game goes on from, and after which of its plies."""

import re
from typing import NamedTuple, Self

from notation.fault import Fault
from notation.record import Ply, Record, Where

FROM_TAG = "From"
"""The free tag of a game that goes on from another one."""

_FORM = re.compile(r"([0-9a-f]{64}) (0|[1-9][0-9]{0,5})")

NOT_FROM = "cgn.not-from"


class Origin(NamedTuple):
    """The digest of a record, and the last of its plies that another record has as well.

    >>> str(Origin("ab" * 32, 31))[60:]
    'abab 31'
    """

    digest: str
    ply: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The origin that the value of the tag names; None if it is not of that form.

        >>> Origin.parse("ab" * 32 + " 31").ply
        31
        >>> Origin.parse("ab 31"), Origin.parse("ab" * 32 + " 031")
        (None, None)
        """
        match = _FORM.fullmatch(text)
        return None if match is None else cls(match[1], int(match[2]))

    def __str__(self) -> str:
        """The value of the tag."""
        return f"{self.digest} {self.ply}"


class Original(NamedTuple):
    """A record that others may go on from, and its digest."""

    digest: str
    record: Record


def require_from(record: Record, original: Original) -> None:
    """Raise Fault if a record does not go on from the original.

    It does if its tag `From` names the original, and if all plies up to the one that the tag names
    are those of the original.
    """
    where: Where = ("tags", FROM_TAG)
    value = record.tags.get(FROM_TAG)
    if value is None:
        advice = f'add a line such as [{FROM_TAG} "{original.digest} 12"]'
        raise Fault(NOT_FROM, "the record does not say that it goes on from another", advice)
    origin = Origin.parse(value)
    if origin is None or origin.digest != original.digest:
        advice = f"the digest of that record is {original.digest}"
        raise Fault(NOT_FROM, "the record goes on from another than the one given", advice, where)
    played = original.record.moves
    if origin.ply > len(played):
        message = f"the original has {len(played)} plies, so no ply {origin.ply}"
        raise Fault(NOT_FROM, message, None, where)
    shared = shared_plies(record, original.record)
    if shared < origin.ply:
        ply = played[shared]
        message = f"ply {shared + 1} is not that of the original, `{ply.seat}: {ply.move}`"
        advice = f"both records have the same plies up to {origin.ply}, or the tag names another"
        raise Fault(NOT_FROM, message, advice, _place(record, shared))


def shared_plies(one: Record, other: Record, after: int = 0) -> int:
    """How many plies the main lines of two records share; the first of them surely, `after`."""
    for ply, same in zip(one.moves[after:], other.moves[after:], strict=False):
        if (ply.seat, ply.move) != (same.seat, same.move):
            break
        after += 1
    return after


def _place(record: Record, plies: int) -> Where:
    """The steps to the ply after this many; to the tag if the record ends there."""
    index = 0
    for at, entry in enumerate(record.plies):
        if isinstance(entry, Ply):
            if index == plies:
                return "plies", at, "move"
            index += 1
    return "tags", FROM_TAG
