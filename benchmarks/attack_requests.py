"""The costliest requests that the limits allow, each repeated by some kind of client."""

import gzip
import json
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from benchmarks.games import text_of
from benchmarks.servers import TOKEN
from engines.registry import load_game
from notation.record import Ply, Record
from replays.simulate import simulate
from replays.view.redact import redact

Request: TypeAlias = tuple[str, str, bytes, dict[str, str]]
"""Method, path, body and headers."""

_TEXT = {"Content-Type": "text/vnd.cgn"}
_GZIP = {**_TEXT, "Content-Encoding": "gzip"}
_BY_TOKEN = {"Authorization": f"Bearer {TOKEN}"}
_LINES = {"Content-Type": "application/jsonl", **_BY_TOKEN}
_JSON = {"Content-Type": "application/json", **_BY_TOKEN}
_PAGE = {"Accept": "text/html"}
_FORM = {"Content-Type": "application/x-www-form-urlencoded", **_PAGE}
_PARTS = {"Content-Type": "multipart/form-data; boundary=x", **_PAGE}
_UNCHANGED = {"If-None-Match": "*"}
_HEADER = 7_500
"""Bytes of a long header or query: somewhat less than a request may have."""

_BODY, _SMALL, _OF_A_TABLE, _LOG = 4_000_000, 16_000, 260_000, 1_040_000
"""Bytes of bodies: somewhat less than each kind may have."""


_REAL_CARDS = b"game=the_jam&cards=unseen&player=x&player=y" + b"&shown=bear" * 1_000
"""The form of a new game with cards that the deal cannot have turned up."""


class Ids(NamedTuple):
    """The stored replays that are asked for, and a word in the names of others.

    A long game, one with many variations, one that leaves cards out, and an ordinary one.
    """

    long: str
    branched: str
    unseen: str
    other: str
    word: str


class Match(NamedTuple):
    """A table that is played at: its id, the tokens of its seats; and one with real cards."""

    id: str
    seats: list[str]
    unseen: str


class Attack(NamedTuple):
    """A request that clients repeat; each thread sends that of one of these clients."""

    name: str
    clients: list[Request]


def attacks(ids: Ids, long: Record, match: Match) -> Iterator[Attack]:
    """The costliest requests of each kind."""
    for name, request in {**_reading(ids), **_long_heads(ids), **_checking(long)}.items():
        yield Attack(name, [request])
    for name, request in _writing(ids, long).items():
        yield Attack(f"{name}, by a token", [request])
    for name, request in {**_playing(match), **_own_games(long)}.items():
        yield Attack(f"{name}, by its owner", [request])
    tokens = [{"Authorization": f"Bearer {seat}"} for seat in match.seats]
    by_seats: dict[str, Request] = {
        "page of many variations": _get(f"/r/{ids.branched}/9", _PAGE),
        "plies of a page": _get(f"/r/{ids.long}/plies?from=0&to=99"),
        "200 records": _post("/v1/validations", text_of([long] * 100), _TEXT),
        "table to play at": _get(f"/t/{match.id}/play", _PAGE),
        "table with legal moves": _get(f"/v1/tables/{match.id}/legal?view=A"),
        "wait for a table": _get(f"/v1/tables/{match.id}?wait=1", _UNCHANGED),
    }
    for name, (method, path, body, headers) in by_seats.items():
        clients = [(method, path, body, {**headers, **token}) for token in tokens]
        yield Attack(f"{name}, by ten seats", clients)


def _get(path: str, headers: dict[str, str] | None = None) -> Request:
    return "GET", path, b"", headers or {}


def _post(path: str, body: bytes, headers: dict[str, str]) -> Request:
    return "POST", path, body, headers


