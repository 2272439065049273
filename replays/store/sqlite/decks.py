"""The users' decks in the file."""

from functools import lru_cache
from re import fullmatch
from typing import Any

from sqlite_utils import Database

from engines.deck import parse_deck
from engines.decks import OWN_DECKS, Decks
from replays.store.model import Clock, DeckPage, UserDeck
from replays.store.sqlite.connections import Connections
from replays.store.sqlite.queries import DIGEST, check_range
from replays.store.sqlite.writer import Writer

_COLUMNS = "name, game, raw, added, number"
_AT_HAND = 128


class SqliteDecks:
    """UserDecks, as the protocol has it. Those used last are kept as they were read."""

    def __init__(self, connections: Connections, writer: Writer, clock: Clock) -> None:
        self._connections = connections
        self._writer = writer
        self._clock = clock
        self._at_hand = lru_cache(_AT_HAND)(self._load)

    def add(self, raw: bytes, holder: str) -> tuple[UserDeck, bool]:
        """As the protocol has it."""
        deck = parse_deck(raw)
        Decks([deck])
        values = [deck.digest, deck.game, raw, holder, self._clock()]

        def insert(db: Database) -> tuple[UserDeck, bool]:
            cursor = db.execute(
                "INSERT INTO deck (name, game, raw, holder, added) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (name) DO NOTHING",
                values,
            )
            rows = db.execute(f"SELECT {_COLUMNS} FROM deck WHERE name = ?", values[:1])  # noqa: S608 - of constants
            return UserDeck(*rows.fetchall()[0]), cursor.rowcount > 0

        return self._writer.do(insert)

    def get(self, name: str) -> UserDeck | None:
        """As the protocol has it."""
        if fullmatch(f"sha256:{DIGEST}", name) is None:
            return None
        rows = self._select("name = ?", [name])
        return rows[0] if rows else None

    def page(self, game: str | None = None, after: int | None = None, limit: int = 100) -> DeckPage:
        """As the protocol has it."""
        check_range(after, limit)
        rows = self._select(
            "number > :after AND (:game IS NULL OR game = :game) ORDER BY number LIMIT :limit",
            {"after": after or 0, "game": game, "limit": limit + 1},
        )
        return DeckPage(tuple(rows[:limit]), rows[limit - 1].number if len(rows) > limit else None)

    def count(self) -> int:
        """As the protocol has it."""
        with self._connections.reading() as db:
            (found,) = db.execute("SELECT count(*) FROM deck").fetchone()
            return int(found)

    def decks_for(self, name: str | None) -> Decks:
        """As the protocol has it."""
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

    def _select(self, where: str, values: Any) -> list[UserDeck]:  # noqa: ANN401 - as sqlite3 has it
        with self._connections.reading() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM deck WHERE {where}", values)  # noqa: S608 - of constants
            return [UserDeck(*row) for row in rows]
