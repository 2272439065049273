"""Sealed and unseen tables: plies bring the cards, and each view has a record of its own."""

from typing import Any

import pytest
from msgspec.json import encode

from notation.chance import seed_hash
from replays.validate import validate
from tests.api.asking import DAY, TEXT, Served, problem
from tests.api.conftest import Serve
from tests.api.live.making import At
from tests.replays.helpers import played, reading
from tests.replays.live.test_own_records import as_seats_saw, setup_of

TRIGGS = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}
NINES = {"shuffle": "deck", "order": [*"_____", *["9"] * 5, "_"], "reveals": ["3", "4"]}
SEED = "the seed of a sealed game"


@pytest.fixture
def at(served: Served) -> At:
    deck = {"shuffle": "deck", "order": ["_"], "reveals": ["3", "4"]}
    return At.create(served, {**TRIGGS, "plies": [deck]})


def salad(served: Served, **more: object) -> tuple[At, list[dict[str, Any]]]:
    """A table of Point Salad, and the plies of a whole game as its seats send them."""
    record = played("point_salad", seed=SEED)
    header = {"cgn": 1, "game": "point_salad", "rules": record.rules, "seats": list(record.seats)}
    table = At.create(served, {**header, "plies": list(setup_of(record)), **more})
    plies = as_seats_saw(record)
    return table, [{"seat": ply.seat, "move": ply.move, "reveals": ply.reveals} for ply in plies]


def tell(table: At, plies: list[dict[str, Any]]) -> None:
    """Send each ply as its seat."""
    for version, ply in enumerate(plies, start=table.version):
        answer = table.post("plies", ply["seat"], ply, version)
        assert answer.status_code == 200, answer.text


def test_a_table_is_of_the_kind_that_its_header_says(served: Served) -> None:
    for more, kind in (({}, "unseen"), ({"seedHash": "0" * 64}, "sealed")):
        table = At.create(served, {**TRIGGS, **more})
        assert table.get("")["kind"] == kind
        (shuffle,) = table.get("/record", "A")["plies"]
        assert shuffle == {"shuffle": "deck", "order": ["_"], "reveals": ["_", "_"]}


@pytest.mark.parametrize("seed_hash", ["", "0" * 63, "A" * 64, "0" * 64 + "\n"])
def test_no_seed_can_have_a_malformed_seed_hash(served: Served, seed_hash: str) -> None:
    body = encode({"header": {**TRIGGS, "seedHash": seed_hash}})
    problem(served.ask("POST", "/v1/tables", "ana", body=body, kind="application/json"), 422)


def test_the_deal_of_the_jam_is_required(served: Served) -> None:
    header = {**TRIGGS, "game": "the_jam"}
    answer = served.ask(
        "POST", "/v1/tables", "ana", body=encode({"header": header}), kind="application/json"
    )
    assert "cgn." in problem(answer, 422)["detail"]


def test_a_game_sent_by_its_seats_becomes_a_replay(served: Served) -> None:
    table, plies = salad(served)
    tell(table, plies)
    state = table.get("")
    result = played("point_salad", seed=SEED).result
    assert result is not None
    assert (state["finished"], tuple(state["winners"])) == (True, result.winners)
    assert tuple(state["scores"]) == result.scores
    assert served.json(f"/v1/replays/{state['replay']}")["plies"]


def test_each_view_is_shown_what_it_saw(at: At) -> None:
    at.post("plies", "A", {"seat": "A", "move": "draw middle middle", "reveals": ["7", "8"]})
    assert at.get("?view=owner", "ana") == at.get("", "ana")
    problem(at.ask("?view=owner", "A"), 403)
    ply = {"seat": "B", "move": "draw middle middle", "reveals": ["5", "6"]}
    at.post("plies", "ana", ply)
    for viewer, reveals in (
        ("A", [["7", "8"], ["_", "_"]]),
        ("B", [["_", "_"], ["5", "6"]]),
        ("ana", [["_", "_"], ["5", "6"]]),
        (None, [["_", "_"], ["_", "_"]]),
    ):
        record = at.get("/record", viewer)
        assert [entry["reveals"] for entry in record["plies"][1:]] == reveals
        shown = [frame["reveals"] for frame in at.get("/frames", viewer)["frames"][1:]]
        hidden = [[None if card == "_" else card for card in cards] for cards in reveals]
        assert shown == hidden
        text = reading(at.ask("/record", viewer, TEXT).text)
        assert validate(text).verdict in ("incomplete", "undetermined")