def _reading(ids: Ids) -> dict[str, Request]:
    """Requests that read, without a token."""
    replay, branched = f"/v1/replays/{ids.long}", f"/v1/replays/{ids.branched}"
    return {
        "frames of a replay": _get(f"{replay}/frames"),
        "frames with legal moves": _get(f"{replay}/frames?legal=1"),
        "frames known to the client": _get(f"{replay}/frames", {"If-None-Match": "*"}),
        "frames of unseen cards": _get(f"/v1/replays/{ids.unseen}/frames"),
        "moves of many variations": _get(f"{branched}/moves"),
        "moves of unseen variations": _get(f"/v1/replays/{ids.unseen}/moves"),
        "digests": _get(f"{branched}/digests"),
        "review": _get(f"{branched}/review"),
        "text of many variations": _get(f"{branched}.cgn"),
        "export": _get("/v1/replays", {"Accept": "text/vnd.cgn"}),
        "page of many variations": _get(f"/r/{ids.branched}/9", _PAGE),
        "page with an unknown word": _get(f"/r/{ids.branched}/9?x=1", _PAGE),
        "page of a variation": _get(f"/r/{ids.branched}/9?line=/plies/9/variations/0", _PAGE),
        "plies of a page": _get(f"/r/{ids.long}/plies?from=0&to=99"),
        "picture as PNG": _get(f"/r/{ids.long}/9.png"),
        "picture as SVG": _get(f"/r/{ids.long}/9.svg"),
        "moving picture": _get(f"/r/{ids.long}/9.webp"),
        "moving picture as GIF": _get(f"/r/{ids.long}/9.gif"),
        "words of a page": _get(f"/r/{ids.long}/words"),
        "cards of a page": _get(f"/r/{ids.long}/cards", _PAGE),
        "moves to try": _get(f"/r/{ids.long}/99/try", _PAGE),
        "new game that goes on": _get(f"/new?from={ids.long}&ply=99", _PAGE),
        "line to try": _get(f"/r/{ids.long}/0/try?line={';'.join(['draw'] * 100)}", _PAGE),
        "taps to try": _get(f"/r/{ids.long}/99/try/choices?taps={','.join(['word:x'] * 16)}"),
        "page of an invitation": _get(f"/t/{'0' * 32}/join", _PAGE),
        "list of long headers": _get(f"/v1/replays?q={ids.word}&limit=100&total=1"),
        "search of 60 words": _get(f"/v1/replays?limit=100&total=1&q={'%20'.join(['a'] * 60)}"),
        "wait for a list": _get(f"/v1/replays?q={ids.word}&limit=100&wait=5", _UNCHANGED),
        "statistics": _get("/v1/statistics?most=100"),
        "start page": _get(f"/?q={ids.word}", _PAGE),
        "guide": _get("/guide/notation", _PAGE),
        "description": _get("/openapi.yaml"),
        "picture of a preview": _get("/static/preview-the_jam.png"),
        "app": _get("/app", _PAGE),
        "worker of the app": _get("/app/worker.js"),
        "manifest of the app": _get("/app/manifest.webmanifest"),
        "oembed": _get(f"/oembed?url=/r/{ids.long}"),
    }


