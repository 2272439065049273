"""What the judge answers, asked in JSON."""

import json
from typing import Any

import pytest

import cgn
from cli.conformance.suite import SUITE
from replays.questions import answer
from tests.docs.blocks import ROOT

EXAMPLE = ROOT / "examples" / "triggs.cgn"
LOG = EXAMPLE.read_bytes()


def ask(log: bytes = LOG, **question: object) -> Any:  # noqa: ANN401 - any JSON value
    said = json.loads(answer(json.dumps(question).encode(), log))
    assert "answer" in said, said
    return said["answer"]


def refused(log: bytes = LOG, **question: object) -> dict[str, Any]:
    error: dict[str, Any] = json.loads(answer(json.dumps(question).encode(), log))["error"]
    return error


def test_each_record_of_a_log_gets_its_report() -> None:
    (one, other) = ask(LOG + b"\n" + LOG.replace(b"\n2. ", b"\n2. X", 1), ask="check")
    assert one["report"]["verdict"] == "valid"
    assert one["text"] == ""
    assert other["report"]["verdict"] == "invalid"
    assert other["report"]["record"] == 2
    assert other["report"]["message"] in other["text"]


def test_the_digests_are_those_of_the_library() -> None:
    record = cgn.load(EXAMPLE)
    digests = ask(ask="positions")
    assert digests["record"] == cgn.record_digest(record)
    assert digests["game"] == cgn.game_digest(record)
    assert digests["positions"] == list(cgn.position_digests(record))


def test_a_legal_move_can_be_tried_and_another_one_cannot() -> None:
    legal = ask(ask="legal", ply=10)
    assert legal["is_whole"]
    tried = ask(ask="try", ply=10, moves=[legal["moves"][-1]])
    assert tried["frame"]["ply"] == 11
    assert ask(tried["record"].encode(), ask="check")[0]["report"]["verdict"] == "incomplete"
    assert tried["choices"]["moves"]
    assert "`resign`" in refused(ask="try", ply=10, moves=["resign"])["message"]


def test_frames_come_in_the_view_that_is_asked_for() -> None:
    frames = ask(ask="frames", first=3, last=5, view="B")
    assert [frame["ply"] for frame in frames] == [3, 4, 5]
    assert {frame["view"] for frame in frames} == {"B"}
    message = refused(ask="frames", last=1, view="Z")["message"]
    assert message == "this game has no view 'Z'"


def test_an_unknown_deck_is_asked_for_by_its_name_and_then_used() -> None:
    path = next(
        path
        for path in sorted((SUITE / "valid").glob("*.cgn"))
        if b'[Deck "sha256:' in path.read_bytes()
    )
    log = path.read_bytes()
    decks = {
        deck.digest: file
        for file in sorted((SUITE / "decks").glob("*.toml"))
        for deck in cgn.read_decks(file)
    }
    name = refused(log, ask="legal")["deck"]
    sent = [decks[name].read_text(encoding="utf-8")]
    assert ask(log, ask="legal", decks=sent)["moves"]
    assert refused(log, ask="legal", decks=["no deck"])["deck"] is None


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({"ask": "nothing"}, "this is no question: Invalid value 'nothing' - at `$.ask`"),
        ({"ask": "legal", "ply": "x"}, "this is no question: Expected `int`"),
        ({"ask": "legal", "ply": 90}, "this game has no ply 90: it comes to ply 88"),
        ({"ask": "legal", "record": 2}, "the log has no record 2"),
        ({"ask": "legal", "plies": 1}, "this is no question: Object contains unknown field"),
    ],
)
def test_what_cannot_be_answered_says_why(question: dict[str, Any], said: str) -> None:
    assert refused(**question)["message"].startswith(said)
