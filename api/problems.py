"""Every error as application/problem+json (RFC 9457), those of Flask included."""

import logging
from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from flask import Flask, Response, current_app, request
from msgspec.structs import replace
from werkzeug.exceptions import HTTPException

from api.checking.checkers import Busy, Died
from api.checking.job import Gone, TooMuch, Unfollowed
from api.checking.log_jobs import TooManyFields
from api.http.paths import misspelt
from api.problem_types import (
    BUSY,
    CHANGED,
    DAMAGED_REPLAY,
    DECK_IN_USE,
    GENERAL,
    INVALID_DECK,
    INVALID_PARAMETER,
    INVALID_RECORD,
    KEY_REUSED,
    METHOD_NOT_ALLOWED,
    NO_ROOM,
    NOT_FOUND,
    POSSIBLY_STORED,
    QUOTA_EXCEEDED,
    SEED_IN_USE,
    SERVICE_ERROR,
    STORE_UNAVAILABLE,
    TOO_LARGE,
    UNKNOWN_DECK,
    ProblemType,
)
from api.shapes import Limit, ParameterError, ProblemBody
from client.table_answers import TableMoves
from engines.deck import BadDeck
from notation.diagnostics import Diagnostic
from notation.render.json import printable
from pages.environment import HTML, policy, render
from replays.live.ply_request import Refusal
from replays.review import Unfit
from replays.store.live_model import NameTaken, OtherVersion, SeedInUse
from replays.store.model import (
    DeckMissing,
    DeckNeeded,
    KeyReused,
    OverQuota,
    StaleRevision,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreUnsure,
    StoreUnusable,
)
from replays.what_if import MoveRefused, Untriable

REFUSED = "cgn.refused"
"""Environ key of a problem that the app has to answer with."""

TYPE = "application/problem+json"

RETRY = {"Retry-After": "1"}
"""The header of what may succeed if it is tried again in a second."""

UNCACHED = {"Cache-Control": "no-store"}
"""Problems are never cached: the next request may succeed."""

_FRAMED = "/embed/"
"""Below this path, other sites may show problems too, as they may show the pages there."""

_PAGE_TYPE = HTML.partition(";")[0]
_LOG = logging.getLogger("cgn")
_OWN = ("content-type", "content-length")
_DETAILS = {
    NOT_FOUND: "no such address; /docs lists them",
    METHOD_NOT_ALLOWED: "this method is not supported here; Allow names those that are",
}


class Link(NamedTuple):
    """A link on the page of a problem."""

    address: str
    text: str


