"""What is answered about a match: each answer says the version and the number of plies."""

from collections.abc import Mapping, Sequence
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
from api.live.upkeep import life_of
from api.service import service
from client.table_answers import Contradiction, TableEvent, TableEvents, TableSeat, TableState
from notation.record import SEATS
from notation.render.json import printable
from replays.live.deal import promise_of
from replays.live.own_records import contradictions
from replays.live.playing import Asked
from replays.store.live_model import Event, Match, NewMatch, Seat
from replays.view.views import PUBLIC


def match_answer(
    access: Access,
    data: bytes,
    kind: str = JSON,
    *,
    is_packed: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer to a GET, which stays the same until the match's next event.

    In a match without a replay the service makes that event itself: when a seed or ply is overdue,
    or when another game with the same seed ends.
    """
    quiet = max(service().clock() - access.match.moved, 0)
    tag, more = f"v{access.match.version}", {**version_headers(access.match), **(headers or {})}
    if "Authorization" in request.headers:
        return sent(data, kind, tag, is_packed=is_packed, headers=more | private(quiet))
    if not access.match.is_held_back:
        # An ended match changes no more, but who may see its replay does, and it can be removed.
        cache_until_changed(*filter(None, (access.match.id, access.match.replay)))
    moved = monotonic() - quiet
    stays = access.match.has_replay and not access.match.by_guest
    until = inf if stays else moved + life_of(access.match)
    return sent(data, kind, tag, is_packed=is_packed, headers=more, moved=moved, until=until)


def version_headers(match: Match) -> dict[str, str]:
    """The headers that say which version an answer is of."""
    return {"Table-Version": str(match.version), "Table-Plies": str(match.plies)}


def answer_change(match: Match, body: bytes, made: int | None = None) -> Response:
    """The answer to a change, with the version that it made: by default, the last.

    A retry gets it again, even if the match has later versions.
    """
    tag = f'"v{match.version if made is None else made}"'
    headers = {"ETag": tag, "Cache-Control": "no-store", **version_headers(match)}
    return sent(body, JSON, headers=headers)


def state(
    match: Match, view: str, asked: Asked | None, seats: Sequence[Seat] | None = None
) -> TableState:
    """A match in a view. `asked` is what the view is asked, None before the deal.

    `seats` are those that are taken, by default as the store has them.
    """
    header = decode(match.header)
    del header["plies"]
    deal = {} if match.secret is None else _deal_of(match, match.secret, seats)
    if not match.is_running:
        published = match.seed is not None and not match.is_held_back
        header |= {"seed": match.seed} if published else {}
        deal |= (
            _contradictions(match) if match.kind.has_own_records and not match.has_replay else {}
        )
    shown = {
        "header": header,
        "view": view,
        "due": asked.due if asked is not None and match.is_running else None,
        "scores": () if asked is None else asked.scores,
        "resigned": match.gone,
    }
    return TableState(**entry_of(match), **shown, **deal)


def entry_of(match: Match) -> dict[str, Any]:
    """The fields of a match in a list."""
    return {
        "id": match.id,
        "kind": match.kind.name,
        "game": match.game,
        "players": match.players,
        "owner": match.owner,
        "visibility": match.visibility,
        "version": match.version,
        "plies": match.plies,
        "finished": not match.is_running,
        "termination": match.termination or None,
        "winners": match.winners,
        "replay": match.replay,
        "computer": match.computer,
        "created": _moment(match.created),
        "expires": _moment(match.moved + life_of(match)) if match.is_running else None,
    }


def _moment(seconds: int) -> datetime:
    """A time of the service's clock."""
    return datetime.fromtimestamp(seconds, UTC)


def _deal_of(match: Match, secret: str, seats_: Sequence[Seat] | None) -> dict[str, Any]:
    """The deal of a match as everyone sees it: the secret's hash, and the seats."""
    sitting = service().store.matches.seats(match) if seats_ is None else seats_
    taken = {seat.seat: seat for seat in sitting}
    seats = []
    for letter in SEATS[: len(match.players)]:
        seat = taken.get(letter)
        promise = None if seat is None else seat.promise
        sent_ = seat is not None and seat.nonce is not None
        seats.append(TableSeat(letter, seat is not None, promise, sent_))
    return {"secret_hash": promise_of(secret), "seats": tuple(seats)}


def _contradictions(match: Match) -> dict[str, Any]:
    """The plies that contradicted other views, with the tokens that sent them."""
    matches = service().store.matches
    tokens = {event.version: event.token for event in matches.events(match)}
    versions = matches.versions(match)
    wrong = contradictions(matches.record_parts(match))
    found = [Contradiction(ply, view, tokens[versions[ply - 1]]) for view, ply in wrong.items()]
    return {"contradictions": tuple(found)}


def json_of(value: object) -> bytes:
    """A value as JSON, as all answers have it."""
    return printable(value) + b"\n"


def events_of(match: Match, since: int | None) -> TableEvents:
    """The events of a match, or only those after a version."""
    matches = service().store.matches
    keep = 0 if since is None else matches.unchanged_since(match, since)
    events = tuple(map(_event, matches.events(match, since or 0)))
    return TableEvents(match.id, match.version, match.plies, keep, events)


def _event(event: Event) -> TableEvent:
    time = _moment(event.time)
    return TableEvent(event.version, event.act, time, dict(event.details), event.stands)


def state_json(match: Match, view: str = PUBLIC) -> bytes:
    """The match in a view, for the answer."""
    return json_of(state(match, view, asked_at(match, view)))


def new_state(new: NewMatch, now: int) -> TableState:
    """A new match, as its owner sees it."""
    match = Match(
        id=new.id,
        kind=new.kind,
        game=new.game,
        players=new.players,
        owner=new.owner,
        visibility=new.visibility,
        header=new.parts.header,
        asked=new.asked,
        seed=new.parts.seed,
        origin=new.origin,
        plies=len(new.parts.sent),
        secret=new.secret,
        catalogue=new.catalogue,
        clock=new.clock,
        created=now,
        moved=now,
        by_guest=new.guest is not None,
        computer=new.computer,
    )
    view = new.kind.owner_view
    seats = [Seat(one.seat, one.promise, None) for one in new.seated]
    return state(match, view, asked_at(match, view), seats)
