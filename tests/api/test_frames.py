"""Frames: the positions of a replay."""

import pytest
from msgspec.structs import replace

from engines.registry import load_game
from replays.simulate import player_of, simulate
from replays.view.frames import frame, frames
from replays.view.playhead import Playhead
from replays.view.views import PUBLIC
from tests.api.asking import Served, problem
from tests.api.conftest import Serve
from tests.replays.store.making import nested, record
from tests.replays.unseen import hiding

FOUND = replace(record(), comments=("Zoë looked on.",))
LAST = len(FOUND.plies)


@pytest.fixture
def where(served: Served) -> str:
    """The path of the frames of a replay."""
    return f"/v1/replays/{served.upload(FOUND)}/frames"


@pytest.mark.parametrize("view", ["all", "public", "A", "B"])
def test_a_replay_has_a_frame_for_each_position(served: Served, where: str, view: str) -> None:
    body = served.json(f"{where}?view={view}")
    expected = list(frames(Playhead(FOUND), None if view == "all" else view))
    assert (body["view"], body["plies"]) == (view, LAST)
    assert [shown["ply"] for shown in body["frames"]] == list(range(LAST + 1))
    for shown, known in zip(body["frames"], expected, strict=True):
        assert shown["view"] == view
        text = known.sentence.text if known.sentence else None
        assert (shown["sentence"] or {"text": None})["text"] == text
        assert shown["scores"] == list(known.scores)
        assert shown["reveals"] == list(known.reveals)
        codes = [[card["code"] for card in zone["cards"]] for zone in shown["zones"]]
        assert codes == [[card.code for card in zone.cards] for zone in known.zones]


def test_without_a_view_all_is_shown(served: Served, where: str) -> None:
    assert served.json(where) == served.json(f"{where}?view=all")


@pytest.mark.parametrize(("query", "plies"), [("from=3&to=5", [3, 4, 5]), ("to=0", [0])])
def test_a_range_of_frames_can_be_read(
    served: Served, where: str, query: str, plies: list[int]
) -> None:
    some = served.json(f"{where}?{query}")["frames"]
    assert [one["ply"] for one in some] == plies
    whole = served.json(where)["frames"]
    assert some == whole[plies[0] : plies[-1] + 1]


def test_a_single_frame_can_be_read(served: Served, where: str) -> None:
    whole = served.json(f"{where}?view=B")["frames"]
    for ply in (0, 1, 20, LAST):
        assert served.json(f"{where}/{ply}?view=B") == whole[ply]


def test_a_time_is_in_seconds(served: Served) -> None:
    timed = record(plies=2)
    timed = replace(timed, plies=(replace(timed.plies[0], at=41.5), timed.plies[1]))
    where = f"/v1/replays/{served.upload(timed)}/frames"
    assert [frame["at"] for frame in served.json(where, "ana")["frames"]] == [None, 41.5, None]


class TestLegalMoves:
    def test_legal_moves_are_those_of_the_position(self, served: Served, where: str) -> None:
        replay = Playhead(FOUND)
        for ply in (0, 7, LAST):
            replay.seek(ply)
            moves = [replay.game.moves.write(move) for move in replay.table.moves()]
            assert served.json(f"{where}/{ply}?legal=1")["legal"] == moves

    def test_a_sample_of_legal_moves_is_marked(self, served: Served) -> None:
        for name, all_ in (("the_jam", False), ("triggs", True)):
            game = simulate(load_game(name), 2, "legal", {}, player_of(load_game(name), "sensible"))
            where = f"/v1/replays/{served.upload(game)}/frames/3"
            assert served.json(f"{where}?legal=1")["lists_all"] is all_

    def test_a_range_has_them_too(self, served: Served, where: str) -> None:
        some = served.json(f"{where}?from=3&to=6&legal=true")["frames"]
        for one in some:
            ply = one["ply"]
            assert one["legal"] == served.json(f"{where}/{ply}?legal=1")["legal"]

    def test_a_view_has_those_of_its_own_seat_only(self, served: Served, where: str) -> None:
        for ply in range(4):
            to_act = frame(_at(ply)).to_act
            for view in ("A", "B", PUBLIC):
                legal = served.json(f"{where}/{ply}?view={view}&legal=1")["legal"]
                assert (legal is not None) == (view == to_act)

    def test_they_are_left_out_unless_asked_for(self, served: Served, where: str) -> None:
        assert "legal" not in served.json(f"{where}/3")
        assert "legal" not in served.json(f"{where}/3?legal=0")

    def test_there_are_none_after_the_end(self, served: Served, where: str) -> None:
        for view in ("all", "A", PUBLIC):
            assert served.json(f"{where}/{LAST}?view={view}&legal=1")["legal"] == []


