"""`/v1/tables`: creates games in progress, lists them, shows one, and removes it."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace as replace_fields
from hashlib import sha256
from hmac import digest
from operator import attrgetter
from secrets import token_hex
from typing import Any

from flask import Response, url_for
from marshmallow import Schema
from marshmallow.validate import Range
from msgspec.json import decode, encode

from api.checking.work_queue import ask
from api.http.arguments import Blueprint
from api.http.content_types import JSON
from api.http.paging import next_cursor, paged
from api.http.request_bodies import OF_A_TABLE
from api.http.responses import answer, sent
from api.live.access import Access, access_to, access_to_remove, kept_until
from api.live.answers import entry_of, json_of, match_answer, new_state, state
from api.live.begin import Beginning, begin
from api.live.calls import retry_on_conflict
from api.live.computer import PLAYERS, check_seats, seated
from api.live.guests import Opener, counted
from api.live.read import TableViewSchema
from api.live.record import asked_at
from api.live.upkeep import settle_some
from api.openapi.operations import BODY, described
from api.policy.auth import needs_token, own_token, require_writer
from api.problems import Problem
from api.schemas import (
    VISIBILITIES,
    Choice,
    Flag,
    FollowedSchema,
    HexDigits,
    KeySchema,
    Lines,
    Members,
    Nested,
    Number,
    String,
    Truth,
    about,
    parameters,
)
from api.service import service
from client.table_answers import TableEntry, TableList
from notation.record import SEATS
from replays.live.kinds import KINDS
from replays.store.filters import values_of
from replays.store.live_model import Call, Match, NewMatch, OtherVersion
from replays.store.model import Order, Page, Visibility
from replays.store.query import MATCH_FILTERS, MatchQuery
from replays.store.tokens import digest_of, write_token
from replays.what_if import MOST_TRIED

blueprint = Blueprint("tables", __name__, url_prefix="/v1", description="Games in progress.")


TableSearchSchema = FollowedSchema.from_dict(
    {
        **parameters(MATCH_FILTERS),
        "own": Flag(
            load_default=False,
            metadata=about("Only tables that the token's owner created, private ones too."),
        ),
    },
    name="TableSearchSchema",
)
"""Which matches to list."""


class FromSchema(Schema):
    """The replay that a match goes on from."""

    replay = HexDigits(
        64,
        required=True,
        metadata=about("The id of a finished replay that you may see whole.", "2f0c" * 16),
    )
    ply = Number(
        required=True,
        validate=Range(0, error="must be at least 0"),
        metadata=about("The last of its plies that is played already.", 31),
    )
    moves = Lines(
        String(),
        MOST_TRIED,
        load_default=list,
        metadata=about(
            "Moves that are played next, by whoever is asked; only of a replay with a Seed.",
            ["draw left left"],
        ),
    )


class NewTableSchema(Schema):
    """A match to be created."""

    most_bytes = OF_A_TABLE

    header = Members(
        keys=String(),
        metadata=about(
            "The header as in the JSON form: `cgn`, `game`, `rules`, `seats`, `seed` unless the "
            "table is dealt, and `deck`, `options`, `seedHash`, `tags` if it has any. With `from`, "
            "it may be left out, or have `seats` and `tags`: the rest is that of the replay.",
            {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"], "seed": "tuesday-7"},
        ),
    )
    origin = Nested(
        FromSchema,
        data_key="from",
        metadata=about(
            "The replay that it goes on from. With a Seed the later cards are those of the replay; "
            "without one, the plies tell the cards."
        ),
    )
    visibility = Choice(
        VISIBILITIES,
        load_default=str(Visibility.PUBLIC),
        metadata=about(
            "Who finds it, and its replay: everyone; those who know its id; its owner. One that "
            "goes on from a replay is never found by more people than that."
        ),
    )
    deal = Truth(
        load_default=False,
        metadata=about("Whether the cards are dealt once all sit, by a seed that nobody chooses."),
    )
    computer = Members(
        keys=Choice(SEATS),
        values=Choice(PLAYERS),
        load_default=dict,
        metadata=about(
            "The seats that the computer plays, each by a built-in player; not where the plies tell"
            " the cards, and never all of them.",
            {"B": "sensible"},
        ),
    )
    clock = Truth(
        load_default=False,
        metadata=about("Whether the service notes when each ply was made."),
    )


_ID_BYTES = 16


@blueprint.get("/tables")
@described(blueprint, "listTables")
@blueprint.arguments(TableSearchSchema, location="query")
@blueprint.response(200, "TableList")
def list_tables(asked: dict[str, Any]) -> Response:
    """List tables.

    Public ones, the newest first; with `own`, those that the token's owner created.
    """
    query = MatchQuery(**values_of(MATCH_FILTERS, asked), own=asked["own"])
    if query.own:
        own = own_token().owner
        if query.owner not in (None, own):  # both count, and no match has two owners
            return answer(TableList((), None))
        query = replace_fields(query, owner=own)
    settle_some()
    matches = service().store.matches

    def find(after: int | None, size: int, order: Order) -> Page[Match]:
        return matches.page(replace_fields(query, order=order), after, size)

    page, headers = paged(asked, find, attrgetter("number"), query.order)
    entries = tuple([TableEntry(**entry_of(one)) for one in page.entries])
    return answer(TableList(entries, next_cursor(page)), headers=headers)


@blueprint.post("/tables")
@needs_token
@described(blueprint, "createTable", *BODY, 403, 422, token=True)
@blueprint.arguments(NewTableSchema)
@blueprint.arguments(KeySchema, location="headers")
@blueprint.response(201, "TableState", description="Created, and dealt.")
def create_table(asked: dict[str, Any], named: dict[str, Any]) -> Response:
    """Create a table.

    Either the header has a seed, so its owner sees every card, each seat the cards it saw, and
    everyone else the open ones. Or the table is dealt (`deal`) once all seats are taken, from a
    seed that nobody chooses: the answer has an invitation for each seat, and the owner has the
    public view. Or the plies report the cards, as at a table with real ones: with a SeedHash
    the seed is sent after the end, and without one there is no seed. A table that goes on from a
    finished replay (`from`) has its plies already; its record says so by the tag `From`.
    """
    body = created(asked, named.get("key"), Opener(require_writer()))
    where = url_for("tables.get_table", table=decode(body)["id"])
    headers = {"Location": where, "ETag": '"v1"', "Cache-Control": "no-store"}
    return sent(body, JSON, status=201, headers=headers)


def created(asked: Mapping[str, Any], key: str | None, opener: Opener) -> bytes:
    """Create the match that is asked for, as NewTableSchema has it, for whoever opens it.

    Returns the answer, with the invitations of a dealt one; the same call with the same key is
    answered as the first was. Raises Problem if it cannot be created.
    """
    owner, guest = opener.owner, opener.guest
    settle_some(owner if guest is None else None)  # all guests together have one limit
    begun = begin(asked)
    visibility, clock = begun.visibility, bool(asked["clock"])
    computer: dict[str, str] = asked["computer"]
    flags = f"{visibility} {clock} {asked['deal']} {sorted(computer.items())}\n"
    fingerprint = sha256(flags.encode() + begun.asked).hexdigest()
    matches = service().store.matches
    known = None if key is None else digest_of(key)
    salt = key or token_hex(_ID_BYTES)
    body = None if known is None else matches.answered(owner, known, fingerprint)
    if body is None:
        fields = {"owner": owner, "guest": guest, "visibility": visibility, "clock": clock}
        new = _new_match(begun, salt, key=known, computer=computer, **fields)
        now = service().clock()
        first = json_of(new_state(new, now))
        call = Call(time=now, token="", fingerprint=fingerprint, answer=first)
        with counted() if guest is not None else nullcontext():
            body = matches.create(new, call)
        if computer:
            service().wake(new.id, 1)
    return with_invitations(body, salt)


def _new_match(begun: Beginning, salt: str, **fields: Any) -> NewMatch:  # noqa: ANN401 - those of NewMatch
    """A match that begins so, with these `fields` besides; `salt` makes its invitations."""
    created = ask(begun.job)
    kind = KINDS[created.kind]
    seats = SEATS[: len(created.players)] if kind.by_invitation else ""
    secret = token_hex(_ID_BYTES)
    computer = fields["computer"]
    check_seats(computer, created.game, kind, created.players, by_guest=fields["guest"] is not None)
    return NewMatch(
        id=token_hex(_ID_BYTES),
        kind=kind,
        game=created.game,
        players=created.players,
        parts=created.parts,
        asked=encode(created.asked),
        origin=created.origin,
        catalogue=created.catalogue,
        secret=secret if seats else None,
        invitations={
            seat: digest_of(invitation_of(secret, salt, seat))
            for seat in seats
            if seat not in computer
        },
        seated=seated(secret, computer) if seats else (),
        **fields,
    )


def invitation_of(secret: str, salt: str, seat: str) -> str:
    """The invitation for a seat of the match with this secret.

    `salt` is the idempotency key of the call that creates the match. The store keeps only its
    digest: a retry is given the same invitations, and a copy of the store invites nobody.
    """
    return write_token(digest(secret.encode(), f"{seat} {salt}".encode(), "sha256"))


def with_invitations(created: bytes, salt: str) -> bytes:
    """The answer that creates a match, as the store keeps it, with the match's invitations."""
    state = decode(created)
    match = service().store.matches.get(state["id"])
    if match is None or not match.kind.by_invitation or match.secret is None:
        return created
    seats = SEATS[: len(match.players)]
    state["invitations"] = {
        seat: invitation_of(match.secret, salt, seat)
        for seat in seats
        if seat not in match.computer
    }
    return json_of(state)


