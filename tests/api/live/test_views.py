"""Reading tables: views, versions, and changes since a version."""

from io import BytesIO
from itertools import cycle

import pytest

from engines.registry import load_game
from notation.record import Ply
from notation.text_reader import read_text
from replays.simulate import simulate
from replays.validate import INCOMPLETE, validate
from tests.api.asking import TEXT, Served, problem
from tests.api.conftest import Serve
from tests.api.live.making import HEADER, SEED, At


def discard(at: At, seat: str) -> str:
    """A card that a seat can discard."""
    return next(move for move in at.legal(seat) if move.startswith("discard"))


@pytest.fixture
def at(served: Served) -> At:
    """A table after six plies."""
    made = At.create(served)
    for seat, number in zip(cycle("AB"), range(6), strict=False):
        move = "draw left left" if number < 4 else discard(made, seat)
        assert made.play(seat, seat, move).status_code == 200
    return made


def faces(frame: dict[str, object]) -> dict[str, list[str | None]]:
    """The codes of each hand in a frame."""
    zones = frame["zones"]
    assert isinstance(zones, list)
    return {
        zone["owner"]: [card["code"] for card in zone["cards"]]
        for zone in zones
        if zone["name"] == "hand"
    }


class TestViews:
    def test_each_seat_sees_its_own_hand(self, at: At) -> None:
        for viewer, seen in ((None, ""), ("A", "A"), ("B", "B"), ("ana", "AB"), ("root", "")):
            hands = faces(at.get("/frames/6", viewer))
            for seat, cards in hands.items():
                assert all(card is not None for card in cards) == (seat in seen)

    @pytest.mark.parametrize(
        ("viewer", "view", "status"),
        [
            (None, "A", 403),
            ("A", "B", 403),
            ("A", "all", 403),
            ("bo", "all", 403),
            ("root", "all", 403),
            ("A", "public", 200),
            ("ana", "B", 200),
            ("ana", "C", 400),
        ],
    )
    @pytest.mark.parametrize("what", ["", "/frames", "/frames/1", "/moves", "/record", "/legal"])
    def test_other_views_are_refused(
        self, at: At, what: str, viewer: str | None, view: str, status: int
    ) -> None:
        assert at.ask(f"{what}?view={view}", viewer).status_code == status

    def test_only_the_owners_record_has_the_seed(self, at: At) -> None:
        for what in ("", "/frames", "/moves", "/record", "/legal"):
            for viewer in (None, "A", "B", "bo", "root"):
                assert SEED not in at.ask(what, viewer).text
        assert SEED not in at.ask("", "ana").text
        assert at.get("/record", "ana")["seed"] == SEED

    def test_the_record_of_any_view_is_valid(self, at: At) -> None:
        for viewer in (None, "A", "B"):
            (reading,) = read_text(BytesIO(at.ask("/record", viewer, TEXT).data))
            report = validate(reading)
            assert (report.verdict, report.plies) == (INCOMPLETE, 6)

    def test_legal_moves_are_for_the_seat_that_is_asked(self, at: At) -> None:
        assert at.get("/legal", "A")["legal"] == at.get("/legal", "ana")["legal"]
        assert at.get("/legal", "A")["lists_all"] is True
        for viewer in (None, "B"):
            legal = at.get("/legal", viewer)
            assert (legal["legal"], legal["lists_all"]) == (None, None)

    def test_a_private_table_is_for_its_owner_seats_and_admins(self, served: Served) -> None:
        at = At.create(served, visibility="private")
        for viewer, status in ((None, 404), ("bo", 404), ("A", 200), ("ana", 200), ("root", 200)):
            assert at.ask("", viewer).status_code == status
        assert served.json("/v1/tables")["tables"] == []
        assert len(served.json("/v1/tables?own=1", "ana")["tables"]) == 1


class TestVersions:
    def test_every_answer_says_the_version_and_the_plies(self, at: At) -> None:
        for what in ("", "/frames", "/frames/3", "/moves", "/record", "/legal"):
            answer = at.ask(what)
            assert answer.headers["ETag"].removesuffix('-gz"').rstrip('"') == '"v7'
            headers = answer.headers["Table-Version"], answer.headers["Table-Plies"]
            assert headers == ("7", "6")
            if what != "/record":
                assert (answer.json["version"], answer.json["plies"]) == (7, 6)

    def test_since_a_version_an_answer_has_the_new_entries_and_the_number_kept(
        self, at: At
    ) -> None:
        for what in ("frames", "moves"):
            body = at.get(f"/{what}?since=5")
            assert body["keep"] == 4
            assert body[what] == at.get(f"/{what}")[what][5:]
            assert "catalogue" not in body
            assert at.get(f"/{what}?since=7")[what] == []

    def test_a_takeback_keeps_less(self, at: At) -> None:
        at.post("takebacks", "ana", {"to": 2})
        at.play("A", "A", "draw right right")
        for what in ("frames", "moves"):
            body = at.get(f"/{what}?since=7")
            assert body["keep"] == 2
            assert [one["ply"] for one in body[what]] == [3]

    def test_an_earlier_version_can_be_read(self, at: At) -> None:
        before = {what: at.get(what) for what in ("/frames?at=5", "/moves?at=5", "/record?at=5")}
        at.post("takebacks", "ana", {"to": 1})
        assert {what: at.get(what) for what in before} == before
        assert [frame["ply"] for frame in before["/frames?at=5"]["frames"]] == [0, 1, 2, 3, 4]
        assert at.get("/frames/4?at=5")["ply"] == 4
        problem(at.ask("/frames/4"), 404)

    @pytest.mark.parametrize("query", ["at=8", "since=8", "at=0", "since=0", "at=2&since=1"])
    def test_an_unknown_version_is_400(self, at: At, query: str) -> None:
        problem(at.ask(f"/frames?{query}"), 400)


