"""`/v1/tables/{id}/frames`, `/moves`, `/record` and `/legal`: reading a table."""

import gzip
from typing import Any

from flask import Response
from flask.views import MethodView

from api.checking import table_jobs
from api.checking.asker import asker
from api.checking.films import film_of, frame_of, moves_of
from api.checking.jobs import Viewed, Wanted
from api.checking.weights import LISTED
from api.http.arguments import Blueprint
from api.http.content_types import DOCUMENTS, TEXT, accepted
from api.openapi.operations import answering, described
from api.problems import Problem, bad_parameter, over_limit
from api.routes.replay import text_of
from api.schemas.tables import AtSchema, SinceSchema
from api.service import service
from api.tables.answers import ended_moves, json_of, moves_until, since, table_answer
from api.tables.visit import Visit, no_ply, not_dealt, reader_of, record_of, visit, weight
from cgn.table_answers import TableLegal
from notation.read import Form
from notation.render.json import printable
from replays.store.model import Replay
from replays.store.table_model import Position
from replays.tables.views import frame_json

blueprint = Blueprint(
    "table_views", __name__, url_prefix="/v1", description="Positions of games in progress."
)

_AT, _SINCE = AtSchema(), SinceSchema()


@blueprint.route("/tables/<table:table>/frames")
class Frames(MethodView):
    """The positions of a table."""

    @described(blueprint, "getTableFrames", 403, 404, 409, 413)
    @blueprint.arguments(_SINCE, location="query")
    @blueprint.response(200, "TableFilm")
    def get(self, asked: dict[str, Any], table: str) -> Response:
        """Get the frames of a table.

        As those of a replay; with `since`, only those after the plies that stand as they stood at
        that version, which the answer counts in `keep`. Once the game has ended, those of its
        replay.
        """
        guest = visit(table, asked.get("view"))
        at, last = _version(guest, asked), asked.get("since")
        if guest.table.open:
            return _film_of_replay(guest, last)
        tables, found = service().store.tables, guest.table
        keep = 0 if last is None else tables.kept(found, _known(guest, last))
        first = 0 if last is None else keep + 1
        shown = tables.positions(found, guest.view, at, first)
        plies = shown[-1].ply if shown else keep
        head = _head(guest, at, plies, keep)
        pieces = [printable(head)[:-1]]
        if last is None:
            pieces += [b',"catalogue":', found.catalogue]
        pieces += [b',"frames":[', b",".join(_frames(shown, plies)), b"]}\n"]
        data = b"".join(pieces)
        most = service().settings.max_film
        if len(data) > most:
            raise over_limit("bytes of frames in one answer, so ask with since", "max_film", most)
        return table_answer(guest, data)


@blueprint.route("/tables/<table:table>/frames/<ply:ply>")
class Frame(MethodView):
    """One position of a table."""

    @described(blueprint, "getTableFrame", 403, 404, 409)
    @blueprint.arguments(_AT, location="query")
    @blueprint.response(200, "TableFrame")
    def get(self, asked: dict[str, Any], table: str, ply: int) -> Response:
        """Get one frame of a table.

        The position after so many plies; 0 is the deal.
        """
        guest = visit(table, asked.get("view"))
        at = _version(guest, asked)
        if guest.table.open:
            return _frame_of_replay(guest, ply)
        tables, found = service().store.tables, guest.table
        shown = tables.positions(found, guest.view, at, ply)
        if not shown:
            earlier = tables.positions(found, guest.view, at)
            raise no_ply(earlier[-1].ply) if earlier else not_dealt()
        return table_answer(guest, _versioned(frame_json(shown[0].frame, shown[-1].ply), at))


@blueprint.route("/tables/<table:table>/moves")
class Moves(MethodView):
    """The moves of a table."""

    @described(blueprint, "getTableMoves", 403, 404, 409)
    @blueprint.arguments(_SINCE, location="query")
    @blueprint.response(200, "TableMoves")
    def get(self, asked: dict[str, Any], table: str) -> Response:
        """Get the moves of a table.

        In words, with the events that made them, those of plies that were taken back too; with
        `since`, only what happened after that version. Once the game has ended, the moves are
        those of its replay. Before the deal there are only events.
        """
        guest = visit(table, asked.get("view"))
        at, last = _version(guest, asked, before_deal=True), asked.get("since")
        found, view = guest.table, guest.view
        if found.open:
            return _moves_of_replay(guest)
        known = None if last is None else _known(guest, last)
        moves = moves_until(found, view, at) if known is None else since(found, view, known)
        return table_answer(guest, json_of(moves))


