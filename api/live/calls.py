"""Calls that change a match: who may make them, on which version, and the answers.

They are refused in one order, whatever else is wrong: 404 without a match; 401 and 403 by token;
428 and 400 by If-Match; then a retry gets its answer again; 412 on another version; 409 where the
game cannot go on so; 422 for the body.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from re import fullmatch
from typing import Any, TypeVar

import msgspec
from flask import Response, request
from marshmallow import Schema, ValidationError

from api.http.arguments import errors_of
from api.http.content_types import DOCUMENTS, JSON, TEXT, Kind, content_kind
from api.http.request_bodies import JSON_BODY, OF_A_TABLE, SMALL, body, json_value
from api.live.access import Access, access_to, require_player
from api.live.answers import answer_change, json_of, state
from api.live.record import asked_at
from api.live.upkeep import held_back, make_change
from api.live.views import moves_since
from api.problem_types import GAME_OVER, INVALID_CONTENT
from api.problems import Problem, bad_parameters, over_limit
from api.schemas import String, about
from api.service import service
from notation.fault import Fault
from notation.json_syntax import parse
from notation.places import JsonSource
from notation.read import Form
from replays.live.playing import Asked
from replays.store.live_model import Act, Call, Change, Ended, Match, OtherVersion

T = TypeVar("T")

REFUSED = (403, 404, 409, 412, 422, 428, 507)
"""With which statuses a change of a match is refused."""

MOST_BYTES = 1 << 16
"""Bytes in the body of a call."""

_TAKEN = (*DOCUMENTS, TEXT)
"""The kinds of bodies with plies."""

_TAG = r'(?:W/)?"v([1-9][0-9]{0,17})(?:-gz)?"'


class VersionSchema(Schema):
    """A header with the version of the match that is to be changed."""

    match = String(
        data_key="If-Match",
        metadata=about("The ETag of the table as you know it. Without one: 428.", '"v12"'),
    )


VERSION = VersionSchema()


@dataclass(frozen=True)
class Attempt:
    """A call with its body, of which the rest is read once, when it is first needed.

    `tag` is what it says in If-Match. One that a form has sent `is_json` made of its fields.
    """

    raw: bytes
    tag: str | None
    is_json: bool = False

    @cached_property
    def form(self) -> Form:
        """How the body is spelled. Raises Problem (415) if in no way that is taken."""
        return Form.JSON if self.is_json else content_kind(_TAKEN).form

    @cached_property
    def value(self) -> Any:  # noqa: ANN401 - any JSON value
        """The JSON value of the body; None if it is not JSON."""
        with suppress(Fault):
            return parse(self.raw, JsonSource("", 1))
        return None

    @cached_property
    def version(self) -> int:
        """The version that the client expects the match to have.

        Raises Problem if it names none (428), or something else (400).
        """
        if self.tag is None:
            detail = (
                'If-Match is required, with the version that you know: "v12", an ETag of the table'
            )
            raise Problem(428, detail)
        match = fullmatch(_TAG, self.tag.strip())
        if match is None:
            raise Problem(400, 'expected one ETag of the table in If-Match, such as "v12"')
        return int(match[1])

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the call and its body."""
        head = f"{request.method} {request.path} {request.mimetype}\n"
        return sha256(head.encode() + self.raw).hexdigest()


def raw_body() -> bytes:
    """The body of a call. Raises Problem (413) if it is too large."""
    with body(at_most=OF_A_TABLE) as stream:
        raw = stream.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise Problem(413, f"the body of this call has at most {MOST_BYTES:,} bytes")
    return raw


def as_request() -> Attempt:
    """The call that this request is. Raises Problem (413) if its body is too large."""
    return Attempt(raw_body(), request.headers.get("If-Match"))


def answer_call(
    table: str,
    allowed: Callable[[Access, Attempt], None],
    act: Callable[[Access, Attempt], Response],
    *,
    sent: Callable[[], Attempt] = as_request,
    running: bool = True,
    undealt: bool = False,
) -> Response:
    """Answer a call with the result of `act`, if the client is `allowed` to make it.

    If the match has to be `running`, one that has ended refuses the call; unless it may be
    `undealt`, so does one without cards.

    If another call was first, this one is checked again: it may be its own retry.
    """
    access = require_player(access_to(table))
    attempt = sent()
    allowed(access, attempt)

    def once(now: Access) -> Response:
        return _again(now, attempt) or act(
            _newest(now, attempt, running=running, undealt=undealt), attempt
        )

    return retry_on_conflict(access, once)


