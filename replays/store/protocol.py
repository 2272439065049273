"""The protocol of every store of replays, whatever database it uses.

tests/replays/store/contract.py tests every implementation against it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol, Self

from engines.decks import Decks
from replays.store.model import (
    Added,
    Changes,
    DeckUpload,
    Entry,
    Key,
    Known,
    Order,
    Page,
    Progress,
    Query,
    Replay,
    Upload,
    Usage,
    UserDeck,
    Viewer,
    Visibility,
)
from replays.store.table_model import (
    Call,
    Change,
    Event,
    NewTable,
    Position,
    Seat,
    SeatToken,
    Table,
    TableQuery,
)
from replays.store.tokens import Token
from replays.tables.own_records import Own
from replays.tables.views import Shown
from replays.tables.whole import Whole


class Tokens(Protocol):
    """The tokens that open the service. Only the digest of each is kept."""

    def create(
        self, owner: str, scopes: Sequence[str], digest: str, expires: int | None = None
    ) -> Token:
        """Keep a token, whose `digest` `tokens.digest_of` gives.

        Raises ValueError if `expires` is not a time that can be kept, and OverQuota if the owner
        has too many usable tokens.
        """

    def list(self) -> list[Token]:
        """All tokens, those that are no longer usable included, the oldest first."""

    def page(
        self,
        owner: str | None = None,
        after: int | None = None,
        limit: int = 100,
        order: Order = Order.OLDEST,
    ) -> Page[Token]:
        """The tokens of an owner, or of all owners.

        `after` and `limit` are as in `Store.page`, and so is the ValueError.
        """

    def revoke(self, number: int, owner: str | None = None) -> bool:
        """Revoke the token of this id, if it is this owner's or no owner is given.

        False if there is none, or it is revoked already.
        """

    def find(self, digest: str) -> Token | None:
        """The token of this digest, usable or not; None if there is none."""


class UserDecks(Protocol):
    """The decks that users added, so that records on them can be uploaded. All can read them."""

    def add(self, upload: DeckUpload, holder: str) -> tuple[UserDeck, bool]:
        """Keep a deck. Returns it and whether it is new.

        If the same content is there already, that deck stays. Raises OverQuota if the holder has
        no room for another.
        """

    def remove(self, name: str, viewer: Viewer) -> bool:
        """Remove a deck. Only its uploader and admins can do that.

        False if there was nothing that the viewer could remove. Raises DeckNeeded if a stored
        replay is on the deck, or a table that has no replay yet.
        """

    def get(self, name: str) -> UserDeck | None:
        """The deck of this name, or None."""

    def page(
        self,
        game: str | None = None,
        after: int | None = None,
        limit: int = 100,
        order: Order = Order.OLDEST,
    ) -> Page[UserDeck]:
        """The decks of a game, or of all games.

        `after` and `limit` are as in `Store.page`, and so is the ValueError.
        """

    def count(self) -> int:
        """How many decks there are."""

    def decks_for(self, name: str | None) -> Decks:
        """The decks with which to check a record that names this one."""


class Tables(Protocol):
    """Games in progress. A change is kept together with its version, or not at all.

    Plies and events of a table are read as they were at its version, whatever came since.
    """

    def create(self, new: NewTable, call: Call) -> bytes:
        """Keep a new table. Returns the answer to the call.

        If its owner used the key before for the same, nothing is done, and the answer is the one
        given then. Raises KeyReused if it was used for something else, OverQuota if the owner has
        too many tables that run, and SeedInUse if one of them has this seed.
        """

    def answered(self, owner: str, key: str, fingerprint: str) -> bytes | None:
        """The answer of `create` when the owner used this key; None if they did not.

        Raises KeyReused as `create` does.
        """

    def get(self, table: str) -> Table | None:
        """The table of this id, or None."""

    def whole(self, table: Table, at: int | None = None) -> Whole:
        """The record as it stands, or as it stood at a version."""

    def positions(
        self, table: Table, view: str, at: int | None = None, first: int = 0
    ) -> list[Position]:
        """The positions that a view is shown, now or at a version, from ply `first` on.

        Nothing of a table with a replay. Raises OtherVersion if it got that meanwhile.
        """

    def last(self, table: Table) -> list[Shown]:
        """The position that each view is shown now; empty and refused as `positions`."""

    def owns(self, table: Table, at: int | None = None) -> list[Own]:
        """The record of each view, or as it stood at a version, where each has its own.

        Empty and refused as `positions`.
        """

    def happened(self, table: Table, view: str, since: int) -> list[Position]:
        """As `positions`, for all plies after a version, including those that were taken back."""

    def kept(self, table: Table, since: int) -> int:
        """How many plies are unchanged since a version."""

    def sent(self, table: Table) -> int:
        """How many plies were ever sent, those that were taken back too."""

    def events(self, table: Table, since: int = 0) -> list[Event]:
        """The events after a version, up to that of the table."""

    def change(self, table: Table, change: Change) -> None:
        """Make an event, and the replay if the game ends with it.

        Raises OtherVersion if the table has changed meanwhile, and as `Store.add` does.
        """

    def drop(self, table: Table) -> None:
        """Forget a table, unless it has changed meanwhile."""

    def dealt_end(self, replay: str, owner: str | None = None) -> int | None:
        """When the dealt game ended that became this replay, at a table of this owner or of all.

        The last one, if several tables have it; None if none has.
        """

    def give_token(self, table: Table, seat: str, digest: str, *, invitation: bool = False) -> None:
        """Keep a token of a seat, or an invitation, in place of the one of its kind that it had.

        Raises OtherVersion if the digest is known, and for an invitation to a seat that is taken.
        """

    def seats(self, table: Table) -> list[Seat]:
        """The seats of a dealt table that are taken."""

    def token(self, digest: str) -> SeatToken | None:
        """The seat's token of this digest, or None."""

    def idle(self, before: int, owner: str | None = None) -> list[Table]:
        """Some tables at which nothing happened since a time, of this owner or of all.

        They run, wait for the seed of a sealed game, or have a replay that was held back.
        """

    def shares_seed(self, table: Table, seed: str | None = None) -> bool:
        """Whether another table that runs has the seed of a table, or the one given for it."""

    def page(self, query: TableQuery, after: int | None = None, limit: int = 100) -> Page[Table]:
        """At most `limit` tables after the one with the number `after`."""


