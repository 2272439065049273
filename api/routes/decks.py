"""`/v1/decks`: users' decks, so that records on them can be uploaded."""

from functools import partial
from operator import attrgetter
from typing import Any

from flask import Response, request, url_for

from api.checking.record_jobs import deck as check_deck
from api.checking.work_queue import ask
from api.http.arguments import Blueprint
from api.http.content_types import BYTES, TOML, Kind, content_kind
from api.http.paging import next_cursor, paged
from api.http.request_bodies import body
from api.http.responses import answer, sent
from api.openapi.operations import answering, described
from api.policy.auth import needs_token, require_writer, viewer
from api.problems import Problem
from api.schemas import PagedSchema, parameter
from api.service import service
from api.shapes import shaped
from client import answers
from engines.deck import MAX_DECK
from replays.store.query import FILTERS

blueprint = Blueprint("decks", __name__, url_prefix="/v1", description="Users' decks.")

_TAKEN = (Kind(TOML), Kind(BYTES))
"""A generator of clients that does not know TOML sends and reads any bytes."""


class DeckSearchSchema(PagedSchema):
    """Which decks to list."""

    game = parameter(FILTERS["game"])


_SEARCH = DeckSearchSchema()


@blueprint.get("/decks")
@described(blueprint, "listDecks")
@blueprint.arguments(_SEARCH, location="query")
@blueprint.response(200, "DeckPage")
def list_decks(asked: dict[str, Any]) -> Response:
    """List users' decks.

    The oldest first. The games' own decks are under `/v1/games`.
    """
    find = partial(service().store.decks.page, asked.get("game"))
    page, headers = paged(asked, find, attrgetter("number"))
    decks = tuple([shaped(deck, answers.Deck) for deck in page.entries])
    return answer(answers.DeckPage(decks, next_cursor(page)), headers=headers)


@blueprint.post("/decks")
@needs_token
@described(blueprint, "addDeck", 403, 422, token=True, body=_TAKEN)
@blueprint.response(201, "Deck", description="Added.")
@blueprint.alt_response(200, schema="Deck", description="It was stored already.")
def add_deck() -> Response:
    """Add a deck.

    A TOML file, as printed by `cgn games GAME --deck`. It is named by its content, so everyone
    who adds the same deck gets the same name.
    """
    holder = require_writer()
    content_kind(_TAKEN)
    with body() as stream:
        raw = stream.read(MAX_DECK + 1)
    deck, is_new = service().store.decks.add(ask(check_deck(raw)), holder)
    where = url_for("decks.get_deck", deck=deck.name)
    return answer(shaped(deck, answers.Deck), 201 if is_new else 200, {"Location": where})


@blueprint.get("/decks/<deck:deck>")
@described(blueprint, "getDeck", 404)
@answering(blueprint, "The file as it was uploaded.", *_TAKEN)
def get_deck(deck: str) -> Response:
    """Get a deck.

    The file as it was uploaded, whatever Accept says.
    """
    kept = service().store.decks.get(deck)
    if kept is None:
        raise _unknown()
    return sent(kept.raw, request.accept_mimetypes.best_match((TOML, BYTES), TOML))


@blueprint.delete("/decks/<deck:deck>")
@needs_token
@described(blueprint, "deleteDeck", 403, 404, 409, 507, token=True)
@blueprint.response(204, description="It is removed.")
def delete_deck(deck: str) -> Response:
    """Remove a deck.

    For whoever added it first, or an admin. A deck cannot be removed while a stored replay or a
    game in progress uses it.
    """
    decks = service().store.decks
    if not decks.remove(deck, viewer()):
        raise _unknown() if decks.get(deck) is None else _not_yours()
    return Response(status=204)


def _unknown() -> Problem:
    return Problem(404, "there is no deck with this name")


def _not_yours() -> Problem:
    return Problem(403, "this is for whoever added the deck first")
