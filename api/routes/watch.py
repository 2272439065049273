"""The pages of a replay: at any ply, in any view, and within the pages of other sites."""

import re
from collections.abc import Callable
from dataclasses import replace as with_fields
from typing import TypeVar

from flask import Blueprint, Response, g, redirect, request, url_for
from markupsafe import escape
from marshmallow import EXCLUDE, Schema
from msgspec.structs import replace

from api.checking.job import Job
from api.checking.page_jobs import PageRequest, drawing, pixels, plies, said, sheet, watch, ways
from api.checking.work_queue import ask
from api.http.arguments import leave_out_the_unknown, read_query
from api.http.content_types import JSON, PNG, SVG, TEXT
from api.http.responses import answer, lead, page, sent
from api.policy.auth import bearer, may_write, require_writer, viewer
from api.problems import Link, NotFollowed, Problem, bad_parameter
from api.routes.frames import RangeSchema, ViewSchema, viewed
from api.routes.replay import spelled
from api.routes.reviews import begin, review_on_page
from api.routes.session import require_own_site
from api.routes.stored_replays import erased_at, replay_of
from api.schemas import Text, Whole, about
from api.service import service
from engines.registry import title_of
from notation.origin import FROM_TAG, Origin
from pages.drawing import Going, KeptLine, KeptLines
from pages.environment import draws_pictures, picture_policy
from pages.svg.position import HEIGHT, WIDTH
from replays.store.model import Replay as Stored
from replays.store.model import Visibility
from replays.store.query import Query
from replays.view.views import PUBLIC, views_of

V = TypeVar("V", bound=Callable[..., Response])

blueprint = Blueprint("watch", __name__)

PARAMETERS = ("line", "view", "hide", "from", "to")
"""Those of pages."""

leave_out_the_unknown(blueprint, {"oembed": None}, PARAMETERS)


class PageSchema(ViewSchema):
    """What the page of a replay shows."""

    hide = Text(5, "ahead", "`ahead`", metadata=about("Hide what comes after the ply.", "ahead"))


class SizeSchema(Schema):
    """How large the frame around an embedded replay may be, in pixels."""

    maxwidth = Whole(1)
    maxheight = Whole(1)


PAGE_QUERY = PageSchema(unknown=EXCLUDE)

_RANGE, _SIZE = RangeSchema(unknown=EXCLUDE), SizeSchema(unknown=EXCLUDE)
_MOST = 100
"""Plies in one stretch."""

_MOST_KEPT = 50
"""Replays that go on from another one, on its page."""

_WATCHED = re.compile(
    r"/(?:r|embed)/([0-9a-f]{64})(?:/([0-9]{1,9}))?/?((?:\?(?:&?(?:view|hide)=\w+)+)?)$"
)
"""The address of a page, with its replay, its ply, and what it asks for."""

_WIDTH, _HEIGHT = 960, 720

_LEFT_OUT = {"hide", "line"}
"""Parameters of pages without a review: it tells what is to come, and is of the main line."""

OWN, _EMBEDDED = "r", "embed"
"""The kinds of page: the one of a replay, and the one that other sites may show within theirs."""


def _both(rest: str) -> Callable[[V], V]:
    """Have a view answer at this path below both pages, as two routes: metrics count each."""

    def register(view: V) -> V:
        for kind in (OWN, _EMBEDDED):
            path = f"/{kind}/<id:replay>{rest}"
            blueprint.get(path, defaults={"kind": kind}, strict_slashes=False)(view)
        return view

    return register


@_both("")
@_both("/<ply:ply>")
def at(kind: str, replay: str, ply: int = 0) -> Response:
    """A replay at a ply."""
    return _page(kind, replay, watch, ply)


@_both("/<ply:ply>/sheet")
def scores(kind: str, replay: str, ply: int) -> Response:
    """The score sheet and the legal moves at a ply of a replay."""
    return _page(kind, replay, sheet, ply)


@_both("/cards")
def cards(kind: str, replay: str) -> Response:
    """Where each card of a replay has been, as links to its plies."""
    return _page(kind, replay, ways, 0)


