"""/v1/decks and /v1/games."""

import json

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from engines.deck import MAX_DECK, parse_deck
from engines.registry import GAMES, load_game
from notation.json_writer import write_json
from notation.record import Ply
from tests.api.asking import PROBLEM, Served, problem
from tests.api.conftest import Serve
from tests.replays.store.making import record

TOML = "application/toml"
OURS = load_game("triggs").deck_file.read_bytes()
MINE = OURS.replace(b"copies = 9", b"copies = 10")
NAME = parse_deck(MINE).digest


class TestDecks:
    def test_a_deck_is_kept_under_the_name_of_its_content(self, served: Served) -> None:
        answer = served.post("/v1/decks", MINE, "ana", TOML)
        assert answer.status_code == 201
        assert answer.json == {"name": NAME, "game": "triggs", "added": "1970-01-13T13:46:40Z"}
        assert answer.headers["Location"] == f"/v1/decks/{NAME}"
        kept = served.get(answer.headers["Location"])
        assert (kept.data, kept.mimetype) == (MINE, TOML)

    def test_the_same_content_again_is_200(self, served: Served) -> None:
        served.post("/v1/decks", MINE, "ana", TOML)
        answer = served.post("/v1/decks", b"# mine\n" + MINE, "bo", TOML)
        assert (answer.status_code, answer.json["name"]) == (200, NAME)
        assert served.get(f"/v1/decks/{NAME}").data == MINE

    def test_records_on_it_can_then_be_checked_stored_and_drawn(self, served: Served) -> None:
        original = replace(record(plies=0), deck=NAME, plies=(Ply("A", "draw left right"),))
        error = problem(served.post("/v1/replays", original, "ana"), 422)
        assert error["diagnostics"][0]["code"] == "cgn.deck"
        assert served.post("/v1/validations", original).json["invalid"] == 1
        served.post("/v1/decks", MINE, "ana", TOML)
        assert served.post("/v1/validations", original).json["incomplete"] == 1
        where = f"/v1/replays/{served.upload(original)}"
        frame = served.json(f"{where}/frames/0", "ana")
        assert sum(len(zone["cards"]) for zone in frame["zones"]) == 120
        assert served.json(f"{where}/digests", "ana")["positions"]
        assert served.json("/v1/replays")["replays"][0]["deck"] == NAME

    def test_they_are_listed_page_by_page(self, served: Served) -> None:
        names = []
        for copies in (10, 11, 12):
            raw = OURS.replace(b"copies = 9", f"copies = {copies}".encode())
            names.append(served.post("/v1/decks", raw, "ana", TOML).json["name"])
        first = served.get("/v1/decks?limit=2")
        assert [deck["name"] for deck in first.json["decks"]] == names[:2]
        rest = served.json(f"/v1/decks?after={first.json['next']}")
        assert [deck["name"] for deck in rest["decks"]] == names[2:]
        assert rest["next"] is None
        assert first.json["next"] in first.headers["Link"]
        assert served.json("/v1/decks?game=point_salad")["decks"] == []

    @pytest.mark.parametrize(
        "raw",
        [
            b"",
            b"nonsense",
            b"\xff",
            b'game = "chess"\norigin = "x"\nsource = "x"',
            OURS.replace(b"copies = 9", b"copies = 900000000"),
            OURS.replace(b"copies = 9", b"copies = 9.5"),
            OURS.replace(b"copies = 9", b"copies = 99999999999999999999999"),
            b"a = " + b"[" * 5_000,
            OURS + b"#" * MAX_DECK,
        ],
    )
    def test_an_invalid_deck_is_422_and_says_why(self, served: Served, raw: bytes) -> None:
        error = problem(served.post("/v1/decks", raw, "ana", TOML), 422)
        assert error["detail"].startswith("this is not a deck: ")

    def test_a_deck_beyond_the_limit_is_507(self, serve: Serve) -> None:
        served = serve(max_decks=1)
        served.post("/v1/decks", MINE, "ana", TOML)
        other = MINE.replace(b"copies = 10", b"copies = 11")
        error = problem(served.post("/v1/decks", other, "ana", TOML), 507)
        assert error["limit"] == {"name": "max_decks", "value": 1}
        assert served.post("/v1/decks", MINE, "ana", TOML).status_code == 200

    def test_each_owner_has_a_limit_of_their_own(self, serve: Serve) -> None:
        served = serve(max_decks=1)
        other = MINE.replace(b"copies = 10", b"copies = 11")
        assert served.post("/v1/decks", MINE, "ana", TOML).status_code == 201
        assert served.post("/v1/decks", other, "bo", TOML).status_code == 201

    def test_its_owner_removes_a_deck_that_no_replay_uses(self, served: Served) -> None:
        served.post("/v1/decks", MINE, "ana", TOML)
        path = f"/v1/decks/{NAME}"
        problem(served.ask("DELETE", path, "bo"), 403)
        begun = record(deck=NAME, plies=0)
        replay = served.upload(begun, "bo", "private")
        assert (
            "a stored replay or a table uses this deck"
            in problem(served.ask("DELETE", path, "ana"), 409)["detail"]
        )
        assert served.ask("DELETE", f"/v1/replays/{replay}", "bo").status_code == 204
        assert served.ask("DELETE", path, "ana").status_code == 204
        problem(served.get(path), 404)
        problem(served.ask("DELETE", path, "ana"), 404)
        assert served.post("/v1/replays", begun, "bo").status_code == 422

    @pytest.mark.parametrize("name", [NAME, NAME.upper(), "sha256:x", "triggs"])
    def test_an_unknown_deck_is_404(self, served: Served, name: str) -> None:
        problem(served.get(f"/v1/decks/{name}"), 404)


