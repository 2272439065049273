"""Reviews of replays: asked for by holders, made ply by ply, shown to whoever sees the replay."""

from collections.abc import Callable, Iterator
from threading import Event
from typing import NoReturn
from unittest.mock import patch

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from api import reviewer as reviewing
from api.checking import review_jobs
from api.checking.checker_process import TooLong, results
from api.checking.checkers import Busy, Checkers
from api.http.metrics import Metrics
from api.reviewer import REVIEWER, Reviewer
from api.routes import reviews
from engines.registry import OWN_DECKS
from notation.record import UNKNOWN_CARD, Ply, Record, Result
from replays.review import DEALS, SEED, VERSION, PlyReview, Reviewing, most_telling
from replays.set_up import game_of
from replays.simulate import random_player, simulate
from replays.store.model import StoreBusy
from replays.store.sql.reviews import CLAIMED, Reviews
from replays.view.playhead import Playhead
from tests.api.asking import DAY, Inline, Served, problem
from tests.api.conftest import Serve
from tests.replays.store.making import record

PLIES = 6
STATES = ("state", "done", "plies")


def resigned(seed: str = "s", plies: int = PLIES, *, game: str = "triggs") -> Record:
    """A game of random players that seat A resigned after so many plies."""
    whole = record(seed, game)
    made = simulate(game_of(whole), 2, seed, {}, random_player, plies)
    scores = Playhead(made)
    scores.seek(plies)
    result = Result(("B",), tuple(scores.table.scores()))
    return replace(made, seats=whole.seats, termination="resigned", result=result)


def begin(served: Served, seed: str = "s", visibility: str = "public") -> str:
    """Upload a game, and ask for its review. Returns its path."""
    path = f"/v1/replays/{served.upload(resigned(seed), visibility=visibility)}/review"
    answer = served.ask("POST", path, "ana")
    assert answer.status_code == 202, answer.text
    return path


def states(served: Served, path: str) -> tuple[object, ...]:
    """How far a review is, for its holder: to others, an answer may be a second old."""
    said = served.json(path, "ana")
    return tuple([said[name] for name in STATES])


def go_on(served: Served) -> bool:
    """Have the reviewer of the service do what is due."""
    due: bool = served.app.extensions[REVIEWER].run_due()
    return due


def quickly(_: Record, ply: int, *__: object) -> PlyReview:
    """A review that takes no time."""
    return PlyReview(ply, "A", "draw left", 10.0 - ply, 1.0, "draw right", 8, f"ply {ply}.")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "review_ply", quickly)


@pytest.fixture
def hosts(served: Served) -> Iterator[tuple[Reviewer, Reviewer]]:
    """The reviewers of two hosts on the store of a service, each with checkers of its own."""
    with Checkers(1, lambda _: Inline(), results) as checkers:
        yield (
            Reviewer(served.store, served.checkers, Metrics()),
            Reviewer(served.store, checkers, Metrics()),
        )


def test_it_says_what_the_command_says_ply_after_ply(served: Served) -> None:
    path = f"/v1/replays/{served.upload(resigned())}/review"
    assert states(served, path) == ("none", 0, PLIES)
    first = served.ask("POST", path, "ana")
    assert (first.status_code, first.json["state"], first.json["rows"]) == (202, "running", [])
    expected = list(Reviewing(resigned(), SEED, first.json["deals"], OWN_DECKS).through())
    for ply in range(1, PLIES + 1):
        assert go_on(served)
        assert states(served, path) == ("finished" if ply == PLIES else "running", ply, PLIES)
    said = served.json(path, "ana")
    assert said["rows"] == to_builtins(expected)
    assert said["most"] == [one.ply for one in most_telling(expected)] != []
    assert not go_on(served)
    counted = served.get("/metrics").text
    assert f'cgn_review_plies_total{{outcome="done"}} {PLIES:.1f}\n' in counted


@pytest.mark.usefixtures("quick")
def test_whoever_asks_again_gets_the_same_review(served: Served) -> None:
    path = begin(served)
    go_on(served)
    served.upload(resigned(), "bo")
    for by in ("ana", "bo"):
        again = served.ask("POST", path, by)
        assert (again.status_code, again.json) == (202, served.json(path, "ana"))
        assert again.json["done"] == 1


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("visibility", "stranger"), [("unlisted", 200), ("private", 404)])
def test_whoever_sees_the_replay_sees_its_review(
    served: Served, visibility: str, stranger: int
) -> None:
    path = begin(served, visibility=visibility)
    go_on(served)
    for by, status in ((None, stranger), ("bo", stranger), ("reader", 200), ("root", 200)):
        assert served.get(path, by).status_code == status
    problem(served.ask("POST", path, "bo"), 404 if stranger == 404 else 403)


