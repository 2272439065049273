"""Tables that go on from a ply of a finished replay."""

import re
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from notation.record import Record
from tests.api.asking import BROWSER, FORM, JSON, OURS, Answer, Served, problem
from tests.api.live.making import At
from tests.replays.helpers import played
from tests.replays.live.test_going_on import told

GAME = played("triggs")


def create(served: Served, by: str | None, replay: str, ply: object = 4, **more: Any) -> Answer:  # noqa: ANN401 - any JSON
    """Ask for a table that goes on from a ply; `moves` go with it, the rest beside it."""
    moves = {"moves": more.pop("moves")} if "moves" in more else {}
    body = encode({"from": {"replay": replay, "ply": ply, **moves}, **more})
    return served.ask("POST", "/v1/tables", by, body=body, kind=JSON)


def going_on(served: Served, record: Record = GAME, **more: Any) -> tuple[str, At]:  # noqa: ANN401 - any JSON
    """The id of a replay of Ana's, and a table of hers that goes on from its 4th ply."""
    replay = served.upload(record)
    answer = create(served, "ana", replay, **more)
    assert answer.status_code == 201, answer.text
    return replay, At(served, answer.json["id"])


def test_a_table_goes_on_with_the_cards_of_the_game(served: Served) -> None:
    replay, at = going_on(served)
    state = at.get("", "ana")
    assert (state["kind"], state["plies"], state["version"]) == ("seeded", 4, 1)
    assert state["header"]["tags"] == {"From": f"{replay} 4"}
    assert "seed" not in state["header"]
    moves = at.get("/moves", "ana")["moves"]
    assert [move["move"] for move in moves[1:]] == [ply.move for ply in GAME.moves[:4]]
    rest = [{"seat": ply.seat, "move": ply.move} for ply in GAME.moves[4:]]
    assert at.post("plies", "ana", rest).status_code == 200
    made = served.json(f"/v1/replays/{at.get('', 'ana')['replay']}")
    assert made["tags"]["From"] == f"{replay} 4"
    assert made["result"]["scores"] == list(GAME.result.scores if GAME.result else ())


def test_without_a_seed_the_plies_tell_the_cards(served: Served) -> None:
    record = told(GAME)
    replay, at = going_on(served, record)
    assert at.get("", "ana")["kind"] == "unseen"
    next_one = record.moves[4]
    reveals = {"reveals": list(next_one.reveals)} if next_one.reveals else {}
    ply = {"seat": next_one.seat, "move": next_one.move, **reveals}
    assert at.post("plies", "ana", ply).status_code == 200
    assert problem(create(served, "ana", replay, moves=["draw left left"]), 422)


def test_moves_tried_are_played_already_and_can_be_taken_back(served: Served) -> None:
    _, at = going_on(served, moves=[ply.move for ply in GAME.moves[4:6]])
    assert at.get("", "ana")["header"]["tags"]["From"].endswith(" 6")
    replay = served.upload(GAME)
    move = served.json(f"/r/{replay}/4/try/choices")["moves"]
    other = next(one["move"] for one in move if one["move"] != GAME.moves[4].move)
    at = At(served, create(served, "bo", replay, moves=[other]).json["id"])
    assert at.post("takebacks", "bo", {"to": 4}).status_code == 200
    assert "at least 4" in problem(at.post("takebacks", "bo", {"to": 3}), 422)["detail"]


def test_many_go_on_from_one_game_at_once_and_end_with_a_replay_each(served: Served) -> None:
    replay, at = going_on(served)
    other = At(served, create(served, "ana", replay).json["id"])
    assert at.post("end", "ana", {"termination": "abandoned"}).status_code == 200
    assert at.get("", "ana")["replay"] is not None
    assert other.get("", "ana")["replay"] is None


def test_a_game_at_which_nobody_went_on_leaves_no_replay(served: Served) -> None:
    _, at = going_on(served)
    served.clock.now += 31 * 24 * 60 * 60
    assert at.ask("", "ana").status_code == 404


@pytest.mark.parametrize(
    ("asked", "of_replay", "found"),
    [
        ("public", "unlisted", "unlisted"),
        ("unlisted", "public", "unlisted"),
        ("private", "public", "private"),
        ("public", "private", "private"),
        ("public", "public", "public"),
    ],
)
def test_it_is_found_by_no_more_people_than_the_replay(
    served: Served, asked: str, of_replay: str, found: str
) -> None:
    replay = served.upload(GAME, visibility=of_replay)
    answer = create(served, "ana", replay, visibility=asked)
    assert answer.json["visibility"] == found


