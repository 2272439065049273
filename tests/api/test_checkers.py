"""Jobs in checker processes: clients take turns, limits hold, a job is retried after a crash."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import pbkdf2_hmac
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from api.checking import checker_process
from api.checking.checker_process import Call, TooLong, results, run
from api.checking.checkers import Busy, Checkers, Client, Died
from api.checking.job import RawDecks, costs
from notation.weight import LIGHT
from tests.api.asking import Inline

pytestmark = pytest.mark.long

MIDDLING, HEAVY = LIGHT + 1, 10 * LIGHT + 1
WEIGHTS = (1, MIDDLING, HEAVY)
PATIENCE = 600
"""Seconds after which a job hangs, on a machine however busy."""


def pid() -> int:
    return os.getpid()


def spin() -> None:
    while True:
        pass


def hoard() -> int:
    return len(bytearray(1 << 31))


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def is_first(marker: Path) -> bool:
    """Whether nobody asked before."""
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def die_once(marker: Path) -> int:
    """The process that runs this the second time."""
    if is_first(marker):
        die()
    return os.getpid()


def digest_once(marker: Path) -> int:
    """The same, after a call into C that ignores signals for longer than anybody waits."""
    if is_first(marker):
        pbkdf2_hmac("sha256", b"", b"", 1 << 30)
    return os.getpid()


def fail() -> None:
    raise ValueError("a mistake")


def fail_from_another() -> None:
    try:
        1 / 0  # noqa: B018 - for its error
    except ZeroDivisionError as error:
        raise ValueError("a mistake") from error


class Unreadable(Exception):
    """Takes more arguments than it keeps, so it cannot be made again."""

    def __init__(self, message: str, _where: str) -> None:
        super().__init__(message)


def fail_unreadably() -> None:
    raise Unreadable("a mistake", "somewhere")


@costs(lambda *_: 1)
def task(_: RawDecks, function: Callable[..., Any], *args: object) -> Any:  # noqa: ANN401 - what it returns
    """A job that calls a function."""
    return function(*args)


def run_briefly(calls: Sequence[Call]) -> list[Any]:
    """As `run`, with a lower limit on CPU: what is stopped here would use up any."""
    checker_process.SECONDS = 0.2
    return run(calls)


@pytest.fixture(scope="module")
def checkers() -> Iterator[Checkers]:
    """Checkers with one process in each lane."""
    with Checkers(1, how=run_briefly) as pool:
        yield pool


def do(checkers: Checkers, job: Any, *args: object, weight: int = 1, client: str = "ana") -> Any:  # noqa: ANN401 - any job
    return submit(checkers, (client, client), weight, job, *args).result(PATIENCE)


def submit(
    checkers: Checkers,
    client: Client,
    weight: int,
    job: Callable[..., object],
    *args: object,
) -> "Future[Any]":
    return checkers.submit(client, weight, task(job, *args), {})


def test_jobs_run_in_other_processes_and_heavier_ones_apart(checkers: Checkers) -> None:
    lanes = [{do(checkers, pid, weight=weight) for _ in range(20)} for weight in WEIGHTS]
    assert [len(lane) for lane in lanes] == [1, 1, 1]
    assert len(set.union({os.getpid()}, *lanes)) == 4
    light, *others = (os.getpriority(os.PRIO_PROCESS, lane.pop()) for lane in lanes)
    assert others == [min(light + more, 19) for more in (5, 10)]


@pytest.mark.parametrize(
    ("job", "weight"), [(spin, 1), (spin, HEAVY), *((hoard, weight) for weight in WEIGHTS)]
)
def test_a_job_over_its_limit_is_stopped_and_its_process_lives_on(
    checkers: Checkers, job: Callable[[], object], weight: int
) -> None:
    before = do(checkers, pid, weight=weight)
    with pytest.raises(TooLong):
        do(checkers, job, weight=weight)
    assert do(checkers, pid, weight=weight) == before


def test_a_job_that_ignores_signals_is_killed_with_its_process(
    checkers: Checkers, tmp_path: Path
) -> None:
    before = do(checkers, pid)
    assert do(checkers, digest_once, tmp_path / "marker") != before


def test_the_job_of_a_dead_process_is_retried_once(checkers: Checkers, tmp_path: Path) -> None:
    assert do(checkers, die_once, tmp_path / "marker")
    others = [submit(checkers, (f"bo {n}", ""), 1, pid) for n in range(20)]
    with pytest.raises(Died):
        do(checkers, die)
    assert all(other.result(PATIENCE) for other in others)


def test_no_job_fails_though_its_process_is_killed_under_load(checkers: Checkers) -> None:
    with ThreadPoolExecutor(8) as pool:
        working = [pool.submit(do, checkers, pid, client=str(n % 5)) for n in range(400)]
        for done in (100, 200, 300):
            working[done].result()
            os.kill(do(checkers, pid), signal.SIGKILL)
        assert all(one.result() for one in working)


def test_an_exception_that_no_other_process_can_read_costs_no_process(checkers: Checkers) -> None:
    with pytest.raises(RuntimeError, match="a mistake") as caught:
        do(checkers, fail_unreadably)
    assert "Unreadable" in caught.value.__notes__[0]


def test_the_cause_of_an_exception_is_in_its_note_alone() -> None:
    (error,) = results([(task(fail_from_another), {})])
    assert error.__cause__ is error.__context__ is None
    assert "ZeroDivisionError" in error.__notes__[0]


def test_an_exception_says_where_it_was_raised(checkers: Checkers) -> None:
    with pytest.raises(ValueError, match="a mistake") as caught:
        do(checkers, fail)
    assert "in fail" in "".join(caught.value.__notes__)


def _firsts(calls: Sequence[Call]) -> list[Any]:
    return [job.arguments[1] for job, _ in calls]


class Held(Inline):
    """An executor that runs nothing until it is released."""

    def __init__(self) -> None:
        self.may = Event()

    def submit(self, fn: Any, /, *args: object, **_: object) -> "Future[Any]":  # noqa: ANN401 - as Executor has it
        if args[0]:
            assert self.may.wait(PATIENCE)
        return super().submit(fn, *args)


@pytest.fixture
def held() -> Iterator[tuple[Checkers, Held]]:
    """Checkers whose first job holds up all others, and the executor that holds it."""
    process = Held()
    with Checkers(1, lambda _: process, _firsts) as pool:
        submit(pool, ("first", ""), LIGHT, pid, 0)
        yield pool, process
        process.may.set()


def test_clients_take_turns(held: tuple[Checkers, Held]) -> None:
    done = order_of(held, ["ana"] * 5 + ["bo", "cleo"] * 2)
    assert done == ["ana", "bo", "cleo", "ana", "bo", "cleo", "ana", "ana", "ana"]


def test_a_new_client_is_next(held: tuple[Checkers, Held]) -> None:
    assert order_of(held, ["first", "first", "bo"]) == ["bo", "first", "first"]


def test_seats_take_turns_within_those_of_their_owner(held: tuple[Checkers, Held]) -> None:
    names = ["ana/A"] * 4 + ["ana/B"] * 2 + ["bo"] * 2
    assert order_of(held, names) == [
        *("ana/A", "bo", "ana/B", "bo"),
        *("ana/A", "ana/B", "ana/A", "ana/A"),
    ]


def test_no_owner_has_more_than_a_quarter_of_the_room(held: tuple[Checkers, Held]) -> None:
    checkers, _ = held

    def taken(weight: int) -> int:
        """How many jobs of an owner's seats are accepted before one is refused."""
        for number in range(1_000):
            try:
                submit(checkers, ("ana", f"seat {number}"), weight, pid, number)
            except Busy:
                return number
        return 1_000

    assert [taken(weight) for weight in WEIGHTS] == [12, 8, 1]
    for weight in WEIGHTS:
        submit(checkers, ("bo", "bo"), weight, pid, 1)


