"""The users' decks."""

from functools import lru_cache
from re import fullmatch

from engines.deck import parse_deck
from engines.registry import OWN_DECKS, Decks
from replays.store.model import (
    Clock,
    DeckNeeded,
    DeckUpload,
    Order,
    OverQuota,
    Page,
    Quota,
    UserDeck,
    Viewer,
)
from replays.store.sql.connection import Access, Transaction, Values
from replays.store.sql.queries import DIGEST, behind, check_range, decks_of, has_nul, in_order

_COLUMNS = "name, game, raw, added, number"
_AT_HAND = 128
"""Decks that stay parsed."""


class UserDecks:
    """The decks that users added, so that records on them can be uploaded. All can read them."""

    def __init__(self, access: Access, clock: Clock, quota: Quota) -> None:
        self._access = access
        self._clock = clock
        self._most = quota.decks
        self._at_hand = lru_cache(_AT_HAND)(self._load)

    def add(self, upload: DeckUpload, holder: str) -> tuple[UserDeck, bool]:
        """Keep a deck. Returns it and whether it is new.

        If the same content is there already, that deck stays. Raises OverQuota if the holder has
        no room for another.
        """
        values = {
            "name": upload.name,
            "game": upload.game,
            "raw": upload.raw,
            "holder": holder,
            "now": self._clock(),
        }

        def insert(work: Transaction) -> tuple[UserDeck, bool]:
            sql = f"SELECT {_COLUMNS} FROM deck WHERE name = :name"  # noqa: S608 - of constants
            row = work.db.execute(sql, values).fetchone()
            if row is not None:
                return UserDeck(*row), False
            if self._most is not None and decks_of(work.db, holder) >= self._most:
                raise OverQuota("decks", self._most)
            work.next_version()
            work.db.execute(
                "INSERT INTO deck (name, game, raw, holder, added)"
                " VALUES (:name, :game, :raw, :holder, :now)",
                values,
            )
            return UserDeck(*work.db.execute(sql, values).fetchone()), True

        return self._access.do(insert)

    def remove(self, name: str, viewer: Viewer) -> bool:
        """Remove a deck. Only its uploader and admins can do that.

        False if there was nothing that the viewer could remove. Raises DeckNeeded if a stored
        replay is on the deck, or a table that has no replay yet.
        """
        values = {"name": name, "viewer": viewer.name, "admin": viewer.admin}

        def delete(work: Transaction) -> bool:
            mine = "name = :name AND (holder = :viewer OR :admin)"
            if work.db.execute(f"SELECT 1 FROM deck WHERE {mine}", values).fetchone() is None:  # noqa: S608 - of constants
                return False
            needed = "SELECT 1 FROM replay WHERE deck = :name LIMIT 1"
            if work.db.execute(needed, values).fetchone() is not None:
                raise DeckNeeded("a replay needs this deck")
            headers = work.db.execute("SELECT header FROM game_table WHERE replay IS NULL")
            if any(name.encode() in header for (header,) in headers):
                raise DeckNeeded("a table needs this deck")
            work.next_version()
            work.db.execute("DELETE FROM deck WHERE name = :name", values)
            return True

        removed = self._access.do(delete)
        self._at_hand.cache_clear()
        return removed

    def get(self, name: str) -> UserDeck | None:
        """The deck of this name, or None."""
        if fullmatch(f"sha256:{DIGEST}", name) is None:
            return None
        rows = self._select("name = :name", {"name": name})
        return rows[0] if rows else None

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
        check_range(after, limit)
        rows = self._select(
            "(CAST(:game AS TEXT) IS NULL OR game = :game)"
            f" AND (CAST(:after AS BIGINT) IS NULL OR {behind('number', order)})"
            f" {in_order('number', order)}",
            {"after": after, "game": game, "limit": limit + 1},
        )
        return Page(tuple(rows[:limit]), rows[limit - 1].number if len(rows) > limit else None)

    def count(self) -> int:
        """The number of decks."""
        with self._access.reading() as db:
            (number,) = db.execute("SELECT count(*) FROM deck").fetchone()
            return int(number)

    def decks_for(self, name: str | None) -> Decks:
        """The decks for checking a record that names this one."""
        if name is None:
            return OWN_DECKS
        try:
            return self._at_hand(name)
        except KeyError:
            return OWN_DECKS

    def _load(self, name: str) -> Decks:
        deck = self.get(name)
        if deck is None:
            raise KeyError(name)
        return Decks([parse_deck(deck.raw)])

    def _select(self, where: str, values: Values) -> list[UserDeck]:
        if has_nul(values):
            return []
        with self._access.reading() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM deck WHERE {where}", values)  # noqa: S608 - of constants
            return [UserDeck(*row) for row in rows]