def retry_on_conflict(access: Access, act: Callable[[Access], T]) -> T:
    """The result of a change, which is repeated while other calls are first."""
    while True:
        try:
            return act(access)
        except OtherVersion:
            access = replace(access, match=access_to(access.match.id).match)


def _again(access: Access, attempt: Attempt) -> Response | None:
    """The answer to a retry: the same call by the same token, whose event still stands."""
    match = access.match
    if attempt.version >= match.version:
        return None
    event = service().store.matches.events(match, attempt.version)[0]
    same = (event.token, event.fingerprint) == (access.token, attempt.fingerprint)
    if not same or not event.stands:
        return None
    return answer_change(match, event.answer, event.version)


def _newest(access: Access, attempt: Attempt, *, running: bool, undealt: bool) -> Access:
    match = access.match
    if attempt.version != match.version:
        has_moves = match.is_dealt and not match.has_replay
        changed = moves_since(access, attempt.version) if has_moves else None
        detail = f'the table is at version {match.version} now, so its ETag is "v{match.version}"'
        raise Problem(412, detail, {"ETag": f'"v{match.version}"'}, table=changed)
    if running:
        check_running(match)
    if not match.is_dealt and not undealt:
        raise Problem(
            409, "the cards are not dealt yet: every seat has to be taken, and to send its nonce"
        )
    return access


def check_running(match: Match) -> None:
    """Raise Problem (409) if a match has ended."""
    if not match.is_running:
        where = f"; its replay is {match.replay}" if match.replay else ""
        raise Problem(GAME_OVER, f"the game has ended{where}")


def commit(  # noqa: PLR0913 - the parts of a change
    access: Access,
    attempt: Attempt,
    act: Act,
    *,
    change: Mapping[str, Any],
    details: Mapping[str, object] | None = None,
    ended: Ended | None = None,
    seed: str | None = None,
    asked: Mapping[str, Asked] | None = None,
) -> Response:
    """Make the event of a call, and answer with the match as it is then.

    `change` are the plies as Change has them; `asked` is what each view is asked then, None if that
    has not changed. Raises OtherVersion if another call was ahead.
    """
    now = service().clock()
    ended = None if ended is None else held_back(access.match, ended)
    match = _after(access.match, now, change, ended, seed)
    if ended is not None and ended.upload is not None:
        now_asked: Asked | None = Asked(None, ended.upload.scores)
    else:
        now_asked = asked_at(access.match, access.view) if asked is None else asked[access.view]
    answer = json_of(state(match, access.view, now_asked))
    call = Call(time=now, token=access.token, fingerprint=attempt.fingerprint, answer=answer)
    says = msgspec.json.encode(details or {})
    make_change(
        access.match,
        Change(
            act=act,
            call=call,
            details=says,
            asked=None if asked is None else msgspec.json.encode(asked),
            ended=ended,
            seed=seed,
            **change,
        ),
    )
    return answer_change(match, answer)


def _after(
    match: Match, now: int, change: Mapping[str, Any], ended: Ended | None, seed: str | None
) -> Match:
    """The match as it is after an event."""
    plies = change["keep"] + len(change.get("sent", ()))
    changed: dict[str, Any] = {"version": match.version + 1, "moved": now, "plies": plies}
    changed["gone"] = change.get("gone", match.gone)
    upload = None if ended is None else ended.upload
    if ended is not None:
        winners = ended.winners if upload is None else upload.winners
        changed |= {"termination": ended.termination, "winners": winners}
        changed["replay"] = None if upload is None else upload.id
    if seed is not None:
        changed["seed"] = seed
    return replace(match, **changed)


def object_of(raw: bytes, schema: Schema, *, is_json: bool = False) -> dict[str, Any]:
    """The JSON object of a body. Raises Problem (422) if it is another, (413) if it is large."""
    if not is_json:
        content_kind((Kind(JSON),))
    if len(raw) > SMALL:
        raise over_limit("bytes in the body", JSON_BODY, SMALL)
    try:
        found: dict[str, Any] = schema.load(json_value(raw, 422))
    except ValidationError as error:
        raise bad_parameters(list(errors_of(error.messages_dict)), INVALID_CONTENT) from None
    return found