@pytest.mark.parametrize(
    "query",
    [
        "view=C",
        "view=a",
        "view=everything",
        "view=",
        "from=-1",
        "from=5&to=4",
        f"from={LAST + 1}",
        f"to={LAST + 1}",
        "to=99999999999999999999",
        "legal=maybe",
        "ply=3",
    ],
)
def test_a_bad_parameter_is_400(served: Served, where: str, query: str) -> None:
    refusal = problem(served.get(f"{where}?{query}"), 400)
    assert [error["parameter"] for error in refusal["errors"]] == [query.partition("=")[0]]


@pytest.mark.parametrize("ply", [str(LAST + 1), "999999999", "9999999999", "-1", "x", "1.0", "٣"])
def test_an_unknown_ply_is_404(served: Served, where: str, ply: str) -> None:
    problem(served.get(f"{where}/{ply}"), 404)


@pytest.mark.parametrize("view", ["all", "public", "B"])
def test_moves_are_the_frames_without_their_zones(served: Served, where: str, view: str) -> None:
    body = served.json(f"{where.removesuffix('frames')}moves?view={view}")
    whole = served.json(f"{where}?view={view}")
    assert (body["view"], body["plies"], body["catalogue"]) == (view, LAST, whole["catalogue"])
    for row, shown in zip(body["moves"], whole["frames"], strict=True):
        assert row.pop("variations") == []
        assert row == {name: shown[name] for name in row}


def test_moves_too_large_are_refused_with_the_limit(serve: Serve) -> None:
    long = replace(FOUND, comments=("x" * 60_000,) * 17)
    served = serve(max_film=1 << 20)
    error = problem(served.get(f"/v1/replays/{served.upload(long)}/moves"), 413)
    assert error["limit"] == {"name": "max_film", "value": 1 << 20}