def order_of(held: tuple[Checkers, Held], names: list[str]) -> list[str]:
    """The order in which jobs of these clients are done; `ana/A` is a seat of a table of Ana's."""
    checkers, process = held
    done: list[str] = []
    waiting = []
    for name in names:
        owner, _, seat = name.partition("/")
        waiting.append(submit(checkers, (owner, seat), LIGHT, pid, name))
        waiting[-1].add_done_callback(lambda future: done.append(future.result()))
    process.may.set()
    for one in waiting:
        one.result(PATIENCE)
    return done


def test_jobs_beyond_the_queue_are_refused_at_once(held: tuple[Checkers, Held]) -> None:
    checkers, _ = held

    def taken(weight: int) -> int:
        """How many clients are accepted before one is refused."""
        for number in range(1_000):
            try:
                submit(checkers, (str(number), ""), weight, pid, number)
            except Busy:
                return number
        return 1_000

    assert 40 < taken(1) < 50
    assert [submit(checkers, ("ana", ""), MIDDLING, pid, 1) for _ in range(2)]
    assert 20 < taken(MIDDLING) < 32
    submit(checkers, ("ana", ""), HEAVY, pid, 1)
    with pytest.raises(Busy):
        submit(checkers, ("ana", ""), HEAVY, pid, 1)
    assert taken(HEAVY) == 7
