"""What was made of tables is made once for all who ask for the same, and kept up to a size."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import pytest

from api.live.memo import Memo


def test_of_many_who_ask_at_once_one_has_it_made() -> None:
    memo, made, may_end = Memo(10_000), list[int](), Event()

    def make() -> bytes:
        made.append(1)
        assert may_end.wait(30)
        return b"frames"

    with ThreadPoolExecutor(8) as pool:
        answers = [pool.submit(memo.get, ("table", 3), make) for _ in range(8)]
        may_end.set()
        assert {answer.result() for answer in answers} == {b"frames"}
    assert memo.get(("table", 3), make) == b"frames"
    assert len(made) == 1


def test_another_version_is_made_anew() -> None:
    memo = Memo(10_000)
    for at in (1, 2, 1):
        assert memo.get(("table", at), partial(str, at)) == str(at)


def test_what_could_not_be_made_is_tried_again() -> None:
    memo = Memo(10_000)

    def fail() -> None:
        raise ValueError("busy")

    with pytest.raises(ValueError, match="busy"):
        memo.get("key", fail)
    assert memo.get("key", lambda: b"made") == b"made"


def test_the_answers_that_were_asked_for_least_lately_make_room() -> None:
    memo, made = Memo(2_000), list[str]()

    def get(key: str, size: int) -> None:
        def make() -> bytes:
            made.append(key)
            return bytes(size)

        memo.get(key, make)

    for key in ("a", "b", "a", "c", "a", "b"):
        get(key, 400)
    get("large", 3_000)
    get("large", 3_000)
    assert made == ["a", "b", "c", "b", "large", "large"]
