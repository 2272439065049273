"""`/me`: one's own replays and tables, and the upload of many files."""

from collections.abc import Callable
from re import fullmatch

from flask import Blueprint, Response, redirect, request, url_for
from marshmallow import EXCLUDE, Schema

from api.checking.upload_jobs import FILES, SentFiles, sent_files
from api.checking.work_queue import ask
from api.http.arguments import leave_out_the_unknown, read_query
from api.http.paging import CURSOR, next_cursor, page_size, read_cursor
from api.http.request_bodies import body, form_fields
from api.http.responses import page
from api.live.record import asked_at
from api.live.upkeep import settle_some
from api.policy.auth import bearer, may_own, require_writer
from api.problems import Problem
from api.routes.file_results import file_results
from api.routes.replay import give_up, with_visibility
from api.routes.session import TO_OWN_GAMES, require_own_site
from api.routes.site import listed
from api.schemas import Text
from api.service import service
from engines.registry import title_of
from notation.record import SEATS
from pages.own import Cursors, OwnGames, OwnReplay, OwnTable, Said, own_page
from replays.store.live_model import Match
from replays.store.model import Entry, Order, Page, Viewer, Visibility
from replays.store.query import MatchQuery, Query
from replays.store.tokens import is_guest

blueprint = Blueprint("own_games", __name__, url_prefix="/me")

leave_out_the_unknown(blueprint, {"games": Cursors._fields})


_CURSORS = Schema.from_dict(
    {name: Text(16, CURSOR, "the cursor of a page") for name in Cursors._fields}
)(unknown=EXCLUDE)
"""Where each list of the page begins."""


@blueprint.get("", strict_slashes=False)
def games() -> Response:
    """The page of whoever is signed in, or is a guest; others are led to where they sign in."""
    if bearer().token is None and bearer().seat is None:
        return _lead(url_for("session.form", to=TO_OWN_GAMES))
    token = bearer().token
    owner = token.owner if token is not None and may_own(token) else require_writer()
    return _page(owner, Cursors(**read_query(_CURSORS)), Said())


@blueprint.post("/replays")
def upload() -> Response:
    """Store the records of the files that were sent, and of the pasted log: a result for each file.

    What is stored stays stored if others are refused.
    """
    require_own_site()
    owner = require_writer()
    try:
        sent = _files_sent()
        results = file_results(sent.files, owner, _visibility(sent.visibility))
    except Problem as problem:
        return _page(owner, Cursors(), Said(wrong=problem.words), problem)
    refused = any(one.refusals or one.wrong for one in results if not one.name)
    pasted = "".join(file.raw.decode() for file in sent.files if not file.name)
    log = pasted if refused else ""
    return _page(owner, Cursors(), Said(results, log=log, visibility=sent.visibility))


@blueprint.post("/replays/<id:replay>/visibility")
def change_visibility(replay: str) -> Response:
    """Choose who finds a replay of one's own."""
    return _changed(
        replay,
        lambda fields: with_visibility(replay, _visibility(fields.get("visibility", [""])[0])),
        f"replay-{replay[:16]}",
    )


@blueprint.post("/replays/<id:replay>/delete")
def delete(replay: str) -> Response:
    """Delete a replay of one's own; it stays for others who uploaded it."""
    return _changed(replay, lambda _: give_up(replay), "replays")


def _changed(replay: str, change: Callable[[dict[str, list[str]]], object], place: str) -> Response:
    """Change a replay, and lead back to this place of the page, or say there what is wrong."""
    require_own_site()
    owner = require_writer()
    fields = form_fields()
    after = fields.get("after", [""])[0]
    here = Cursors(after=after if fullmatch(CURSOR, after) else None)
    try:
        change(fields)
    except Problem as problem:
        return _page(owner, here, Said(wrong=problem.words, replay=replay), problem)
    query = here.query()
    return _lead(f"{url_for('own_games.games')}{query and '?'}{query}#{place}")


def _visibility(name: str) -> Visibility:
    """The visibility of this name. Raises Problem (422) if there is none."""
    try:
        return Visibility(name)
    except ValueError:
        raise Problem(422, "choose who finds it: everyone, who has the link, or only you") from None


def _files_sent() -> SentFiles:
    """The files in the form. Raises Problem if they are too large, too many, or none."""
    with body() as stream:
        sent = ask(sent_files(request.content_type or "", stream.read()))
    if not sent.files:
        raise Problem(422, "there is no log here; choose files, or paste one")
    return sent


def _page(owner: str, here: Cursors, said: Said, problem: Problem | None = None) -> Response:
    """The page of an owner's games, with the status and headers of what was refused."""
    settle_some(owner)
    found = service().store.page(
        Query(own=True), Viewer(owner), read_cursor(here.after), page_size({})
    )
    running, ended = _matches(owner, here.tables), _matches(owner, here.ended, finished=True)
    shown = OwnGames(
        owner=owner,
        is_guest=is_guest(owner),
        replays=[_own(entry) for entry in found.entries],
        running=[_table(match) for match in running.entries],
        ended=[_table(match) for match in ended.entries],
        here=here,
        next=Cursors(next_cursor(found), next_cursor(running), next_cursor(ended)),
    )
    answer = page(
        own_page(request.script_root, shown, said, FILES),
        status=200 if problem is None else problem.status,
        sends=True,
    )
    if problem is not None:
        answer.headers.update(problem.headers)
    return answer


def _matches(owner: str, after: str | None, *, finished: bool = False) -> Page[Match]:
    """A page of the tables of an owner that run, or of those that are finished."""
    query = MatchQuery(own=True, owner=owner, finished=finished, order=Order.NEWEST)
    return service().store.matches.page(query, read_cursor(after), page_size({}))


def _own(entry: Entry) -> OwnReplay:
    return OwnReplay(listed(entry), entry.tags, str(entry.hold), str(entry.visibility))


def _table(match: Match) -> OwnTable:
    """A table as its owner sees it, with whose turn it is."""
    asked = asked_at(match, match.kind.owner_view) if match.is_running else None
    due = None if asked is None else asked.due
    names = dict(zip(SEATS, match.players, strict=False))
    return OwnTable(
        id=match.id,
        game=match.game,
        title=title_of(match.game),
        players=match.players,
        plies=match.plies,
        asked=() if due is None else [names[seat] for seat in due.seats],
        due="" if due is None else due.title,
        ended="" if match.is_running else match.termination or "finished",
    )


def _lead(where: str) -> Response:
    return redirect(where, 303)  # type: ignore[return-value] # Flask's own Response
