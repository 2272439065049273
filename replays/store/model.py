"""What goes into a store of replays and comes out of it, and how it says that it cannot."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

MAX_PAGE = 1_000
"""Entries in a page."""

MAX_SAME_GAME = 20
"""Replays of one game that are told of another."""

KEY_LIFE = 24 * 60 * 60
"""Seconds for which an idempotency key is remembered."""

MAX_CHANGES = 1_000
"""Changes since a version that are listed; whoever missed more forgets all that they know."""

MAX_TEXT = 1_000
"""Characters of a text to search for."""

MAX_NUMBER = (1 << 63) - 1
"""The largest number that can be kept."""

Clock: TypeAlias = Callable[[], int]
"""Tells the time, in seconds since the epoch."""

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how much of a long work is done, and how much there is in all."""


class StoreError(Exception):
    """The store cannot do what it was asked; nothing of it was done, unless StoreUnsure says so."""


class StoreFull(StoreError):
    """There is no room left for it."""


class StoreBusy(StoreError):
    """Others kept the store occupied for too long; the same call may succeed later."""


class StoreUnsure(StoreError):
    """It may or may not have been done. To send it again is safe."""


class StoreUnusable(StoreError):
    """What is there cannot be used: made by a newer version, damaged, not to be opened."""


class StoreDamaged(StoreUnusable):
    """A stored replay cannot be read; the others can."""


class Changed(StoreError):
    """The replay has another revision than the one that the caller knew."""


class KeyReused(StoreError):
    """The idempotency key was used for something else."""


class DeckMissing(StoreError):
    """A record is on a user's deck that is not there, or not any more."""


class DeckNeeded(StoreError):
    """A user's deck stays as long as a replay needs it."""


class OverQuota(StoreError):
    """An owner would hold more than the quota allows: so many of what `name` says."""

    def __init__(self, name: str, most: int) -> None:
        super().__init__(f"{name}: at most {most:,} for each owner")
        self.name = name
        self.most = most


class Visibility(StrEnum):
    """Who finds a replay: everyone; those who know its id; its holders."""

    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: the owner of a token by `name`, or somebody without one (None).

    An `admin` sees and changes every replay.
    """

    name: str | None = None
    admin: bool = False


ANYONE = Viewer()
"""Somebody without a token."""

ADMIN = Viewer(admin=True)
"""Whoever has the store itself at hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What lists tell of a replay, to one viewer.

    Attributes:
        id: the digest of the record, 64 hex digits.
        game, rules, options: as the record names them.
        deck: the deck that it names; None: the game's own.
        players: their names, seat A first.
        tags: the free tags.
        verdict: `valid` or `incomplete`.
        plies: how many the main line has.
        winners: the letters of their seats; none where it is not finished.
        scores: one a seat; None where it rests on cards that are hidden from the viewer.
        visibility: the most open that one of its holders gave it.
        uploaded: when it came, or was made public: seconds since the epoch. Of one that is not
            public, each holder sees when they uploaded it.
        number: its place in the list, for cursors; never used again for another. In a list of
            one's own it rises with one's own uploads.
        revision: the store's version when it last changed for this viewer, so none comes back.
            What other holders of a private replay do changes nothing.
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
    scores: tuple[int | None, ...]
    visibility: Visibility
    uploaded: int
    number: int
    revision: int

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return self.verdict == "valid"


@dataclass(frozen=True, slots=True)
class Replay:
    """A stored replay, as one viewer may know it.

    `body` is the record as one line of JSON with its LF, gzipped: whole where `whole`, else
    redacted. `hold` is the visibility that the viewer, as one of its holders, gave it; None where
    they do not hold it.
    """

    entry: Entry
    body: bytes
    whole: bool
    hold: Visibility | None

    @property
    def own(self) -> bool:
        """Whether the viewer is one of its holders."""
        return self.hold is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A record that was checked and is ready to be stored: see `uploads.prepare`.

    The facts are those of Entry. `scores` are all of them, `public_scores` those that everyone
    may know. `game_digest` is where all records of one game meet. `public_body` is the redacted
    record, None where there is nothing to hide. `words` is the text that searches go through.
    """

    id: str
    game_digest: str
    game: str
    rules: str
    deck: str | None
    options: Mapping[str, str]
    players: tuple[str, ...]
    tags: Mapping[str, str]
    verdict: str
    plies: int
    winners: tuple[str, ...]
    scores: tuple[int, ...]
    public_scores: tuple[int | None, ...]
    body: bytes
    public_body: bytes | None
    words: str


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key: its name, chosen by the uploader, and a digest of what it stands for."""

    name: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Added:
    """What became of an upload.

    `created`: the uploader could not see this replay before. `held`: they held it already.
    `same_game`: other replays of the same game that they can find, the newest first, at most
    `MAX_SAME_GAME`.
    """

    id: str
    created: bool
    held: bool
    same_game: tuple[str, ...]


