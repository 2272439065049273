"""Two hosts on one PostgreSQL database make a review: one is killed, and the other goes on."""

import time
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from benchmarks.postgres import Server, programs
from notation.record import Record
from notation.text_writer import write_text
from replays.store.open_store import open_store
from replays.store.sql.store import Store
from tests.api.serving import Running, running
from tests.api.test_reviews import resigned

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is not installed"),
]

PLIES = 6
FLAGS = ("--reads", "0", "--writes", "0")
_PATIENCE = 120.0


def begin(host: Running, record: Record) -> str:
    """Upload a game, and ask for its review. Returns its id."""
    body = write_text(record).encode()
    stored = host.ask("POST", "/v1/replays", body, Content_Type="text/vnd.cgn").json()["id"]
    assert host.ask("POST", f"/v1/replays/{stored}/review").status == 202
    return str(stored)


def wait_for(happened: Callable[[], bool]) -> None:
    """Wait until something has happened. Raises AssertionError if it never does."""
    end = time.monotonic() + _PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def done(store: Store, replay: str) -> int:
    """How many plies of a replay are reviewed."""
    review = store.reviews.get(replay)
    return -1 if review is None else review.done


def claimant(store: Store) -> str:
    """The host with the claim to make reviews."""
    with store.reading() as db:
        return str(db.execute("SELECT host FROM claim").fetchone()[0])


def plies(store: Store, replay: str) -> list[int]:
    """The plies of which something is stored."""
    sql = (
        "SELECT p.ply FROM ply_review p JOIN replay r ON r.key = p.replay WHERE r.id = :id"
        " ORDER BY p.ply"
    )
    with store.reading() as db:
        return [ply for (ply,) in db.execute(sql, {"id": replay})]


def a_minute_passes(store: Store) -> None:
    """Let the claim of a host that died end."""
    store.do(lambda work: work.db.execute("UPDATE claim SET until = 0").rowcount)


def test_a_review_whose_host_is_killed_is_finished_by_another(server: Server) -> None:
    address = server.database()
    game = resigned(plies=PLIES)
    again = replace(game, tags={**game.tags, "Event": "the same game once more"})
    with (
        running(address, *FLAGS) as other,
        running(address, *FLAGS) as first,
        open_store(address, lambda: int(time.time())) as store,
    ):
        review = begin(first, game)
        wait_for(lambda: done(store, review) >= 2)
        killed = claimant(store)
        first.kill()
        first.process.wait()
        made = done(store, review)
        assert 2 <= made < PLIES
        assert claimant(store) == killed
        a_minute_passes(store)
        wait_for(lambda: done(store, review) == PLIES)
        assert claimant(store) != killed
        whole = begin(other, again)
        wait_for(lambda: done(store, whole) == PLIES)
        assert plies(store, review) == plies(store, whole) == [*range(1, PLIES + 1)]
        assert store.reviews.rows(review) == store.reviews.rows(whole)
        counted = f'cgn_review_plies_total{{outcome="done"}} {2 * PLIES - made:.1f}\n'
        wait_for(lambda: counted in other.ask("GET", "/metrics").data.decode())
        told, same = (
            other.ask("GET", f"/v1/replays/{one}/review").json() for one in (review, whole)
        )
        assert told == same
        assert told["state"] == "finished"
