"""The kinds of games in progress: what follows from where the chance of a game comes from.

What plays them is imported when it is asked for: it takes 40 ms, and clients need only the names.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engines.registry import Decks
from notation.record import Record
from replays.live.ply_request import PlyRequest
from replays.live.record_parts import RecordParts
from replays.view.views import ALL, OWNER, PUBLIC, views_of

if TYPE_CHECKING:
    from replays.live.playing import Advanced, Asked


class Cards(Protocol):
    """How the cards of a game are known: all from its seed (`playing`), or each from its ply."""

    def play(self, parts: RecordParts, request: PlyRequest, decks: Decks) -> "Advanced":
        """Play what was sent, all of it or nothing. Raises Refusal."""

    def asked(self, parts: RecordParts, decks: Decks) -> "dict[str, Asked]":
        """What is asked now and the scores, as each view knows them."""

    def record_of_view(self, parts: RecordParts, view: str, decks: Decks) -> Record:
        """The record as a view has it, with the scores that the view knows."""

    def legal(
        self, parts: RecordParts, view: str, decks: Decks
    ) -> tuple[list[str] | None, bool | None]:
        """The legal moves of the seat that is asked, and whether these are all."""


def cards_of(parts: RecordParts) -> Cards:
    """How the cards of a match are known."""
    from replays.live import own_records, playing  # noqa: PLC0415 - as above

    return own_records if parts.has_own_records else playing


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of match.

    Attributes:
        name: as requests, answers and stores have it.
        takes: whether a header with these members, to be dealt or not, asks for it.
        begin: makes a match of a header with the shuffles of its setup. Raises Refusal and Fault.
        owner_view: the most open view of the owner before the end.
        by_invitation: whether seats are taken by invitation, and bring their own tokens and nonces.
            Then they alone play, and the owner can neither take back, nor award, nor hide anything.
        has_own_records: whether cards are known only from the plies, so each view has its record.
        awaits_seed: whether its replay waits for a seed that the owner sends after the end.
    """

    name: str
    takes: Callable[[Collection[str], bool], bool]
    begin: Callable[[Record, Decks], RecordParts]
    owner_view: str
    by_invitation: bool = False
    has_own_records: bool = False
    awaits_seed: bool = False

    def views_of_owner(self, seats: int) -> tuple[str, ...]:
        """The views that the owner may see before the end, the most open one first."""
        if self.owner_view == ALL:
            return views_of(seats)
        return tuple(dict.fromkeys((self.owner_view, PUBLIC)))


def _deal(record: Record, decks: Decks) -> RecordParts:
    from replays.live.deal import begin  # noqa: PLC0415 - as above

    return begin(record, decks)


def _begin_seeded(record: Record, decks: Decks) -> RecordParts:
    from replays.live.playing import begin  # noqa: PLC0415 - as above

    return begin(record, decks)


def _begin_sealed(record: Record, decks: Decks) -> RecordParts:
    from replays.live.own_records import begin_sealed  # noqa: PLC0415 - as above

    return begin_sealed(record, decks)


def _begin_unseen(record: Record, decks: Decks) -> RecordParts:
    from replays.live.own_records import begin  # noqa: PLC0415 - as above

    return begin(record, decks)


DEALT = Kind("dealt", lambda _, deal: deal, _deal, PUBLIC, by_invitation=True)
SEEDED = Kind("seeded", lambda header, _: "seed" in header, _begin_seeded, ALL)
SEALED = Kind(
    "sealed",
    lambda header, _: "seedHash" in header,
    _begin_sealed,
    OWNER,
    has_own_records=True,
    awaits_seed=True,
)
UNSEEN = Kind("unseen", lambda _, __: True, _begin_unseen, OWNER, has_own_records=True)

KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (DEALT, SEEDED, SEALED, UNSEEN)}
"""All kinds, by name."""


def kind_wanted(header: Collection[str], *, deal: bool) -> Kind:
    """The first kind of match that takes a header with these members, to be dealt or not."""
    return next(kind for kind in KINDS.values() if kind.takes(header, deal))
