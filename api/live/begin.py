"""How a game in progress begins: with a header, or from a ply of a finished replay on."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.json import encode

from api.checking.frame_jobs import ReplayView
from api.checking.job import Job
from api.live.new_match_jobs import Created, create, go_on
from api.problems import Problem, bad_parameter, over_limit
from api.routes.stored_replays import whole_replay
from api.service import service
from replays.live.going_on import GoingOn
from replays.live.kinds import kind_wanted
from replays.store.model import Replay, Visibility
from replays.view.views import ALL

_OF_FROM = {"seats", "tags"}
"""The members that a header may have where the rest is that of a replay."""


class Beginning(NamedTuple):
    """How a match begins: who finds it, and the job that makes it.

    `asked` is what was asked for, as bytes that tell whether another call asks for the same.
    """

    visibility: Visibility
    job: Job[Created]
    asked: bytes


def begin(asked: Mapping[str, Any]) -> Beginning:
    """How the match begins that is asked for, as NewTableSchema has it. Raises Problem."""
    visibility, header = Visibility(asked["visibility"]), asked.get("header")
    if (origin := asked.get("origin")) is not None:
        return _from_replay(asked, origin, header or {}, visibility)
    if header is None:
        raise bad_parameter("header", "is missing")
    raw, kind = encode({"plies": [], **header}), kind_wanted(header, deal=asked["deal"])
    return Beginning(visibility, create(raw, kind.name), raw)


def _from_replay(
    asked: Mapping[str, Any],
    origin: Mapping[str, Any],
    header: Mapping[str, Any],
    visibility: Visibility,
) -> Beginning:
    """How a match goes on from a replay; never found by more people than that.

    Raises Problem if there is no such replay (404), if it has not ended or is not seen whole (403),
    if it would have too many plies (413), or if something else makes no sense with it (422).
    """
    if asked["deal"]:
        raise Problem(422, "a game that goes on from a replay is not dealt: leave `deal` out")
    if other := sorted(header.keys() - _OF_FROM):
        raise Problem(422, f"with `from`, the replay tells `{other[0]}`: leave it out")
    seats, tags = header.get("seats", []), header.get("tags", {})
    if not (
        isinstance(seats, list) and isinstance(tags, dict) and _are_texts(*seats, *tags.values())
    ):
        raise Problem(422, "`seats` is a list of names, and `tags` an object with texts")
    stored = replay_to_go_on_from(origin["replay"])
    moves, ply = tuple(origin["moves"]), origin["ply"]
    most = service().settings.max_plies
    if ply + len(moves) > most:
        raise over_limit("plies of a table", "max_plies", most)
    wish = GoingOn(stored.entry.id, ply, moves, tuple(seats), tags)
    order = list(Visibility)
    closest = max(visibility, stored.entry.visibility, key=order.index)
    job = go_on(seen_whole(stored), len(stored.entry.players), wish)
    return Beginning(closest, job, encode(wish))


def replay_to_go_on_from(replay: str) -> Replay:
    """A finished replay that the client sees whole. Raises Problem as `whole_replay` does."""
    return whole_replay(replay, "a game goes on from one that has ended")


def _are_texts(*values: object) -> bool:
    return all(isinstance(value, str) for value in values)


def seen_whole(stored: Replay) -> ReplayView:
    """A replay that the client sees whole, for jobs."""
    entry = stored.entry
    return ReplayView(entry.id, entry.number, stored.body, entry.finished, ALL, entry.plies)
