"""The page on which other moves than were played are tried."""

import json
import re
from pathlib import Path
from urllib.parse import quote, unquote, urlencode

import pytest
from msgspec.structs import replace

from engines.registry import GAMES
from notation.record import Record
from notation.text_writer import write_text
from pages.questions import answer
from tests.api.asking import BROWSER, JSON, OURS, TEXT, Answer, Served, problem
from tests.api.pages.html import Page
from tests.judge.tries import Vector, digest, vectors
from tests.replays.helpers import played

EXAMPLES = Path(__file__).parents[2] / "examples"


def upload(served: Served, record: Record, **options: str) -> str:
    path = "/v1/replays" + "".join(f"?{name}={value}" for name, value in options.items())
    answer = served.post(path, write_text(record), "ana", TEXT)
    assert answer.status_code == 201, answer.text
    return str(answer.json["id"])


def get(served: Served, path: str, by: str | None = None) -> Answer:
    return served.get(path, by, BROWSER)


def said(answer: Answer) -> str:
    return Page(answer.text).text


@pytest.mark.parametrize("name", GAMES)
def test_a_line_is_tried_without_scripts_by_following_what_moves_name(
    served: Served, name: str
) -> None:
    replay, path = upload(served, played(name)), ""
    there = f"/r/{replay}/4/try"
    page = get(served, there).text
    assert "Nothing is stored" in page
    for _ in range(6):
        ready = re.search(r'<button class="button primary" name="line" value="([^"]+)"', page)
        if ready is not None:
            path = ready[1]
            break
        taps = re.search(r'name="taps" value="([^"]+)"', page)
        assert taps is not None, page
        page = get(served, f"{there}?line=&taps={taps[1]}").text
    after = get(served, f"{there}?line={path}")
    assert after.status_code == 200
    assert f'<ol start="5"><li>{path}</li></ol>' in after.text
    assert f'href="{there}">Undo</a>' in after.text
    assert after.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", GAMES)
def test_a_browser_that_draws_the_page_itself_draws_the_same(served: Served, name: str) -> None:
    record = played(name)
    replay, moves = upload(served, record), [ply.move for ply in record.moves[4:6]]
    page = get(served, f"/r/{replay}/4/try?line={quote(';'.join(moves))}").text
    question = {"ask": "try-page", "root": "", "replay": f"/r/{replay}", "ply": 4, "moves": moves}
    said = json.loads(answer(json.dumps(question).encode(), write_text(record).encode()))
    assert main_of(said["answer"]) == main_of(page)


def test_such_a_browser_does_not_quote_a_move_of_the_address_either() -> None:
    question = {"ask": "try-page", "root": "", "ply": 4, "moves": ["call 555 0123"]}
    said = answer(json.dumps(question).encode(), write_text(played("triggs")).encode()).decode()
    assert "a move of this line is against the rules" in said
    assert "555" not in said


def main_of(page: str) -> str:
    """The page below its head, where an address says how to share it."""
    return page[page.index("<main") :]


def test_the_script_is_told_what_may_be_tried(served: Served) -> None:
    replay = upload(served, played("triggs"))
    found = served.json(f"/r/{replay}/0/try/choices")
    assert found["seat"] == "A"
    line = f"{found['moves'][0]['move']};"
    after = served.json(f"/r/{replay}/0/try/choices?line={line}")
    assert after["seat"] == "B"


def test_a_line_is_downloaded_as_a_variation(served: Served) -> None:
    record = played("triggs")
    replay, last = upload(served, record), len(record.moves)
    move = served.json(f"/r/{replay}/3/try/choices")["moves"][0]["move"]
    answer = served.get(f"/r/{replay}/3/try/record.cgn?line={move}")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert move in answer.text
    checked = served.post("/v1/validations", answer.text, None, TEXT)
    assert [one["verdict"] for one in checked.json["records"]] == ["valid"]
    for path in (f"/r/{replay}/3/try/record.cgn", f"/r/{replay}/{last}/try/record.cgn?line=x"):
        assert served.get(path).status_code == 422
    assert "Download with this line" not in get(served, f"/r/{replay}/{last}/try").text


def test_a_line_is_told_as_a_log_has_it(served: Served) -> None:
    record = played("triggs")
    replay, moves = upload(served, record), [ply.move for ply in record.moves[3:5]]
    page = get(served, f"/r/{replay}/3/try?line={quote(';'.join(moves))}").text
    (link,) = re.findall(r'id="copy-line" class="button" href="data:[^,]+,([^"]+)"', page)
    lines = [line for line in write_text(record).splitlines() if re.match("[45]\\. ", line)]
    assert [line.partition(" @")[0] for line in lines] == unquote(link).splitlines()
    assert "copy-line" not in get(served, f"/r/{replay}/3/try").text


def test_whose_cards_nobody_told_and_what_has_not_ended_cannot_be_tried(served: Served) -> None:
    text = (EXAMPLES / "triggs_own_hand.cgn").read_text(encoding="utf-8")
    replay = served.post("/v1/replays", text, "ana", TEXT).json["id"]
    answer = get(served, f"/r/{replay}/3/try")
    assert answer.status_code == 422
    assert "Nobody told all cards of this game" in said(answer)
    record = played("triggs")
    unfinished = upload(served, replace(record, plies=record.plies[:9], result=None))
    for by in (None, "ana"):
        answer = get(served, f"/r/{unfinished}/3/try", by)
        assert answer.status_code == 403
        assert "in games that have ended" in said(answer)
    private = upload(served, played("triggs", seed="private"), visibility="private")
    assert get(served, f"/r/{private}/3/try").status_code == 404
    assert get(served, f"/r/{private}/3/try", "ana").status_code == 200


