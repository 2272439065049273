"""The values that go into and come out of a store for games in progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from notation.origin import Origin
from replays.live.kinds import Kind
from replays.live.record_parts import RecordParts, StoredPly
from replays.store.model import StoreError, Upload, Visibility

MATCH_ID = "[0-9a-f]{32}"
"""The pattern of a match's id."""


class Act(StrEnum):
    """The kind of an event."""

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
    """The match has changed since the caller read it: they may read it again and retry.

    Or another match has its seed, so that its replay cannot be published yet.
    """


class SeedInUse(StoreError):
    """Another running match of the owner has this seed, which would show that match's cards."""


class NameTaken(StoreError):
    """Another guest has the name that belongs to this token. Another token has another name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A game in progress, or one that has ended, without its plies.

    Attributes:
        id: 32 hex digits.
        kind: the source of its chance.
        game, players: as in the header.
        owner: the client who created it.
        by_guest: whether the owner is a guest.
        computer: the built-in player of each seat that nobody plays.
        visibility: who can find it, and its replay.
        header: the record without seed and plies, as one line of JSON.
        asked: the question to each view and the scores that it knows: Asked by view, as JSON.
        seed: the seed, if there is one yet. Before the end it is shown only to an owner who brought
            it.
        origin: the replay that it goes on from, and the last ply that both have.
        secret: the service's part of the seed of a dealt match.
        catalogue: the catalogue of its deck, as JSON.
        clock: whether the service sets the time of each ply.
        created, moved: the times of its creation and of its last event.
        version: the number of events.
        plies: the number of plies that stand.
        number: its place in the list.
        termination: how the game ended; empty if by the rules, None if it goes on.
        winners: the seats that won.
        replay: the id of its replay, once there is one.
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
    origin: Origin | None = None
    by_guest: bool = False
    computer: Mapping[str, str] = field(default_factory=dict)
    version: int = 1
    plies: int = 0
    number: int = 0
    termination: str | None = None
    winners: tuple[str, ...] = ()
    replay: str | None = None
    gone: tuple[str, ...] = ()

    @property
    def least(self) -> int:
        """How many plies it has at least: those of the replay that it goes on from."""
        return 0 if self.origin is None else self.origin.ply

    @property
    def is_dealt(self) -> bool:
        """Whether the cards have been dealt."""
        return self.seed is not None or self.kind.has_own_records

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self.termination is None

    @property
    def has_replay(self) -> bool:
        """Whether it has a replay, which lies open to everyone."""
        return self.replay is not None

    @property
    def is_held_back(self) -> bool:
        """Whether it has ended without a replay, because another match that runs has its seed."""
        ended = not self.is_running and not self.has_replay
        return ended and not self.kind.has_own_records and self.seed is not None

    @property
    def awaits_seed(self) -> bool:
        """Whether it was sealed, and has ended, and its seed was not sent."""
        ended = not self.is_running and not self.has_replay
        return self.kind.awaits_seed and ended and self.seed is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call that makes an event: its time, token, and answer.

    `fingerprint` is a digest of the request. The same fingerprint from the same token, on the same
    version, is a retry.
    """

    time: int
    token: str
    fingerprint: str
    answer: bytes


@dataclass(frozen=True, slots=True)
class Guest:
    """An owner who opens a match without a token of their own.

    `token` is the digest of the token that they get, or got with an earlier match. `network` is
    the name of the network from which they come.
    """

    token: str
    network: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """A match to be stored. `key` is the digest of an idempotency key of its owner.

    `guest` says more about an owner who is one. `computer` is as in Match; where the match is to be
    dealt, `seated` are those seats.
    `origin` is as in Match; its `parts` then have plies.
    A match that is not dealt yet has a `secret`, and the digest of an invitation for each seat.
    `asked` is as in Match.
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
    origin: Origin | None = None
    secret: str | None = None
    invitations: Mapping[str, str] = field(default_factory=dict)
    key: str | None = None
    guest: Guest | None = None
    computer: Mapping[str, str] = field(default_factory=dict)
    seated: "Sequence[Seated]" = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An event, and everything that it changes.

    Attributes:
        act: the kind of event.
        call: the call that made it.
        details: the part of it that everyone sees, as JSON.
        keep: the number of earlier plies that stand.
        sent: the plies that it adds after these.
        asked: the new `asked` of the Match; None if it has not changed.
        seated: the player who sits down, if any.
        nonce: the seat that sends its nonce, and the nonce, if any.
        deal: the cards, if they are dealt.
        ended: the end of the game, if it ends.
        seed: the seed of a sealed game, if it is sent.
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
    """A player who sits down: the seat, the digest of their token, the digest of their nonce."""

    seat: str
    digest: str
    promise: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a game: the termination, empty if the rules ended it, and the replay.

    There is no replay if the cards were never dealt, while a seed is awaited or held back, or if
    the plies contradict each other. Then `winners` are as the call named them.
    """

    termination: str
    upload: Upload | None
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A taken seat of a dealt match: the digest of its nonce, and the nonce once it was sent."""

    seat: str
    promise: str
    nonce: str | None


@dataclass(frozen=True, slots=True)
class Event:
    """An event in a match: the version that it made, and the details that everyone sees."""

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
    """A token of a seat: the match, its owner, the seat, a number, and whether it was replaced.

    An `invitation` shows the public view and lets somebody sit down there; one that `moves` was
    made for the player who sits there already, and lets another device play on.
    """

    match: str
    owner: str
    seat: str
    number: int
    revoked: bool
    invitation: bool
    moves: bool
    created: int