class TestWatching:
    def test_an_unchanged_table_is_304(self, at: At, served: Served) -> None:
        for what in ("", "/frames", "/moves", "/record"):
            tag = at.ask(what).headers["ETag"]
            again = served.ask("GET", f"{at.path}{what}", headers={"If-None-Match": tag})
            assert (again.status_code, again.data) == (304, b"")
            assert again.headers["Cache-Control"] == "public, max-age=1"

    @pytest.mark.parametrize(("quiet", "pause"), [(0, 1), (29, 1), (30, 2), (120, 5), (600, 10)])
    def test_answers_say_when_to_ask_again(
        self, at: At, served: Served, quiet: int, pause: int
    ) -> None:
        served.clock.now += quiet
        anyone, seat = at.ask(""), at.ask("", "A")
        assert anyone.headers["Cache-Control"] == f"public, max-age={pause}"
        assert anyone.headers["X-Accel-Expires"] == "1"
        assert seat.headers["Cache-Control"] == "private, no-store"
        assert seat.headers["Vary"] == "Authorization"
        assert seat.headers["Poll-After"] == str(pause)

    def test_a_kept_answer_is_of_this_version(self, at: At) -> None:
        assert at.get("")["version"] == 7
        at.play("A", "A", discard(at, "A"))
        assert at.get("")["version"] == 8


class TestLists:
    def test_tables_are_found_by_game_player_owner_and_end(self, served: Served) -> None:
        first = At.create(served)
        second = At.create(served, {**HEADER, "seats": ["Cleo", "Dan"], "seed": "another"})
        second.post("end", "ana", {"termination": "abandoned"})
        for query, expected in (
            ("", [second, first]),
            ("?player=cleo", [second]),
            ("?finished=1", [second]),
            ("?finished=0", [first]),
            ("?game=triggs&owner=ana", [second, first]),
            ("?owner=bo", []),
            ("?game=the_jam", []),
        ):
            listed = served.json(f"/v1/tables{query}")["tables"]
            assert [table["id"] for table in listed] == [table.id for table in expected], query

    def test_own_and_owner_both_count(self, served: Served) -> None:
        made = At.create(served)
        assert served.json("/v1/tables?own=1&owner=bo", "ana")["tables"] == []
        (table,) = served.json("/v1/tables?own=1&owner=ana", "ana")["tables"]
        assert table["id"] == made.id

    def test_tables_come_in_pages(self, served: Served) -> None:
        made = [At.create(served).id for _ in range(3)]
        page = served.json("/v1/tables?limit=2")
        rest = served.json(f"/v1/tables?limit=2&after={page['next']}")
        assert [table["id"] for table in page["tables"] + rest["tables"]] == made[::-1]
        assert rest["next"] is None


@pytest.mark.parametrize("name", ["triggs", "grab_your_breakfast"])
def test_a_whole_game_is_played_to_its_replay(serve: Serve, name: str) -> None:
    game = load_game(name)
    simulated = simulate(game, 2, SEED, {}, game.player)
    header = {
        "cgn": 1,
        "game": name,
        "rules": simulated.rules,
        "seats": simulated.seats,
        "seed": SEED,
    }
    served = serve()
    at = At.create(served, header)
    plies = [entry for entry in simulated.plies if isinstance(entry, Ply)]
    for version, ply in enumerate(plies, start=1):
        answer = at.play(ply.seat, ply.seat, ply.move, version)
        assert answer.status_code == 200, answer.text
    table, result = answer.json, simulated.result
    assert table["finished"]
    assert result is not None
    assert table["winners"] == list(result.winners)
    assert table["scores"] == list(result.scores)
    replay = served.json(f"/v1/replays/{table['replay']}")
    assert replay == at.get("/record")
    frames = served.json(f"/v1/replays/{table['replay']}/frames?view=A")["frames"]
    assert frames == at.get("/frames?view=A")["frames"]
    assert not [*served.store.check(lambda *_: None)]


class TestMemory:
    def test_a_seats_record_has_the_cards_that_it_has_seen(self, at: At) -> None:
        plain = at.ask("/record", "A", accept=TEXT).text
        memory = at.ask("/record?memory=1", "A", accept=TEXT).text
        assert validate(next(iter(read_text(BytesIO(memory.encode()))))).verdict == INCOMPLETE
        assert "\n~: deck 8 9 3 12 3 _ -> 11 12\n" in plain
        assert "\n~: deck 8 9 3 12 3 _ _ _ _ _ 11 7 6 _ 1 7 2 _ 8 _" in memory
        assert [line for line in plain.splitlines() if line[:1].isdigit()] == [
            line for line in memory.splitlines() if line[:1].isdigit()
        ]

    def test_only_seats_remember_and_only_while_they_play(self, at: At) -> None:
        problem(at.ask("/record?memory=1", None), 422)
        problem(at.ask("/record?memory=1", "ana"), 422)
        problem(at.ask("/record?memory=1&view=B", "A"), 403)
        ended = {"termination": "adjudicated", "winners": ["A"]}
        assert at.post("end", "ana", ended).status_code == 200
        assert "[Seed" in at.ask("/record?memory=1", "A", accept=TEXT).text  # that of the replay