@pytest.mark.parametrize(
    ("ply", "line", "status", "words"),
    [
        (0, "draw left left;cross 1 1,1", 422, "move of this line is against the rules"),
        (0, ";".join(["draw left left"] * 151), 422, "at most 150 moves"),
        (0, "x" * 8_001, 422, "at most 8,000 characters"),
        (999, "", 404, "plies"),
    ],
)
def test_what_cannot_be_tried_is_said_in_words(
    served: Served, ply: int, line: str, status: int, words: str
) -> None:
    replay = upload(served, played("triggs"))
    answer = get(served, f"/r/{replay}/{ply}/try?line={line}")
    assert answer.status_code == status
    assert words in said(answer)


@pytest.mark.parametrize("line", ["jump", "cross 1 1,1", "<script>alert(1)</script>"])
def test_a_script_is_told_which_move_is_refused(served: Served, line: str) -> None:
    replay = upload(served, played("triggs"))
    told = problem(served.get(f"/r/{replay}/0/try/choices?line={line}", accept=JSON), 422)
    assert f"`{line}`: " in told["detail"]


def test_only_pages_of_games_that_are_seen_whole_lead_there(served: Served) -> None:
    record = played("triggs")
    whole = upload(served, record)
    assert f'href="/r/{whole}/5/try"' in get(served, f"/r/{whole}/5").text
    assert "/try" not in get(served, f"/embed/{whole}/5").text
    part = upload(served, replace(record, plies=record.plies[:9], result=None))
    assert "/try" not in get(served, f"/r/{part}/5").text


def test_whoever_holds_the_replay_keeps_it_with_a_line_as_another(served: Served) -> None:
    replay = upload(served, played("triggs"), visibility="unlisted")
    line = served.json(f"/r/{replay}/3/try/choices")["moves"][0]["move"]
    path, form = f"/r/{replay}/3/try", "application/x-www-form-urlencoded"
    assert "Keep it" in get(served, f"{path}?line={line}", "ana").text
    for other in ("bo", "reader", None):
        assert "Keep it" not in get(served, f"{path}?line={line}", other).text

    def keep(by: str | None, headers: dict[str, str], sent: str = line) -> Answer:
        body = f"line={sent}"
        return served.ask(
            "POST", f"{path}/keep", by, body=body, kind=form, accept=BROWSER, headers=headers
        )

    assert keep("ana", {}).status_code == 403
    assert keep("bo", OURS).status_code == 403
    assert keep(None, OURS).status_code == 401
    assert keep("ana", OURS, "jump").status_code == 422
    assert keep("ana", OURS, "").status_code == 422
    answer = keep("ana", OURS)
    assert answer.status_code == 303
    kept = answer.headers["Location"].split("/")[2]
    assert kept != replay
    record = served.json(f"/v1/replays/{kept}", "ana")
    assert record["tags"]["From"] == f"{replay} 3"
    entries = served.json("/v1/replays?own=1", "ana")["replays"]
    assert {entry["visibility"] for entry in entries} == {"unlisted"}
    assert len(entries) == 2


def test_the_page_of_a_replay_names_those_that_go_on_from_it(served: Served) -> None:
    record = played("triggs")
    replay = upload(served, record)

    def kept(by: str | None = None) -> list[str]:
        return re.findall(
            r'<a href="/r/(\w{64})/3">after ply 3', get(served, f"/r/{replay}", by).text
        )

    def going_on(number: int, by: str = "ana", visibility: str = "public") -> str:
        tags = {"From": f"{replay} 3", "Round": str(number)}
        return served.upload(replace(record, tags=tags), by, visibility)

    assert kept() == []
    public = going_on(1)
    assert kept() == [public]
    private, unlisted = going_on(2, "bo", "private"), going_on(3, "bo", "unlisted")
    assert kept() == kept("ana") == [public]
    assert set(kept("bo")) == {public, private, unlisted}
    assert served.ask("DELETE", f"/v1/replays/{public}", "ana").status_code == 204
    assert kept() == []
    assert [one["id"] for one in served.json(f"/v1/replays?from={replay}", "ana")["replays"]] == []
    found = served.json(f"/v1/replays?from={replay}&own=1", "bo")["replays"]
    assert {one["id"] for one in found} == {private, unlisted}


def test_a_replay_names_fifty_that_go_on_from_it(served: Served) -> None:
    record = played("triggs")
    replay = upload(served, record)
    for number in range(51):
        tags = {"From": f"{replay} 3", "Round": str(number)}
        served.upload(replace(record, tags=tags))
    page = get(served, f"/r/{replay}").text
    assert page.count("after ply 3, by") == 50
    assert "the newest of more" in page
    assert "after ply 3" not in get(served, f"/embed/{replay}").text


@pytest.mark.parametrize("vector", vectors(), ids=lambda one: f"{one.example}-{one.ply}")
def test_the_service_answers_as_the_vectors_have_it(served: Served, vector: Vector) -> None:
    replay = served.post("/v1/replays", vector.log, "ana", TEXT).json["id"]
    query = urlencode({"line": ";".join(vector.moves), "taps": ",".join(vector.taps)})
    answer = served.get(f"/r/{replay}/{vector.ply}/try/choices?{query}")
    if vector.error:
        assert (answer.status_code, answer.json["detail"]) == (422, vector.error)
        return
    found = answer.json
    assert digest(found) == vector.digest
    if found is not None:
        assert (found["seat"], len(found["moves"])) == (vector.seat, vector.listed)
        assert tuple(one["move"] for one in found["made"]) == vector.made
