"""`/v1/replays/{id}`: one replay, in every spelling, and its digests."""

from collections.abc import Mapping
from re import fullmatch
from typing import Any

from flask import Response, request
from marshmallow import Schema
from msgspec.structs import asdict

from api.checking.record_jobs import digests, text
from api.checking.work_queue import ask
from api.http.content_types import (
    CANONICAL,
    DOCUMENT,
    DOCUMENTS,
    JSON,
    PLAIN,
    TEXT,
    Spelling,
    accepted,
)
from api.http.responses import answer, saved_as, sent
from api.live.tables import check_hidden
from api.openapi.operations import BODY, answering, described
from api.policy.auth import needs_token, viewer
from api.problems import Problem
from api.routes.replays import blueprint
from api.routes.stored_replays import replay_of
from api.schemas import VISIBILITIES, Choice, String, about
from api.service import service
from api.shapes import Changed, shaped
from client.answers import Entry
from notation.read import Form
from replays.store.model import Replay as Stored
from replays.store.model import Visibility

_TAG = r"([0-9a-f]{16})\.([0-9]{1,18})\.[a-z-]+"


class MatchSchema(Schema):
    """A header that allows a change only to a known version of the replay."""

    match = String(
        data_key="If-Match",
        metadata=about(
            "The ETag of the replay as you know it. If the replay has another one: 412."
        ),
    )


class ChangeSchema(Schema):
    """What can be changed about a replay."""

    visibility = Choice(
        VISIBILITIES,
        required=True,
        metadata=about("Who can find it: your choice.", "unlisted"),
    )


_CHANGE, _MATCH = ChangeSchema(), MatchSchema()


@blueprint.get("/replays/<id:replay>")
@described(blueprint, "getReplay", 404, 406)
@answering(blueprint, "The record.", *DOCUMENTS, TEXT)
def get_replay(replay: str) -> Response:
    """Get a replay.

    The record as JSON or text. Until the game is finished, only its uploaders get the whole
    record; everyone else gets what everyone at the table knew: no seed, no shuffles, `_` for a
    hidden card. Accept may ask for `text/vnd.cgn; form=canonical`, whose SHA-256 is the id.
    """
    return spelled(replay_of(replay), accepted((*DOCUMENTS, TEXT, CANONICAL)))


@blueprint.patch("/replays/<id:replay>")
@needs_token
@described(blueprint, "changeReplay", *BODY, 403, 404, 412, token=True)
@blueprint.arguments(_CHANGE)
@blueprint.arguments(_MATCH, location="headers")
@blueprint.response(200, "Changed")
def change_replay(asked: dict[str, Any], _: dict[str, Any], replay: str) -> Response:
    """Change who finds a replay.

    For its uploader, or an admin. If several people uploaded it, the most open choice counts.
    """
    changed = with_visibility(replay, Visibility(asked["visibility"]))
    now = Changed(**asdict(shaped(changed.entry, Entry)), hold=changed.hold)
    return answer(now, headers={"ETag": f'"{tag_of(changed, "json")}"'})


def with_visibility(replay: str, visibility: Visibility) -> Stored:
    """A replay after the client, one of its holders or an admin, has chosen who finds it.

    Raises Problem if they do not see it (404), do not hold it (403), or know an older one (412).
    """
    stored = replay_of(replay)
    changed = service().store.set_visibility(replay, viewer(), visibility, _revision(stored))
    if changed is None:
        raise _not_yours()
    return changed


@blueprint.delete("/replays/<id:replay>")
@needs_token
@described(blueprint, "deleteReplay", 403, 404, 409, 412, 507, token=True)
@blueprint.arguments(_MATCH, location="headers")
@blueprint.response(204, description="You no longer hold it.")
def delete_replay(_: dict[str, Any], replay: str) -> Response:
    """Give up a replay.

    For its uploader, or an admin. It stays while others who uploaded it hold it. That of a
    dealt table stays for the seats until some time after the end (409): make it private to hide
    it from everybody else.
    """
    give_up(replay)
    return Response(status=204)


