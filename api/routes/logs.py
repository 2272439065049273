"""Pasted logs: a log is checked, and kept for a day if whoever pasted it wants to show it."""

from collections.abc import Callable
from io import BytesIO
from itertools import islice
from secrets import token_hex

from flask import Blueprint, Response, redirect, request, url_for

from api.checking.log_jobs import Log, form_again, form_to_keep, is_packed, pasted, split
from api.checking.work_queue import ask, work_queue
from api.http.arguments import leave_out_the_unknown
from api.http.request_bodies import JSON_BODY, LOG, body
from api.http.responses import FIXED, cache_until_changed, page
from api.policy.auth import bearer, may_write
from api.policy.rates import client_at
from api.problem_types import TOO_LARGE
from api.problems import Problem, broken, prefers_a_page
from api.routes.session import bearer_to_keep, keep_bearer, require_own_site
from api.routes.watch import OWN
from api.service import service
from api.shapes import Limit
from api.transfer import keep
from notation.outcome import Reading
from notation.read import Form, sniffed
from pages.pasted import KeptUntil
from pages.start import check_page
from replays.store.model import OverQuota, Visibility
from replays.store.sql.pastes import LIFE, MAX_PASTE

blueprint = Blueprint("logs", __name__)

leave_out_the_unknown(blueprint, {})

_COOKIE = "paste"
_RANDOM = 16
"""Bytes of an address, and of what erases a paste: nobody guesses 128 bits."""

_HEADERS = {"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex"}


@blueprint.get("/check")
def form() -> Response:
    """The form that takes a log."""
    cache_until_changed(FIXED)
    return page(check_page(request.script_root, keeps=_keeps()), sends=True)


@blueprint.post("/check")
def check() -> Response:
    """A log, pasted or as a file: its game, at its last good position, or the address of its paste.

    What keeps it from being checked is said beside the form, which still has the log.
    """
    return _done(lambda log: _kept(log) if log.keep else page(_checked(log), sends=True))


@blueprint.post("/check/keep")
def keep_record() -> Response:
    """Store the shown record of a log as an unlisted replay of whoever is signed in; lead to it.

    Others are asked for their token, on a page that has the log meanwhile.
    """
    require_own_site()
    return _done(_stored)


@blueprint.get("/p/<paste:paste>")
def kept(paste: str) -> Response:
    """A log that is kept for a day. Raises Problem (404) if there is none, or it is older."""
    found = service().store.pastes.get(paste)
    if found is None:
        service().store.pastes.sweep()
        raise Problem(404, "nothing is kept here: pastes are erased after a day")
    erases = url_for("logs.erase", paste=paste) if _COOKIE in request.cookies else ""
    until = KeptUntil(found.pasted + LIFE, erases, request.host_url.rstrip("/"))
    shown = ask(pasted(Log(found.log, 1, 0), request.script_root, keeps=False, kept=until))
    return page(shown, sends=bool(erases), headers=_HEADERS)


@blueprint.post("/p/<paste:paste>/erase")
def erase(paste: str) -> Response:
    """Erase a paste, for the browser that made it.

    Raises Problem (403) for any other, and for the form of another site.
    """
    require_own_site()
    if not service().store.pastes.erase(paste, request.cookies.get(_COOKIE, "")):
        raise Problem(403, "only the browser that pasted this can erase it; it goes after a day")
    return redirect(url_for("logs.form"), 303)  # type: ignore[return-value] # Flask's own Response


def _done(do: Callable[[Log], Response]) -> Response:
    """What is done with the log that was sent, or the form with what is wrong beside it."""
    log = Log(b"", 0, 0)
    try:
        log = _log_sent()
        return do(log)
    except Problem as problem:
        if not prefers_a_page():
            raise
        again = form_again(log.raw, request.script_root, str(problem), keeps=_keeps())
        answer = page(ask(again), status=problem.status, sends=True)
        answer.headers.update(problem.headers)
        return answer


def _stored(log: Log) -> Response:
    """Store a record of a log, and lead to it, or ask for the token of an owner.

    Raises Problem as `_check` and `keep` do.
    """
    _check(log)
    found, wrong = bearer(), ""
    if log.token:
        try:
            found = bearer_to_keep(log.token)
        except Problem as problem:
            wrong = problem.words
    owner = found.token
    if wrong or owner is None or not may_write(owner):
        if not wrong and (log.token or owner is not None):
            wrong = "this token may not store games: enter that of an owner"
        asking = ask(form_to_keep(log, request.script_root, wrong))
        return page(asking, status=422 if wrong else 200, sends=True)
    raw, form = _record_of(log)
    stored = keep(work_queue(), raw, form, owner.owner, Visibility.UNLISTED, None)
    answer = redirect(url_for("watch.at", kind=OWN, replay=stored.id), 303)
    if log.token:
        keep_bearer(answer, log.token, found)
    return answer  # type: ignore[return-value] # Flask's own Response


def _record_of(log: Log) -> tuple[bytes, Form]:
    """The bytes of the record of a log that was shown. Raises Problem (422) if there is none."""
    form, stream = sniffed(BytesIO(log.raw))
    found = list(islice(work_queue().records(form, stream), max(log.record, 1)))[-1]
    if isinstance(found, Reading):
        raise broken(found.problem)
    return found.raw, Form.TEXT if form is Form.TEXT else Form.JSON


def _keeps() -> bool:
    return service().settings.pastes > 0


def _kept(log: Log) -> Response:
    """Keep a log, and lead to it. Raises Problem if this service, or this client, cannot."""
    require_own_site()
    _check(log)
    if not _keeps():
        raise Problem(403, "this service keeps no logs; check it without keeping it")
    name, word = token_hex(_RANDOM), token_hex(_RANDOM)
    try:
        service().store.pastes.keep(log.raw, client_at(request.remote_addr), name, word)
    except OverQuota as error:
        raise _refusal(error) from None
    there = url_for("logs.kept", paste=name)
    answer = redirect(there, 303)
    answer.set_cookie(
        _COOKIE,
        word,
        max_age=LIFE,
        path=there,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer  # type: ignore[return-value] # Flask's own Response


def _refusal(error: OverQuota) -> Problem:
    if error.name != "pastes":
        detail = f"this log is too long to be kept: at most {MAX_PASTE:,} bytes are"
        return Problem(TOO_LARGE, detail, limit=Limit("paste", MAX_PASTE))
    detail = f"{error.most:,} logs of yours are kept already, the most in a day"
    return Problem(429, detail, {"Retry-After": str(LIFE)}, limit=Limit("pastes", error.most))


def _log_sent() -> Log:
    """The log in the form. Raises Problem (413) if it is too long: then it is not read."""
    most = min(service().settings.max_body, LOG)
    if (request.content_length or 0) > most:
        detail = f"this log is too long: at most {most:,} bytes fit; `cgn validate` checks more"
        name = JSON_BODY if most == LOG else "max_body"
        raise Problem(TOO_LARGE, detail, limit=Limit(name, most))
    with body(at_most=LOG) as stream:
        sent = stream.read()
    return ask(split(request.content_type or "", sent))


def _check(log: Log) -> None:
    """Raise Problem if there is no log to check."""
    if not log.raw.strip():
        raise Problem(400, "there is no log here; paste one, or choose a file")
    if is_packed(log.raw):
        raise Problem(400, "this file is packed; choose it unpacked")


def _checked(log: Log) -> bytes:
    """The page of a log. Raises Problem as `_check`, and as `WorkQueue.ask` does."""
    _check(log)
    return ask(pasted(log, request.script_root, keeps=_keeps()))