def test_a_comment_is_shown_to_its_sender(at: At) -> None:
    at.play("A", "A", "draw left left", comments=["I want sevens"])
    for viewer, comments in (("A", ["I want sevens"]), ("B", []), ("ana", []), (None, [])):
        assert at.get("/moves", viewer)["moves"][-1]["comments"] == comments
        assert "sevens" not in at.ask("/record", viewer).text


def test_a_ply_that_contradicts_its_seats_view_is_refused(at: At) -> None:
    answer = at.play("A", "A", "draw left left", reveals=["12", "12"])
    (diagnostic,) = problem(answer, 422)["diagnostics"]
    assert (diagnostic["code"], diagnostic["ply"]) == ("cgn.reveals", 1)
    answer = at.post("plies", "A", "1. A: draw left left -> 12 12\n", kind=TEXT)
    assert problem(answer, 422)["diagnostics"][0]["code"] == "cgn.reveals"
    assert at.version == 1


def test_a_seat_plays_when_it_may_be_asked(at: At) -> None:
    problem(at.play("B", "B", "draw left left"), 409)
    problem(at.play("B", "A", "draw left left"), 403)
    assert at.play("A", "A", "draw left middle").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        [{"shuffle": "left", "order": ["_"]}],
        [{"shuffle": "left", "order": ["_"]}, {"seat": "A", "move": "draw left left"}],
        [{"seat": "A", "move": "draw left left"}, {"seat": "A", "move": "draw left left"}],
        {"seat": "A", "move": "draw left left", "irregular": True},
    ],
)
def test_a_malformed_ply_is_422(at: At, body: object) -> None:
    problem(at.post("plies", "A", body), 422)
    assert at.version == 1


def test_the_replay_of_a_game_that_nobody_can_follow_opens_at_the_last_ply_of_which_they_can(
    served: Served,
) -> None:
    record = played("the_jam", seed=SEED)
    header = {"cgn": 1, "game": "the_jam", "rules": record.rules, "seats": list(record.seats)}
    deal = setup_of(record)
    table = At.create(served, {**header, "plies": list(deal)})
    (card, *_) = next(shuffle.reveals for shuffle in deal if shuffle.reveals)
    for seat, move in (("A", "basket apple-jam:cherry"), ("B", f"basket {card}")):
        # the second one lies in the basket
        assert table.post("plies", "ana", {"seat": seat, "move": move}).status_code == 200
    replay = table.post("end", "ana", {"termination": "abandoned"}).json["replay"]
    for end in ("?view=A", "/sheet"):
        led = served.ask("GET", f"/r/{replay}/2{end}")
        assert led.status_code == 303
        assert led.headers["Location"] == f"/r/{replay}/1{end}"
    assert "do not tell how the game went on" in served.ask("GET", f"/r/{replay}/1").text
    told = problem(served.ask("GET", f"/r/{replay}/2.svg"), 404)
    assert "after ply 1" in told["detail"]
    assert served.ask("GET", f"/r/{replay}/3").status_code == 404


class TestLies:
    """A lie of one seat does not lock out an honest one."""

    @pytest.fixture
    def lied(self, served: Served) -> At:
        """Bo holds five of the nine nines, and Ana plays five."""
        at = At.create(served, {**TRIGGS, "plies": [NINES]})
        assert at.play("A", "A", "discard 9,9,9,9,9").status_code == 200
        return at

    def test_a_contradicted_seat_plays_on_by_the_public_record(self, lied: At) -> None:
        assert lied.get("/record", "B")["plies"] == lied.get("/record")["plies"]
        assert lied.play("B", "B", "discard 9,9").status_code == 200
        assert "contradictions" not in lied.get("", "B")

    def test_the_end_names_the_contradicting_seats(self, lied: At) -> None:
        answer = lied.post("end", "ana", {"termination": "abandoned"})
        assert answer.json["replay"] is None
        contradictions = lied.get("", "B")["contradictions"]
        assert {(one["ply"], one["view"]) for one in contradictions} == {(1, "B"), (1, "owner")}
        assert {one["token"].split()[0] for one in contradictions} == {"seat"}
        assert lied.get("/frames")["plies"] == 1
        problem(lied.play("B", "B", "draw left left"), 409)


