"""`/v1/replays/{id}/review`: what the plies of a replay gave away, as far as that is known."""

from flask import Response
from msgspec.json import decode

from api.checking.review_jobs import fit
from api.checking.work_queue import ask
from api.http.responses import answer, cache_at_most
from api.openapi.operations import described
from api.policy.auth import bearer, may_write, needs_token, require_writer
from api.problems import Problem
from api.reviewer import reviewer
from api.routes.replays import blueprint
from api.routes.stored_replays import replay_of
from api.service import service
from api.shapes import Limit
from client.answers import ReplayReview
from pages.review import Review as OnPage
from replays.local.built_in import no_strong_player
from replays.review import DEALS, MOST_PLIES, SEED, VERSION, PlyReview, most_telling
from replays.store.model import OverQuota, Review
from replays.store.model import Replay as Stored

_CHANGES = 1.0
"""Seconds for which an answer about a review in progress is kept: a ply takes about as long."""


@blueprint.post("/replays/<id:replay>/review")
@needs_token
@described(blueprint, "reviewReplay", 403, 404, 422, token=True)
@blueprint.response(202, "ReplayReview")
def review_replay(replay: str) -> Response:
    """Have a replay reviewed.

    For its uploaders. The game has to be over, to name all cards, and to be of The Jam, Triggs or
    Grab Your Breakfast. The review is made in the background, ply after ply, as `cgn review` does.
    If somebody has asked for it before, that stays.
    """
    stored = replay_of(replay)
    return answer(_said(stored, begin(stored)), 202)


@blueprint.get("/replays/<id:replay>/review")
@described(blueprint, "getReview", 404)
@blueprint.response(200, "ReplayReview")
def get_review(replay: str) -> Response:
    """Get the review of a replay.

    What each ply gave away in points, by what its seat could know: its move is compared with others
    in guessed deals, in which sensible players go on. Where that is not sure, nothing is said.
    """
    stored = replay_of(replay)
    return answer(_said(stored, review_of(stored)))


def begin(stored: Stored) -> Review:
    """Begin the review of a replay for its holder, unless it has begun.

    Raises Problem if the client does not hold it (403), if it cannot be reviewed (422), or if the
    client has asked for as many within a day as they may (429).
    """
    ours, owner, entry = service(), require_writer(), stored.entry
    if not ours.settings.reviews:
        raise Problem(403, "this service reviews no games; `cgn review` does")
    if stored.hold is None:
        raise Problem(403, "only those who uploaded the replay have it reviewed")
    if not entry.finished:
        raise Problem(422, "only games that are over are reviewed")
    if entry.plies > MOST_PLIES:
        raise Problem(422, f"games of up to {MOST_PLIES:,} plies are reviewed")
    ask(fit(entry.number, stored.body))
    try:
        review = ours.store.reviews.ask(entry.id, owner, entry.rules, VERSION, entry.plies)
    except OverQuota as error:
        raise _too_many(error, owner) from None
    if review is None:
        raise Problem(404, "this replay was erased a moment ago")
    reviewer().wake()
    return review


def _too_many(error: OverQuota, owner: str) -> Problem:
    ours = service()
    seconds = max(ours.store.reviews.room_at(owner) - ours.clock(), 1)
    detail = f"{error.most:,} games a day are reviewed for an owner; `cgn review` reviews others"
    return Problem(429, detail, {"Retry-After": str(seconds)}, limit=Limit("reviews", error.most))


def review_of(stored: Stored) -> Review | None:
    """The review of a replay, as far as it is done; None if nobody has asked for one."""
    review = service().store.reviews.get(stored.entry.id)
    if review is not None and not review.is_finished:
        cache_at_most(_CHANGES)
    return review


def review_on_page(stored: Stored) -> OnPage | None:
    """What the page of a replay says of its review; None if there is none, and can be none here."""
    entry, review = stored.entry, review_of(stored)
    can_ask = _may_ask(stored) and (review is None or review.version != VERSION)
    if review is None:
        return OnPage(0, entry.plies, (), is_begun=False, can_ask=True) if can_ask else None
    rows = tuple(most_telling(rows_of(review)))
    return OnPage(review.done, review.plies, rows, is_begun=True, can_ask=can_ask)


def _may_ask(stored: Stored) -> bool:
    """Whether the client holds a replay, and may ask for its review, unless cards are left out."""
    entry, token = stored.entry, bearer().token
    return (
        service().settings.reviews > 0
        and token is not None
        and may_write(token)
        and stored.hold is not None
        and entry.finished
        and entry.plies <= MOST_PLIES
        and no_strong_player(entry.game) is None
    )


def rows_of(review: Review) -> list[PlyReview]:
    """What is said of the plies that are done, without those that failed."""
    rows = service().store.reviews.rows(review.replay)
    return [decode(row, type=PlyReview) for row in rows if row]


def _said(stored: Stored, review: Review | None) -> ReplayReview:
    if review is None:
        return ReplayReview("none", 0, stored.entry.plies, None, None, None, (), ())
    rows = rows_of(review)
    seed, deals = (SEED, DEALS) if review.version == VERSION else (None, None)
    return ReplayReview(
        state="finished" if review.is_finished else "running",
        done=review.done,
        plies=review.plies,
        version=review.version,
        seed=seed,
        deals=deals,
        most=tuple([one.ply for one in most_telling(rows)]),
        rows=tuple(rows),
    )