def test_only_holders_who_may_write_ask_for_one(served: Served) -> None:
    path = f"/v1/replays/{served.upload(resigned())}/review"
    for by, status in ((None, 401), ("reader", 403), ("bo", 403), ("root", 403)):
        problem(served.ask("POST", path, by), status)
    assert states(served, path)[0] == "none"
    problem(served.ask("POST", f"/v1/replays/{'0' * 64}/review", "ana"), 404)


def _unseen() -> Record:
    """A game without its seed, whose first draw nobody saw."""
    made = resigned()
    first, *rest = made.plies
    assert isinstance(first, Ply)
    hidden = replace(first, move=f"draw {UNKNOWN_CARD}")
    return replace(made, plies=(hidden, *rest), seed=None)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (record(game="point_salad"), "no strong player"),
        (record(plies=4), "games that are over"),
    ],
    ids=["another game", "unfinished"],
)
def test_what_cannot_be_reviewed_is_refused_in_words(
    served: Served, made: Record, why: str
) -> None:
    path = f"/v1/replays/{served.upload(made)}/review"
    assert why in problem(served.ask("POST", path, "ana"), 422)["detail"]
    assert states(served, path)[0] == "none"


def test_a_record_that_leaves_cards_out_is_refused(served: Served) -> None:
    path = f"/v1/replays/{served.upload(resigned())}/review"
    with patch.object(review_jobs, "record_of", lambda *_: _unseen()):
        assert "leaves cards out" in problem(served.ask("POST", path, "ana"), 422)["detail"]


def test_a_game_without_end_is_refused(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_PLIES", PLIES - 1)
    path = f"/v1/replays/{served.upload(resigned())}/review"
    assert "up to 5 plies" in problem(served.ask("POST", path, "ana"), 422)["detail"]


@pytest.mark.usefixtures("quick")
def test_so_many_are_made_for_an_owner_in_a_day(serve: Serve) -> None:
    served = serve(reviews=1)
    first = begin(served)
    served.clock.now += 60
    path = f"/v1/replays/{served.upload(resigned('other'))}/review"
    refused = served.ask("POST", path, "ana")
    assert problem(refused, 429)["limit"] == {"name": "reviews", "value": 1}
    assert refused.headers["Retry-After"] == str(DAY - 60)
    assert served.ask("POST", first, "ana").status_code == 202
    served.clock.now += DAY - 60
    assert served.ask("POST", path, "ana").status_code == 202


def test_a_service_may_make_none(serve: Serve) -> None:
    served = serve(reviews=0)
    path = f"/v1/replays/{served.upload(resigned())}/review"
    assert "reviews no games" in problem(served.ask("POST", path, "ana"), 403)["detail"]
    assert states(served, path)[0] == "none"


@pytest.mark.usefixtures("quick")
def test_after_a_restart_it_goes_on_at_the_first_missing_ply(served: Served) -> None:
    path = begin(served)
    for _ in range(2):
        assert go_on(served)
    served.app.extensions[REVIEWER].stop()
    other = Reviewer(served.store, served.checkers, Metrics())
    asked: list[int] = []

    def noted(_: Record, ply: int, *__: object) -> PlyReview:
        asked.append(ply)
        return quickly(resigned(), ply)

    with patch.object(review_jobs, "review_ply", noted):
        while other.run_due():
            pass
    assert asked == [3, 4, 5, 6]
    assert states(served, path) == ("finished", PLIES, PLIES)


@pytest.mark.usefixtures("quick")
def test_two_services_on_one_store_never_review_at_once(
    served: Served, hosts: tuple[Reviewer, Reviewer]
) -> None:
    path = begin(served)
    begin(served, "other")
    one, two = hosts
    assert one.run_due()
    during: list[bool] = []

    def asking(_: Record, ply: int, *__: object) -> PlyReview:
        during.append(two.run_due())  # while the first one works
        return quickly(resigned(), ply)

    with patch.object(review_jobs, "review_ply", asking):
        assert one.run_due()
    assert during == [False]
    assert states(served, path)[1] == 2
    served.clock.now += CLAIMED  # the first one died
    assert two.run_due()
    assert not one.run_due()
    assert states(served, path)[1] == 3


@pytest.mark.usefixtures("quick")
def test_a_review_that_another_host_went_on_with_is_not_stored_twice(
    served: Served, hosts: tuple[Reviewer, Reviewer]
) -> None:
    path = begin(served)
    one, two = hosts

    def slow(_: Record, ply: int, *__: object) -> PlyReview:
        served.clock.now += CLAIMED
        with patch.object(review_jobs, "review_ply", quickly):
            assert two.run_due()
        return quickly(resigned(), ply)

    with patch.object(review_jobs, "review_ply", slow):
        one.run_due()
    assert [row["ply"] for row in served.json(path, "ana")["rows"]] == [1]


@pytest.mark.usefixtures("quick")
def test_it_is_erased_with_the_replay(served: Served) -> None:
    path = begin(served)
    replay = path.removesuffix("/review")
    go_on(served)

    def erasing(_: Record, ply: int, *__: object) -> PlyReview:
        assert served.ask("DELETE", replay, "ana").status_code == 204
        return quickly(resigned(), ply)

    with patch.object(review_jobs, "review_ply", erasing):
        go_on(served)
    problem(served.get(path, "ana"), 404)
    assert not go_on(served)
    served.upload(resigned())
    assert states(served, path) == ("none", 0, PLIES)


@pytest.mark.usefixtures("quick")
def test_another_version_of_reviews_begins_anew(served: Served) -> None:
    running, finished = begin(served), begin(served, "other")
    go_on(served)
    while states(served, finished)[0] != "finished":
        go_on(served)
    begun = begin(served, "third")
    go_on(served)
    with (
        patch.object(reviewing, "VERSION", VERSION + 1),
        patch.object(reviews, "VERSION", VERSION + 1),
    ):
        assert go_on(served)
        assert (states(served, begun)[1], served.json(begun, "ana")["version"]) == (0, VERSION + 1)
        old = served.json(finished, "ana")
        assert old["state"] == "finished"  # it stays until somebody asks again
        assert (old["version"], old["seed"], old["deals"]) == (VERSION, None, None)
        new = served.ask("POST", finished, "ana").json
        assert (new["done"], new["version"]) == (0, VERSION + 1)
        assert (new["seed"], new["deals"]) == (SEED, DEALS)
    assert states(served, running)[0] == "finished"


def failing(*_: object) -> NoReturn:
    raise RuntimeError("no idea")


def too_long(*_: object) -> NoReturn:
    raise TooLong


def busy(*_: object) -> NoReturn:
    raise Busy


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("cannot", "tries"), [(failing, 3), (too_long, 1)])
def test_nothing_is_said_of_a_ply_that_fails(
    served: Served, cannot: Callable[..., object], tries: int
) -> None:
    path = begin(served)
    with patch.object(review_jobs, "review_ply", cannot):
        assert [go_on(served) for _ in range(tries)] == [*[False] * (tries - 1), True]
    while go_on(served):
        pass
    said = served.json(path, "ana")
    assert (said["state"], said["done"]) == ("finished", PLIES)
    assert [row["ply"] for row in said["rows"]] == [2, 3, 4, 5, 6]
    assert 'cgn_review_plies_total{outcome="failed"} 1.0\n' in served.get("/metrics").text