class TestEnd:
    def test_the_owner_or_seats_name_the_winners(self, at: At) -> None:
        at.play("A", "A", "draw left left")
        answer = at.post("end", "ana", {"winners": ["A"], "scores": [3, 0]})
        assert "over" in problem(answer, 422)["detail"]
        body = {"termination": "time", "winners": ["A"]}
        assert at.post("end", "ana", body).json["winners"] == ["A"]
        assert at.get("")["replay"]

    def test_a_seat_resigns_for_itself(self, at: At) -> None:
        problem(at.post("end", "A", {"termination": "time"}), 403)
        state = at.post("end", "A", {"termination": "resigned"}).json
        assert (state["finished"], state["winners"]) == (True, ["B"])
        assert state["replay"]

    @pytest.mark.parametrize("sealed", [{}, {"seedHash": seed_hash(SEED)}])
    def test_a_game_ends_when_it_asks_a_seat_that_resigned(
        self, served: Served, sealed: dict[str, str]
    ) -> None:
        record = played("triggs", seats=3, seed=SEED)
        header = {**TRIGGS, "rules": record.rules, "seats": list(record.seats)}
        table = At.create(served, {**header, "plies": list(setup_of(record)), **sealed})
        plies = as_seats_saw(record)
        assert not table.post("end", "C", {"termination": "resigned"}).json["finished"]
        until = next(at for at, ply in enumerate(plies) if ply.seat == "C")
        tell(
            table,
            [{"seat": p.seat, "move": p.move, "reveals": p.reveals} for p in plies[:until]],
        )
        state = table.get("")
        assert (state["termination"], state["resigned"]) == ("resigned", ["C"])
        assert state["winners"]
        assert "C" not in state["winners"]
        if sealed:
            assert state["replay"] is None
            state = table.post("seed", "ana", {"seed": SEED}).json
        replay = served.json(f"/v1/replays/{state['replay']}")
        assert (replay["termination"], replay["tags"]["Resigned"]) == ("resigned", "C")
        assert replay["result"]["winners"] == state["winners"]

    def test_no_single_ply_is_too_much_work(self, serve: Serve) -> None:
        record = played("turkey_my_mayonnaise", seats=10)
        header = {**TRIGGS, "game": record.game, "rules": record.rules}
        seats, deal = list(record.seats), list(setup_of(record))
        table = At.create(serve(max_weight=2_000), {**header, "seats": seats, "plies": deal})
        plies = [
            {
                "seat": ply.seat,
                "move": ply.move,
                **({"reveals": ply.reveals} if ply.reveals else {}),
            }
            for ply in as_seats_saw(record)[:17]
        ]
        tell(table, plies[:15])
        assert problem(table.post("plies", "ana", plies[15:]), 413)["limit"]["name"] == "max_weight"
        tell(table, plies[15:])

    def test_an_inactive_table_is_kept(self, at: At, served: Served) -> None:
        at.play("A", "A", "draw left middle")
        served.clock.now += 30 * DAY
        state = at.get("")
        assert (state["termination"], state["finished"]) == ("abandoned", True)
        assert served.json(f"/v1/replays/{state['replay']}")["plies"]

    def test_others_cannot_end_it(self, at: At) -> None:
        problem(at.post("end", "root", {"termination": "time"}), 403)


