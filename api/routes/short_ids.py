"""Leads from the first digits of a replay's id to the replay, as people quote ids."""

from urllib.parse import quote, urlencode

from flask import Blueprint, Response, request

from api.policy.auth import viewer
from api.problems import Problem
from api.service import service

blueprint = Blueprint("short_ids", __name__)


@blueprint.get("/v1/replays/<short:digits>")
def replay(digits: str) -> Response:
    """The replay, for programs."""
    return _lead(f"/v1/replays/{_whole(digits)}")


@blueprint.get("/r/<short:digits>")
def page(digits: str) -> Response:
    """The page of the replay."""
    return _lead(f"/r/{_whole(digits)}")


@blueprint.get("/r/<short:digits>/<ply:ply>")
def page_at(digits: str, ply: int) -> Response:
    """The page of the replay at a ply."""
    return _lead(f"/r/{_whole(digits)}/{ply}")


def _whole(digits: str) -> str:
    """The id that begins with the digits. Raises Problem (404) if it is not certain.

    Only replays that the client finds in lists count, so the answer tells nothing of others: not
    that there is a private one, and not that a second one makes the digits ambiguous.
    """
    found = service().store.beginning_with(digits, viewer())
    if len(found) == 1:
        return found[0]
    what = "more than one replay has" if found else "no replay that you can list has"
    raise Problem(404, f"{what} an id that begins with `{digits}`; ids have 64 hex digits")


def _lead(path: str) -> Response:
    """Redirect, and keep the query. Another replay may have these digits tomorrow."""
    query = urlencode(list(request.args.items(multi=True)))
    there = f"{quote(request.script_root)}{path}{'?' if query else ''}{query}"
    return Response(status=307, headers={"Location": there, "Cache-Control": "no-store"})