def test_nobody_goes_on_from_what_they_do_not_see_whole(served: Served) -> None:
    private = served.upload(GAME, visibility="private")
    problem(create(served, "bo", private), 404)
    problem(create(served, "bo", "0" * 64), 404)
    problem(create(served, None, private), 401)
    problem(create(served, "reader", served.upload(GAME)), 403)
    begun = served.upload(replace(GAME, plies=GAME.plies[:9], result=None))
    for by in ("ana", "bo"):
        assert "has ended" in problem(create(served, by, begun), 403)["detail"]


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        ({"deal": True}, 422, "deal"),
        ({"header": {"seed": "mine"}}, 422, "`seed`"),
        ({"header": {"seats": ["Cy"]}}, 422, "2 players"),
        ({"header": {"seats": "Cy"}}, 422, "list of names"),
        ({"header": {"seats": [1, 2]}}, 422, "list of names"),
        ({"header": {"tags": {"From": "x"}}}, 422, "`From`"),
        ({"header": {"tags": {"From": 1}}}, 422, "texts"),
        ({"moves": ["jump"]}, 422, "`jump`"),
        ({"moves": ["x"] * 151}, 400, "at most 150"),
        ({"ply": -1}, 400, "at least 0"),
        ({"ply": 999}, 422, "plies"),
        ({"ply": len(GAME.moves)}, 422, "over"),
        ({"computer": {"A": "sensible", "B": "sensible"}}, 422, "computer"),
    ],
)
def test_what_makes_no_sense_is_refused(
    served: Served, more: dict[str, Any], status: int, said: str
) -> None:
    answer = create(served, "ana", served.upload(GAME), **more)
    assert said in problem(answer, status)["detail"]


def test_a_header_neither_is_missing_nor_says_by_itself_where_a_game_is_from(
    served: Served,
) -> None:
    def ask(body: dict[str, Any]) -> Answer:
        return served.ask("POST", "/v1/tables", "ana", body=encode(body), kind=JSON)

    assert "header: is missing" in problem(ask({}), 400)["detail"]
    header = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"], "seed": "s"}
    tagged = {**header, "tags": {"From": f"{'ab' * 32} 3"}}
    assert "`from`" in problem(ask({"header": tagged}), 422)["detail"]


def test_a_game_has_no_more_plies_than_any_other(serve: Any) -> None:  # noqa: ANN401 - of a fixture
    served = serve(max_plies=3)
    problem(create(served, "ana", served.upload(GAME)), 413)


ANAS = {**OURS, "Cookie": "cgn=cgn_ana"}


def page(served: Served, path: str) -> str:
    answer = served.ask("GET", path, accept=BROWSER, headers=ANAS)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def send(served: Served, fields: dict[str, Any]) -> Answer:
    sent = urlencode(fields, doseq=True)
    return served.ask("POST", "/new", body=sent, kind=FORM, accept=BROWSER, headers=ANAS)


def test_the_form_of_a_new_game_has_what_it_goes_on_from(served: Served) -> None:
    served.client = served.app.test_client(use_cookies=False)
    replay = served.upload(GAME)
    assert f'href="/new?from={replay}&ply=4"' in page(served, f"/r/{replay}/4")
    move = GAME.moves[4].move
    tried = page(served, f"/r/{replay}/4/try?line={quote(move)}")
    (there,) = re.findall(rf'href="(/new\?from={replay}[^"]+)"[^>]*>Go on from here at', tried)
    form = page(served, there)
    assert "anybody who sees it can read them there" in form
    assert f"<li>{move}</li>" in form
    assert 'name="game"' not in form
    fields = {"from": replay, "ply": 4, "line": move, "player": ["Cy", "Di"], "key": "k"}
    answer = send(served, fields)
    assert answer.status_code == 303, answer.text
    where = answer.headers["Location"]
    assert answer.headers["Location"] == send(served, fields).headers["Location"]
    assert f'href="/r/{replay}/5"' in page(served, where)
    table = served.json(where.replace("/t/", "/v1/tables/").removesuffix("/play"), "ana")
    assert (table["players"], table["plies"], table["visibility"]) == (["Cy", "Di"], 5, "unlisted")


def test_the_replay_of_a_table_leads_to_the_one_that_it_went_on_from(served: Served) -> None:
    replay, at = going_on(served)
    at.post("plies", "ana", {"seat": GAME.moves[4].seat, "move": GAME.moves[4].move})
    at.post("end", "ana", {"termination": "abandoned"})
    made = at.get("", "ana")["replay"]
    assert f'Went on from <a href="/r/{replay}/4">ply 4' in page(served, f"/r/{made}")


def test_without_a_seed_the_form_asks_for_the_real_cards(served: Served) -> None:
    served.client = served.app.test_client(use_cookies=False)
    replay = served.upload(told(GAME))
    assert "you need the real ones" in page(served, f"/new?from={replay}&ply=4")
    answer = send(served, {"from": replay, "ply": 4, "player": ["Ana", "Bo"]})
    assert answer.status_code == 303, answer.text
    assert "Undo" not in page(served, answer.headers["Location"])


def test_what_the_form_cannot_go_on_from_is_said(served: Served) -> None:
    served.client = served.app.test_client(use_cookies=False)
    replay = served.upload(GAME)
    private = served.upload(played("triggs", seed="t"), "bo", "private")
    asked = {"from": replay, "ply": 4, "player": ["Ana", "Bo"]}
    for wrong, status in (
        ({"from": private}, 404),
        ({"from": "x"}, 404),
        ({"ply": len(GAME.moves)}, 422),
        ({"ply": "x"}, 422),
        ({"player": ["Ana"]}, 422),
        ({"line": "jump"}, 422),
        ({"line": " " * 8001}, 422),
    ):
        assert send(served, asked | wrong).status_code == status, wrong
    assert served.ask("GET", f"/new?from={private}", headers=ANAS).status_code == 404
