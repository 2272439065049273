"""The pages around replays: the start page, the guide, problems, and the files of pages."""

from flask import Blueprint, Response, request
from markdown_it import MarkdownIt
from markupsafe import Markup
from marshmallow import EXCLUDE

from api.checking.log_jobs import Log, form_again, is_packed, pasted, split
from api.checking.page_jobs import guide
from api.checking.work_queue import ask
from api.http.arguments import leave_out_the_unknown, read_query
from api.http.paging import next_cursor, page_size, read_cursor
from api.http.request_bodies import JSON_BODY, LOG, body
from api.http.responses import FIXED, LISTS, cache_until_changed, page, sent
from api.policy.auth import viewer
from api.problem_types import PAGES, TOO_LARGE, TYPES, ProblemType, status_title
from api.problems import Problem, prefers_a_page
from api.routes.replays import SearchSchema
from api.service import service
from api.shapes import Limit
from client.about import address, version
from engines.registry import title_of
from notation.record import SEATS
from pages.assets import assets
from pages.environment import render
from pages.guide import FIRST
from pages.start import Listed, Player, Search, Software, check_page, start_page
from pages.wording import occasion
from replays.store.model import Entry
from replays.store.query import Query

_PROSE = MarkdownIt("commonmark", {"html": False})


def problems_page(root: str, kind: ProblemType | None = None) -> str:
    """The page of one type, or the page that lists all of them."""
    return render(
        "problems.html",
        root=root,
        index=f"{root}{PAGES}",
        types=TYPES.values(),
        kind=kind,
        phrase="" if kind is None else status_title(kind.status),
        prose=_prose,
    )


def _prose(text: str) -> Markup:
    """A line of Markdown as HTML."""
    return Markup(_PROSE.renderInline(text))  # noqa: S704 - our own


blueprint = Blueprint("site", __name__)

leave_out_the_unknown(blueprint, {"start": ("q", "game", "after", "hide"), "static": None})

_SEARCH = SearchSchema(only=("q", "game", "after"), unknown=EXCLUDE)

_ROBOTS = b"User-agent: *\nDisallow: /v1/\nDisallow: /check\n"

_FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}


@blueprint.get("/")
def start() -> Response:
    """The newest replays, or those that a search finds."""
    asked = read_query(_SEARCH)
    cache_until_changed(LISTS)
    query = Query(game=asked.get("game"), text=asked.get("q"))
    found = service().store.page(query, viewer(), read_cursor(asked.get("after")), page_size({}))
    hides = request.args.get("hide") == "ahead"
    search = Search(asked.get("q", ""), asked.get("game", ""), next_cursor(found), hides)
    listed = list(map(_listed, found.entries))
    software = Software(version(), address())
    return page(start_page(request.script_root, listed, search, software))


# Without the slash, Flask would redirect to whatever a client sent as Host.
@blueprint.get("/guide/", strict_slashes=False)
@blueprint.get("/guide/<name>")
def chapter(name: str = FIRST) -> Response:
    """A page of the guide. Raises Problem (404) if there is none of this name."""
    cache_until_changed(FIXED)
    text = ask(guide(request.script_root, name))
    if text is None:
        raise Problem(404, "the guide has no such page")
    return page(text)


@blueprint.get("/problems/", strict_slashes=False)
def problems() -> Response:
    """Every type of problem."""
    cache_until_changed(FIXED)
    return page(problems_page(request.script_root))


@blueprint.get("/problems/<name>")
def problem(name: str) -> Response:
    """A type of problem. Raises Problem (404) if there is none of this name."""
    kind = TYPES.get(name)
    if kind is None:
        raise Problem(404, "there is no such type of problem")
    cache_until_changed(FIXED)
    return page(problems_page(request.script_root, kind))


@blueprint.get("/static/<path:name>")
def static(name: str) -> Response:
    """A file that pages refer to. Raises Problem (404) if there is none of this name."""
    asset = assets().get(name)
    if asset is None:
        raise Problem(404, "there is no such file")
    cache_until_changed(FIXED)
    current = request.query_string.decode("ascii", "replace") == asset.digest
    return sent(asset.data, asset.kind, asset.digest, headers=_FOR_GOOD if current else None)


@blueprint.get("/favicon.ico")
def icon() -> Response:
    """The sign of the service, for whoever asks for one without reading a page."""
    return static("icon.svg")


@blueprint.get("/robots.txt")
def robots() -> Response:
    """What search engines may read: pages, but not the interface for programs."""
    cache_until_changed(FIXED)
    return sent(_ROBOTS, "text/plain; charset=utf-8")


@blueprint.get("/check")
def log_form() -> Response:
    """The form that takes a log."""
    cache_until_changed(FIXED)
    return page(check_page(request.script_root))


@blueprint.post("/check")
def check() -> Response:
    """A log, pasted or as a file: its game, at its last good position. Nothing is stored.

    What keeps it from being checked is said beside the form, which still has the log.
    """
    log = Log(b"", 0, 0)
    try:
        log = _log_sent()
        return page(_checked(log))
    except Problem as problem:
        if not prefers_a_page():
            raise
        form = ask(form_again(log.raw, request.script_root, str(problem)))
        answer = page(form, status=problem.status)
        answer.headers.update(problem.headers)
        return answer


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


def _checked(log: Log) -> bytes:
    """The page of a log. Raises Problem if there is none to check, or as `WorkQueue.ask` does."""
    if not log.raw.strip():
        raise Problem(400, "there is no log here; paste one, or choose a file")
    if is_packed(log.raw):
        raise Problem(400, "this file is packed; choose it unpacked")
    return ask(pasted(log, request.script_root))


def _listed(entry: Entry) -> Listed:
    seats = zip(SEATS, entry.players, entry.scores, strict=False)
    players = [Player(seat, name, score, seat in entry.winners) for seat, name, score in seats]
    title, where = title_of(entry.game), " · ".join(occasion(entry.tags))
    return Listed(entry.id, entry.game, title, where, players, entry.plies, entry.verdict)