class TestSealed:
    def test_the_seed_after_the_end_makes_the_replay(self, served: Served) -> None:
        table, plies = salad(served, seedHash=seed_hash(SEED))
        problem(table.post("seed", "ana", {"seed": SEED}), 409)
        tell(table, plies[:4])
        table.post("end", "ana", {"termination": "time", "winners": ["B"]})
        state = table.get("", "B")
        assert (state["finished"], state["replay"], state["due"]) == (True, None, None)
        assert state["view"] == "B"
        problem(table.post("seed", "ana", {"seed": "another"}), 422)
        problem(table.post("seed", "B", {"seed": SEED}), 403)
        sent = table.post("seed", "ana", {"seed": SEED})
        assert sent.json["header"]["seed"] == SEED
        assert (sent.json["termination"], sent.json["winners"]) == ("time", ["B"])
        replay = reading(served.get(f"/v1/replays/{sent.json['replay']}", accept=TEXT).text)
        assert validate(replay).verdict == "valid"
        assert table.get("/frames", "A")["frames"][-1]["ply"] == 4
        problem(table.post("seed", "ana", {"seed": SEED}), 409)

    def test_a_seed_that_contradicts_the_plies_is_published(self, served: Served) -> None:
        table, plies = salad(served, seedHash=seed_hash("not of this deal"))
        tell(table, plies[:2])
        table.post("end", "ana", {"termination": "abandoned"})
        answer = table.post("seed", "ana", {"seed": "not of this deal"})
        assert (answer.status_code, answer.json["replay"]) == (200, None)
        assert answer.json["header"]["seed"] == "not of this deal"
        event = table.get("/events")["events"][-1]
        assert event["act"] == "seed"
        assert event["details"]["contradiction"]["code"].startswith("cgn.")
        for path in (f"/t/{table.id}", f"/t/{table.id}/cards", f"{table.path}/record"):
            assert served.get(path).status_code == 200

    def test_without_its_seed_it_becomes_a_replay_after_a_month(self, served: Served) -> None:
        table, plies = salad(served, seedHash=seed_hash(SEED))
        tell(table, plies[:2])
        table.post("end", "ana", {"termination": "abandoned"})
        served.clock.now += 30 * DAY
        state = table.get("")
        assert state["termination"] == "abandoned"
        header = served.json(f"/v1/replays/{state['replay']}")
        assert header["seedHash"] == seed_hash(SEED)
        assert "seed" not in header

    @pytest.mark.parametrize(
        ("body", "reason"),
        [
            ({"termination": "time", "winners": ["C"]}, "no seat C"),
            ({"termination": "time", "winners": ["B", "A"]}, "order"),
            ({"winners": ["A"]}, "over"),
        ],
    )
    def test_only_a_possible_end_is_accepted(
        self, served: Served, body: object, reason: str
    ) -> None:
        table, plies = salad(served, seedHash=seed_hash(SEED))
        tell(table, plies[:2])
        assert reason in problem(table.post("end", "ana", body), 422)["detail"]

    def test_an_inactive_one_waits_for_its_seed_as_well(self, served: Served) -> None:
        table, plies = salad(served, seedHash=seed_hash(SEED))
        tell(table, plies[:2])
        served.clock.now += 30 * DAY
        state = table.get("")
        assert (state["termination"], state["replay"]) == ("abandoned", None)
        served.clock.now += 30 * DAY - 1
        sent = table.post("seed", "ana", {"seed": SEED}).json
        assert served.json(f"/v1/replays/{sent['replay']}")["seed"] == SEED

    def test_one_that_its_rules_ended_becomes_a_replay_without_its_seed(
        self, served: Served
    ) -> None:
        table, plies = salad(served, seedHash=seed_hash(SEED))
        tell(table, plies)
        assert table.get("", "ana")["replay"] is None
        served.clock.now += 30 * DAY
        state = table.get("", "ana")
        result = played("point_salad", seed=SEED).result
        assert result is not None
        assert (state["termination"], tuple(state["winners"])) == (None, result.winners)
        assert "seed" not in served.json(f"/v1/replays/{state['replay']}")

    def test_one_whose_plies_contradict_each_other_says_so_once(self, served: Served) -> None:
        at = At.create(served, {**TRIGGS, "seedHash": "0" * 64, "plies": [NINES]})
        assert at.play("A", "A", "discard 9,9,9,9,9").status_code == 200
        at.post("end", "ana", {"termination": "time", "winners": ["B"]})
        for _ in range(3):
            served.clock.now += 30 * DAY
            state = at.get("")
            assert (state["replay"], state["winners"]) == (None, ["B"])
            assert served.json("/v1/tables")["tables"]
        acts = [event["act"] for event in at.get("/events")["events"]]
        assert acts == ["created", "plies", "ended", "published"]
        answer = at.post("seed", "ana", {"seed": "too late, and wrong"})
        assert "SeedHash" in problem(answer, 422)["detail"]

    def test_a_seed_with_which_another_plays_is_not_published(self, served: Served) -> None:
        table, plies = salad(served, seedHash=seed_hash(SEED))
        tell(table, plies[:2])
        table.post("end", "ana", {"termination": "abandoned"})
        other = At.create(served, {**TRIGGS, "seed": SEED})
        problem(table.post("seed", "ana", {"seed": SEED}), 409)
        assert other.play("ana", "A", "draw left left").status_code == 200
        other.post("end", "ana", {"termination": "abandoned"})
        assert table.post("seed", "ana", {"seed": SEED}).json["replay"]

    def test_other_tables_accept_no_seed(self, at: At) -> None:
        problem(at.post("seed", "ana", {"seed": SEED}), 403)
