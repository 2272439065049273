"""The bot of the page about games in progress plays a game."""

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import cgn
from client import connection, live_table
from tests.cli.serving import served
from tests.docs.blocks import ROOT, blocks
from tests.docs.typed import check_strictly

HEADER = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}
PAGE = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def owner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[cgn.Client]:
    """A client of a service with a token that may upload."""
    with (
        pytest.MonkeyPatch.context() as patch,
        served(tmp_path_factory.mktemp("tables")) as service,
        cgn.Client(service.url, service.token()) as client,
    ):
        patch.setenv("NO_PROXY", "*")
        yield client


def test_the_bot_of_the_page_plays_a_whole_game(
    owner: cgn.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pause(seconds: float) -> None:
        pytest.fail(f"a watcher who waits for the next change polled, after {seconds} s")

    monkeypatch.setattr(live_table, "sleep", pause)
    (code,) = blocks("python", PAGE)
    known: dict[str, Any] = {}
    exec(code, known)  # noqa: S102 - the page's own code
    header = {**HEADER, "game": "point_salad"}
    table = owner.create_table(header, deal=True)
    with ThreadPoolExecutor() as seats:
        bots = [
            seats.submit(known["bot"], owner.url, table.id, *invited)
            for invited in table.invitations.items()
        ]
    (replay,) = {bot.result() for bot in bots}
    raw = owner.replay(replay)
    (report,) = [cgn.validate(reading) for reading in cgn.read(io.BytesIO(raw))]
    assert report.verdict == "valid"


def test_a_watcher_whose_answer_comes_early_pauses_as_long_as_the_service_says(
    owner: cgn.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = owner.create_table({**HEADER, "seed": "watched"})
    paused: list[float] = []

    def pause(seconds: float) -> None:
        paused.append(seconds)
        table.play("A", "draw left left") if len(paused) == 1 else table.end("abandoned")

    monkeypatch.setattr(live_table, "sleep", pause)
    monkeypatch.setattr(live_table, "_WAIT", 0)  # as if too many were waiting
    monkeypatch.setattr(live_table, "monotonic", partial(next, count(0, -1)))
    assert [state.finished for state in owner.table(table.id).watch()][-1]
    assert all(1 <= seconds <= 1.2 for seconds in paused)


def test_the_bot_of_the_page_passes_a_strict_type_checker(tmp_path: Path) -> None:
    (code,) = blocks("python", PAGE)
    check_strictly(code, tmp_path)


def test_a_refused_change_brings_the_new_state(owner: cgn.Client) -> None:
    late = owner.create_table({**HEADER, "seed": "a seed"})
    owner.table(late.id).play("A", "draw left left")
    with pytest.raises(cgn.Rejected) as refused:
        late.play("A", "draw right left")
    assert (refused.value.status, late.state.plies) == (412, 1)
    assert late.play("B", "draw left left").plies == 2
    assert late.take_back(1).plies == 1
    assert [frame.ply for frame in late.frames(since=1).frames] == [1]
    news = late.moves(since=1)
    assert [played.ply for played in news.moves] == [1]
    assert [event.act for event in late.events(since=1).events] == ["plies", "plies", "takeback"]
    assert late.record().raw.endswith(b"1. A: draw left left\n")
    assert late.record(cgn.Form.JSON_LINES) == late.record(cgn.Form.JSON)


def test_a_lost_answer_is_asked_for_again(
    owner: cgn.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = owner.create_table({**HEADER, "seed": "another"})
    answer, sent = connection.Connection.answer, list[str]()

    def lost(self: connection.Connection, question: connection.Question) -> bytes:
        sent.append(question.headers["If-Match"])
        whole = answer(self, question)
        if len(sent) == 1:
            raise connection.Interrupted("the answer broke off")
        return whole

    monkeypatch.setattr(connection.Connection, "answer", lost)
    monkeypatch.setattr(connection, "sleep", lambda _: None)
    assert table.play("A", "draw left left").plies == 1
    assert sent == ['"v1"', '"v1"']
    assert table.refresh().version == 2