class TestGames:
    def test_all_are_listed(self, served: Served) -> None:
        games = served.json("/v1/games")["games"]
        assert [game["name"] for game in games] == list(GAMES)
        salad = next(game for game in games if game["name"] == "point_salad")
        assert salad["options"][0]["values"]["2"] == ["1", "2", "3"]
        assert salad["seats"] == [2, 3, 4, 5, 6]

    @pytest.mark.parametrize("name", GAMES)
    def test_a_game_has_its_rules_moves_deck_and_schema(self, served: Served, name: str) -> None:
        shown, game = served.json(f"/v1/games/{name}"), load_game(name)
        assert shown["rules"] == load_game(name).rules.read_text(encoding="utf-8")
        assert [move["verb"] for move in shown["moves"]] == [spec.verb for spec in game.moves.specs]
        assert shown["deck"]["digest"] == game.deck.digest
        assert shown["schema"] == json.loads(json.dumps(game.schema()))

    def test_the_schema_is_that_of_its_records(self, served: Served) -> None:
        validator = Draft202012Validator(served.json("/v1/games/triggs")["schema"])
        document = json.loads(write_json(record()))
        assert validator.is_valid(document)
        assert not validator.is_valid(document | {"game": "point_salad"})

    def test_an_unknown_game_is_404_with_the_nearest_name(self, served: Served) -> None:
        assert "`triggs`" in problem(served.get("/v1/games/trigs"), 404)["detail"]
        problem(served.get("/v1/games/Triggs!"), 404)


@pytest.mark.parametrize(
    ("accept", "kind"),
    [(None, TOML), ("application/octet-stream", "application/octet-stream"), (PROBLEM, TOML)],
)
def test_a_deck_is_returned_unchanged_whatever_is_accepted(
    served: Served, accept: str | None, kind: str
) -> None:
    added = served.ask("POST", "/v1/decks", "ana", body=MINE, kind="application/octet-stream")
    answer = served.get(f"/v1/decks/{added.json['name']}", accept=accept)
    assert (answer.content_type, answer.data) == (kind, MINE)
