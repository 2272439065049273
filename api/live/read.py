"""`/v1/tables/{id}/frames`, `/moves`, `/events`, `/record` and `/legal`: reads a match."""

from typing import Any

from flask import Response, url_for

from api.checking.job import Job
from api.http.arguments import Blueprint
from api.http.content_types import DOCUMENTS, TEXT, Kind, accepted
from api.http.waiting import EVENT_STREAM
from api.live import jobs
from api.live.access import Access, access_to
from api.live.answers import events_of, json_of, match_answer
from api.live.jobs import MatchView
from api.live.record import no_ply, not_dealt
from api.live.views import frames_of, memoized, moves_of, record_at, remembered_at
from api.openapi.operations import answering, described
from api.problems import bad_parameter
from api.schemas import Choice, Flag, Text, WaitSchema, Whole, about
from client.table_answers import TableChoices, TableLegal
from notation.read import Form
from notation.record import SEATS
from replays.live.choosing import NOBODY
from replays.view.choices import Choices
from replays.view.made import MAX_TAPS

_MOST = 10**9 - 1
_TAPS_TEXT = 1_000


class TableViewSchema(WaitSchema):
    """What to show of a match."""

    view = Text(
        6,
        f"(all|public|owner|[{SEATS}])",
        "all, public, owner or the letter of a seat",
        metadata=about(
            "The view: `all`, a seat, `public`, or `owner` where plies report the cards. "
            "By default, the most open one that you may see.",
            "B",
        ),
    )


class AtSchema(TableViewSchema):
    """Which version of a match to show."""

    at = Whole(1, _MOST, metadata=about("The version to show; by default the newest."))


class RecordSchema(AtSchema):
    """Which record of a match to show."""

    memory = Flag(
        metadata=about(
            "`1` also gives every card that the seat of the view has seen since, at its place in "
            "the orders of shuffles: what a program needs to guess the rest."
        )
    )


class SinceSchema(AtSchema):
    """What to leave out that the client has."""

    since = Whole(
        1,
        _MOST,
        metadata=about("A version that you have: only what came after what still stands of it."),
    )


class TapsSchema(TableViewSchema):
    """What was tapped at a match, and who is taken to answer its last ply."""

    taps = Text(
        _TAPS_TEXT,
        metadata=about(
            "The keys of things that were tapped, with commas between them: `made` then has the "
            "moves of open kinds that name them.",
            "hand.B/11,at:row-11.B",
        ),
    )
    answers = Choice(
        (*SEATS, NOBODY),
        metadata=about(
            "Who answers the last ply, where plies report the cards and nobody knows who can: one "
            "of `instead`. By default, the first that may.",
            "C",
        ),
    )


blueprint = Blueprint(
    "table_views", __name__, url_prefix="/v1", description="Positions of games in progress."
)


_AT, _SINCE, _RECORD, _TAPS = AtSchema(), SinceSchema(), RecordSchema(), TapsSchema()


_leading = blueprint.alt_response(303, description="The game has ended: it is read at its replay.")


@blueprint.get("/tables/<table:table>/frames")
@described(blueprint, "getTableFrames", 403, 404, 409, 413)
@blueprint.arguments(_SINCE, location="query")
@blueprint.response(200, "TableFilm")
@_leading
def get_table_frames(asked: dict[str, Any], table: str) -> Response:
    """Get the frames of a table.

    As those of a replay; with `since`, only those after the plies that stand as they stood at
    that version, which the answer counts in `keep`. Once the game has ended and has a replay,
    this leads to the frames of the replay.
    """
    access = access_to(table, asked.get("view"))
    at, last = _version(access, asked), _since(access, asked)
    if access.match.has_replay:
        return _replay(access, "frames.get_frames", asked)
    return match_answer(access, frames_of(access, at, last), is_packed=True)


@blueprint.get("/tables/<table:table>/frames/<ply:ply>")
@described(blueprint, "getTableFrame", 403, 404, 409)
@blueprint.arguments(_AT, location="query")
@blueprint.response(200, "TableFrame")
@_leading
def get_table_frame(asked: dict[str, Any], table: str, ply: int) -> Response:
    """Get one frame of a table.

    The position after so many plies; 0 is the deal.
    """
    access = access_to(table, asked.get("view"))
    at = _version(access, asked)
    if access.match.has_replay:
        return _replay(access, "frames.get_frame", asked, ply=ply)
    return match_answer(access, _frame(access, at, ply), is_packed=True)


@blueprint.get("/tables/<table:table>/moves")
@described(blueprint, "getTableMoves", 403, 404, 409, 413)
@blueprint.arguments(_SINCE, location="query")
@blueprint.response(200, "TableMoves")
@_leading
def get_table_moves(asked: dict[str, Any], table: str) -> Response:
    """Get the moves of a table.

    In words; with `since`, only those after the plies that stand as they stood at that version.
    Once the game has ended and has a replay, this leads to the moves of the replay.
    """
    access = access_to(table, asked.get("view"))
    at, last = _version(access, asked), _since(access, asked)
    if access.match.has_replay:
        return _replay(access, "frames.get_moves", asked)
    return match_answer(access, moves_of(access, at, last), is_packed=True)


