"""The pages around replays: the start page, the guide, problems, and the files of pages."""

from flask import Blueprint, Response, request
from markdown_it import MarkdownIt
from markupsafe import Markup
from marshmallow import EXCLUDE

from api.checking.page_jobs import guide
from api.checking.work_queue import ask
from api.http.arguments import leave_out_the_unknown, read_query
from api.http.paging import next_cursor, page_size, read_cursor
from api.http.responses import FIXED, LISTS, cache_until_changed, page, sent
from api.policy.auth import viewer
from api.problem_types import PAGES, TYPES, ProblemType, status_title
from api.problems import Problem
from api.routes.replays import SearchSchema
from api.service import service
from client.about import address, version
from engines.registry import title_of
from notation.record import SEATS
from pages.assets import assets
from pages.environment import render
from pages.guide import FIRST
from pages.start import Listed, Player, Search, Software, start_page
from pages.wording import occasion
from replays.store.model import ANYONE, Entry
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

_ROBOTS = b"User-agent: *\nDisallow: /v1/\nDisallow: /check\nDisallow: /me\nDisallow: /p/\n"

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
    newest = list(map(listed, found.entries))
    picked = () if request.args.keys() - {"hide"} else _picked()
    software = Software(version(), address())
    keeps = service().settings.pastes > 0
    html = start_page(request.script_root, newest, search, software, picked, keeps=keeps)
    return page(html, sends=True)


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


def _picked() -> list[Listed]:
    """The replays that the operator picked, in their order, those that everyone may find."""
    ids = service().settings.picked_ids
    if not ids:
        return []
    found = service().store.page(Query(ids=ids), ANYONE, None, len(ids))
    by_id = {entry.id: entry for entry in found.entries}
    return [listed(by_id[one]) for one in ids if one in by_id]


def listed(entry: Entry) -> Listed:
    """A replay as lists on pages show it."""
    seats = zip(SEATS, entry.players, entry.scores, strict=False)
    players = [Player(seat, name, score, seat in entry.winners) for seat, name, score in seats]
    title, where = title_of(entry.game), " · ".join(occasion(entry.tags))
    return Listed(entry.id, entry.game, title, where, players, entry.plies, entry.verdict)