@blueprint.get("/tables/<table:table>")
@described(blueprint, "getTable", 403, 404)
@blueprint.arguments(TableViewSchema, location="query")
@blueprint.response(200, "TableState")
def get_table(asked: dict[str, Any], table: str) -> Response:
    """Get a table.

    Its header, how far it is, and who is asked for what, as the view sees it.
    """
    access = access_to(table, asked.get("view"))
    found = state(access.match, access.view, asked_at(access.match, access.view))
    return match_answer(access, json_of(found))


@blueprint.delete("/tables/<table:table>")
@needs_token
@described(blueprint, "deleteTable", 403, 404, 409, 507, token=True)
@blueprint.response(204, description="It is gone, and so are the tokens of its seats.")
def delete_table(table: str) -> Response:
    """Remove a table whose game has ended.

    For its owner, or an admin. Its replay stays, for those who hold it. A dealt table stays for
    its seats until some time after the end, so that nobody hides an unwanted deal.
    """
    retry_on_conflict(access_to_remove(table), remove)
    return Response(status=204)


def remove(access: Access) -> None:
    """Remove a match that has ended, with the tokens of its seats; its replay stays.

    Raises Problem (409) if it runs, or if it was to be dealt and ended a short time ago. Raises
    OtherVersion if another call was ahead.
    """
    matches, match = service().store.matches, access.match
    if match.is_running:
        raise Problem(409, "the game has not ended: end it first")
    check_hidden(match.moved if match.kind.by_invitation else None)
    matches.drop(match)
    if matches.get(match.id) is not None:
        raise OtherVersion("somebody changed the table in the meantime")


_DAY = 24 * 60 * 60


def check_hidden(end: int | None) -> None:
    """Raise Problem (409) if a dealt game that ended then has to stay readable for its seats."""
    now = service().clock()
    if end is not None and now < kept_until(end):
        days = -(-(kept_until(end) - now) // _DAY)
        detail = f"the seats of a dealt game may read it for {days} more days"
        raise Problem(409, f"{detail}; a private replay is hidden from everybody else")
