"""Who may do what: every route with no, wrong, revoked, expired and under-scoped token."""

from collections.abc import Iterator

import pytest
from msgspec.json import encode

from engines.deck import parse_deck
from engines.registry import load_game
from notation.text_writer import write_text
from replays.digests import record_digest
from tests.api.asking import JSON, TEXT, TOKENS, Answer, Served, problem
from tests.api.described import DOCUMENT
from tests.api.live.making import HEADER, keep_table
from tests.replays.store.making import record

MINE = load_game("triggs").deck_file.read_bytes().replace(b"copies = 9", b"copies = 10")
THERE = {
    "replay": record_digest(record()),
    "deck": parse_deck(MINE).digest,
    "game": "triggs",
    "ply": 0,
    "table": "0" * 32,
    "paste": "1" * 32,
    "seat": "A",
    "token": 1 + list(TOKENS).index("reader"),
}
"""Values for the variables of paths."""

ROUTES = {
    (method.upper(), path.format(**THERE)): {} not in operation["security"]
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
    if method != "parameters"
}
"""Every route in openapi.yaml, and whether it takes a token."""

PAGES = [
    *(
        "/docs",
        "/docs/",
        "/app",
        "/check",
        "/favicon.ico",
        "/robots.txt",
        "/",
        "/guide/",
        "/guide/writing",
        "/problems/",
        "/problems/busy",
        "/static/site.css",
        "/new",
        "/session",
    ),
    f"/new?from={THERE['replay']}&ply=0",
    *(
        f"/{page}/{THERE['replay']}{rest}"
        for page in ("r", "embed")
        for rest in ("", "/0", "/0/sheet", "/plies", "/cards", "/words")
    ),
    *(
        f"/t/{THERE['table']}{rest}"
        for rest in (
            "",
            "/0",
            "/0/sheet",
            "/plies",
            "/state",
            "/version",
            "/cards",
            "/words",
            "/record.cgn",
            "/join",
        )
    ),
    *(
        f"/r/{THERE['replay']}/{rest}"
        for rest in ("record.cgn", "0.svg", "0.png", "0.webp", "0.gif")
    ),
    *(f"/r/{THERE['replay']}/0/try{rest}" for rest in ("", "/choices")),
    f"/r/{THERE['replay']}/0/try/record.cgn?line=draw left left",
    f"/oembed?url=/r/{THERE['replay']}",
    f"/p/{THERE['paste']}",
]
ERASE = f"/p/{THERE['paste']}/erase"
PLAYED = f"/t/{THERE['table']}"
FORMS = {
    "/check": 400,
    ERASE: 403,
    **dict.fromkeys(("/session", "/session/end", "/new"), 403),
    **dict.fromkeys(
        [
            f"{PLAYED}/{call}"
            for call in ("plies", "takebacks", "end", "invitations", "nonce", "move")
        ],
        403,
    ),
    f"/r/{THERE['replay']}/keep": 403,
    f"/r/{THERE['replay']}/review": 403,
    f"/r/{THERE['replay']}/0/try/keep": 403,
    **dict.fromkeys(("/check/keep", "/me/replays"), 403),
    **dict.fromkeys(
        (f"/me/replays/{THERE['replay']}/{act}" for act in ("visibility", "delete")), 403
    ),
}
"""The forms, and what they answer without a log, or if no page of this service has sent them."""

PLAYING = {
    **dict.fromkeys((f"{PLAYED}/play", f"{PLAYED}/end"), 303),
    **dict.fromkeys((f"{PLAYED}/choices", f"{PLAYED}/reveals"), 403),
}
"""What those who play ask for, and what others are answered."""

SHORT = {
    f"{start}/{str(THERE['replay'])[:8]}{rest}": 307
    for start, rest in (("/v1/replays", ""), ("/r", ""), ("/r", "/0"))
}
"""The first digits of an id, which lead to the replay."""

