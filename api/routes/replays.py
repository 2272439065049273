"""`/v1/replays`: finds replays, and takes one in."""

from collections.abc import Mapping
from dataclasses import replace as replace_fields
from hashlib import sha256
from operator import attrgetter
from typing import Any

from flask import Response, url_for
from msgspec.structs import replace

from api.checking.work_queue import work_queue
from api.http.arguments import Blueprint
from api.http.content_types import (
    DOCUMENTS,
    LINES,
    PAGE,
    PLAIN,
    TEXT,
    Spelling,
    accepted,
    content_kind,
)
from api.http.paging import next_cursor, paged, read_cursor
from api.http.request_bodies import body
from api.http.responses import LISTS, answer, cache_until_changed, saved_as
from api.openapi.operations import answering, described
from api.policy.auth import needs_token, own_token, require_writer, viewer
from api.schemas import Choice, Flag, FollowedSchema, KeySchema, UploadSchema, about, parameters
from api.service import service
from api.shapes import shaped
from api.transfer import Export, keep, streamed
from client import answers
from replays.store import model
from replays.store.filters import values_of
from replays.store.model import MAX_COUNT, Key, Order, Visibility
from replays.store.query import FILTERS, Query

blueprint = Blueprint("replays", __name__, url_prefix="/v1", description="Stored replays.")

_TAKEN = (*DOCUMENTS, TEXT)
SearchSchema = FollowedSchema.from_dict(
    {
        **parameters(FILTERS),
        "own": Flag(
            load_default=False,
            metadata=about("Only replays that the token's owner holds, private ones too."),
        ),
        "total": Flag(
            load_default=False,
            metadata=about(f"Whether to count what the query finds, up to {MAX_COUNT:,}."),
        ),
        "order": Choice(
            [str(order) for order in Order],
            load_default=str(Order.NEWEST),
            metadata=about("By time of upload."),
        ),
        "notes": Flag(
            load_default=False,
            metadata=about(
                "In a stream, write a line `% after CURSOR` after each record: where to continue "
                "if the stream breaks off."
            ),
        ),
    },
    name="SearchSchema",
)
"""Which replays to list, and in which order."""


_SEARCH, _UPLOAD, _KEY = SearchSchema(), UploadSchema(), KeySchema()


@blueprint.get("/replays")
@described(blueprint, "listReplays", 406, 431)
@blueprint.arguments(_SEARCH, location="query")
@answering(blueprint, "A page, or the records.", TEXT, *LINES)
@blueprint.response(200, "ReplayPage", description="A page, or the records.")
def list_replays(asked: dict[str, Any]) -> Response:
    """List replays.

    Public ones, the newest first; with `own`, those that the token's owner holds. JSON is a
    page of the list: `next` has the cursor of the next page, `Link` its address. Text or JSON
    Lines are the records themselves, however many, in one stream whose last line says that it
    is complete.
    """
    kind = accepted((PAGE, TEXT, *LINES))
    return _exported(asked, kind) if isinstance(kind, Spelling) else _page(asked)


@blueprint.post("/replays")
@needs_token
@described(blueprint, "uploadReplay", 403, 422, token=True, body=_TAKEN)
@blueprint.arguments(_UPLOAD, location="query")
@blueprint.arguments(_KEY, location="headers")
@blueprint.response(201, "Stored", description="Stored, and new to you.")
@blueprint.alt_response(200, schema="Stored", description="It was stored already.")
def upload_replay(asked: dict[str, Any], named: dict[str, Any]) -> Response:
    """Upload a record.

    As text or JSON, gzipped or not; the game need not be finished. A record that breaks the
    rules is refused with its diagnostics, and nothing is stored. The same record again has
    the same id; other records of the same game are listed in `same_game`.
    """
    holder = require_writer()
    kind = content_kind(_TAKEN)
    key = named.get("key")
    with body() as stream:
        raw = stream.read()
    visibility = Visibility(asked["visibility"])
    once = (
        None
        if key is None
        else Key(key, sha256(f"{visibility} {kind.form}\n".encode() + raw).hexdigest())
    )
    stored = keep(work_queue(), raw, kind.form, holder, visibility, once)
    where = url_for("replays.get_replay", replay=stored.id)
    return answer(stored, 201 if stored.created else 200, {"Location": where})


@blueprint.get("/replays.cgn")
@described(blueprint, "exportReplays", 431)
@blueprint.arguments(_SEARCH, location="query")
@answering(blueprint, "The records, and a last line that says that it is complete.", PLAIN)
def export_replays(asked: dict[str, Any]) -> Response:
    """Download replays as text.

    All that the query finds, in one stream of plain text.
    """
    return _exported(asked, PLAIN, saved_as("replays.cgn"))


def _exported(
    asked: Mapping[str, Any], kind: Spelling, headers: Mapping[str, str] | None = None
) -> Response:
    query, after = _query(asked), read_cursor(asked.get("after"))
    limit, notes = asked.get("limit"), asked["notes"]
    export = Export(
        work_queue(), query, viewer(), after, limit, notes, service().settings.max_export
    )
    return streamed(kind, export.pieces(kind), headers)


def _query(asked: Mapping[str, Any]) -> Query:
    """What is searched for. Raises Problem as `own_token` does, if it is one's own."""
    if asked["own"]:
        own_token()
    return Query(**values_of(FILTERS, asked), own=asked["own"], order=Order(asked["order"]))


def _page(asked: Mapping[str, Any]) -> Response:
    query, store, reader = _query(asked), service().store, viewer()
    cache_until_changed(LISTS)

    def find(after: int | None, size: int, order: Order) -> model.Page[model.Entry]:
        return store.page(replace_fields(query, order=order), reader, after, size)

    page, headers = paged(asked, find, attrgetter("number"), query.order)
    entries = tuple([shaped(entry, answers.Entry) for entry in page.entries])
    listed = answers.ReplayPage(entries, next_cursor(page))
    if asked["total"]:
        count = store.count(query, reader, MAX_COUNT + 1)
        listed = replace(listed, total=min(count, MAX_COUNT), more=count > MAX_COUNT)
    return answer(listed, headers=headers)
