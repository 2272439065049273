"""What is answered about a table: each answer says the version and the number of plies."""

from collections.abc import Mapping
from datetime import UTC, datetime
from math import inf
from time import monotonic
from typing import Any

from flask import Response, request
from msgspec.json import decode

from api.http.content_types import JSON
from api.http.polling import private
from api.http.responses import made_from, sent
from api.service import service
from api.tables.visit import Visit
from cgn.table_answers import Contradiction, TableEvent, TableMoves, TableSeat, TableState
from notation.record import SEATS
from notation.render.json import printable
from notation.typed_json import decode_as
from replays.frames import PUBLIC
from replays.moves import Played
from replays.store.model import ANYONE, Viewer
from replays.store.table_model import Event, NewTable, Position, Table
from replays.tables.deal import promise_of


def table_answer(
    guest: Visit,
    data: bytes,
    kind: str = JSON,
    *,
    is_packed: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer to a GET, which is the same until the table's next event.

    That comes by itself at a table without a replay: when the next seed or ply is overdue, or when
    another game ends that has the same seed.
    """
    quiet = max(service().clock() - guest.table.moved, 0)
    tag, more = f"v{guest.table.version}", {**version_headers(guest.table), **(headers or {})}
    if "Authorization" in request.headers:
        return sent(data, kind, tag, is_packed=is_packed, headers=more | private(quiet))
    if not guest.table.held_back:
        # An ended table changes no more, but who may see its replay does, and it can be removed.
        made_from(*filter(None, (guest.table.id, guest.table.replay)))
    moved = monotonic() - quiet
    until = inf if guest.table.open else moved + service().settings.table_life
    return sent(data, kind, tag, is_packed=is_packed, headers=more, moved=moved, until=until)


def version_headers(table: Table) -> dict[str, str]:
    """The headers that say which version an answer is of."""
    return {"Table-Version": str(table.version), "Table-Plies": str(table.plies)}


def done(table: Table, body: bytes, made: int | None = None) -> Response:
    """The answer to a call that made an event, and the version that it made: by default, the last.

    Of a retry, too: it says the same, and the table may have gone on.
    """
    tag = f'"v{table.version if made is None else made}"'
    headers = {"ETag": tag, "Cache-Control": "no-store", **version_headers(table)}
    return sent(body, JSON, headers=headers)


def state(
    table: Table,
    view: str,
    move: Played | None,
    final: tuple[int | None, ...] | None = None,
    reader: Viewer = ANYONE,
) -> TableState:
    """A table in a view; `move` is the last ply that the view was shown.

    Of one that has ended, the scores are those of its replay as `reader` may see it, or `final`
    if it is not kept yet.
    """
    header = decode(table.header)
    del header["plies"]
    due, scores = (None, ()) if move is None else (move.due, move.scores)
    deal = {} if table.secret is None else _deal_of(table, table.secret)
    if not table.running:
        published = table.seed is not None and not table.held_back
        header |= {"seed": table.seed} if published else {}
        due = None
        deal |= _contradictions(table) if table.kind.has_own_records and not table.open else {}
    if table.open:
        scores = _final_scores(table, reader) if final is None else final
    shown = {"header": header, "view": view, "due": due, "scores": scores, "resigned": table.gone}
    return TableState(**entry_of(table), **shown, **deal)


def entry_of(table: Table) -> dict[str, Any]:
    """The fields of a table in a list."""
    life = service().settings.table_life
    return {
        "id": table.id,
        "kind": table.kind,
        "game": table.game,
        "players": table.players,
        "owner": table.owner,
        "visibility": table.visibility,
        "version": table.version,
        "plies": table.plies,
        "finished": not table.running,
        "termination": table.termination or None,
        "winners": table.winners,
        "replay": table.replay,
        "created": _moment(table.created),
        "expires": _moment(table.moved + life) if table.running else None,
    }


def _moment(seconds: int) -> datetime:
    """A time of the service's clock."""
    return datetime.fromtimestamp(seconds, UTC)


def _deal_of(table: Table, secret: str) -> dict[str, Any]:
    """What everyone sees of how a table is dealt."""
    taken = {seat.seat: seat for seat in service().store.tables.seats(table)}
    seats = []
    for letter in SEATS[: len(table.players)]:
        seat = taken.get(letter)
        promise = None if seat is None else seat.promise
        sent_ = seat is not None and seat.nonce is not None
        seats.append(TableSeat(letter, seat is not None, promise, sent_))
    return {"secret_hash": promise_of(secret), "seats": tuple(seats)}


def _contradictions(table: Table) -> dict[str, Any]:
    """The plies that contradicted other views, with the tokens that sent them."""
    tables = service().store.tables
    tokens = {event.version: event.token for event in tables.events(table)}
    found = []
    for own in tables.owns(table):
        if own.is_contradicted:
            ply = own.pieces.index(None)
            at = tables.positions(table, own.view, first=ply)[0]
            found.append(Contradiction(ply, own.view, tokens[at.version]))
    return {"contradictions": tuple(found)}


def _final_scores(table: Table, reader: Viewer) -> tuple[int | None, ...]:
    replay = service().store.get(table.replay or "", reader)
    return () if replay is None else replay.entry.scores


def move_at(table: Table, view: str, ply: int | None = None) -> Played | None:
    """What a view was shown last, or at a ply that stands.

    None before the deal, and once the table has a replay.
    """
    if table.open or not table.dealt:
        return None
    first = table.plies if ply is None else ply
    return _move(service().store.tables.positions(table, view, first=first)[0])


def json_of(value: object) -> bytes:
    """A value as JSON, as all answers have it."""
    return printable(value) + b"\n"


def since(table: Table, view: str, version: int) -> TableMoves:
    """What happened at a running table after a version."""
    tables = service().store.tables
    happened = tables.happened(table, view, version)
    keep = tables.kept(table, version)
    return TableMoves(
        id=table.id,
        view=view,
        version=table.version,
        plies=table.plies,
        keep=keep,
        moves=tuple([_move(one) for one in happened if _stood(one, table.version)]),
        events=_events(tables.events(table, version), happened, table.version),
    )


def moves_until(table: Table, view: str, at: int) -> TableMoves:
    """All moves of a running table as it stood at a version, and the events up to it."""
    tables = service().store.tables
    happened = [one for one in tables.happened(table, view, 0) if one.version <= at]
    stood = tables.positions(table, view, at)
    events = _events(tables.events(table), happened, at)
    return TableMoves(
        id=table.id,
        view=view,
        version=at,
        plies=max(len(stood) - 1, 0),
        keep=0,
        moves=tuple(map(_move, stood)),
        events=tuple([event for event in events if event.version <= at]),
        catalogue=decode(table.catalogue),
    )


def _events(found: list[Event], happened: list[Position], at: int) -> tuple[TableEvent, ...]:
    """The events as a view saw them, as they stood at a version."""
    return tuple(
        [_event(one, [p for p in happened if p.version == one.version], at) for one in found]
    )


def _event(event: Event, own: list[Position], at: int) -> TableEvent:
    stood = bool(own) and all(_stood(one, at) for one in own)
    return TableEvent(
        version=event.version,
        act=event.act,
        time=_moment(event.time),
        details=dict(event.details),
        stands=event.stands or stood,
        moves=tuple([_move(one) for one in own if one.ply]),
    )


def _stood(position: Position, at: int) -> bool:
    return position.undone is None or position.undone > at


def _move(position: Position) -> Played:
    return decode_as(Played, position.move)


def ended_moves(guest: Visit) -> bytes:
    """The beginning of the moves of a game that has ended: all but the moves themselves."""
    table = guest.table
    events = _events(service().store.tables.events(table), [], table.version)
    rest = {"version": table.version, "keep": 0, "events": events}
    return printable({"id": table.id, "view": guest.view, **rest}).removesuffix(b"}")


def new_state(new: NewTable, now: int) -> TableState:
    """A table that is being created, as its owner sees it."""
    table = Table(
        id=new.id,
        kind=new.kind,
        game=new.game,
        players=new.players,
        owner=new.owner,
        visibility=new.visibility,
        header=new.whole.header,
        seed=new.whole.seed,
        secret=new.secret,
        catalogue=new.catalogue,
        clock=new.clock,
        created=now,
        moved=now,
        version=1,
        plies=0,
        number=0,
        termination=None,
        winners=(),
        replay=None,
    )
    if not new.shown:
        return state(table, PUBLIC, None)
    first = new.shown[0]
    return state(table, first.view, decode_as(Played, first.move))