@pytest.mark.usefixtures("quick")
def test_while_the_checkers_are_busy_it_waits(served: Served) -> None:
    path = begin(served)
    with patch.object(review_jobs, "review_ply", busy):
        assert [go_on(served) for _ in range(5)] == [False] * 5
    assert go_on(served)
    assert served.json(path, "ana")["rows"] != []


@pytest.mark.usefixtures("quick")
def test_the_thread_goes_on_when_the_store_is_lost_and_found(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = begin(served)
    monkeypatch.setattr(reviewing, "_SWEEP", 0.01)
    claim, lost = Reviews.claim, [StoreBusy("lost"), RuntimeError("no idea")]

    def unreachable(self: Reviews, host: str) -> object:
        if lost:
            raise lost.pop()
        return claim(self, host)

    monkeypatch.setattr(Reviews, "claim", unreachable)
    finished = Event()
    add = Reviews.add

    def told(self: Reviews, *arguments: object) -> bool:
        done = add(self, *arguments)  # type: ignore[arg-type] # those of `add`
        if states(served, path)[0] == "finished":
            finished.set()
        return done

    monkeypatch.setattr(Reviews, "add", told)
    made = served.app.extensions[REVIEWER]
    made.start()
    assert finished.wait(30)
    made.stop()
    assert lost == []


@pytest.mark.usefixtures("quick")
def test_the_jobs_are_heavy_and_those_of_one_client(served: Served) -> None:
    begin(served)
    with patch.object(served.checkers, "submit", wraps=served.checkers.submit) as submit:
        go_on(served)
    client, cost, *_ = submit.call_args.args
    assert (client, cost) == (("reviews", "reviews"), review_jobs.REVIEWED)
    with patch.object(served.checkers, "_heavy", wraps=served.checkers._heavy) as heavy:
        go_on(served)
    assert heavy.submit.call_count == 1


def test_a_kept_answer_goes_when_the_review_begins(served: Served) -> None:
    path = f"/v1/replays/{served.upload(resigned())}/review"
    assert served.json(path)["state"] == "none"
    served.ask("POST", path, "ana")
    assert served.json(path)["state"] == "running"
