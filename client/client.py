"""A client of a replay service. It retries lost requests, and resumes broken downloads."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from io import BytesIO
from secrets import token_hex
from types import MappingProxyType
from typing import Any, Self, TypeVar

import msgspec

from client.answers import (
    CreatedToken,
    Deck,
    DeckPage,
    Digests,
    Entry,
    Film,
    Game,
    GameEntry,
    GameList,
    Me,
    MoveList,
    ReplayPage,
    ReplayReview,
    Token,
    TokenPage,
    ViewedFrame,
)
from client.connection import TIMEOUT, Connection, Interrupted, Patience, Question, checked_url
from client.live_table import TABLES, LiveTable
from client.protocol import (
    MEDIA_TYPES,
    REPLAYS,
    UNREADABLE,
    Problem,
    Received,
    Rejected,
    UnexpectedAnswer,
    Validation,
    decoded,
)
from client.receiver import StreamFull, receive
from client.sender import Outcome, Sender, batches, packed
from client.statistics_answers import Statistics
from client.table_answers import TableEntry, TableList, TableState
from notation.json_reader import read_json
from notation.outcome import Reading
from notation.read import Form
from notation.record import UNKNOWN_CARD, Record, Shuffle
from notation.text_reader import read_text
from replays.digests import record_digest

T = TypeVar("T")
P = TypeVar("P", ReplayPage, DeckPage, TableList, TokenPage)

_GAMES, _DECKS, _TOKENS = "/v1/games", "/v1/decks", "/v1/tokens"
_JSON, _TOML = "application/json", "application/toml"

TOKEN = re.compile(r"[!-~]+")
"""The pattern of a token that a header can carry."""


class Client:
    """A replay service at a URL. A context manager.

    Public replays can be read without a token; writing needs one. After a temporary failure (the
    service is busy or restarts, the connection breaks) the client waits, at least as long as
    Retry-After says, and tries again: `retries` times in a row at most, by default 6,
    or 2 if nothing has ever listened at the address. It also tries again if nothing has come for
    `timeout` seconds. `notify` is called with a line about each such failure. No record is ever
    stored twice. `proxy` is the address of a proxy, by default that of the environment.

    Raises ValueError if the URL cannot be that of a service, or if the token or the timeout is
    malformed. Every method raises ServiceError: Unreachable if trying again did not help, Rejected
    if the service refuses the request, UnexpectedAnswer if no CGN service answers.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        retries: int | None = None,
        notify: Callable[[str], None] = lambda _: None,
        timeout: float = TIMEOUT,
        proxy: str | None = None,
    ) -> None:
        if token is not None and not TOKEN.fullmatch(token):
            raise ValueError("a token has only letters, digits and signs: no spaces, no line ends")
        self.url = checked_url(url)
        if timeout <= 0:
            raise ValueError("a timeout is a positive number of seconds")
        self._connection = Connection(self.url, token, timeout, proxy)
        self._retries = retries
        self._notify = notify
        self._sender = Sender(self._connection, self._patience)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections to the service."""
        self._connection.close()

    def validate(self, raw: bytes, form: Form = Form.TEXT) -> list[dict[str, Any]]:
        """The service's report on each of these records, as docs/service.md describes it.

        Nothing is stored.
        """
        question = packed("/v1/validations", MEDIA_TYPES[form], raw)
        return decoded(self._answer(question), Validation, self.url).records

    def convert(self, raw: bytes, to: Form, form: Form = Form.TEXT) -> bytes:
        """These records in another form; the rules are not checked. Nothing is stored."""
        question = packed("/v1/conversions", MEDIA_TYPES[form], raw)
        return self._answer(replace(question, accept=MEDIA_TYPES[to]))

    def replay(self, replay: str, form: Form = Form.TEXT) -> bytes:
        """The replay of this id, as text or as JSON on one line.

        Raises UnexpectedAnswer if the answer is not this record.
        """
        form = Form.TEXT if form is Form.TEXT else Form.JSON
        raw = self._answer(Question("GET", f"{REPLAYS}/{replay}", accept=MEDIA_TYPES[form]))
        readings = list((read_text if form is Form.TEXT else read_json)(BytesIO(raw)))
        record = readings[0].record if len(readings) == 1 else None
        if record is None:
            raise UnexpectedAnswer(self.url, "what came is not a record")
        digest = record_digest(record)
        if digest != replay and not _may_be_redacted(record):
            raise UnexpectedAnswer(self.url, f"the record that came has the id {digest}")
        return raw

    def count(self, query: Mapping[str, str]) -> int:
        """The number of replays that a query finds, up to 10,000."""
        found = self._get(REPLAYS, ReplayPage, {**query, "limit": "1", "total": "true"}).total
        if found is None:
            raise UnexpectedAnswer(self.url, "it does not say how many there are")
        return found

    def download(
        self, query: Mapping[str, str], form: Form = Form.TEXT, after: str | None = None
    ) -> Iterator[Received]:
        """Every replay that a query finds, as text or JSON Lines, after a cursor (None: all).

        A stream that breaks off is resumed after its last record. The iterator ends when the
        service has said that these are all.
        """
        patience = self._patience()
        while True:
            try:
                for received in receive(self._connection, query, form, after):
                    after = received.after
                    patience.renew()
                    yield received
            except Interrupted as trouble:
                patience.wait(trouble)
            except StreamFull:
                continue
            else:
                return

    def upload(
        self, readings: Iterable[Reading], visibility: str = "public"
    ) -> Iterator[tuple[Reading, Outcome]]:
        """Upload records, many in one request; yields the outcome of each: Stored or Problem.

        A record that could not be read is not sent; its Problem has the diagnostic of its reader.
        """
        for batch in batches(readings):
            outcomes = self._sender.send([text for _, text in batch if text], visibility)
            for reading, _ in batch:
                problem = reading.problem
                if problem is None:
                    yield reading, next(outcomes)
                else:
                    yield reading, Problem(problem.message, (problem,), UNREADABLE)
            deque(outcomes, maxlen=0)  # the last line of the answer says that it is complete

    def replays(self, query: Mapping[str, str] | None = None) -> Iterator[Entry]:
        """The entries of the replays that a query finds, page by page as they are asked for."""
        for page in self._pages(REPLAYS, ReplayPage, query or {}):
            yield from page.replays

    def frames(
        self,
        replay: str,
        view: str | None = None,
        first: int | None = None,
        last: int | None = None,
        *,
        line: str | None = None,
        legal: bool = False,
    ) -> Film:
        """The positions of a replay, from the ply `first` to `last`, in the widest view by default.

        `line` is the JSON pointer of a variation. With `legal`, frames have the legal moves.
        """
        query = {"view": view, "from": first, "to": last, "line": line, "legal": int(legal) or None}
        return self._get(f"{REPLAYS}/{replay}/frames", Film, _parameters(query))

    def frame(
        self,
        replay: str,
        ply: int,
        view: str | None = None,
        *,
        line: str | None = None,
        legal: bool = False,
    ) -> ViewedFrame:
        """One position of a replay, as `frames` has it."""
        query = {"view": view, "line": line, "legal": int(legal) or None}
        return self._get(f"{REPLAYS}/{replay}/frames/{ply}", ViewedFrame, _parameters(query))

    def moves(self, replay: str, view: str | None = None, *, line: str | None = None) -> MoveList:
        """The moves of a replay in words, variations included."""
        return self._get(
            f"{REPLAYS}/{replay}/moves", MoveList, _parameters({"view": view, "line": line})
        )

    def digests(self, replay: str) -> Digests:
        """The digests of a replay, its game and its positions."""
        return self._get(f"{REPLAYS}/{replay}/digests", Digests)

    def review(self, replay: str) -> ReplayReview:
        """The review of a replay, as far as it is done."""
        return self._get(f"{REPLAYS}/{replay}/review", ReplayReview)

    def start_review(self, replay: str) -> ReplayReview:
        """Have a replay that one holds reviewed, unless it is already; `review` shows how far."""
        return self._send("POST", f"{REPLAYS}/{replay}/review", {}, ReplayReview)

    def set_visibility(self, replay: str, visibility: str) -> Entry:
        """Make a replay that one holds `public`, `unlisted` or `private`."""
        return self._send("PATCH", f"{REPLAYS}/{replay}", {"visibility": visibility}, Entry)

    def delete(self, replay: str) -> None:
        """Give up one's hold on a replay. The replay goes with its last hold."""
        self._remove(f"{REPLAYS}/{replay}")

    def statistics(self, most: int = 10) -> Statistics:
        """The numbers of public replays, with this many players and first moves of each game."""
        return self._get(f"/v1/statistics?most={most}", Statistics)

    def games(self) -> tuple[GameEntry, ...]:
        """The games that the service knows, by name."""
        return self._get(_GAMES, GameList).games

    def game(self, name: str) -> Game:
        """The game of this name, with its moves, deck and rules."""
        return self._get(f"{_GAMES}/{name}", Game)

    def decks(self, game: str | None = None) -> Iterator[Deck]:
        """The decks of users, for one game or all, the oldest first."""
        for page in self._pages(_DECKS, DeckPage, {} if game is None else {"game": game}):
            yield from page.decks

    def deck(self, name: str) -> bytes:
        """The file of a user's deck, by the name that records use: `sha256:…`."""
        return self._answer(Question("GET", f"{_DECKS}/{name}", accept=_TOML))

    def add_deck(self, raw: bytes) -> Deck:
        """Upload a deck file, so that records may name the deck."""
        return decoded(self._answer(packed(_DECKS, _TOML, raw)), Deck, self.url)

    def delete_deck(self, name: str) -> None:
        """Remove one's deck, unless a stored replay or a table uses it."""
        self._remove(f"{_DECKS}/{name}")

    def me(self) -> Me:
        """The owner of the client's token, with their holdings and their quota."""
        return self._get("/v1/me", Me)

    def tokens(self, owner: str | None = None) -> Iterator[Token]:
        """One's tokens, revoked ones too; an admin lists the tokens of all owners, or of one."""
        for page in self._pages(_TOKENS, TokenPage, {} if owner is None else {"owner": owner}):
            yield from page.tokens

    def create_token(
        self, scopes: Sequence[str] = (), expires: datetime | None = None
    ) -> CreatedToken:
        """A new token with some of the scopes of the client's own; without any it reads only.

        If the answer gets lost, another token is made; nobody knows the text of the first.
        """
        body: dict[str, object] = {"scopes": list(scopes)}
        if expires is not None:
            body["expires"] = expires
        return self._send("POST", _TOKENS, body, CreatedToken)

    def revoke_token(self, token: int) -> None:
        """Revoke the token of this id, at once and for good."""
        self._remove(f"{_TOKENS}/{token}")

    def tables(self, query: Mapping[str, str] | None = None) -> Iterator[TableEntry]:
        """The entries of the tables that a query finds, the newest first."""
        for page in self._pages(TABLES, TableList, query or {}):
            yield from page.tables

    def table(self, table: str) -> LiveTable:
        """The game in progress with this id. Raises Rejected if there is none that you may see."""
        return LiveTable(self._connection, self._patience, table)

    def delete_table(self, table: str) -> None:
        """Remove a table of one's own whose game has ended. Its replay stays."""
        self._remove(f"{TABLES}/{table}")

    def create_table(
        self,
        header: Mapping[str, Any],
        *,
        origin: Mapping[str, object] | None = None,
        deal: bool = False,
        visibility: str = "public",
        clock: bool = False,
        computer: Mapping[str, str] = MappingProxyType({}),
    ) -> LiveTable:
        """Create a table for a header in its JSON form, as docs/tables.md describes it.

        With `deal`, the table's `invitations` have one for each seat that is not of the `computer`,
        which says what built-in player plays a seat. An `origin` is the `from` of docs/tables.md.
        """
        table: dict[str, object] = {
            "header": header,
            "deal": deal,
            "visibility": visibility,
            "clock": clock,
            "computer": dict(computer),
        }
        table |= {} if origin is None else {"from": origin}
        headers = {"Content-Type": _JSON, "Idempotency-Key": token_hex(16)}
        asked = Question("POST", TABLES, headers=headers, body=msgspec.json.encode(table))
        created = decoded(self._answer(asked), TableState, self.url)
        live_table = self.table(created.id)
        live_table.invitations = created.invitations
        return live_table

    def _get(self, path: str, kind: type[T], query: Mapping[str, str] | None = None) -> T:
        question = Question("GET", path, query or {}, accept=_JSON)
        return decoded(self._answer(question), kind, self.url)

    def _pages(self, path: str, kind: type[P], query: Mapping[str, str]) -> Iterator[P]:
        page = self._get(path, kind, query)
        yield page
        while page.next is not None:
            page = self._get(path, kind, {**query, "after": page.next})
            yield page

    def _send(self, method: str, path: str, value: object, kind: type[T]) -> T:
        headers = {"Content-Type": _JSON}
        raw = self._answer(Question(method, path, {}, headers, msgspec.json.encode(value), _JSON))
        return decoded(raw, kind, self.url)

    def _remove(self, path: str) -> None:
        """Delete the resource at a path. Once an answer was lost, it may be gone already."""
        attempts = 0

        def attempt() -> bytes:
            nonlocal attempts
            attempts += 1
            try:
                return self._connection.answer(Question("DELETE", path))
            except Rejected as rejected:
                if attempts > 1 and rejected.status == HTTPStatus.NOT_FOUND:
                    return b""
                raise

        self._patience().persist(attempt)

    def _patience(self) -> Patience:
        return Patience(self._retries, self._notify)

    def _answer(self, question: Question) -> bytes:
        return self._patience().persist(lambda: self._connection.answer(question))


def _parameters(query: Mapping[str, object]) -> dict[str, str]:
    """The parameters that have a value, as text."""
    return {name: str(value) for name, value in query.items() if value is not None}


def _may_be_redacted(record: Record) -> bool:
    """Whether this may be an unfinished game without its hidden cards: then its id is unknown."""
    finished = record.result is not None and record.result.winners
    shuffles = [entry for entry in record.plies if isinstance(entry, Shuffle)]
    hides = any(UNKNOWN_CARD in shuffle.order for shuffle in shuffles)
    return not finished and record.seed is None and hides