def give_up(replay: str) -> None:
    """Give up the client's hold of a replay, or as an admin all of them.

    Raises Problem as `with_visibility` does, and (409) if seats of a dealt table may still read it.
    """
    stored = replay_of(replay)
    if stored.hold is not None or viewer().admin:
        holder = None if stored.hold is None else viewer().name
        check_hidden(service().store.matches.dealt_end(replay, holder))
    if not service().store.give_up(replay, viewer(), _revision(stored)):
        raise _not_yours()


@blueprint.get("/replays/<id:replay>.cgn")
@described(blueprint, "getReplayText", 404)
@answering(blueprint, "The record.", PLAIN)
def get_replay_text(replay: str) -> Response:
    """Download a replay as text.

    As plain text, which every browser and program can show.
    """
    stored = replay_of(replay)
    return spelled(stored, PLAIN, saved_as(f"{_file(stored)}.cgn"))


@blueprint.get("/replays/<id:replay>.cgn.json")
@described(blueprint, "getReplayJson", 404)
@answering(blueprint, "The record.", DOCUMENT)
def get_replay_json(replay: str) -> Response:
    """Download a replay as JSON.

    As one line.
    """
    stored = replay_of(replay)
    return spelled(stored, DOCUMENT, saved_as(f"{_file(stored)}.cgn.json"))


@blueprint.get("/replays/<id:replay>/digests")
@described(blueprint, "getDigests", 403, 404)
@blueprint.response(200, "Digests")
def get_digests(replay: str) -> Response:
    """Get a replay's digests.

    Those of the record, of its game, and of the position after each ply, as docs/notation.md
    defines them. They let anyone confirm a guess at a hidden card, so those of an unfinished
    game are for its uploaders only.
    """
    stored = replay_of(replay)
    if not stored.whole:
        raise Problem(403, "the digests of an unfinished game are for its uploaders")
    entry = stored.entry
    found = ask(digests(replay, entry.number, stored.body, entry.plies))
    return sent(found, JSON)


def spelled(stored: Stored, kind: Spelling, headers: Mapping[str, str] | None = None) -> Response:
    """A replay as this kind of text or JSON."""
    tag = tag_of(stored, "json" if kind.form is Form.JSON else "text")
    if kind.form is Form.JSON:
        return sent(stored.body, str(kind), tag, is_packed=True, headers=headers)
    text = text_of(stored, canonical=kind.parameter is not None)
    return sent(text, kind.content_type, tag, headers=headers)


def text_of(stored: Stored, *, canonical: bool = False) -> bytes:
    """A replay as text. Raises Problem as `WorkQueue.ask` does."""
    return ask(text((stored.entry.number, stored.body), canonical=canonical))


def _file(stored: Stored) -> str:
    """How the file of a replay is called, but for its ending."""
    return f"{stored.entry.game}-{stored.entry.id[:16]}"


def tag_of(stored: Stored, form: str) -> str:
    """The ETag of a stored replay in this form, as its viewer may see it."""
    view = "whole" if stored.whole else "public"
    return f"{stored.entry.id[:16]}.{stored.entry.revision}.{view}-{form}"


def _revision(stored: Stored) -> int | None:
    """The revision that the client says the replay has; None where it says none.

    Raises Problem (412) where it says another one.
    """
    if "If-Match" not in request.headers or request.if_match.star_tag:
        return None
    entry = stored.entry
    tags = request.if_match.as_set(include_weak=True)  # a proxy that packs makes them weak
    for tag in filter(None, tags):
        match = fullmatch(_TAG, tag.removesuffix("-gz"))
        if match and (match[1], int(match[2])) == (entry.id[:16], entry.revision):
            return entry.revision
    raise Problem(412, "somebody changed it in the meantime; read it again")


def _not_yours() -> Problem:
    return Problem(403, "this is for those who uploaded the replay")
