"""Every error as application/problem+json (RFC 9457), those of Flask included."""

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from secrets import token_hex
from typing import NamedTuple

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from api.pages.environment import render
from api.pages.headers import HTML, policy
from api.shapes import Limit, ParameterError, ProblemBody
from api.table_shapes import TableMoves
from notation.diagnostics import Diagnostic
from notation.render.json import printable
from replays.store.model import (
    Changed,
    DeckMissing,
    DeckNeeded,
    KeyReused,
    OverQuota,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreUnsure,
    StoreUnusable,
)
from replays.store.table_model import SeedInUse

REFUSED = "cgn.refused"
"""Under which key of the environ a problem stands that the app is to answer."""

TYPE = "application/problem+json"

STATUSES = (400, 401, 403, 404, 405, 406, 409, 411, 412, 413, 415, 422, 428, 429, 500, 503, 507)
"""Every status with which something is refused."""

_RENAMED = {413: "Content Too Large", 422: "Unprocessable Content"}
"""Statuses for which Python 3.11 has names of before RFC 9110."""

_RETRY = "1"
"""Seconds after which a store that was busy may be asked again."""

PASSING = {"Cache-Control": "no-store"}
"""A problem is that of one request: with another token, or in a moment, there may be none."""

_PAGE_TYPE = HTML.partition(";")[0]
_LOG = logging.getLogger("cgn")
_OWN = ("content-type", "content-length")
_DETAILS = {
    404: "there is nothing here; /docs lists what there is",
    405: "this method does nothing here; Allow names those that do",
}
_STORE: Mapping[type[StoreError], tuple[int, str, dict[str, str]]] = {
    StoreFull: (507, "there is no room left to keep it; nothing was stored", {}),
    StoreBusy: (503, "the store is busy; nothing was done, ask again", {"Retry-After": _RETRY}),
    StoreUnusable: (503, "the store cannot be used; its owner has to look after it", {}),
    StoreUnsure: (
        503,
        "it may or may not be stored; send it again, that is safe",
        {"Retry-After": _RETRY},
    ),
    DeckMissing: (422, "the record is on a deck that is not here any more; add the deck first", {}),
    DeckNeeded: (409, "a replay here is on this deck, so it stays", {}),
    StoreDamaged: (500, "a stored replay is damaged; its owner has to look after it", {}),
    Changed: (412, "somebody changed it in the meantime; read it again", {}),
    SeedInUse: (
        422,
        "a table of yours that runs has this seed, and would show its cards; take another seed",
        {},
    ),
    KeyReused: (422, "this Idempotency-Key was used for another request", {}),
}


class Link(NamedTuple):
    """A link on the page of a problem."""

    address: str
    text: str


class Problem(Exception):
    """Something that the service refuses or cannot do.

    `headers` are those of the answer, and `body` is the problem as JSON has it. `detail` says what
    is wrong in this case, and what to do; `link` leads readers of the page on; the rest is as in
    ProblemBody.
    """

    def __init__(  # noqa: PLR0913 - one for each member of a problem
        self,
        status: int,
        detail: str,
        headers: Mapping[str, str] | None = None,
        *,
        diagnostics: Sequence[Diagnostic] = (),
        errors: Sequence[ParameterError] = (),
        limit: Limit | None = None,
        code: str | None = None,
        table: TableMoves | None = None,
        link: Link | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.link = link
        self.headers = dict(headers or {})
        self.body = ProblemBody(
            type="about:blank",
            title=title_of(status),
            status=status,
            detail=detail,
            diagnostics=tuple(diagnostics),
            errors=tuple(errors),
            limit=limit,
            code=code,
            table=table,
        )

    def answer(self) -> Response:
        """The answer to the client: as a page to a browser, except under /v1."""
        headers = PASSING | self.headers
        if not request.path.startswith("/v1") and _prefers_a_page():
            root = request.script_root
            page = render("problem.html", root=root, problem=self.body, link=self.link)
            return Response(page, self.status, headers | policy(), content_type=HTML)
        return Response(printable(self.body) + b"\n", self.status, headers, content_type=TYPE)


def _prefers_a_page() -> bool:
    """Whether the client is a browser that shows what it gets."""
    return request.accept_mimetypes.best_match((TYPE, _PAGE_TYPE)) == _PAGE_TYPE


def title_of(status: int) -> str:
    """What a status means.

    >>> title_of(404)
    'Not Found'
    """
    return _RENAMED.get(status) or HTTPStatus(status).phrase


def bad_parameter(name: str, message: str) -> Problem:
    """The refusal of a parameter that makes no sense here, which it names."""
    return Problem(400, f"{name}: {message}", errors=[ParameterError(name, message)])


def over_limit(status: int, what: str, name: str, most: int) -> Problem:
    """The refusal of what goes over a limit, which it names."""
    return Problem(status, f"{what}: at most {most:,} ({name})", limit=Limit(name, most))


def broken(problem: Diagnostic | None, warnings: Sequence[Diagnostic] = ()) -> Problem:
    """The refusal of a record, with its diagnostics: the error first, then the warnings."""
    diagnostics = [*([problem] if problem else []), *warnings]
    detail = f"{problem.code}: {problem.message}" if problem else "the record is not fine"
    return Problem(422, detail, diagnostics=diagnostics)


def no_room() -> Problem:
    """The refusal of a body that there is no room for."""
    return Problem(507, "there is no room left for the body; nothing was done")


def of_store(error: StoreError) -> Problem:
    """What a store's error means to a client."""
    if isinstance(error, StoreUnusable):
        _LOG.error("%s", error)
    if isinstance(error, OverQuota):
        return over_limit(507, f"{error.name} that you hold", f"max_{error.name}", error.most)
    status, detail, headers = _STORE[type(error)]
    return Problem(status, detail, headers)


def register_refusals(app: Flask) -> None:
    """Have the app answer who was refused before they came to it."""

    @app.before_request
    def refuse() -> None:
        problem = request.environ.get(REFUSED)
        if problem is not None:
            raise problem


def register_handlers(app: Flask) -> None:
    """Have every error of the app answered as a problem, those of Flask and our own."""
    app.register_error_handler(Problem, Problem.answer)
    app.register_error_handler(StoreError, lambda error: of_store(error).answer())
    app.register_error_handler(HTTPException, _of_http)
    app.register_error_handler(Exception, _of_mistake)


def _of_http(error: HTTPException) -> Response:
    """An error of Flask's or Werkzeug's, with its headers: Allow of a 405, and the like."""
    status = error.code or 500
    detail = _DETAILS.get(status) or error.description or HTTPStatus(status).phrase
    headers = {name: value for name, value in error.get_headers() if name.lower() not in _OWN}
    return Problem(status, detail, headers).answer()


def _of_mistake(error: Exception) -> Response:
    """A mistake of ours: logged in full, which the client gets the number of."""
    number = token_hex(4)
    _LOG.error("error %s", number, exc_info=error)
    return Problem(500, f"a mistake of the service; its log tells more, at {number}").answer()