@blueprint.get("/tables/<table:table>/events")
@described(blueprint, "getTableEvents", 403, 404)
@blueprint.arguments(_SINCE, location="query")
@answering(blueprint, "The events of the table.", Kind(EVENT_STREAM))
@blueprint.response(200, "TableEvents")
def get_table_events(asked: dict[str, Any], table: str) -> Response:
    """Get the events of a table.

    What was done, and when; with `since`, only what was done after that version. The plies that
    an event took back stand as of the version before it: ask for the moves `at` that. Asked for
    `text/event-stream`, a stream of events, each with the moves since the one before, until the
    game ends; it begins after `Last-Event-ID`, or after `since`.
    """
    access = access_to(table, asked.get("view"))
    return match_answer(access, json_of(events_of(access.match, _since(access, asked))))


@blueprint.get("/tables/<table:table>/record")
@described(blueprint, "getTableRecord", 403, 404, 409, 406, 422)
@blueprint.arguments(_RECORD, location="query")
@answering(blueprint, "The record.", *DOCUMENTS, TEXT)
@_leading
def get_table_record(asked: dict[str, Any], table: str) -> Response:
    """Get the record of a table.

    As its view saw it: no seed, `_` for a hidden card, no comments. It can be checked like any
    other, and is incomplete. Once the game has ended and has a replay, this leads there.
    """
    access = access_to(table, asked.get("view"))
    at = _version(access, asked)
    if access.match.has_replay:
        return _replay(access, "replays.get_replay", {})
    kind = accepted((*DOCUMENTS, TEXT))
    form = Form.JSON_LINES if kind.form is Form.JSON else Form.TEXT
    made = remembered_at if asked.get("memory") else record_at
    return match_answer(access, made(access, at, form), kind.content_type)


@blueprint.get("/tables/<table:table>/legal")
@described(blueprint, "getTableLegal", 403, 404, 409)
@blueprint.arguments(_AT, location="query")
@blueprint.response(200, "TableLegal")
def get_table_legal(asked: dict[str, Any], table: str) -> Response:
    """Get the legal moves of a table.

    In the view of the seat that is asked; null in others, and once the game has ended.
    """
    access = access_to(table, asked.get("view"))
    at = _version(access, asked)
    found = access.match
    moves, lists_all, plies = None, None, found.plies
    if found.is_running:
        moves, lists_all, plies = memoized(access, at, "legal", jobs.legal)
    legal = None if moves is None else tuple(moves)
    shown = TableLegal(found.id, access.view, at, plies, legal, lists_all)
    return match_answer(access, json_of(shown))


@blueprint.get("/tables/<table:table>/choices")
@described(blueprint, "getTableChoices", 403, 404, 409)
@blueprint.arguments(_TAPS, location="query")
@blueprint.response(200, "TableChoices")
def get_table_choices(asked: dict[str, Any], table: str) -> Response:
    """Get the choices of the seat that is asked.

    The legal moves with the things that each names, for programs with which people tap cards and
    places: a move is what names all that was tapped. In other views, and once the game is over,
    `choices` is null.
    """
    access = access_to(table, asked.get("view"))
    at = _version(access, {})
    taps, answers = taps_of(asked.get("taps", "")), asked.get("answers", "")
    found = access.match
    made = None
    if found.is_running:
        made = choices_at(access, taps, answers)
    shown = TableChoices(found.id, access.view, at, found.plies, made)
    return match_answer(access, json_of(shown))


def choices_at(access: Access, taps: tuple[str, ...], answers: str) -> Choices | None:
    """What the seat that is asked at the newest version may do, as `choices_of` has it."""
    return memoized(
        access,
        access.match.version,
        ("choices", taps, answers),
        lambda seen: jobs.choosing(seen, taps, answers),
    )


def taps_of(text: str) -> tuple[str, ...]:
    """The keys of what was tapped. Raises Problem (400) if they are too many, or too long."""
    taps = tuple(filter(None, text.split(",")))
    if len(text) > _TAPS_TEXT or len(taps) > MAX_TAPS:
        raise bad_parameter("taps", f"a move is made of at most {MAX_TAPS} taps")
    return taps


def _version(access: Access, asked: dict[str, Any]) -> int:
    """The requested version.

    Raises Problem if the match has not had it (400), or if its cards are not dealt (409).
    """
    if not access.match.is_dealt:
        raise not_dealt()
    now = access.match.version
    at: int = asked.get("at", now)
    if at > now:
        raise bad_parameter("at", f"the versions of this table go up to {now}")
    if at < now and access.match.has_replay:
        raise bad_parameter("at", "the game has ended: its replay has all plies")
    if at < now and "since" in asked:
        raise bad_parameter("at", "`at` cannot be combined with `since`")
    return at


def _since(access: Access, asked: dict[str, Any]) -> int | None:
    """The version in `since`, if any. Raises Problem (400) if the match has not had it."""
    since: int | None = asked.get("since")
    if since is not None and since > access.match.version:
        wrong = f"the versions of this table go up to {access.match.version}"
        raise bad_parameter("since", wrong)
    return since


def _frame(access: Access, at: int, ply: int) -> bytes:
    """The frame of a ply. Raises Problem (404) if there is no such ply."""

    def make(seen: MatchView) -> Job[bytes]:
        if ply > seen.plies:
            raise no_ply(seen.plies)
        return jobs.frame(seen, ply, at)

    return memoized(access, at, ("frame", ply), make)


def _replay(access: Access, route: str, asked: dict[str, Any], **where: int) -> Response:
    """Redirect to the replay of a game that has ended, which checks who may see it."""
    values: dict[str, Any] = {"replay": access.match.replay, **where}
    if "view" in asked:
        values["view"] = asked["view"]
    to = url_for(route, **values)
    return Response(status=303, headers={"Location": to, "Cache-Control": "no-store"})
