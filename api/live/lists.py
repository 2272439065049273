"""`/v1/tables`: creates games in progress, lists them, and shows one."""

from dataclasses import replace as replace_fields
from hashlib import sha256
from operator import attrgetter
from secrets import token_hex
from typing import Any

from flask import Response, url_for
from flask.views import MethodView
from msgspec.json import decode, encode

from api.checking.work_queue import ask
from api.http.arguments import Blueprint
from api.http.content_types import JSON
from api.http.paging import next_cursor, paged
from api.http.responses import answer, sent
from api.live import jobs as table_jobs
from api.live.answers import entry_of, json_of, new_state, state, table_answer
from api.live.calling_off import remove
from api.live.calls import on_newest
from api.live.inviting import invitation_of, with_invitations
from api.live.schemas import NewTableSchema, TableSearchSchema, TableViewSchema
from api.live.visit import asked_at, expire_some, to_remove, visit
from api.openapi.operations import BODY, described
from api.policy.auth import needs_token, own_token, writer
from api.schemas.replays import KeySchema
from api.service import service
from client.table_answers import TableEntry, TableList
from notation.record import SEATS
from replays.live.kinds import Kind, kind_wanted
from replays.store.filters import values_of
from replays.store.live_model import Call, NewTable
from replays.store.live_model import Table as Kept
from replays.store.model import Order, Page, Visibility
from replays.store.query import TABLE_FILTERS, TableQuery
from replays.store.tokens import digest_of

blueprint = Blueprint("tables", __name__, url_prefix="/v1", description="Games in progress.")

_NEW, _SEARCH, _VIEW, _KEY = NewTableSchema(), TableSearchSchema(), TableViewSchema(), KeySchema()
_ID_BYTES = 16


@blueprint.route("/tables")
class Tables(MethodView):
    """The games in progress, and those that were."""

    @described(blueprint, "listTables")
    @blueprint.arguments(_SEARCH, location="query")
    @blueprint.response(200, "TableList")
    def get(self, asked: dict[str, Any]) -> Response:
        """List tables.

        Public ones, the newest first; with `own`, those that the token's owner created.
        """
        query = TableQuery(**values_of(TABLE_FILTERS, asked), own=asked["own"])
        if query.own:
            own = own_token().owner
            if query.owner not in (None, own):  # both count, and no table has two owners
                return answer(TableList((), None))
            query = replace_fields(query, owner=own)
        expire_some()
        tables = service().store.tables

        def find(after: int | None, size: int, order: Order) -> Page[Kept]:
            return tables.page(replace_fields(query, order=order), after, size)

        page, headers = paged(asked, find, attrgetter("number"), query.order)
        entries = tuple([TableEntry(**entry_of(one)) for one in page.entries])
        return answer(TableList(entries, next_cursor(page)), headers=headers)

    @needs_token
    @described(blueprint, "createTable", *BODY, 403, 422, token=True)
    @blueprint.arguments(_NEW)
    @blueprint.arguments(_KEY, location="headers")
    @blueprint.response(201, "TableState", description="Created, and dealt.")
    def post(self, asked: dict[str, Any], named: dict[str, Any]) -> Response:
        """Create a table.

        Either the header has a seed, so its owner sees every card, each seat the cards it saw, and
        everyone else the open ones. Or the table is dealt (`deal`) once all seats are taken, from a
        seed that nobody chooses: the answer has an invitation for each seat, and the owner has the
        public view. Or the plies report the cards, as at a table with real ones: with a SeedHash
        the seed is sent after the end, and without one there is no seed.
        """
        owner = writer()
        expire_some(owner)
        header, kind = (
            encode({"plies": [], **asked["header"]}),
            kind_wanted(asked["header"], deal=asked["deal"]),
        )
        visibility, clock = Visibility(asked["visibility"]), bool(asked["clock"])
        flags = f"{visibility} {clock} {kind.by_invitation}\n"
        fingerprint = sha256(flags.encode() + header).hexdigest()
        tables, key = service().store.tables, named.get("key")
        known = None if key is None else digest_of(key)
        salt = key or token_hex(_ID_BYTES)
        body = None if known is None else tables.answered(owner, known, fingerprint)
        if body is None:
            fields = {"owner": owner, "visibility": visibility, "clock": clock, "key": known}
            new = _new_table(header, kind, salt, **fields)
            now = service().clock()
            first = json_of(new_state(new, now))
            call = Call(time=now, token="", fingerprint=fingerprint, answer=first)
            body = tables.create(new, call)
        body = with_invitations(body, salt)
        where = url_for("tables.Table", table=decode(body)["id"])
        headers = {"Location": where, "ETag": '"v1"', "Cache-Control": "no-store"}
        return sent(body, JSON, status=201, headers=headers)


def _new_table(header: bytes, kind: Kind, salt: str, **fields: Any) -> NewTable:  # noqa: ANN401 - those of NewTable
    """A table of a kind, with these `fields` besides; `salt` makes its invitations."""
    created = ask(table_jobs.create(header, kind.name))
    seats = SEATS[: len(created.players)] if kind.by_invitation else ""
    secret = token_hex(_ID_BYTES)
    return NewTable(
        id=token_hex(_ID_BYTES),
        kind=kind,
        game=created.game,
        players=created.players,
        parts=created.parts,
        asked=encode(created.asked),
        catalogue=created.catalogue,
        secret=secret if seats else None,
        invitations={seat: digest_of(invitation_of(secret, salt, seat)) for seat in seats},
        **fields,
    )


@blueprint.route("/tables/<table:table>")
class Table(MethodView):
    """One table."""

    @described(blueprint, "getTable", 403, 404)
    @blueprint.arguments(_VIEW, location="query")
    @blueprint.response(200, "TableState")
    def get(self, asked: dict[str, Any], table: str) -> Response:
        """Get a table.

        Its header, how far it is, and who is asked for what, as the view sees it.
        """
        guest = visit(table, asked.get("view"))
        found = state(guest.table, guest.view, asked_at(guest.table, guest.view))
        return table_answer(guest, json_of(found))

    @needs_token
    @described(blueprint, "deleteTable", 403, 404, 409, 507, token=True)
    @blueprint.response(204, description="It is gone, and so are the tokens of its seats.")
    def delete(self, table: str) -> Response:
        """Remove a table whose game has ended.

        For its owner, or an admin. Its replay stays, for those who hold it. A dealt table stays for
        its seats until some time after the end, so that nobody hides an unwanted deal.
        """
        on_newest(to_remove(table), remove)
        return Response(status=204)
