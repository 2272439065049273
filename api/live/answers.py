"""What is answered about a table: each answer says the version and the number of plies."""

from collections.abc import Mapping
from datetime import UTC, datetime
from math import inf
from time import monotonic
from typing import Any

from flask import Response, request
from msgspec.json import decode

from api.http.content_types import JSON
from api.http.responses import cache_until_changed, private, sent
from api.live.access import Access
from api.live.record import asked_at
from api.service import service
from client.table_answers import Contradiction, TableEvent, TableEvents, TableSeat, TableState
from notation.record import SEATS
from notation.render.json import printable
from replays.live.deal import promise_of
from replays.live.own_records import contradictions
from replays.live.playing import Asked
from replays.store.live_model import Event, NewTable, Table
from replays.view.views import PUBLIC


def table_answer(
    access: Access,
    data: bytes,
    kind: str = JSON,
    *,
    is_packed: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer to a GET, which stays the same until the table's next event.

    At a table without a replay the service makes that event itself: when a seed or ply is overdue,
    or when another game with the same seed ends.
    """
    quiet = max(service().clock() - access.table.moved, 0)
    tag, more = f"v{access.table.version}", {**version_headers(access.table), **(headers or {})}
    if "Authorization" in request.headers:
        return sent(data, kind, tag, is_packed=is_packed, headers=more | private(quiet))
    if not access.table.is_held_back:
        # An ended table changes no more, but who may see its replay does, and it can be removed.
        cache_until_changed(*filter(None, (access.table.id, access.table.replay)))
    moved = monotonic() - quiet
    until = inf if access.table.has_replay else moved + service().settings.table_life
    return sent(data, kind, tag, is_packed=is_packed, headers=more, moved=moved, until=until)


def version_headers(table: Table) -> dict[str, str]:
    """The headers that say which version an answer is of."""
    return {"Table-Version": str(table.version), "Table-Plies": str(table.plies)}


def answer_change(table: Table, body: bytes, made: int | None = None) -> Response:
    """The answer to a change, with the version that it made: by default, the last.

    A retry gets it again, even if the table has later versions.
    """
    tag = f'"v{table.version if made is None else made}"'
    headers = {"ETag": tag, "Cache-Control": "no-store", **version_headers(table)}
    return sent(body, JSON, headers=headers)


def state(table: Table, view: str, asked: Asked | None) -> TableState:
    """A table in a view. `asked` is what the view is asked, None before the deal."""
    header = decode(table.header)
    del header["plies"]
    deal = {} if table.secret is None else _deal_of(table, table.secret)
    if not table.is_running:
        published = table.seed is not None and not table.is_held_back
        header |= {"seed": table.seed} if published else {}
        deal |= (
            _contradictions(table) if table.kind.has_own_records and not table.has_replay else {}
        )
    shown = {
        "header": header,
        "view": view,
        "due": asked.due if asked is not None and table.is_running else None,
        "scores": () if asked is None else asked.scores,
        "resigned": table.gone,
    }
    return TableState(**entry_of(table), **shown, **deal)


def entry_of(table: Table) -> dict[str, Any]:
    """The fields of a table in a list."""
    life = service().settings.table_life
    return {
        "id": table.id,
        "kind": table.kind.name,
        "game": table.game,
        "players": table.players,
        "owner": table.owner,
        "visibility": table.visibility,
        "version": table.version,
        "plies": table.plies,
        "finished": not table.is_running,
        "termination": table.termination or None,
        "winners": table.winners,
        "replay": table.replay,
        "created": _moment(table.created),
        "expires": _moment(table.moved + life) if table.is_running else None,
    }


def _moment(seconds: int) -> datetime:
    """A time of the service's clock."""
    return datetime.fromtimestamp(seconds, UTC)


def _deal_of(table: Table, secret: str) -> dict[str, Any]:
    """The deal of a table as everyone sees it: the secret's hash, and the seats."""
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
    versions = tables.versions(table)
    wrong = contradictions(tables.record_parts(table))
    found = [Contradiction(ply, view, tokens[versions[ply - 1]]) for view, ply in wrong.items()]
    return {"contradictions": tuple(found)}


def json_of(value: object) -> bytes:
    """A value as JSON, as all answers have it."""
    return printable(value) + b"\n"


def events_of(table: Table, since: int | None) -> TableEvents:
    """The events of a table, or only those after a version."""
    tables = service().store.tables
    keep = 0 if since is None else tables.unchanged_since(table, since)
    events = tuple(map(_event, tables.events(table, since or 0)))
    return TableEvents(table.id, table.version, table.plies, keep, events)


def _event(event: Event) -> TableEvent:
    time = _moment(event.time)
    return TableEvent(event.version, event.act, time, dict(event.details), event.stands)


def state_json(table: Table, view: str = PUBLIC) -> bytes:
    """The table in a view, for the answer."""
    return json_of(state(table, view, asked_at(table, view)))


def new_state(new: NewTable, now: int) -> TableState:
    """A new table, as its owner sees it."""
    table = Table(
        id=new.id,
        kind=new.kind,
        game=new.game,
        players=new.players,
        owner=new.owner,
        visibility=new.visibility,
        header=new.parts.header,
        asked=new.asked,
        seed=new.parts.seed,
        secret=new.secret,
        catalogue=new.catalogue,
        clock=new.clock,
        created=now,
        moved=now,
    )
    view = new.kind.owner_view
    return state(table, view, asked_at(table, view))