OWN_GAMES = {None: 303, "reader": 403}
"""What `/me` answers those to whom it does not open."""

OPEN = [
    *(route for route, closed in ROUTES.items() if not closed),
    *(("GET", path) for path in PAGES),
    *(("GET", path) for path in (*PLAYING, *SHORT)),
    ("GET", "/me"),
    *(("POST", path) for path in FORMS),
]
CLOSED = [route for route, closed in ROUTES.items() if closed]
OWN = [("GET", "/v1/me"), ("GET", "/v1/tokens")]
"""Routes that any token opens."""

WRITING = [route for route in CLOSED if route not in OWN]

TABLE = f"/v1/tables/{THERE['table']}"
OTHER = write_text(record("another"))
BODIES: dict[str, tuple[str, str | bytes]] = {
    "/v1/replays": (TEXT, OTHER),
    "/v1/imports": (TEXT, OTHER),
    "/v1/decks": ("application/toml", MINE.replace(b"copies = 10", b"copies = 11")),
    f"/v1/replays/{THERE['replay']}": (JSON, '{"visibility": "private"}'),
    "/v1/tables": (JSON, encode({"header": {**HEADER, "seed": "of another table"}}).decode()),
    f"{TABLE}/plies": (JSON, '{"seat": "B", "move": "draw left right"}'),
    f"{TABLE}/takebacks": (JSON, '{"to": 0}'),
    f"{TABLE}/end": (JSON, '{"termination": "abandoned"}'),
    f"{TABLE}/tokens": (JSON, '{"seat": "A"}'),
    "/v1/tokens": (JSON, '{"scopes": []}'),
}
"""Requests that succeed with the right token."""

