"""No answer about an unfinished game tells others what some players have not seen.

The requests come from openapi.yaml: every GET, with every parameter and in every format, so that
none is forgotten.

CGN_WORLDS sets how many pairs of games are compared, as in `tables/test_leaks.py`.
"""

import os
import re
from collections.abc import Iterator
from itertools import count, islice, product
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from msgspec.structs import replace

from engines.registry import GAMES, load_game
from notation.chance import key_of
from notation.record import Ply, Record
from replays.digests import game_digest, position_digest
from replays.general.worlds import Marking, course, exchanged, play, shown
from replays.simulate import NAMES
from replays.view.playhead import Playhead
from replays.view.views import PUBLIC
from tests.api.asking import Served
from tests.api.conftest import Serve
from tests.api.described import DOCUMENT
from tests.replays.store.making import record
from tests.replays.test_redact import written_out

CASES = max(int(os.environ.get("CGN_WORLDS", "4")) // 4, 1)
"""Pairs of records for each game. Each takes some 500 requests."""

UNTOLD = ["/metrics"]
"""Answers with timings, which always differ."""

TABLE = "{table}"
"""Path variables of tables; `tables/test_leaks.py` compares those answers."""

OTHERS = (None, "bo")
"""Who asks: somebody without a token, and somebody who did not upload the game."""

CLUB = {"Event": "Tuesday club"}
SEED = "a seed that nobody guesses"
OPEN = ("tiles",)
"""Piles in which every card lies open from the deal on."""

KNOWN = {
    "view": ["all", PUBLIC, "A", "B", "J"],
    "game": list(GAMES),
    "at": ["1"],
    "since": ["1"],
}
"""Several values each for parameters without an enum."""

GUESSES = {
    "player": NAMES[0],
    "most": "1",
    "opponent": NAMES[0],
    "winner": NAMES[0],
    "event": "Tuesday club",
    "date": "2026",
    "tag": "Event=Tuesday club",
    "uploaded": "1970..1970-01",
    "q": "club",
    "owner": "ana",
    "after": "7fffffffffffffff",
    "limit": "1",
    "wait": "1",
    "line": "/plies/5/variations/0",
    "ids": "REPLAY",
    "from": "REPLAY",
    "digest": "DIGEST",
}
"""Values for parameters without an enum, some of them placeholders."""


def requests(replay: str, original: Record) -> Iterator[tuple[str, str | None]]:
    """Every GET in openapi.yaml except those of tables: a path with its query, and Accept."""
    plies = sum(isinstance(entry, Ply) for entry in original.plies)
    for path, operations in DOCUMENT["paths"].items():
        if "get" not in operations or path in UNTOLD or TABLE in path:
            continue
        operation = operations["get"]
        kinds: list[str | None] = list(operation["responses"]["200"]["content"])
        kinds += [f"{kind}; form=canonical" for kind in kinds if kind == "text/vnd.cgn"]
        kinds[0] = None  # no Accept header
        named = {
            "replay": replay,
            "game": original.game,
            "deck": f"sha256:{replay}",
        }
        places = [path.format(**named, ply=ply) for ply in (0, plies - 1, plies, plies + 1)]
        for where, query, kind in product(dict.fromkeys(places), queries(operation, plies), kinds):
            known = query.replace("REPLAY", replay).replace("DIGEST", game_digest(original))
            yield f"{where}{known}", kind


def queries(operation: dict[str, Any], plies: int) -> list[str]:
    """No query, and one with each value of each parameter."""
    parameters = [
        parameter for parameter in operation.get("parameters", []) if parameter.get("in") == "query"
    ]
    pairs = [
        (parameter["name"], value) for parameter in parameters for value in values(parameter, plies)
    ]
    return ["", *(f"?{name}={quote(value)}" for name, value in pairs)]


def values(parameter: dict[str, Any], plies: int) -> list[str]:
    name, schema = parameter["name"], parameter["schema"]
    if name in KNOWN:
        return KNOWN[name]
    if name in ("from", "to") and schema["type"] == "integer":
        return ["0", str(plies), str(plies + 1)]
    if schema["type"] == "boolean":
        return ["true", "false"]
    if name == "seats":
        return ["2", "3"]
    assert "enum" in schema or name in GUESSES, f"{name} is new: give it a value in GUESSES"
    return schema.get("enum") or [GUESSES[name]]


def answer(
    served: Served, by: str | None, request: tuple[str, str | None], replay: str
) -> tuple[int, str, str]:
    """Status, headers and body of an answer, with the replay's id masked.

    An ETag that depends on the id is left out.
    """
    path, kind = request
    response = served.get(path, by, kind)
    headers = dict(response.headers)
    if replay in response.text:
        headers.pop("ETag", None)
    named = str(sorted(headers.items())).replace(replay[:16], "ID")
    return response.status_code, named, response.text.replace(replay, "ID")


def alike(name: str) -> Iterator[tuple[Record, Record]]:
    """Pairs of records of a game that differ only in two cards that somebody has not seen."""
    game = load_game(name)
    begun = game.starts
    for number in count():
        choose = Random(number)  # noqa: S311 - the same in each run
        seats, options = choose.choice(begun)
        table = game.set_up(game, seats, options, Marking(str(number)))
        line, unseen = play(table, choose.randint(4, 30), str(number), PUBLIC)
        if table.to_act is None or len(set(unseen)) < 2:
            continue
        a = choose.choice(unseen)
        other = exchanged(line, a, choose.choice([card for card in unseen if card != a]))
        if other is None:
            continue
        first, second = (
            course(shown(game, options, seats, each, PUBLIC)) for each in (line, other)
        )
        if first and first == second:
            one, two = (written_out(game, options, seats, each) for each in (line, other))
            assert one is not None
            assert two is not None
            assert one != two
            yield one, two


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    """Two services that get the same requests."""
    one, two = (Served(tmp_path_factory.mktemp("twin")) for _ in range(2))
    yield one, two
    one.close()
    two.close()


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_no_answer_to_others(twins: tuple[Served, Served], game: str) -> None:
    for number, records in enumerate(islice(alike(game), CASES), start=list(GAMES).index(game)):
        by = OTHERS[number % 2]
        pairs = list(zip(twins, records, strict=True))
        replays = [served.upload(replace(original, tags=CLUB)) for served, original in pairs]
        own = list(zip(twins, replays, strict=True))
        paths = [requests(replay, records[0]) for replay in replays]
        for both in zip(*paths, strict=True):
            one, two = map(answer, twins, (by, by), both, replays)
            assert one == two, both[0]
        known = [served.get(f"/v1/replays/{replay}", "ana").text for served, replay in own]
        assert known[0] != known[1], "their uploader sees all"
        for served, replay in own:
            served.ask("DELETE", f"/v1/replays/{replay}", "ana")


def secrets(original: Record) -> set[str]:
    """The texts of a seeded record that only its uploader may see."""
    replay = Playhead(original)
    dealt = replay.table.chance.shuffles
    shuffles = [shuffle.order for shuffle in dealt if shuffle.pile not in OPEN]
    positions = [position_digest(replay.table)]
    while replay.forward():
        positions.append(position_digest(replay.table))
        shuffles += [shuffle.order for shuffle in replay.table.chance.shuffles]
    orders = [part.join(order) for order in shuffles for part in (" ", '","', '", "')]
    return {SEED, key_of(SEED).hex(), game_digest(original), *positions, *orders}


@pytest.mark.parametrize("by", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_no_answer_to_others_has_a_secret(served: Served, game: str, by: str | None) -> None:
    original = record(SEED, game, plies=14)
    first = original.plies[0]
    assert isinstance(first, Ply)
    aside = replace(first, comments=("only in a variation",))
    first = replace(first, variations=((aside,),))
    original = replace(original, plies=(first, *original.plies[1:]), tags=CLUB)
    hidden = secrets(original) | {"only in a variation"}
    replay = served.upload(original)
    for request in requests(replay, original):
        _, headers, text = answer(served, by, request, replay)
        assert not [secret for secret in hidden if secret in headers + text], request
    for words in ("only in a variation", SEED):
        assert served.json(f"/v1/replays?q={quote(words)}&total=1", by)["total"] == 0
    whole = served.get(f"/v1/replays/{replay}", "ana").text
    assert SEED in whole
    assert "only in a variation" in whole


def test_a_private_replay_changes_no_answer_to_others(serve: Serve) -> None:
    """By its id, it is answered as an unknown replay is."""
    with_it, without = serve(), serve()
    original = record(SEED, plies=14, tags=CLUB)
    for served in (with_it, without):
        served.upload(record(), "bo")
    replay = with_it.upload(original, visibility="private")
    for by, request in product(OTHERS, requests(replay, original)):
        one, two = (answer(served, by, request, replay) for served in (with_it, without))
        assert one == two, request


def test_every_readable_path_has_a_request_here() -> None:
    readable = {path for path, operations in DOCUMENT["paths"].items() if "get" in operations}
    paths = {path for path in readable - set(UNTOLD) if TABLE not in path}
    patterns = [re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)) for path in paths]
    asked_paths = {path.partition("?")[0] for path, _ in requests("0" * 64, record())}
    for pattern in patterns:
        assert any(re.fullmatch(pattern, path) for path in asked_paths), pattern