class Store(Protocol):
    """Replays, each held by those who uploaded it.

    Every uploader of a record holds it, with a visibility of their own; the most open of them
    counts. Holders and admins see the whole record; so does everyone if the game is finished.
    A call that changes something returns once the change is safe on the disk. If it raises a
    StoreError, nothing was done; only after StoreUnsure it may have been. Any number of threads
    may call any of these.
    """

    def __enter__(self) -> Self:
        """The store itself."""

    def __exit__(self, *_: object) -> None:
        """Close it."""

    @property
    def tokens(self) -> Tokens:
        """The tokens."""

    @property
    def decks(self) -> UserDecks:
        """The users' decks."""

    @property
    def tables(self) -> Tables:
        """The games in progress."""

    def usage(self, owner: str) -> Usage:
        """The holdings of an owner."""

    def add(
        self,
        uploads: Sequence[Upload],
        holder: str,
        visibility: Visibility = Visibility.PUBLIC,
        key: Key | None = None,
    ) -> list[Added]:
        """Keep the uploads, all or none. Returns the outcome of each, in order.

        An upload that the holder has already stays as it is. If the key was used for the same
        uploads within the last `KEY_LIFE` seconds, nothing is done, and the answer is the one given
        then.

        Raises KeyReused if the key was used for something else, OverQuota if the holder has no room
        for all of them, and DeckMissing if one is on a user's deck that is not there.
        """

    def get(self, replay: str, viewer: Viewer) -> Replay | None:
        """The replay of this id, as the viewer may know it.

        None if there is none, or if it is private and the viewer neither holds it nor is an admin.
        """

    def page(
        self, query: Query, viewer: Viewer, after: int | None = None, limit: int = 100
    ) -> Page[Entry]:
        """At most `limit` entries that the query finds, after the one with the number `after`.

        Raises ValueError if `limit` is not 1 to `MAX_PAGE`, or `after` cannot be a number.
        """

    def bodies(
        self, query: Query, viewer: Viewer, after: int | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """Each replay that the query finds: its number, and its body as in Replay.

        Replays that come or go meanwhile may or may not be among them. Raises ValueError as `page`
        does.
        """

    def count(self, query: Query, viewer: Viewer, most: int | None = None) -> int:
        """How many replays the query finds. With `most`, counting stops there."""

    def changes(self, since: int | None = None) -> Changes:
        """The changes since a version of the store; without one, only the current version."""

    def known(self, ids: Iterable[str], holder: str) -> Mapping[str, Known]:
        """The store's knowledge of those of the ids whose replays the holder holds.

        Their records need not be checked again before they are added.
        """

    def same_game(self, game_digest: str, viewer: Viewer) -> tuple[str, ...]:
        """The ids of the replays of a game that the viewer can find, as in Added."""

    def set_visibility(
        self, replay: str, viewer: Viewer, visibility: Visibility, revision: int | None = None
    ) -> Replay | None:
        """Change the visibility that the viewer's hold asks for.

        An admin without a hold changes every hold. Returns the replay as it is now; None if there
        is none that the viewer holds (`get` says whether there is one that they see). Raises
        Changed if the replay does not have this revision.
        """

    def give_up(self, replay: str, viewer: Viewer, revision: int | None = None) -> bool:
        """Give up the viewer's hold. An admin without a hold gives up every hold.

        The replay is removed with its last hold. False if there was no hold. Raises Changed
        as `set_visibility` does.
        """

    def check(self, progress: Progress) -> Iterator[str]:
        """Read everything again. Yields a sentence for each thing that is wrong."""

    def backup(self, path: Path, progress: Progress) -> None:
        """Write a copy of everything to a new SQLite file; others go on reading and writing.

        Raises FileExistsError if the file exists, and StoreError if it cannot be written.
        """

    def close(self) -> None:
        """Close everything that is open. Nothing else may be called afterwards."""
