"""A service for tests, and ways to ask it."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from functools import cache
from pathlib import Path
from pickle import PicklingError, dumps, loads
from tempfile import TemporaryDirectory
from typing import Any, TypeVar, cast

from werkzeug.test import TestResponse

from api.app import connect, make_routes
from api.checking.checker_process import results
from api.checking.checkers import Checkers
from api.openapi.description import Description
from api.problem_types import PAGES, TYPES
from api.settings import Settings
from notation.record import Record
from notation.text_writer import write_text
from replays.store.open_store import open_store
from replays.store.sql.copy import copy
from replays.store.tokens import ADMIN, UPLOAD, digest_of
from tests.replays.store.contracts.clock import Clock

TEXT, JSON, RECORD_JSON = "text/vnd.cgn", "application/json", "application/vnd.cgn+json"
LINES, PROBLEM = "application/jsonl", "application/problem+json"
FORM = "application/x-www-form-urlencoded"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
"""What a browser accepts."""

OURS = {"Sec-Fetch-Site": "same-origin"}
"""What a browser sends with a form of this service."""

R = TypeVar("R")

DAY = 24 * 60 * 60
TOKENS = {
    "ana": ("ana", (UPLOAD,)),
    "bo": ("bo", (UPLOAD,)),
    "root": ("root", (ADMIN,)),
    "reader": ("ana", ()),
    "revoked": ("ana", (UPLOAD,)),
    "expired": ("ana", (UPLOAD,)),
}


class Answer(TestResponse):
    """A response whose JSON needs no cast."""

    @property
    def json(self) -> Any:  # noqa: ANN401 - any JSON value
        """The body, decoded."""
        return super().json


def _sent(value: Any) -> Any:  # noqa: ANN401 - any value that can be pickled
    try:
        return loads(dumps(value))  # noqa: S301 - our own
    except PicklingError as error:
        error.add_note(f"in {value!r}, {[getattr(one, '__notes__', '') for one in value]}")
        raise


class Inline(Executor):
    """Runs jobs in this process, and pickles them as if for another one."""

    def submit(self, fn: Callable[..., R], /, *args: object, **_: object) -> "Future[R]":
        """Run it at once."""
        future: Future[R] = Future()
        run, given = _sent((fn, args))
        future.set_result(_sent(run(*given)))
        return future


@cache
def _with_tokens() -> bytes:
    """The file of a store that has a token for each of `TOKENS`, and nothing else."""
    clock = Clock()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "cgn.db"
        with open_store(file, clock) as store:
            for name, (owner, scopes) in TOKENS.items():
                expires = clock() + DAY if name == "expired" else None
                kept = store.tokens.create(owner, scopes, digest_of(f"cgn_{name}"), expires)
                if name == "revoked":
                    store.tokens.revoke(kept.id)
        return file.read_bytes()


_IDLE: dict[Settings, list[Description]] = defaultdict(list)
"""Apps that no service uses now. Making their routes takes longer than most tests."""


class Served:
    """A service on a store of its own, with a token for each of `TOKENS`."""

    def __init__(
        self,
        folder: Path,
        address: str | None = None,
        **settings: Any,  # noqa: ANN401 - any setting
    ) -> None:
        """Make the store: in a file in this folder or, if there is an address, there."""
        self.clock = Clock()
        self.settings = Settings(**{"reads": 0, "writes": 0, "cache_age": 0, **settings})
        file = folder / "cgn.db"
        file.write_bytes(_with_tokens())
        self.clock.now += DAY
        self.store = open_store(address or file, self.clock, quota=self.settings.quota)
        if address is not None:
            with open_store(file, self.clock) as tokens:
                copy(tokens, self.store, lambda *_: None)
        self.checkers = Checkers(1, lambda _: Inline(), results)
        idle = _IDLE[self.settings]
        self._routes = idle.pop() if idle else make_routes(self.settings)
        self.app = connect(self._routes, self.settings, self.store, self.checkers, self.clock)
        self.client = self.app.test_client()

    def close(self) -> None:
        """Close the checkers and the store."""
        self.checkers.close()
        self.store.close()
        _IDLE[self.settings].append(self._routes)

    def ask(  # noqa: PLR0913 - a request has so many parts
        self,
        method: str,
        path: str,
        by: str | None = None,
        *,
        body: bytes | str | None = None,
        kind: str | None = None,
        accept: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a request; `by` names a token, `kind` is the Content-Type."""
        sent = dict(headers or {})
        if by is not None:
            sent["Authorization"] = f"Bearer cgn_{by}"
        if kind is not None:
            sent["Content-Type"] = kind
        if accept is not None:
            sent["Accept"] = accept
        data = body.encode() if isinstance(body, str) else body
        answer = self.client.open(path, method=method, headers=sent, data=data)
        return cast("Answer", answer)

    def get(self, path: str, by: str | None = None, accept: str | None = None) -> Answer:
        """Send a GET request."""
        return self.ask("GET", path, by, accept=accept)

    def json(self, path: str, by: str | None = None) -> Any:  # noqa: ANN401 - any JSON value
        """The JSON of a GET request, which has to succeed."""
        answer = self.get(path, by)
        assert answer.status_code == 200, answer.text
        return answer.json

    def post(
        self, path: str, body: Record | str | bytes, by: str | None = None, kind: str = TEXT
    ) -> Answer:
        """Send a POST request; a record is sent as text."""
        data = write_text(body) if isinstance(body, Record) else body
        return self.ask("POST", path, by, body=data, kind=kind)

    def upload(self, record: Record, by: str = "ana", visibility: str = "public") -> str:
        """Upload a record, and return its id."""
        answer = self.post(f"/v1/replays?visibility={visibility}", record, by)
        assert answer.status_code in (200, 201), answer.text
        return str(answer.json["id"])


def problem(answer: TestResponse, status: int) -> dict[str, Any]:
    """The body of an answer that must be a complete problem with this status."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == PROBLEM
    body: dict[str, Any] = answer.json or {}
    kind = TYPES[body["type"].removeprefix(PAGES)]
    assert (body["type"], body["title"]) == (kind.path, kind.title)
    assert body["status"] == kind.status == status
    assert body["detail"]
    return body