USELESS = {
    "unheard-of": "this token is not known here",
    "revoked": "this token was revoked",
    "expired": "this token has expired",
}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service with one replay and one deck, which no test here may change."""
    served = Served(tmp_path_factory.mktemp("served"))
    assert served.upload(record()) == THERE["replay"]
    assert served.post("/v1/decks", MINE, "ana", "application/toml").status_code == 201
    keep_table(served, str(THERE["table"]))
    served.store.pastes.keep(b"a log", "192.0.2.1", str(THERE["paste"]), "word")
    yield served
    assert served.json(TABLE)["version"] == 2
    (entry,) = served.json("/v1/replays?own=1", "root")["replays"]
    assert (entry["id"], entry["visibility"]) == (THERE["replay"], "public")
    assert len(served.json("/v1/decks")["decks"]) == 1
    served.store.close()


def test_every_route_has_a_request_here(served: Served) -> None:
    rules = {
        (method, rule.rule)
        for rule in served.app.url_map.iter_rules()
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    adapter = served.app.url_map.bind("localhost")
    matched = {
        (method, adapter.match(path.partition("?")[0], method, return_rule=True)[0].rule)
        for method, path in OPEN + CLOSED
    }
    assert rules - matched == {  # what an extra has, which is not installed everywhere
        ("GET", "/docs/<path:path>"),
        ("GET", "/static/judge/<digest>/<name>"),
        ("GET", "/static/judge/frame.html"),
        ("GET", "/app/manifest.webmanifest"),
        ("GET", "/app/worker.js"),
    }
    assert {method for method, _ in WRITING} == {"POST", "PATCH", "DELETE"}
    assert {path for method, path in OPEN if method != "GET"} == {
        "/v1/validations",
        "/v1/conversions",
        *FORMS,
        f"{TABLE}/seats/A",
    }


def ask(served: Served, method: str, path: str, by: str | None) -> Answer:
    if method not in ("POST", "PATCH") or path not in BODIES:
        return served.ask(method, path, by)
    kind, body = BODIES[path]
    expecting = {"If-Match": '"v2"'} if path.startswith(TABLE) else None
    return served.ask(method, path, by, body=body, kind=kind, headers=expecting)


@pytest.mark.parametrize(("method", "path"), OPEN)
def test_reading_takes_no_token(guarded: Served, method: str, path: str) -> None:
    reading = (PLAYING | SHORT).get(path, 308 if path == "/docs" else 200)
    expected = {"POST": FORMS.get(path, 415), "GET": reading}[method]
    for by in (None, "reader", "bo", "root"):
        wanted = OWN_GAMES.get(by, 200) if path == "/me" else expected
        assert ask(guarded, method, path, by).status_code == wanted


@pytest.mark.parametrize(("method", "path"), CLOSED)
def test_writing_without_a_token_is_401_with_a_challenge(
    guarded: Served, method: str, path: str
) -> None:
    answer = ask(guarded, method, path, None)
    assert "Bearer" in problem(answer, 401)["detail"]
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="cgn"'


@pytest.mark.parametrize("by", USELESS)
@pytest.mark.parametrize(("method", "path"), OPEN + CLOSED)
def test_an_invalid_token_is_401_everywhere(
    guarded: Served, method: str, path: str, by: str
) -> None:
    answer = ask(guarded, method, path, by)
    assert problem(answer, 401)["detail"] == USELESS[by]
    assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize(("method", "path"), WRITING)
def test_a_token_without_the_scope_is_403(guarded: Served, method: str, path: str) -> None:
    answer = ask(guarded, method, path, "reader")
    assert "upload" in problem(answer, 403)["detail"]
    assert 'error="insufficient_scope", scope="upload"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize(
    ("method", "path"),
    # A nonce is sent by seats alone, and a seed to sealed tables.
    [(method, path) for method, path in WRITING if not path.endswith(("/nonce", "/seed"))],
)
def test_a_token_with_the_scope_may_write(served: Served, method: str, path: str) -> None:
    served.upload(record())
    served.post("/v1/decks", MINE, "ana", "application/toml")
    keep_table(served, str(THERE["table"]))
    if (method, path) == ("DELETE", TABLE):
        assert ask(served, "POST", f"{TABLE}/end", "ana").status_code == 200
    assert ask(served, method, path, "ana").status_code in (200, 201, 202, 204)


@pytest.mark.parametrize(("method", "path"), OWN)
def test_any_token_reads_its_owners_data(guarded: Served, method: str, path: str) -> None:
    assert ask(guarded, method, path, "reader").status_code == 200


@pytest.mark.parametrize("header", ["Basic YTpi", "Bearer", "Bearer ", "cgn_ana", ""])
def test_authorization_other_than_bearer_is_401(served: Served, header: str) -> None:
    answer = served.ask("GET", "/v1/replays", headers={"Authorization": header})
    problem(answer, 401)


def test_the_scheme_of_a_token_may_be_written_in_any_case(served: Served) -> None:
    answer = served.ask("GET", "/v1/replays?own=1", headers={"Authorization": "bearer cgn_ana"})
    assert answer.status_code == 200


def test_a_token_works_until_it_expires(served: Served) -> None:
    served.clock.now -= 1
    assert served.get("/v1/replays?own=1", "expired").status_code == 200


def test_listing_own_replays_takes_a_token(served: Served) -> None:
    problem(served.get("/v1/replays?own=1"), 401)


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_only_uploaders_and_admins_change_a_replay(served: Served, method: str) -> None:
    path = f"/v1/replays/{served.upload(record())}"
    change = '{"visibility": "unlisted"}' if method == "PATCH" else None
    kind = JSON if method == "PATCH" else None
    assert (
        "uploaded" in problem(served.ask(method, path, "bo", body=change, kind=kind), 403)["detail"]
    )
    done = served.ask(method, path, "root", body=change, kind=kind)
    assert done.status_code == (200 if method == "PATCH" else 204)


def test_an_admin_uploads_too(served: Served) -> None:
    answer = served.ask("POST", "/v1/replays", "root", body="[CGN", kind=TEXT)
    problem(answer, 422)
