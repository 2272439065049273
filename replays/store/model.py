"""The values that go into and come out of a store of replays, and the errors that it raises."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

from replays.play_out import INCOMPLETE, UNDETERMINED, VALID

MAX_PAGE = 1_000
"""Entries in a page."""

MAX_PAGE_BYTES = 1 << 18
"""Bytes of the headers in a page, which ends early if they would be more, but has one at least.

A hundred of the longest, 16 KB each, kept other readers waiting for 363 ms.
"""

MAX_COUNT = 10_000
"""The number of replays up to which lists are counted exactly if their `total` is asked for."""

MAX_SAME_GAME = 20
"""Other replays of the same game that are named."""

KEY_LIFE = 24 * 60 * 60
"""Seconds for which an idempotency key is remembered."""

MAX_CHANGES = 1_000
"""The most changes that are listed. A reader that missed more has to forget everything."""

MAX_NUMBER = (1 << 63) - 1
"""The largest number that a store can hold."""

E = TypeVar("E")

Clock: TypeAlias = Callable[[], int]
"""Returns the time, in seconds since the epoch."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the steps done of a long task, and with their total."""


class StoreError(Exception):
    """A call to the store failed. Nothing was done, unless it is StoreUnsure."""


class StoreFull(StoreError):
    """The disk is full."""


class StoreBusy(StoreError):
    """Others kept the store busy for too long. The same call may succeed later."""


class StoreUnsure(StoreError):
    """The disk failed in a commit, which may or may not be done. Repeating the call is safe."""


class StoreUnusable(StoreError):
    """The store cannot be used: it is damaged, of a newer version, or cannot be opened."""


class StoreDamaged(StoreUnusable):
    """One stored replay cannot be read."""


class StaleRevision(StoreError):
    """The replay has changed: its revision is not the one that the caller knew."""


class KeyReused(StoreError):
    """The idempotency key was used for something else."""


class DeckMissing(StoreError):
    """A record is on a user's deck that is missing or was removed."""


class DeckNeeded(StoreError):
    """A user's deck cannot be removed while a stored replay or a table is on it."""


class OverQuota(StoreError):
    """An owner would hold more than the quota allows: `most` is the limit for `name`."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__(f"{name}: at most {most:,} for each owner")
        self.name = name
        self.most = most


class Visibility(StrEnum):
    """The clients who can find a replay: all, those who know its id, or its holders."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Viewer:
    """The client who asks: `name` is the owner of a token, None somebody without one.

    An `admin` sees and changes every replay.
    """

    name: str | None = None
    admin: bool = False


ANYONE = Viewer()
"""Somebody without a token."""

ADMIN = Viewer(admin=True)
"""The operator, who has the store itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts that everyone who finds a replay may know.

    Attributes:
        id: the digest of the record, 64 hex digits.
        game, rules, options: as the record names them.
        deck: the deck that it names; None: the game's own.
        players: their names, seat A first.
        tags: the free tags.
        verdict: `valid`, `incomplete` or `undetermined`.
        plies: how many the main line has.
        winners: the letters of their seats; empty if it is not finished.
    """

    id: str
    game: str
    rules: str
    deck: str | None
    options: Mapping[str, str]
    players: tuple[str, ...]
    tags: Mapping[str, str]
    verdict: str
    plies: int
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Facts):
    """An entry of a list, as one viewer sees it.

    Attributes:
        scores: one for each seat; None if it depends on cards that are hidden from the viewer.
        visibility: the most open visibility that a holder gave it.
        uploaded: when it was uploaded, or made public: seconds since the epoch. If it is not
            public, each holder sees the time of their own upload.
        number: its place in the list, for cursors; never used again for another. In a list of a
            viewer's own replays it rises with their uploads.
        revision: the store's version at the last change for this viewer; it never repeats. Actions
            of other holders of a private replay do not change it.
        hold: the visibility that the viewer chose as one of its holders; None if they do not hold
            it.
    """

    scores: tuple[int | None, ...]
    visibility: Visibility
    uploaded: int
    number: int
    revision: int
    hold: Visibility | None

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return bool(self.winners)


