"""Writes openapi.yaml and its examples, which a running service answers: `make openapi`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask.testing import FlaskClient

from api.app import create_app, make_routes
from api.checking.checkers import Checkers
from api.openapi.description import FILE as EXAMPLES
from api.reviewer import REVIEWER
from api.settings import Settings
from engines.registry import load_game
from notation.chance import seed_hash
from replays.store.open_store import open_store
from replays.store.tokens import UPLOAD, digest_of

ROOT = Path(__file__).parent.parent
DESCRIPTION = ROOT / "openapi.yaml"

RECORD = """[CGN "1"]
[Game "triggs"]
[Rules "1"]
[A "Ana"]
[B "Bo"]
[Seed "tuesday-7"]
[Event "Tuesday club"]

1. A: draw right left -> 3 3
2. B: draw right left -> 10 6
3. A: cross 3 3,3 !
4. A: extra 2
= * 3 0
"""

_TOKEN = "cgn_example"  # noqa: S105 - of a service that lives for a moment
_TABLE, _NEW_TOKEN = "8f14e45fceea167a5a36dedd4bea2543", "cgn_example_that_is_new"
_NOW = 1_795_203_000
_SENDING = {"Authorization": f"Bearer {_TOKEN}", "Content-Type": "application/json"}
_LONGEST = 400
"""Characters of a text that is shown whole, if it has several lines."""

_MOST = 3
_SHOWN = 2
_TEXT, _JSON, _LINES = "text/vnd.cgn", "application/json", "application/jsonl"


def exchanges() -> list[dict[str, Any]]:
    """Requests to a new service, one after another, and its answers."""
    with TemporaryDirectory() as folder, open_store(Path(folder) / "cgn.db", _clock) as store:
        store.tokens.create("ana", [UPLOAD], digest_of(_TOKEN))
        with Checkers(1) as checkers:
            client = create_app(Settings(), store, checkers, _clock).test_client()
            return list(_Asking(client).all())


def description() -> bytes:
    """The content of openapi.yaml: a service with the default settings."""
    return make_routes(Settings()).page()


def _clock() -> int:
    return _NOW


class _Asking:
    """Sends the requests of the examples to a service."""

    def __init__(self, client: FlaskClient) -> None:
        self._client = client

    def all(self) -> Iterator[dict[str, Any]]:
        """Every operation at least once. The last upload is deleted at the end."""
        yield self._post("uploadReplay", "new", "/v1/replays", _TEXT, RECORD)
        yield self._post("uploadReplay", "again", "/v1/replays", _TEXT, RECORD)
        broken = RECORD.replace("extra 2", "extra 3")
        yield self._post("uploadReplay", "broken", "/v1/replays", _TEXT, broken)
        yield self._get("listReplays", "page", "/v1/replays?player=ana")
        yield self._get("listReplays", "records", "/v1/replays", _LINES)
        yield self._get("listReplays", "limit", "/v1/replays?limit=1000000")
        where = self._where()
        yield self._get("getReplay", "json", where, _JSON)
        yield self._get("getReplay", "text", where, _TEXT)
        yield self._get("getReplayText", "text", f"{where}.cgn", "text/plain")
        yield self._get("getReplayJson", "json", f"{where}.cgn.json")
        yield self._get("exportReplays", "all", "/v1/replays.cgn", "text/plain")
        yield self._get("getReplay", "unknown", f"/v1/replays/{'0' * 64}")
        yield self._get("getFrames", "one", f"{where}/frames?from=3&to=3")
        yield self._get("getFrame", "legal", f"{where}/frames/2?view=A&legal=1")
        yield self._get("getMoves", "all", f"{where}/moves")
        yield self._get("getDigests", "all", f"{where}/digests")
        change = json.dumps({"visibility": "unlisted"})
        yield self._ask("changeReplay", "unlisted", "PATCH", where, (_JSON, change))
        both = f"{RECORD}\n{broken}"
        yield self._post("importReplays", "two", "/v1/imports", _TEXT, both)
        yield self._post("importReplays", "lines", "/v1/imports", _TEXT, both, _LINES)
        yield self._post("validate", "two", "/v1/validations", _TEXT, both)
        yield self._post("convert", "text", "/v1/conversions", _TEXT, RECORD, _LINES)
        yield from self._decks()
        yield from self._tokens()
        yield from self._tables()
        yield from self._deal()
        yield from self._sealed()
        yield from self._review()
        yield self._get("getStatistics", "all", "/v1/statistics")
        yield self._get("listGames", "all", "/v1/games")
        yield self._get("getGame", "triggs", "/v1/games/triggs")
        yield self._ask("deleteReplay", "own", "DELETE", where)
        for name, path in (("getHealth", "/healthz"), ("getReadiness", "/readyz")):
            yield self._get(name, "fine", path)
        yield self._get("getMetrics", "some", "/metrics", "text/plain")
        yield self._get("getDescription", "beginning", "/openapi.yaml", "application/yaml")

    def _decks(self) -> Iterator[dict[str, Any]]:
        deck = (
            load_game("triggs")
            .deck_file.read_text(encoding="utf-8")
            .replace("copies = 9", "copies = 10")
        )
        yield self._post("addDeck", "triggs", "/v1/decks", "application/toml", deck)
        yield self._get("listDecks", "page", "/v1/decks?game=triggs")
        (kept,) = self._json("/v1/decks")["decks"]
        where = f"/v1/decks/{kept['name']}"
        yield self._get("getDeck", "triggs", where, "application/toml")
        yield self._ask("deleteDeck", "own", "DELETE", where)

    def _tokens(self) -> Iterator[dict[str, Any]]:
        yield self._get("getMe", "ana", "/v1/me")
        wanted = json.dumps({"scopes": [UPLOAD], "expires": "2027-11-20T19:30:00Z"})
        yield self._post("createToken", "upload", "/v1/tokens", _JSON, wanted)
        yield self._get("listTokens", "own", "/v1/tokens")
        yield self._ask("revokeToken", "own", "DELETE", "/v1/tokens/2")

    def _tables(self) -> Iterator[dict[str, Any]]:
        """A table is created and played at; a seat resigns for want of cards."""
        header = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}
        wanted = json.dumps({"header": {**header, "seed": "tuesday-7"}})
        yield self._post("createTable", "seeded", "/v1/tables", _JSON, wanted)
        yield self._get("listTables", "page", "/v1/tables?finished=0")
        (kept,) = self._json("/v1/tables")["tables"]
        where = f"/v1/tables/{kept['id']}"
        yield self._post("giveSeatToken", "B", f"{where}/tokens", _JSON, '{"seat": "B"}')
        for name, form, ply in (
            ("json", _JSON, '[{"seat": "A", "move": "draw right left"}]'),
            ("text", _TEXT, "2. B: draw right left\n"),
            ("broken", _TEXT, "3. A: cross 3 3,3,3\n"),
        ):
            yield self._change("sendPlies", name, f"{where}/plies", form, ply)
        yield self._get("getTable", "running", where)
        yield self._get("getTableFrames", "since", f"{where}/frames?since=2&view=B")
        yield self._get("getTableFrame", "one", f"{where}/frames/1?view=public")
        yield self._get("getTableMoves", "since", f"{where}/moves?since=2")
        yield self._get("getTableEvents", "since", f"{where}/events?since=2")
        yield self._get("getTableRecord", "text", f"{where}/record?view=B", _TEXT)
        yield self._get("getTableRecord", "json", f"{where}/record?view=public", _JSON)
        yield self._get("getTableLegal", "asked", f"{where}/legal?view=A")
        yield self._get("getTableChoices", "asked", f"{where}/choices?view=A")
        yield self._change("takeBack", "one", f"{where}/takebacks", _JSON, '{"to": 1}')
        given_up = '{"termination": "resigned", "winners": ["A"]}'
        yield self._change("endTable", "resigned", f"{where}/end", _JSON, given_up)
        yield self._ask("deleteTable", "ended", "DELETE", where)

    def _deal(self) -> Iterator[dict[str, Any]]:
        """Two sit down at a table that is dealt, and one of them brings a part of the deal."""
        header = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}
        wanted = json.dumps({"header": header, "deal": True, "visibility": "unlisted"})
        made = self._client.post("/v1/tables", data=wanted, headers=_SENDING).json or {}
        where = f"/v1/tables/{made['id']}"
        for seat, invitation in made["invitations"].items():
            own = {"token": digest_of(seat * 32), "commit": digest_of(seat.lower() * 32)}
            body = json.dumps({"invitation": invitation, **own})
            yield self._post("takeSeat", seat, f"{where}/seats/{seat}", _JSON, body)
        nonce = (_JSON, json.dumps({"nonce": "a" * 32}))
        yield self._ask("sendNonce", "first", "POST", f"{where}/nonce", nonce, token="A" * 32)

    def _sealed(self) -> Iterator[dict[str, Any]]:
        """A sealed table at which nobody plays, and its seed."""
        header = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}
        header["seedHash"] = seed_hash("tuesday-8")
        wanted = json.dumps({"header": header, "visibility": "unlisted"})
        made = self._client.post("/v1/tables", data=wanted, headers=_SENDING).json or {}
        where = f"/v1/tables/{made['id']}"
        ending = {
            "data": '{"termination": "abandoned"}',
            "headers": {**_SENDING, "If-Match": '"v1"'},
        }
        self._client.post(f"{where}/end", **ending)
        yield self._change("sendSeed", "sealed", f"{where}/seed", _JSON, '{"seed": "tuesday-8"}')

    def _review(self) -> Iterator[dict[str, Any]]:
        """A game that somebody resigned is reviewed, as far as its third ply."""
        text = RECORD.replace("[Event", '[Termination "resigned"]\n[Event').replace("= *", "= A")
        sent = {"data": text, "headers": {**_SENDING, "Content-Type": _TEXT}}
        made = self._client.post("/v1/replays?visibility=private", **sent).json or {}
        where = f"/v1/replays/{made['id']}"
        yield self._ask("reviewReplay", "begun", "POST", f"{where}/review")
        for _ in range(3):
            self._client.application.extensions[REVIEWER].run_due()
        yield self._get("getReview", "running", f"{where}/review")
        self._client.delete(where, headers=_SENDING)

    def _change(self, operation: str, name: str, path: str, kind: str, body: str) -> dict[str, Any]:
        """An exchange that changes a table, whatever its version is."""
        table = path.rpartition("/")[0]
        version = self._json(table)["version"]
        return self._ask(operation, name, "POST", path, (kind, body), match=f'"v{version}"')

    def _where(self) -> str:
        (found,) = self._json("/v1/replays")["replays"]
        return f"/v1/replays/{found['id']}"

    def _json(self, path: str) -> Any:  # noqa: ANN401 - any JSON value
        return json.loads(self._client.get(path).data)

    def _get(self, operation: str, name: str, path: str, accept: str = _JSON) -> dict[str, Any]:
        return self._ask(operation, name, "GET", path, accept=accept)

    def _post(
        self, operation: str, name: str, path: str, kind: str, body: str, accept: str = _JSON
    ) -> dict[str, Any]:
        return self._ask(operation, name, "POST", path, (kind, body), accept)

    def _ask(  # noqa: PLR0913 - a request has so many parts
        self,
        operation: str,
        name: str,
        method: str,
        path: str,
        body: tuple[str, str] | None = None,
        accept: str = _JSON,
        *,
        match: str | None = None,
        token: str = _TOKEN,
    ) -> dict[str, Any]:
        """One exchange: the operation, the request and the answer, with long parts cut."""
        headers = {"Authorization": f"Bearer {token}", "Accept": accept}
        if body is not None:
            headers["Content-Type"] = body[0]
        if match is not None:
            headers["If-Match"] = match
        data = None if body is None else body[1].encode()
        answer = self._client.open(path, method=method, headers=headers, data=data)
        exchange: dict[str, Any] = {"operation": operation, "name": name}
        exchange["status"] = answer.status_code
        if body is not None:
            exchange |= {"type": body[0], "body": _value(body[0], _steady(body[1]))}
        if answer.data:
            kind = answer.mimetype or ""
            exchange["answered"] = kind
            exchange["answer"] = shortened(_value(kind, _steady(answer.text)))
        return exchange


def _steady(text: str) -> str:
    """A text with the same ids, tokens and secrets of tables, whenever they are made."""
    text = re.sub(r'"id":"[0-9a-f]{32}"', f'"id":"{_TABLE}"', text)
    text = re.sub(r'"secretHash":"[0-9a-f]{64}"', f'"secretHash":"{"5e" * 32}"', text)
    return re.sub(r"cgn_[A-Za-z0-9_-]{43}", _NEW_TOKEN, text)


def _value(kind: str, text: str) -> Any:  # noqa: ANN401 - any JSON value
    return json.loads(text) if kind.endswith("json") and kind != _LINES else text


def shortened(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """The value without most of a long list, text or JSON Schema; what is left is whole."""
    if isinstance(value, dict):
        if "$defs" in value:
            return {name: value[name] for name in ("$schema", "title", "type")}
        return {name: shortened(part) for name, part in value.items()}
    if isinstance(value, list):
        return [shortened(part) for part in (value if len(value) <= _MOST else value[:_SHOWN])]
    if isinstance(value, str) and len(value) > _LONGEST:
        return _first_lines(value)
    return value


def _first_lines(text: str) -> str:
    first, *others = text.splitlines(keepends=True)
    for line in others:
        if len(first) + len(line) > _LONGEST:
            break
        first += line
    return first


def main() -> None:
    """Write the examples, then the description, which contains them."""
    text = json.dumps(exchanges(), indent=1, ensure_ascii=False)
    EXAMPLES.write_text(f"{text}\n", encoding="utf-8", newline="\n")
    DESCRIPTION.write_bytes(description())


if __name__ == "__main__":
    main()