def _page(kind: str, replay: str, job: Callable[[PageRequest], Job[bytes]], ply: int) -> Response:
    """A page of a replay at a ply, or the last one to which it can be followed.

    Raises Problem as `_made`.
    """
    stored = replay_of(replay)
    going = _going(stored) if kind == OWN else None
    is_own = kind == OWN and job is watch
    kept = _kept(stored) if is_own else KeptLines()
    review = review_on_page(stored) if is_own and not _LEFT_OUT & request.args.keys() else None

    def made(asked: PageRequest) -> Job[bytes]:
        return job(replace(asked, going=going, kept=kept, review=review))

    try:
        shown = _made(kind, stored, made, ply, ply)
    except NotFollowed as to:
        query, same = read_query(PAGE_QUERY), f"{request.endpoint}"
        return lead(url_for(same, kind=kind, replay=replay, ply=to.last, **query))
    framed = kind == _EMBEDDED
    sends = (going is not None and going.can_keep) or (review is not None and review.can_ask)
    return page(shown, framed=framed, sends=sends, headers=_searched(stored))


def _going(stored: Stored) -> Going | None:
    """When a guest's replay is erased, for the guest, and for whoever is signed in and can keep it.

    Others, whose page is the same for all, are not told.
    """
    token, erased = bearer().token, erased_at(stored)
    can_keep = token is not None and may_write(token)
    if erased is None or not (stored.own or can_keep):
        return None
    return Going(erased, can_keep)


def _kept(stored: Stored) -> KeptLines:
    """The newest replays that go on from a replay: the client's own, then those of lists."""
    by, everyones = viewer(), Query(origin=stored.entry.id)
    queries = [everyones] if by.name is None else [with_fields(everyones, own=True), everyones]
    pages = [service().store.page(query, by, None, _MOST_KEPT) for query in queries]
    found = {entry.id: entry for page in pages for entry in page.entries}
    lines = [
        KeptLine(entry.id, origin.ply, entry.players)
        for entry in found.values()
        if (origin := Origin.parse(entry.tags[FROM_TAG])) is not None
    ]
    has_more = len(lines) > _MOST_KEPT or any(page.next is not None for page in pages)
    return KeptLines(tuple(lines[:_MOST_KEPT]), has_more)


@blueprint.post(f"/{OWN}/<id:replay>/keep")
def keep(replay: str) -> Response:
    """Have whoever is signed in hold a replay, so that it stays if others give it up.

    Raises Problem if the form of another site sent this, if nobody is signed in who may write, if
    there is no such replay, or if only its uploaders see all of it.
    """
    require_own_site()
    holder = require_writer()
    if not service().store.keep(replay_of(replay).entry.id, holder):
        raise Problem(403, "an unfinished game is kept by its uploaders alone")
    there = url_for("watch.at", kind=OWN, replay=replay)
    return redirect(there, 303)  # type: ignore[return-value] # Flask's own Response


@blueprint.post(f"/{OWN}/<id:replay>/review")
def review(replay: str) -> Response:
    """Have a replay reviewed for whoever is signed in and holds it, and lead back to it.

    Raises Problem if the form of another site sent this, and as `begin` does.
    """
    require_own_site()
    begin(replay_of(replay))
    there = url_for("watch.at", kind=OWN, replay=replay, _anchor="review")
    return redirect(there, 303)  # type: ignore[return-value] # Flask's own Response


@_both("/words")
def words(kind: str, replay: str) -> Response:
    """What is said of each ply of a replay, for the search of the page."""
    made = _made(kind, replay_of(replay), said, 0, 0)
    return sent(made, JSON, is_packed=True)


@_both("/plies")
def stretch(kind: str, replay: str) -> Response:
    """The plies `from` one `to` another, for the script of the page."""
    return sent(_made(kind, replay_of(replay), plies, *asked_stretch()), JSON, is_packed=True)


def asked_stretch() -> tuple[int, int]:
    """The plies that are asked for, the first and the last.

    Raises Problem (400) if they are out of order, or too many.
    """
    asked = read_query(_RANGE)
    first, last = asked["from_"], asked.get("to", asked["from_"])
    if not first <= last < first + _MOST:
        raise bad_parameter(
            "to", f"`to` must not be less than `from`, and at most {_MOST - 1} plies from it"
        )
    return first, last


@blueprint.get(f"/{OWN}/<id:replay>/<ply:ply>.svg")
def picture(replay: str, ply: int) -> Response:
    """A ply of a replay as a picture: an SVG."""
    return _pictured(replay, drawing, ply, SVG)


@blueprint.get(f"/{OWN}/<id:replay>/<ply:ply>.png")
def preview(replay: str, ply: int) -> Response:
    """A ply of a replay as a picture of 1200 by 630 pixels.

    Raises Problem (501) if the service cannot draw pixels.
    """
    if not draws_pictures():
        raise Problem(501, "this service draws no PNG: ask for the same address with .svg")
    return _pictured(replay, pixels, ply, PNG)