@dataclass(frozen=True, slots=True)
class Replay:
    """A stored replay, as one viewer may know it.

    `body` is the record as one line of JSON with its LF, gzipped; redacted unless `whole`.
    """

    entry: Entry
    body: bytes
    whole: bool

    @property
    def hold(self) -> Visibility | None:
        """As the entry has it."""
        return self.entry.hold

    @property
    def own(self) -> bool:
        """Whether the viewer is one of its holders."""
        return self.hold is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload(Facts):
    """A record that was checked and is ready to be stored: see `prepare.prepare`.

    Attributes:
        game_digest: the same for all records of one game. A record that leaves cards out has its
            own id here, because nobody knows which game it is.
        scores: one for each seat; None if the record does not say.
        public_scores: the scores that everyone may know.
        body: the record, as in Replay.
        public_body: the redacted record; None if there is nothing to hide.
        words: the words that searches find, folded, with a space between two.
        unpacked: the bytes of its words, names and tags, which lists and searches read as they are.
    """

    game_digest: str
    scores: tuple[int | None, ...]
    public_scores: tuple[int | None, ...]
    body: bytes
    public_body: bytes | None
    words: str
    unpacked: int

    @property
    def size(self) -> int:
        """The bytes that it takes in a store, as quotas count them."""
        # 1,343 packed bytes had 3.6 MB of words. Beside 700 bytes to 2.5 KB for each replay, files
        # of SQLite grew by up to 1.9 times this size, tables of PostgreSQL by up to 5 times.
        return len(self.body) + len(self.public_body or b"") + self.unpacked


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key: a name that the uploader chose, and a digest of the request."""

    name: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Added:
    """The outcome of an upload.

    `created`: the uploader could not see this replay before. `held`: the uploader held it already.
    `same_game`: the ids of other replays of the game that the uploader can find, the newest first,
    at most `MAX_SAME_GAME`.
    """

    id: str
    created: bool
    held: bool
    same_game: tuple[str, ...]


class Order(StrEnum):
    """The order of a list, by when the replays came."""

    NEWEST = "newest"
    OLDEST = "oldest"


VERDICTS = (VALID, INCOMPLETE, UNDETERMINED)
"""The verdicts that a stored replay can have."""


@dataclass(frozen=True, slots=True)
class Page(Generic[E]):
    """Part of a list. `next` is the number after which the rest follows; None at the end."""

    entries: tuple[E, ...]
    next: int | None


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """What the store already knows of a replay: the answer of `add`, the verdict, the plies."""

    added: Added
    verdict: str
    plies: int


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes since a version.

    `version` is the current one; it rises whenever the answer of a list may change. `ids` name the
    replays that changed for viewers other than their holders, new and removed ones included; None
    if too many changed.
    """

    version: int
    ids: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Quota:
    """The most replays, bytes of replays, decks, running tables and tokens that an owner may hold.

    Bytes as in `Upload.size`; tokens that are usable. Pastes are those that a client may make in a
    day, reviews those that an owner may ask for in a day, open tables those that guests may open
    from one network in a day. None: any number.
    """

    replays: int | None = None
    bytes: int | None = None
    decks: int | None = None
    tables: int | None = None
    tokens: int | None = None
    pastes: int | None = None
    reviews: int | None = None
    open_tables: int | None = None


NO_QUOTA = Quota()
"""No limit."""


@dataclass(frozen=True, slots=True)
class Usage:
    """An owner's current holdings of everything that a Quota limits."""

    replays: int
    bytes: int
    decks: int
    tables: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Paste:
    """A log kept for a day: the digits of its address, its bytes, their number, and since when."""

    id: str
    log: bytes
    size: int
    pasted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The review of a replay, as far as it is done.

    Attributes:
        replay: the id of the replay.
        rules, version: the versions of the game's rules and of reviews with which it is made.
        asked: when somebody asked for it: seconds since the epoch.
        done, plies: how many plies are done, of how many. They are done in order.
        revision: the store's version at its beginning, or at its end.
    """

    replay: str
    rules: str
    version: int
    asked: int
    done: int
    plies: int
    revision: int

    @property
    def is_finished(self) -> bool:
        """Whether all plies are done."""
        return self.done >= self.plies


@dataclass(frozen=True, slots=True)
class DeckUpload:
    """A deck file that was checked: see `prepare.prepare_deck`. `name` is as in UserDeck."""

    name: str
    game: str
    raw: bytes


@dataclass(frozen=True, slots=True)
class UserDeck:
    """A user's deck: its name (`sha256:…`), game, file, when it was added, and place in lists."""

    name: str
    game: str
    raw: bytes
    added: int
    number: int