class Problem(Exception):
    """Something that the service refuses or cannot do.

    `kind` is its type; a status stands for the general type of that status. `headers` are those of
    the answer. `detail` says what is wrong in this case, and what to do; `link` leads readers of
    the page on; the rest is as in ProblemBody.
    """

    def __init__(  # noqa: PLR0913 - one for each member of a problem
        self,
        kind: ProblemType | int,
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
        self.kind = GENERAL[kind] if isinstance(kind, int) else kind
        self.status = self.kind.status
        self.link = link
        self.headers = dict(headers or {})
        self._body = ProblemBody(
            type=self.kind.path,
            title=self.kind.title,
            status=self.status,
            detail=detail,
            diagnostics=tuple(diagnostic.brief() for diagnostic in diagnostics),
            errors=tuple(errors),
            limit=limit,
            code=code,
            table=table,
        )

    @property
    def words(self) -> str:
        """What is wrong, for people: without the code of a diagnostic, which programs read."""
        found = self._body.diagnostics
        return found[0].message if found else f"{self}"

    def body(self, root: str) -> ProblemBody:
        """The problem as JSON has it; `root` is the path under which the service is reached."""
        return replace(self._body, type=f"{root}{self._body.type}")

    def answer(self) -> Response:
        """The answer to the client: as a page to a browser, except under /v1."""
        headers, root = UNCACHED | self.headers, request.script_root
        body = self.body(root)
        if _is_for_a_page():
            framed = request.path.startswith(_FRAMED)
            page = render("problem.html", root=root, problem=body, link=self.link, framed=framed)
            head = headers | policy(framed=framed)
            return Response(page, self.status, head, content_type=HTML)
        return Response(printable(body) + b"\n", self.status, headers, content_type=TYPE)


class NotFollowed(Problem):
    """Nobody can follow a replay to the ply that is asked for; `last` is as in `Unfollowed`."""

    def __init__(self, last: int, address: str) -> None:
        told = f"the cards that are known do not tell how this game went on after ply {last}"
        super().__init__(404, told, link=Link(f"{address}/{last}", f"To ply {last}"))
        self.last = last


def prefers_a_page() -> bool:
    """Whether the client is a browser that shows what it gets."""
    return request.accept_mimetypes.best_match((TYPE, _PAGE_TYPE)) == _PAGE_TYPE


def _is_for_a_page() -> bool:
    """Whether a problem of this request is shown as a page."""
    return not request.path.startswith("/v1") and prefers_a_page()


def bad_parameter(name: str, message: str) -> Problem:
    """The refusal of a parameter that makes no sense here, which it names."""
    return bad_parameters([ParameterError(name, message)])


def bad_parameters(
    errors: Sequence[ParameterError], kind: ProblemType = INVALID_PARAMETER
) -> Problem:
    """The refusal of parameters that make no sense here, which it names."""
    detail = "; ".join(f"{error.parameter}: {error.message}" for error in errors)
    return Problem(kind, detail, errors=errors)


def over_limit(what: str, name: str, most: int, kind: ProblemType = TOO_LARGE) -> Problem:
    """The refusal of what goes over a limit, which it names."""
    return Problem(kind, f"{what}: at most {most:,} ({name})", limit=Limit(name, most))


def broken(problem: Diagnostic | None, warnings: Sequence[Diagnostic] = ()) -> Problem:
    """The refusal of a record, with its diagnostics: the error first, then the warnings."""
    diagnostics = [*([problem] if problem else []), *warnings]
    detail = f"{problem.code}: {problem.message}" if problem else "the record is invalid"
    return Problem(INVALID_RECORD, detail, diagnostics=diagnostics)


def no_room() -> Problem:
    """The refusal of a body that there is no room for."""
    return Problem(NO_ROOM, "there is no room for the body; nothing was done")


def _of_quota(error: OverQuota) -> Problem:
    return over_limit(
        f"{error.name} that you hold", f"max_{error.name}", error.most, QUOTA_EXCEEDED
    )


def _of_unusable(error: StoreUnusable) -> Problem:
    _LOG.error("%s", error)
    detail = "the store cannot be used; its owner has to look after it"
    return Problem(STORE_UNAVAILABLE, detail)


def _of_refused(refused: Refusal) -> Problem:
    """The refusal of a call at a table: with a diagnostic if it is about a record."""
    if refused.problem is None:
        return Problem(422, refused.message)
    return Problem(INVALID_RECORD, refused.message, diagnostics=[refused.problem])


def _of_move(refused: MoveRefused) -> Problem:
    """The refusal of a move that is tried. A page does not quote it: it came with an address."""
    return Problem(422, refused.UNQUOTED if _is_for_a_page() else str(refused))


def _of_gone(gone: Gone) -> Problem:
    link = Link(gone.args[0], "To the game") if gone.args else None
    return Problem(404, "this replay has no such line, or the line is shorter", link=link)


def _of_unfollowed(unfollowed: Unfollowed) -> Problem:
    return NotFollowed(*unfollowed.args)


def _says(kind: ProblemType, detail: str) -> Callable[[Exception], Problem]:
    headers = RETRY if kind in (BUSY, POSSIBLY_STORED) else None
    return lambda _: Problem(kind, detail, headers)


_PROBLEMS: Mapping[type[Exception], Callable[[Any], Problem]] = {
    Gone: _of_gone,
    Unfollowed: _of_unfollowed,
    TooMuch: lambda too_much: over_limit(*too_much.args),
    TooManyFields: lambda error: Problem(TOO_LARGE, str(error)),
    BadDeck: lambda bad: Problem(INVALID_DECK, f"this is not a deck: {bad.message}"),
    Refusal: _of_refused,
    MoveRefused: _of_move,
    Untriable: lambda refused: Problem(422, str(refused)),
    Unfit: lambda unfit: Problem(422, str(unfit)),
    Busy: _says(BUSY, "too many records are waiting to be checked; send the request again"),
    Died: _says(BUSY, "the process that checked it died; send the request again"),
    OverQuota: _of_quota,
    StoreFull: _says(NO_ROOM, "the disk is full; nothing was stored"),
    StoreBusy: _says(BUSY, "the store is busy; nothing was done, send the request again"),
    StoreUnusable: _of_unusable,
    StoreUnsure: _says(
        POSSIBLY_STORED, "it may or may not be stored; send it again, which is safe"
    ),
    DeckMissing: _says(UNKNOWN_DECK, "the deck of this record was removed; add it again first"),
    DeckNeeded: _says(DECK_IN_USE, "a stored replay or a table uses this deck, so it stays"),
    StoreDamaged: _says(
        DAMAGED_REPLAY, "a stored replay is damaged; its owner has to look after it"
    ),
    StaleRevision: _says(CHANGED, "somebody changed it in the meantime; read it again"),
    SeedInUse: _says(
        SEED_IN_USE, "another of your tables is being played with this seed; choose another seed"
    ),
    NameTaken: _says(BUSY, "another guest has the same name by chance; load the form again"),
    OtherVersion: _says(BUSY, "the table changed in the meantime; send the request again"),
    KeyReused: _says(KEY_REUSED, "this Idempotency-Key was used for another request"),
}
"""What each refusal of a job or of the store is to a client."""

REFUSALS = tuple(_PROBLEMS)
"""The exceptions that are refusals."""


def problem_of(refusal: Exception) -> Problem:
    """What one of the `REFUSALS` means to a client."""
    return _PROBLEMS[type(refusal)](refusal)


def register_refusals(app: Flask) -> None:
    """Have the app answer who was refused before they came to it."""

    @app.before_request
    def refuse() -> None:
        problem = request.environ.get(REFUSED)
        if problem is not None:
            raise problem


def register_handlers(app: Flask) -> None:
    """Answer every error of the app, Flask's and our own, with a problem."""
    app.register_error_handler(Problem, Problem.answer)
    app.register_error_handler(StoreError, lambda error: problem_of(error).answer())
    app.register_error_handler(HTTPException, _of_http)
    app.register_error_handler(Exception, _of_mistake)


def _of_http(error: HTTPException) -> Response:
    """An error of Flask's or Werkzeug's, with its headers: Allow of a 405, and the like."""
    status = error.code or 500
    kind = GENERAL.get(status) or GENERAL[status // 100 * 100]
    wrong = _misspelt() if kind is NOT_FOUND else None
    detail = wrong or _DETAILS.get(kind) or error.description or kind.title
    headers = {name: value for name, value in error.get_headers() if name.lower() not in _OWN}
    return Problem(kind, detail, headers).answer()


def _misspelt() -> str | None:
    """What is wrong with the path. A page does not quote it: it would say what a link says."""
    return misspelt(current_app.url_map, request.path, quoted=not _is_for_a_page())


def _of_mistake(error: Exception) -> Response:
    """Log an unexpected exception; the answer carries its number in the log."""
    number = token_hex(4)
    _LOG.error("error %s", number, exc_info=error)
    return Problem(SERVICE_ERROR, f"internal error {number}: see the service's log").answer()