class TestVariations:
    OUTER, INNER = "/plies/1/variations/0", "/plies/1/variations/0/1/variations/0"

    @pytest.fixture
    def replay(self, served: Served) -> str:
        return f"/v1/replays/{served.upload(nested())}"

    @pytest.mark.parametrize(("line", "plies"), [(OUTER, 4), (INNER, 3)])
    def test_frames_are_those_of_the_line(
        self, served: Served, replay: str, line: str, plies: int
    ) -> None:
        game, line_frames = (
            served.json(f"{replay}/frames"),
            served.json(f"{replay}/frames?line={line}"),
        )
        assert (line_frames["plies"], len(line_frames["frames"])) == (plies, plies + 1)
        assert line_frames["frames"][plies]["zones"] == game["frames"][plies]["zones"]
        assert line_frames["frames"][3]["mark"] == ("?" if line == self.INNER else "")
        assert served.json(f"{replay}/frames/3?line={line}") == line_frames["frames"][3]
        some = served.json(f"{replay}/frames?line={line}&from=2&to=3&legal=1")["frames"]
        assert [frame["ply"] for frame in some] == [2, 3]

    def test_moves_are_those_of_the_line_with_the_lines_within_it(
        self, served: Served, replay: str
    ) -> None:
        game = served.json(f"{replay}/moves")
        assert [variation["line"] for variation in game["moves"][2]["variations"]] == [
            self.OUTER,
            "/plies/1/variations/1",
        ]
        body = served.json(f"{replay}/moves?line={self.OUTER}")
        assert [move["ply"] for move in body["moves"]] == [0, 1, 2, 3, 4]
        (inner,) = body["moves"][3]["variations"]
        assert inner["line"] == self.INNER
        within = served.json(f"{replay}/moves?line={self.INNER}")["moves"]
        assert within == [*body["moves"][:3], *inner["moves"]]

    @pytest.mark.parametrize(
        "query",
        [
            "frames?line=/plies/0/variations/0",
            "moves?line=/plies/1/variations/2",
            "frames/5?line=/plies/1/variations/0",
            "frames?from=5&line=/plies/1/variations/0",
            "frames?to=5&line=/plies/1/variations/0",
        ],
    )
    def test_an_unknown_line_or_ply_of_a_line_is_404(
        self, served: Served, replay: str, query: str
    ) -> None:
        problem(served.get(f"{replay}/{query}"), 404)

    def test_frames_and_moves_end_where_nobody_can_follow(self, served: Served) -> None:
        unclear = hiding.unclear()
        *plies, last = unclear.plies
        branched = replace(last, variations=((last,),))
        replay = f"/v1/replays/{served.upload(replace(unclear, plies=(*plies, branched)))}"
        line = f"/plies/{len(plies)}/variations/0"
        shown = served.json(f"{replay}/frames")
        assert len(shown["frames"]) < shown["plies"]
        problem(served.get(f"{replay}/frames/{shown['plies']}"), 404)
        problem(served.get(f"{replay}/frames?from={shown['plies']}"), 404)
        assert served.json(f"{replay}/moves?line={line}")["moves"] == []

    @pytest.mark.parametrize("query", ["line=x", "line=/plies/1", "from=3&to=2&line=/plies/1"])
    def test_a_malformed_line_is_400(self, served: Served, replay: str, query: str) -> None:
        problem(served.get(f"{replay}/frames?{query}"), 400)

    def test_too_many_frames_are_refused(self, serve: Serve) -> None:
        served = serve(max_frames=4)
        where = f"/v1/replays/{served.upload(nested())}/frames?line={self.OUTER}"
        error = problem(served.get(where), 413)
        assert error["limit"] == {"name": "max_frames", "value": 4}
        assert len(served.json(f"{where}&to=3")["frames"]) == 4

    def test_others_see_no_variations_of_an_unfinished_game(self, served: Served) -> None:
        open_game = replace(nested(), plies=nested().plies[:8], result=None)
        where = f"/v1/replays/{served.upload(open_game)}/frames?line={self.OUTER}"
        problem(served.get(where), 404)
        assert served.json(where, "ana")["plies"] == 4


class TestTooMany:
    def test_they_are_refused_with_the_limit(self, serve: Serve) -> None:
        served = serve(max_frames=10)
        where = f"/v1/replays/{served.upload(FOUND)}/frames"
        error = problem(served.get(where), 413)
        assert error["limit"] == {"name": "max_frames", "value": 10}
        problem(served.get(f"{where}?from=3&to=13"), 413)

    def test_frames_too_large_are_refused_with_the_limit(self, serve: Serve) -> None:
        long = replace(FOUND, comments=("x" * 60_000,) * 16)
        served = serve(max_film=1 << 20)
        where = f"/v1/replays/{served.upload(long)}/frames"
        for query in ("", "?legal=1"):
            error = problem(served.get(f"{where}{query}"), 413)
            assert error["limit"] == {"name": "max_film", "value": 1 << 20}
        assert len(served.json(f"{where}?to=3")["frames"]) == 4

    def test_the_limit_does_not_change_a_part(self, serve: Serve) -> None:
        few, many = serve(max_frames=10), serve()
        for query in ("?from=3&to=12&view=A", "/40?view=B&legal=1", "/0"):
            answers = [
                served.json(f"/v1/replays/{served.upload(FOUND)}/frames{query}")
                for served in (few, many)
            ]
            assert answers[0] == answers[1]


def _at(ply: int) -> Playhead:
    replay = Playhead(FOUND)
    replay.seek(ply)
    return replay