def _pictured(
    replay: str, job: Callable[[PageRequest], Job[bytes]], ply: int, kind: str
) -> Response:
    """A picture of a ply: of an unfinished game what everyone saw, whoever asks.

    Raises Problem as `page_request`.
    """
    stored = replay_of(replay)
    drawn = ask(job(page_request(OWN, stored, ply, ply, picture_view(stored))))
    return sent(drawn, kind, is_packed=kind == SVG, headers=picture_headers(stored))


def picture_view(stored: Stored) -> str | None:
    """The view in which a replay is pictured; None: that which is asked for."""
    return None if stored.entry.finished else PUBLIC


def picture_headers(stored: Stored) -> dict[str, str]:
    """The headers of a picture of a replay."""
    return {**_searched(stored), **picture_policy()}


def _searched(stored: Stored) -> dict[str, str]:
    """The header that keeps what is not public out of search engines."""
    return {} if stored.entry.visibility == Visibility.PUBLIC else {"X-Robots-Tag": "noindex"}


@blueprint.get("/oembed")
def oembed() -> Response:
    """How other sites show a replay, for those that ask with its address (oembed.com).

    Raises Problem (400) if the frame could have no size, (404) if the address is not that of a
    replay here, and (501) for XML.
    """
    asked = read_query(_SIZE)
    if request.args.get("format", "json") != "json":
        raise Problem(501, "this is only there as JSON")
    found = _WATCHED.search(request.args.get("url", ""))
    if found is None:
        raise Problem(404, "this is not the address of a replay")
    entry = replay_of(found[1]).entry
    ply = int(found[2] or 0)
    if ply > entry.plies:
        raise Problem(404, f"this replay has {entry.plies} plies")
    g.pop("sources")  # the answer has the address at which it was asked for
    width = min(asked.get("maxwidth", _WIDTH), _WIDTH)
    height = min(asked.get("maxheight", _HEIGHT), _HEIGHT)
    there = f"{request.url_root}{{}}/{entry.id}/{ply}"
    address = there.format(_EMBEDDED) + found[3]
    title = f"{title_of(entry.game)}: {', '.join(entry.players)}, ply {ply}"
    frame = f'<iframe src="{address}" width="{width}" height="{height}" title="{escape(title)}">'
    shown = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "CGN",
        "title": title,
        "html": f"{frame}</iframe>",
        "width": width,
        "height": height,
    }
    if draws_pictures():
        shown["thumbnail_url"] = f"{there.format(OWN)}.png{found[3]}"
        shown |= {"thumbnail_width": WIDTH, "thumbnail_height": HEIGHT}
    return answer(shown)


@blueprint.get(f"/{OWN}/<id:replay>/record.cgn")
def record(replay: str) -> Response:
    """A replay's record as a file of text."""
    return spelled(replay_of(replay), TEXT)


def _made(
    kind: str,
    stored: Stored,
    job: Callable[[PageRequest], Job[bytes]],
    first: int,
    last: int,
) -> bytes:
    """What is made of a replay for a page of this kind, as gzip.

    Raises Problem as `WorkQueue.ask` and `page_request` do.
    """
    return ask(job(page_request(kind, stored, first, last)))


def page_request(
    kind: str, stored: Stored, first: int, last: int, view: str | None = None
) -> PageRequest:
    """What a page of this kind is to show of a replay, in a view or the one that is asked for.

    Raises Problem as `viewed` does, and (404) if there are no such plies.
    """
    entry = stored.entry
    query = read_query(PAGE_QUERY)
    address = url_for("watch.at", kind=kind, replay=entry.id)
    if last > entry.plies and "line" not in query:
        end = url_for("watch.at", kind=kind, replay=entry.id, ply=entry.plies, **query)
        link = Link(end, f"To ply {entry.plies}, the last one")
        raise Problem(404, f"this replay has {entry.plies} plies", link=link)
    found = viewed(stored, view or query.get("view"))
    views = views_of(len(entry.players)) if stored.whole else (PUBLIC,)
    return PageRequest(
        game=found,
        seats=len(entry.players),
        views=views,
        origin=request.host_url.rstrip("/"),
        root=request.script_root,
        address=address,
        first=first,
        last=last,
        embedded=kind == _EMBEDDED,
        line=query.get("line", ""),
        hides="hide" in query,
        moving=service().settings.moving_pictures > 0,
    )
