"""What a store keeps of games in progress, and what goes into it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from replays.live.kinds import Kind
from replays.live.record_parts import RecordParts, StoredPly
from replays.store.model import StoreError, Upload, Visibility

TABLE_ID = "[0-9a-f]{32}"
"""What the id of a table looks like."""


class Act(StrEnum):
    """What an event does."""

    CREATED = "created"
    SEATED = "seated"
    NONCE = "nonce"
    DEALT = "dealt"
    PLIES = "plies"
    TAKEBACK = "takeback"
    RESIGNED = "resigned"
    ENDED = "ended"
    SEED = "seed"
    PUBLISHED = "published"


class OtherVersion(StoreError):
    """The table is no longer as the caller knew it, who may look at it again and retry.

    Or another table has its seed, so that its replay cannot be published yet.
    """


class SeedInUse(StoreError):
    """Another table of the same owner that runs has the seed, which would show its cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A game in progress, or one that was in progress, without what has been played.

    Attributes:
        id: 32 hex digits.
        kind: where its chance comes from.
        game, players: as the header has them.
        owner: who created it.
        visibility: who finds it, and its replay.
        header: the record without seed and plies, as one line of JSON.
        asked: what each view is asked, and the scores that it knows: Asked by view, as JSON.
        seed: the seed, if there is one yet. Nobody but an owner who brought it is shown it before
            the end.
        secret: what the service brings to the seed of a dealt table.
        catalogue: of the cards of its deck, as JSON.
        clock: whether the service says when each ply was made.
        created, moved: when it was created, and when the last event came.
        version: the number of events.
        plies: how many stand.
        number: its place in the list.
        termination: how it ended; empty if the rules ended it, None if it goes on.
        winners: the seats that won.
        replay: the id of the replay that became of it.
        gone: the seats that have resigned.
    """

    id: str
    kind: Kind
    game: str
    players: tuple[str, ...]
    owner: str
    visibility: Visibility
    header: bytes
    asked: bytes
    seed: str | None
    secret: str | None
    catalogue: bytes
    clock: bool
    created: int
    moved: int
    version: int
    plies: int
    number: int
    termination: str | None
    winners: tuple[str, ...]
    replay: str | None
    gone: tuple[str, ...] = ()

    @property
    def dealt(self) -> bool:
        """Whether the cards have been dealt."""
        return self.seed is not None or self.kind.has_own_records

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self.termination is None

    @property
    def open(self) -> bool:
        """Whether it has a replay, which lies open to everyone."""
        return self.replay is not None

    @property
    def held_back(self) -> bool:
        """Whether it has ended without a replay, because another table that runs has its seed."""
        ended = not self.running and not self.open
        return ended and not self.kind.has_own_records and self.seed is not None

    @property
    def awaits_seed(self) -> bool:
        """Whether it was sealed, and has ended, and its seed was not sent."""
        ended = not self.running and not self.open
        return self.kind.awaits_seed and ended and self.seed is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call that makes an event: when it came, by whose token, and what it is answered.

    `fingerprint` is a digest of what was sent. The same from the same token, on the same version,
    is a retry.
    """

    time: int
    token: str
    fingerprint: str
    answer: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A table to be kept. `key` is the digest of an idempotency key of its owner.

    One that is not dealt yet has a `secret`, and the digest of an invitation for each seat.
    `asked` is as in Table.
    """

    id: str
    kind: Kind
    game: str
    players: tuple[str, ...]
    owner: str
    visibility: Visibility
    parts: RecordParts
    catalogue: bytes
    clock: bool
    asked: bytes = b"{}"
    secret: str | None = None
    invitations: Mapping[str, str] = field(default_factory=dict)
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What an event changes.

    Attributes:
        act: what it is.
        call: how it came about.
        details: what it says to everyone, as JSON.
        keep: how many plies stand before those that come with it.
        sent: these plies.
        asked: what each view is asked then, as in Table; None if that has not changed.
        seated: who sat down, if somebody did.
        nonce: the seat that sent its nonce, and that, if one did.
        deal: the cards that were dealt, if they were.
        ended: how the game ended, if it did.
        seed: the seed of a sealed game, if it was sent.
        gone: all seats that have resigned, if one more does.
    """

    act: Act
    call: Call
    details: bytes = b"{}"
    keep: int
    sent: tuple[StoredPly, ...] = ()
    asked: bytes | None = None
    seated: "Seated | None" = None
    nonce: tuple[str, str] | None = None
    deal: RecordParts | None = None
    ended: "Ended | None" = None
    seed: str | None = None
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody sits down: the seat, the digest of their token, and that of their nonce."""

    seat: str
    digest: str
    promise: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a game: the termination, empty if the rules ended it; the replay.

    There is none if the cards were never dealt, as long as a seed is awaited or held back, and if
    the plies contradict each other; then `winners` are those that were given.
    """

    termination: str
    upload: Upload | None
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a dealt table that is taken: the digest of its nonce, and that if it was sent."""

    seat: str
    promise: str
    nonce: str | None


@dataclass(frozen=True, slots=True)
class Event:
    """What happened at a table: the version that it made, and what it says to everyone."""

    version: int
    act: Act
    time: int
    token: str
    fingerprint: str
    answer: bytes
    details: Mapping[str, object]
    stands: bool


@dataclass(frozen=True, slots=True)
class SeatToken:
    """A token of a seat: the table and its owner, the seat, its number, and if it was replaced.

    An `invitation` lets somebody sit down there, and opens what everyone sees.
    """

    table: str
    owner: str
    seat: str
    number: int
    revoked: bool
    invitation: bool
