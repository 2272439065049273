"""The vectors hold for a program written from the specification alone."""

import re
from hashlib import sha256
from itertools import islice
from typing import Any

import pytest

from tests.conformance import deals, stranger
from tests.docs.blocks import ROOT

HERE = ROOT / "conformance"
SHUFFLES = stranger.load((HERE / "shuffles.json").read_text(encoding="utf-8"))
PAIRS = stranger.load((HERE / "pairs.json").read_text(encoding="utf-8"))
VALID = stranger.load((HERE / "valid.json").read_text(encoding="utf-8"))


def _json(name: str) -> list[dict[str, Any]]:
    text = (HERE / "pairs" / PAIRS[name]["json"]).read_text(encoding="utf-8")
    if not PAIRS[name]["json"].endswith("l"):
        return [stranger.load(text)]
    *records, end = map(stranger.load, text.splitlines())
    assert end == {"complete": True, "records": len(records)}
    return records


@pytest.mark.parametrize("vector", SHUFFLES["seeds"], ids=lambda vector: vector["seed"][:20])
def test_the_words_of_a_seed(vector: dict[str, Any]) -> None:
    seed = vector["seed"]
    assert sha256(seed.encode()).hexdigest() == vector["seedHash"]
    assert sha256(b"cgn-shuffle:" + seed.encode()).hexdigest() == vector["key"]
    for k, expected in vector["words"].items():
        assert list(islice(stranger.words(seed, int(k)), len(expected))) == expected


def test_an_index_skips_the_words_that_favour_small_ones() -> None:
    for vector in SHUFFLES["below"]:
        assert stranger.index_below(vector["n"], iter(vector["words"])) == vector["index"]


def test_the_orders_of_shuffles() -> None:
    for vector in SHUFFLES["shuffles"]:
        cards = [str(place) for place in range(vector["size"])]
        order = stranger.shuffled(vector["seed"], vector["k"], cards)
        assert order == [str(place) for place in vector["order"]]


def test_the_last_shuffles_skip_a_word() -> None:
    for vector in SHUFFLES["shuffles"][-2:]:
        n, source = vector["size"], stranger.words(vector["seed"], vector["k"])
        assert any(next(source) >= 2**32 - 2**32 % below for below in range(n, 1, -1))


@pytest.mark.parametrize("name", PAIRS)
def test_a_pairs_json_has_the_canonical_text_and_its_digest(name: str) -> None:
    canonical = (HERE / "pairs" / PAIRS[name].get("canonical", name)).read_bytes().decode()
    texts = [stranger.canonical(record) for record in _json(name)]
    assert "\n".join(texts) == canonical
    assert [stranger.digest(text) for text in texts] == [
        record["digest"] for record in PAIRS[name]["records"]
    ]


def test_one_game_by_other_words_has_one_game_digest() -> None:
    digests = {name: PAIRS[name]["records"][0] for name in PAIRS}
    for one, other in (
        ("recorded.cgn", "seeded.cgn"),
        ("example.cgn", "loose.cgn"),
        ("option-default.cgn", "option-absent.cgn"),
    ):
        assert digests[one]["gameDigest"] == digests[other]["gameDigest"]
        assert digests[one]["digest"] != digests[other]["digest"]


def test_the_game_digest_of_a_recorded_game() -> None:
    (record,) = _json("recorded.cgn")
    expected = PAIRS["recorded.cgn"]["records"][0]["gameDigest"]
    assert stranger.game_digest(record, {}) == expected


@pytest.mark.parametrize("name", VALID)
def test_a_canonical_file_of_one_record_hashes_to_its_digest(name: str) -> None:
    if len(VALID[name]) == 1:
        content = (HERE / "valid" / name).read_bytes()
        assert sha256(content).hexdigest() == VALID[name][0]["digest"]


@pytest.mark.parametrize("name", [name for name in VALID if len(VALID[name]) == 1])
def test_the_first_position_of_a_seeded_game(name: str) -> None:
    text = (HERE / "valid" / name).read_text(encoding="utf-8")
    seed = re.search(r'^\[Seed "(.*)"\]$', text, re.MULTILINE)
    seats = "".join(re.findall(r'^\[([A-J]) "', text, re.MULTILINE))
    game = re.search(r'^\[Game "(.*)"\]$', text, re.MULTILINE)
    assert game is not None
    if seed is None:
        return
    options = dict(re.findall(r'^\[([a-z]+) "(.*)"\]$', text, re.MULTILINE))
    assert getattr(deals, game[1])(seed[1], seats, **options) == VALID[name][0]["positions"][0]