@blueprint.route("/tables/<table:table>/record")
class Record(MethodView):
    """The record of a table."""

    @described(blueprint, "getTableRecord", 403, 404, 409, 406)
    @blueprint.arguments(_AT, location="query")
    @answering(blueprint, "The record.", *DOCUMENTS, TEXT)
    def get(self, asked: dict[str, Any], table: str) -> Response:
        """Get the record of a table.

        As its view saw it: no seed, `_` for a hidden card, no comments. It can be checked like any
        other, and is incomplete. Once the game has ended, the replay.
        """
        guest = visit(table, asked.get("view"))
        at = _version(guest, asked)
        kind = accepted((*DOCUMENTS, TEXT))
        found = guest.table
        if not found.open:
            form = Form.JSON_LINES if kind.form is Form.JSON else Form.TEXT
            return table_answer(guest, record_at(guest, at, form), kind.content_type)
        replay = _replay(guest)
        if kind.form is Form.JSON:
            return table_answer(guest, replay.body, str(kind), is_packed=True)
        return table_answer(guest, text_of(replay), kind.content_type)


@blueprint.route("/tables/<table:table>/legal")
class Legal(MethodView):
    """The legal moves of a table."""

    @described(blueprint, "getTableLegal", 403, 404, 409)
    @blueprint.arguments(_AT, location="query")
    @blueprint.response(200, "TableLegal")
    def get(self, asked: dict[str, Any], table: str) -> Response:
        """Get the legal moves of a table.

        In the view of the seat that is asked; null in others, and once the game has ended.
        """
        guest = visit(table, asked.get("view"))
        at = _version(guest, asked)
        found, moves, lists_all = guest.table, None, None
        if found.running:
            whole, owns = record_of(found, at)
            cost = weight(found) + LISTED
            moves, lists_all = asker().ask(cost, table_jobs.legal, whole, owns, guest.view)
        legal = None if moves is None else tuple(moves)
        plies = len(whole.sent) if found.running else found.plies
        shown = TableLegal(found.id, guest.view, at, plies, legal, lists_all)
        return table_answer(guest, json_of(shown))


def _version(guest: Visit, asked: dict[str, Any], *, before_deal: bool = False) -> int:
    """The version that is asked for.

    Raises Problem if the table has not had it (400), or if its cards are not dealt (409), unless
    `before_deal` says that they are not needed.
    """
    if not guest.table.dealt and not before_deal:
        raise not_dealt()
    now = guest.table.version
    at: int = asked.get("at", now)
    if at > now:
        raise bad_parameter("at", f"the versions of this table go up to {now}")
    if at < now and guest.table.open:
        raise bad_parameter("at", "the game has ended: its replay has all plies")
    if at < now and "since" in asked:
        raise bad_parameter("at", "`at` cannot be combined with `since`")
    return at


def record_at(guest: Visit, at: int, form: Form) -> bytes:
    """The record of a running table at a version, as the view has it."""
    table, job = guest.table, table_jobs.record
    found: bytes = asker().ask(weight(table), job, *record_of(table, at), guest.view, form)
    return found


def _known(guest: Visit, version: int) -> int:
    if version > guest.table.version:
        wrong = f"the versions of this table go up to {guest.table.version}"
        raise bad_parameter("since", wrong)
    return version


def _head(guest: Visit, version: int, plies: int, keep: int) -> dict[str, object]:
    numbers = {"version": version, "keep": keep, "plies": plies}
    return {"id": guest.table.id, "view": guest.view, **numbers}


def _frames(shown: list[Position], plies: int) -> list[bytes]:
    return [frame_json(one.frame, plies) for one in shown]


def _versioned(frame: bytes, version: int) -> bytes:
    return b'%b,"version":%d}\n' % (frame.removesuffix(b"\n").removesuffix(b"}"), version)


def _replay(guest: Visit) -> Replay:
    """The replay of a game that has ended. Raises Problem (404) if they may not see it."""
    replay = service().store.get(guest.table.replay or "", reader_of(guest))
    if replay is None:
        raise Problem(404, "there is no table with this id that you may see")
    return replay


def _wanted(guest: Visit, first: int, last: int | None) -> Wanted:
    """Frames of the replay of a game that has ended; without a last, as far as it is followed."""
    replay = _replay(guest)
    return Wanted(
        Viewed(replay.entry.number, replay.body, finished=True, view=guest.view),
        line="",
        first=first,
        last=last,
        legal=False,
        most_frames=guest.table.plies + 1,
        most=service().settings.max_film,
    )


def _film_of_replay(guest: Visit, last: int | None) -> Response:
    """The frames of a replay; none for a client that has its version already."""
    table = guest.table
    known = last is not None and _known(guest, last) == table.version
    keep = table.plies if known else 0
    fields = _head(guest, table.version, table.plies, keep)
    if known:
        return table_answer(guest, json_of({**fields, "frames": ()}))
    del fields["plies"]
    film = film_of(printable(fields)[:-1], _wanted(guest, 0, None), table.plies)
    return table_answer(guest, film, is_packed=True)


def _moves_of_replay(guest: Visit) -> Response:
    moves = moves_of(ended_moves(guest), _wanted(guest, 0, None), guest.table.plies)
    return table_answer(guest, moves, is_packed=True)


def _frame_of_replay(guest: Visit, ply: int) -> Response:
    table = guest.table
    if ply > table.plies:
        raise no_ply(table.plies)
    frame = frame_of(_wanted(guest, ply, ply), table.plies)
    return table_answer(guest, _versioned(gzip.decompress(frame), table.version))
