"""What a store of replays promises, whatever it keeps them in.

tests/replays/store/contract.py holds every implementation to it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Protocol, Self, TypeAlias

from engines.decks import Decks
from replays.store.model import (
    Added,
    Changes,
    DeckPage,
    Key,
    Known,
    Page,
    Progress,
    Query,
    Replay,
    Token,
    Upload,
    UserDeck,
    Viewer,
    Visibility,
)

Uploads: TypeAlias = Sequence[Upload] | Callable[[], Sequence[Upload]]
"""What is to be kept, or what makes it."""


class Tokens(Protocol):
    """The tokens that open the service, each known by the digest of it alone."""

    def create(
        self, owner: str, scopes: Sequence[str], digest: str, expires: int | None = None
    ) -> Token:
        """Keep a token; `digest` is that of `tokens.digest_of`."""

    def list(self) -> list[Token]:
        """Every token there ever was, the oldest first."""

    def revoke(self, number: int) -> bool:
        """Make the token of this id useless; False where there is none that is not so already."""

    def find(self, digest: str) -> Token | None:
        """The token of this digest, usable or not; None where there is none."""


class UserDecks(Protocol):
    """The decks that users gave, so that records on them can be uploaded. They are open to all."""

    def add(self, raw: bytes, holder: str) -> tuple[UserDeck, bool]:
        """Keep a deck file, and return also whether it is new.

        Of two with one content the first stays. Raises BadDeck if it is not a deck or does not fit
        its game, and OverQuota if the holder has as many as they may.
        """

    def remove(self, name: str, viewer: Viewer) -> bool:
        """Remove a deck, for whoever gave it or an admin; False if there was nothing to remove.

        Raises DeckNeeded if a replay is on it.
        """

    def get(self, name: str) -> UserDeck | None:
        """The deck of this name, or None."""

    def page(self, game: str | None = None, after: int | None = None, limit: int = 100) -> DeckPage:
        """The decks of a game, or of all, the oldest first; `after` and `limit` as in Store.page.

        Raises ValueError likewise.
        """

    def count(self) -> int:
        """How many there are."""

    def decks_for(self, name: str | None) -> Decks:
        """The decks that a record which names this one is to be checked with."""


class Store(Protocol):
    """Replays, each held by those who uploaded it.

    Every uploader of a record holds it, with a visibility of their own; the most open of them
    counts. A holder and an admin see the whole record; everyone sees the whole of a finished one.
    A call that changes something returns once it is safely kept, or raises StoreError (StoreFull,
    StoreBusy) with nothing of it done. All may be called from any number of threads.
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

    def add(
        self,
        uploads: Uploads,
        holder: str,
        visibility: Visibility = Visibility.PUBLIC,
        key: Key | None = None,
    ) -> list[Added]:
        """Keep the uploads, all or none, and tell what became of each.

        What makes them, where that is given, is called once, maybe by another thread, which
        does so for many callers in a row; what it raises is raised. It should not take long.
        One that the holder holds already stays as it is. With a key that was used for the same
        within the last `KEY_LIFE` seconds, nothing is done and the answer of then is given.
        Raises KeyReused where it was used for something else.
        """

    def add_later(
        self,
        uploads: Uploads,
        holder: str,
        visibility: Visibility = Visibility.PUBLIC,
        key: Key | None = None,
    ) -> Future[list[Added]]:
        """As `add`, but nobody waits: the future is settled with what that returns or raises.

        It cannot be cancelled. What is to be done once it is settled should not take long.
        """

    def get(self, replay: str, viewer: Viewer) -> Replay | None:
        """The replay of this id, as the viewer may know it.

        None where there is none, or a private one that the viewer does not hold.
        """

    def page(
        self, query: Query, viewer: Viewer, after: int | None = None, limit: int = 100
    ) -> Page:
        """At most `limit` entries that the query finds, after the one with the number `after`.

        Raises ValueError where `limit` is not 1 to `MAX_PAGE`, or `after` no number there can be.
        """

    def bodies(
        self, query: Query, viewer: Viewer, after: int | None = None
    ) -> Iterator[tuple[int, bytes]]:
        """Each replay that the query finds: its number, and its body as Replay has it.

        Those that come or go meanwhile may or may not be among them. Raises as `page` does.
        """

    def count(self, query: Query, viewer: Viewer, most: int | None = None) -> int:
        """How many replays the query finds; counting stops at `most`, if that is given."""

    def changes(self, since: int | None = None) -> Changes:
        """What changed since a version that was the store's; without one, the version alone."""

    def known(self, ids: Iterable[str], holder: str) -> Mapping[str, Known]:
        """Of these ids, those of replays that the holder holds, and what is known of them.

        Their records need not be checked again.
        """

    def same_game(self, game_digest: str, viewer: Viewer) -> tuple[str, ...]:
        """The ids of replays of a game that the viewer can find, as Added tells them."""

    def set_visibility(
        self, replay: str, viewer: Viewer, visibility: Visibility, revision: int | None = None
    ) -> Replay | None:
        """Change what the viewer's own hold asks for; an admin who holds it not, every hold.

        Returns the replay as it is now. None where `get` gives none, and where the viewer is
        neither holder nor admin: ask `get` first to tell the two apart. Raises Changed where the
        replay does not have this revision.
        """

    def give_up(self, replay: str, viewer: Viewer, revision: int | None = None) -> bool:
        """Give up the viewer's own hold; an admin who holds it not, every hold.

        The replay goes with its last hold. False where nothing was to be given up. Raises Changed
        as `set_visibility` does.
        """

    def check(self, progress: Progress) -> Iterator[str]:
        """Read everything again, and tell each thing that is not as it should be."""

    def backup(self, path: Path, progress: Progress) -> None:
        """Write a copy of everything to a new file, while others go on reading and writing.

        Raises FileExistsError where there is one already.
        """

    def close(self) -> None:
        """Let go of everything that is open. Nothing else may be called afterwards."""