def _long_heads(ids: Ids) -> dict[str, Request]:
    """Requests whose line or headers are long."""
    replay = f"/v1/replays/{ids.long}"
    kinds = ",".join(f"a/b{at};q=0.{at % 10}" for at in range(_HEADER))[:_HEADER]
    tags = ", ".join(f'"{at:08x}"' for at in range(_HEADER))[:_HEADER]
    asked = {"Origin": "http://a.example", "Access-Control-Request-Method": "GET"}
    return {
        "long Accept": _get(replay, {"Accept": kinds}),
        "long Accept-Encoding": _get(replay, {"Accept-Encoding": kinds}),
        "long If-None-Match": _get(replay, {"If-None-Match": tags}),
        "many parameters": _get(f"/r/{ids.long}/9?{'a=1&' * (_HEADER // 4)}", _PAGE),
        "oembed of a long address": _get(f"/oembed?url=/r/{ids.long}?{'view=a%26' * 1_600}"),
        "long OPTIONS": (
            "OPTIONS",
            "/v1/replays",
            b"",
            {**asked, "Access-Control-Request-Headers": "x-a," * (_HEADER // 4)},
        ),
    }


def _checking(long: Record) -> dict[str, Request]:
    """Bodies that are checked, without a token."""
    most, refused = (nested(long, count) for count in (12_000, 24_000))
    field = b'--x\r\nContent-Disposition: form-data; name="log"\r\n\r\n'
    ours = {**_FORM, "Sec-Fetch-Site": "same-origin"}
    return {
        "nested variations, at the limit": _post("/v1/validations", gzip.compress(most), _GZIP),
        "the same, refused": _post("/v1/validations", gzip.compress(refused), _GZIP),
        "lines of nothing": _post("/v1/validations", b"\n" * 190_000, _TEXT),
        "braces": _post("/v1/validations", b"{" * _BODY, _TEXT),
        "gzip of nothing": _post("/v1/validations", gzip.compress(b"") * (_BODY // 20), _GZIP),
        "200 records": _post("/v1/validations", text_of([long] * 100), _TEXT),
        "conversion": _post("/v1/conversions", text_of([long] * 100), _TEXT),
        "pasted lines": _post("/check", b"log=" + b"%0A" * (_LOG // 3), _FORM),
        "pasted signs": _post("/check", b"log=" + b"%3C" * (_LOG // 3), _FORM),
        "pasted fields": _post("/check", b"&" * _LOG, _FORM),
        "pasted parts": _post("/check", field + b"\r\n-" * (_LOG // 3) + b"\r\n--x--", _PARTS),
        "pasted heads": _post("/check", b"--x\r\n" + b"A: b\r\n" * (_LOG // 6), _PARTS),
        "pasted game": _post("/check", b"log=" + _quoted(text_of([long])), _FORM),
        "paste that is kept": _post("/check", b"keep=1&log=" + _quoted(text_of([long])), ours),
    }


def _playing(match: Match) -> dict[str, Request]:
    """What the page on which one plays asks for and sends, by a cookie."""
    own = {**_PAGE, "Cookie": f"cgn={TOKEN}", "Sec-Fetch-Site": "same-origin"}
    form = {**_FORM, **own}
    taps = ",".join(["deck/ham"] * 16)
    return {
        "table to play at": _get(f"/t/{match.id}/play", own),
        "table with real cards": _get(f"/t/{match.unseen}/play?taps={taps}", own),
        "version of a table": _get(f"/t/{match.id}/version", own),
        "taps on a table": _get(f"/t/{match.unseen}/choices?taps={taps}", own),
        "cards that a move reveals": _get(f"/t/{match.unseen}/reveals?seat=A&move=draw", own),
        "real cards of a new game": _post("/new", _REAL_CARDS, form),
        "end of a game": _post(f"/t/{match.id}/end", b"version=1&winner=" * 900, form),
        "new game": _post("/new", b"player=" + b"x&player=" * (_SMALL // 10), form),
        "seat to move": _post(f"/t/{match.id}/move", b"x" * _SMALL, form),
        "sign in": _post("/session", b"token=" + b"x" * _SMALL, form),
    }


def _own_games(long: Record) -> dict[str, Request]:
    """What the page of one's own games is sent, and that of a log, by a cookie."""
    own = {**_PAGE, "Cookie": f"cgn={TOKEN}", "Sec-Fetch-Site": "same-origin"}
    form, parts = {**_FORM, **own}, {**_PARTS, **own}
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.cgn"\r\n\r\n'
    shown = b'--x\r\nContent-Disposition: form-data; name="visibility"\r\n\r\nprivate\r\n--x--'

    def files(content: bytes, count: int) -> bytes:
        return (head + content + b"\r\n") * count + shown

    return {
        "own games": _get("/me", own),
        "form of a review": _post(f"/r/{'0' * 64}/review", b"x" * _SMALL, form),
        "a long file": _post("/me/replays", files(text_of([long]), 1), parts),
        "many files": _post("/me/replays", files(b"[CGN" * (_BODY // 250), 50), parts),
        "files of braces": _post("/me/replays", files(b"{}\n" * (_BODY // 200), 50), parts),
        "files of lines": _post("/me/replays", files(b"\n" * (_BODY // 60), 50), parts),
        "too many files": _post("/me/replays", files(b"x", _BODY // 100), parts),
        "log to keep": _post("/check/keep", b"log=" + _quoted(text_of([long])), form),
    }


def _writing(ids: Ids, long: Record) -> dict[str, Request]:
    """What needs a token to upload."""
    text, toml = {**_TEXT, **_BY_TOKEN}, {"Content-Type": "application/toml", **_BY_TOKEN}
    lists = b'{"visibility":' + b"[" * 90 + b"0," * (_SMALL // 2 - 200) + b"0" + b"]" * 90 + b"}"
    scopes = json.dumps({"scopes": ["x"] * (_SMALL // 5)}).encode()
    keys = json.dumps({f"{at:x}": 0 for at in range(_SMALL // 10)}).encode()
    tag = b'{"header":{"tags":{"x":"' + b"\\u0041" * (_OF_A_TABLE // 6 - 9) + b'"}}}'
    tags = json.dumps({"header": {"tags": {f"{at:x}": "" for at in range(_OF_A_TABLE // 13)}}})
    onward = json.dumps({"from": {"replay": ids.long, "ply": 99, "moves": ["draw"] * 150}})
    return {
        "small JSON": ("PATCH", f"/v1/replays/{ids.long}", lists, _JSON),
        "review of an unfit game": _post(f"/v1/replays/{ids.long}/review", b"", _BY_TOKEN),
        "list of scopes": _post("/v1/tokens", scopes, _JSON),
        "unknown keys": _post("/v1/tokens", keys, _JSON),
        "new table with a long tag": _post("/v1/tables", tag, _JSON),
        "new table with many tags": _post("/v1/tables", tags.encode(), _JSON),
        "new table that goes on": _post("/v1/tables", onward.encode(), _JSON),
        "upload, heavy": _post("/v1/replays", nested(long, 12_000), text),
        "upload, just light": _post("/v1/replays", nested(long, 90), text),
        "import of empty objects": _post("/v1/imports", b"{}\n" * 20_000, _LINES),
        "import of headers": _post("/v1/imports", b'[CGN "1"]\n\n' * 9_000, text),
        "import of 100 games": _post("/v1/imports", text_of([long] * 100), text),
        "deck of lists": _post("/v1/decks", b"a=[" + b"[]," * 20_000 + b"]", toml),
    }


def _quoted(text: bytes) -> bytes:
    for sign in b"%+&":
        text = text.replace(bytes([sign]), b"%%%02X" % sign)
    return text


def long_game() -> Record:
    """A game of ten seats, with hundreds of plies."""
    game = load_game("turkey_my_mayonnaise")
    return simulate(game, 10, "attack", {}, game.player)


def unseen_game() -> Record:
    """A game as one seat saw it, with some variations of its last ply."""
    game = load_game("point_salad")
    record = redact(simulate(game, 6, "attack", {}, game.player), "A")
    return branched(record, _last_ply(record), 60, 1)


def nested(record: Record, count: int) -> bytes:
    """A record with so many variations in its middle, nested as deep as allowed."""
    return text_of([branched(record, len(record.plies) // 2, count // 31, 31)])


def branched(record: Record, at: int, count: int, depth: int) -> Record:
    """A record with so many equal variations of the ply at an index, nested so deep."""
    ply = record.plies[at]
    if not isinstance(ply, Ply):
        raise TypeError("this is a shuffle")
    bare = replace(ply, variations=())
    chain = bare
    for _ in range(depth - 1):
        chain = replace(bare, variations=((chain,),))
    longer = replace(bare, variations=((chain,),) * count)
    return replace(record, plies=(*record.plies[:at], longer, *record.plies[at + 1 :]))


def wordy(record: Record, word: str, number: int) -> bytes:
    """The game with the longest header that it may have; each of its names begins with a word."""
    tags = {f"Tag{at:02}": "x" * 990 for at in range(14)}
    seats = [f"{word} {number}".ljust(200, str(at)) for at in range(len(record.seats))]
    tags["Number"] = str(number)
    return text_of([replace(record, seats=tuple(seats), tags=tags)])


def _last_ply(record: Record) -> int:
    return max(at for at, entry in enumerate(record.plies) if isinstance(entry, Ply))
