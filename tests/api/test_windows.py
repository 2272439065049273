"""What clients used within the last minute."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import active_count

import pytest

from api.policy.windows import SEATS, Windows

MOST = 10


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def windows(clock: Clock) -> Windows:
    return Windows(MOST, clock)


def test_what_was_used_comes_back_after_a_minute(windows: Windows, clock: Clock) -> None:
    windows.use("ana", 4)
    clock.now = 30.0
    windows.use("ana", 6)
    assert windows.left("ana") == (0, 30)
    clock.now = 59.9
    assert windows.left("ana") == (0, 1)
    clock.now = 60.0
    assert windows.left("ana") == (4, 30)
    assert windows.left("bo") == (MOST, 60)


def test_clients_who_used_nothing_lately_are_forgotten(windows: Windows, clock: Clock) -> None:
    for number in range(1_000):
        windows.use(f"{number}", 1, f"owner {number}")
    assert len(windows) == 1_000
    clock.now = 60.0
    windows.use("ana", 1)
    assert len(windows) == 1


def test_the_seats_of_an_owner_share_what_some_clients_have(windows: Windows) -> None:
    seats = [f"seat {number}" for number in range(2 * SEATS)]
    for seat in seats:
        windows.use(seat, 1, "ana")
    assert {windows.left(seat, "ana")[0] for seat in seats} == {MOST // 2 - 1}
    assert windows.left("owner ana") == (MOST, 60)


def test_one_seat_that_floods_leaves_the_others_their_part(windows: Windows) -> None:
    windows.use("seat A", 1_000, "ana")
    assert windows.left("seat A", "ana")[0] == 0
    assert windows.left("seat B", "ana")[0] == MOST


@pytest.fixture
def eager() -> Iterator[None]:
    """Threads change as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("eager")
def test_threads_lose_no_count_and_start_no_thread() -> None:
    windows, number = Windows(1_000_000), 5_000
    with ThreadPoolExecutor(8) as pool:
        threads = active_count()
        list(pool.map(lambda at: windows.use(f"{at % 3}", 1, "ana"), range(number)))
        assert active_count() <= threads + 8
    used = sum(windows.most - windows.left(f"{at}", "ana")[0] for at in range(3))
    assert used == number
