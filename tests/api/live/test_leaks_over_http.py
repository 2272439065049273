"""No answer of the service reveals more than its view may know: status, headers, every byte.

Two tables that differ only in what a view cannot know get the same calls with the same token.
"""

import os
from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from engines.registry import GAMES
from notation.record import Ply, Record
from replays.view import narration
from replays.view.views import PUBLIC
from tests.api.asking import JSON, TEXT, Answer, Served
from tests.api.conftest import Serve
from tests.api.live.making import At
from tests.replays.worlds import PLANTED, World, guesses, knowledge, opened, pairs

CASES = max(int(os.environ.get("CGN_WORLDS", "4")) // 4, 1)
"""Pairs of worlds for each game."""

MOVES = 6
"""Moves that are sent to both tables of a pair."""

READ = (
    "",
    "/events",
    "/events?since=1",
    "/frames",
    "/moves",
    "/moves?since=1",
    "/frames?since=2",
    "/record",
    "/legal",
    "/choices",
    "/choices?taps=seat:B,hand.A/9",
    "/choices?answers=B",
)
APART = {"Date", "Location"}
"""Headers that differ between any two answers."""


class Table(At):
    """A table with the plies of a world, and its answers to a view."""

    @classmethod
    def of(cls, served: Served, world: World) -> "Table":
        """Create the table, and send all plies as its owner."""
        record = world.record
        header = {"cgn": 1, "game": record.game, "rules": record.rules, "seed": world.seed}
        header |= {"seats": list(record.seats), "options": dict(record.options)}
        at = cls.create(served, header)
        plies = [entry for entry in world.record.plies if isinstance(entry, Ply)]
        sent = [{"seat": ply.seat, "move": ply.move} for ply in plies]
        for start in range(0, len(sent), 20):
            answer = at.post("plies", "ana", sent[start : start + 20])
            assert answer.status_code == 200, answer.text
        assert isinstance(at, Table)
        return at

    def said(self, answer: Answer) -> object:
        """An answer without ids and the like, which always differ."""
        body = answer.data.replace(self.id.encode(), b"")
        headers = {name: text for name, text in answer.headers.items() if name not in APART}
        return answer.status_code, headers, body

    def read(self, view: str) -> Iterator[object]:
        """The answers to every GET request of a view, including those of the page."""
        viewer = None if view == PUBLIC else view
        for what in READ:
            yield self.said(self.ask(what, viewer))
        yield self.said(self.ask("/record", viewer, TEXT))
        yield self.said(self.ask("?view=all", viewer))
        for part in ("", "/state", "/cards", "/words"):
            yield self.said(self.served.get(f"/t/{self.id}{part}", self.by(viewer)))


def leaks(served: Served, view: str, worlds: tuple[World, World]) -> Iterator[str]:
    """Differences between the answers of two worlds that a view cannot distinguish."""
    one, two = (Table.of(served, world) for world in worlds)
    if one.get("")["finished"]:
        return  # the end reveals everything
    for first, second in zip(one.read(view), two.read(view), strict=True):
        if first != second:
            yield f"{worlds[0].seed}: {view}: {first!r} {second!r}"
    for move in guesses(worlds[0].record)[: MOVES if view != PUBLIC else 0]:
        body = encode({"seat": view, "move": move}).decode()
        answers = [at.post("plies", view, body, kind=JSON) for at in (one, two)]
        both = [at.said(answer) for at, answer in zip((one, two), answers, strict=True)]
        if both[0] != both[1]:
            after = [
                knowledge(replace(world, record=_longer(world, Ply(view, move))), view)
                for world in worlds
            ]
            if None in after or after[0] == after[1]:
                yield f"{worlds[0].seed}: {view}: {move}: {both}"
        if 200 in [answer.status_code for answer in answers]:
            return  # the view has seen more


def _longer(world: World, ply: Ply) -> Record:
    return replace(world.record, plies=(*world.record.plies, ply))


@pytest.mark.parametrize("name", GAMES)
def test_indistinguishable_tables_give_the_same_answers(serve: Serve, name: str) -> None:
    served = serve(max_tables=None)
    count = 0
    for view, one, two in islice(pairs(name), CASES):
        with opened(one, two):
            assert list(leaks(served, view, (one, two))) == []
            count += 1
    assert count == CASES


def test_a_leak_is_found(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narration, "seen_reveals", lambda reveals, _: [card for card, _ in reveals])
    served = serve(max_tables=None)

    def is_found(view: str, one: World, two: World) -> bool:
        with opened(one, two):
            return any(leaks(served, view, (one, two)))

    assert any(is_found(*planted) for planted in islice(pairs("grab_your_breakfast"), PLANTED))
