"""Finds stored replays for the client of a request."""

from math import inf
from time import monotonic

from api.http.responses import cache_until_changed
from api.live.upkeep import settle_some
from api.policy.auth import reader_of
from api.problems import Problem
from api.service import service
from replays.store.model import Replay as Stored
from replays.store.model import Visibility


def replay_of(replay: str) -> Stored:
    """The replay of this id, as the client may see it. Raises Problem (404) without one."""
    stored = service().store.get(replay, reader_of(replay))
    erased = None if stored is None else erased_at(stored)
    left = inf if erased is None else erased - service().clock()
    if left <= 0:
        settle_some()
    if stored is None or left <= 0:
        raise Problem(404, "there is no replay with this id that you may see")
    cache_until_changed(replay, until=monotonic() + left)
    return stored


def erased_at(stored: Stored) -> int | None:
    """When a replay is erased that only guests hold; None if it is another one."""
    if stored.entry.visibility is not Visibility.UNLISTED:
        return None
    return service().store.guests.kept_until(stored.entry.id)


def whole_replay(replay: str, refused: str) -> Stored:
    """The replay of this id, if it is finished and the client sees all of it.

    Raises Problem if they see none (404), and with the words `refused` if it is another one (403).
    """
    stored = replay_of(replay)
    if not stored.entry.finished or not stored.whole:
        raise Problem(403, refused)
    return stored