class Order(StrEnum):
    """The order of a list, by when the replays came."""

    NEWEST = "newest"
    OLDEST = "oldest"


_DATE = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")
_MOST_SEATS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Which replays are wanted, and in which order. What is None does not matter.

    Attributes:
        game: the game's name.
        player, winner: the whole name of a player, or of one who won, in any case.
        event: the whole value of the tag Event, in any case.
        date: how the tag Date begins: `2026`, `2026-11` or `2026-11-20`.
        seats: how many players there are.
        finished: whether the game has ended.
        text: words that all stand in names, event, site or comments, in any case, accents or not.
            A text without words finds nothing.
        own: only the replays that the viewer holds (an admin: all there are), whatever their
            visibility. Otherwise only public ones are found.
        order: the newest first, or the oldest.

    Raises ValueError where a value cannot be one.
    """

    game: str | None = None
    player: str | None = None
    winner: str | None = None
    event: str | None = None
    date: str | None = None
    seats: int | None = None
    finished: bool | None = None
    text: str | None = None
    own: bool = False
    order: Order = Order.NEWEST

    def __post_init__(self) -> None:
        if self.date is not None and _DATE.fullmatch(self.date) is None:
            raise ValueError("date: YYYY, YYYY-MM or YYYY-MM-DD")
        if self.seats is not None and not 1 <= self.seats <= _MOST_SEATS:
            raise ValueError(f"seats: 1 to {_MOST_SEATS}")
        if self.text is not None and not 1 <= len(self.text) <= MAX_TEXT:
            raise ValueError(f"text: 1 to {MAX_TEXT:,} characters")
        for name in ("game", "player", "winner", "event", "text"):
            if any("\ud800" <= char <= "\udfff" for char in getattr(self, name) or ""):
                raise ValueError(f"{name}: no text has lone surrogates")


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of a list. `next` is the number to ask on after; None at the end of the list."""

    entries: tuple[Entry, ...]
    next: int | None


@dataclass(frozen=True, slots=True)
class Known:
    """What is there already of an upload: what `add` would say, and what a report would."""

    added: Added
    verdict: str
    plies: int


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed since a version.

    `version` is the one now: it rises whenever a list may have another answer. `ids` are the
    replays that others than their holders see otherwise since then, new and gone ones included;
    None if there are too many to list.
    """

    version: int
    ids: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Quota:
    """What each owner may hold at most: so many replays, bytes of them, and decks. None: any."""

    replays: int | None = None
    bytes: int | None = None
    decks: int | None = None


NO_QUOTA = Quota()
"""Whatever fits."""


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token, which is not the token itself.

    Times are seconds since the epoch; without `expires` it lasts until it is revoked.
    """

    id: int
    owner: str
    scopes: tuple[str, ...]
    created: int
    expires: int | None
    revoked: int | None

    def usable(self, now: int) -> bool:
        """Whether it still opens anything."""
        return self.revoked is None and (self.expires is None or now < self.expires)


@dataclass(frozen=True, slots=True)
class UserDeck:
    """A user's deck: its name (`sha256:…`), its game, its file as it came, when, and its place."""

    name: str
    game: str
    raw: bytes
    added: int
    number: int


@dataclass(frozen=True, slots=True)
class DeckPage:
    """A stretch of the list of decks. `next` is as in Page."""

    decks: tuple[UserDeck, ...]
    next: int | None
