"""The service treats a game from an installed package like a built-in one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from engines.registry import GAMES
from notation.json_writer import write_json
from notation.record import Ply
from pages.assets import assets
from tests.api.asking import OURS, Served, problem
from tests.cli.running import cgn
from tests.packages import importable, install
from tests.replays.store.making import record


def test_it_is_listed_and_described(posy: Path, served: Served) -> None:
    listed = [game["name"] for game in served.json("/v1/games")["games"]]
    assert listed == [*GAMES, "posy"]
    about = served.json("/v1/games/posy")
    assert about["rules"] == (posy / "rules.md").read_text(encoding="utf-8")
    document = json.loads(write_json(record(game="posy")))
    Draft202012Validator(about["schema"]).validate(document)


@pytest.mark.usefixtures("posy")
def test_its_replays_are_stored_found_and_drawn(served: Served) -> None:
    where = f"/v1/replays/{served.upload(record(game='posy'))}"
    assert served.json("/v1/replays?game=posy&total=1")["total"] == 1
    frame = served.json(f"{where}/frames/1?view=B")
    zones = {f"{zone['name']}.{zone['owner']}": zone["cards"] for zone in frame["zones"]}
    assert [card["code"] for card in zones["hand.A"]] == [None, None]
    assert [card["code"] for card in zones["vase.A"]] != [None]
    assert len(served.json(f"{where}/frames")["frames"]) == frame["plies"] + 1


@pytest.mark.usefixtures("posy")
def test_an_illegal_move_is_refused_with_its_rule(served: Served) -> None:
    original = record(game="posy", plies=0)
    broken = replace(original, plies=(Ply("A", "place orchid-1"),))
    error = problem(served.post("/v1/replays", broken, "ana"), 422)
    assert error["diagnostics"][0]["code"] == "posy.not-held"


def test_a_users_deck_for_it_is_kept_and_played_with(posy: Path, served: Served) -> None:
    raw = (posy / "deck.toml").read_bytes().replace(b"hand = 2", b"hand = 3")
    name = served.post("/v1/decks", raw, "ana", "application/toml").json["name"]
    original = replace(record(game="posy", plies=0), deck=name)
    frame = served.json(f"/v1/replays/{served.upload(original)}/frames/0", "ana")
    assert [len(zone["cards"]) for zone in frame["zones"] if zone["name"] == "hand"] == [3, 3]


def test_a_broken_package_breaks_neither_pages_nor_the_list(posy: Path, served: Served) -> None:
    install(posy.parent, "lost", {"lost": "lost:GAME"}, {})
    assets.cache_clear()
    assert "Posy" in served.get("/", accept="text/html").text
    assets.cache_clear()
    assert len(served.json("/v1/games")["games"]) == len(GAMES) + 1
    error = problem(served.get("/v1/games/lost"), 404)
    assert error["detail"].startswith('the game "lost" of the package lost 1.0 cannot be used')


@pytest.mark.usefixtures("posy")
def test_a_game_without_a_swatch_has_the_first_kinds_of_its_cards() -> None:
    styles = unquote(assets()["swatches.css"].data.decode())
    own = styles.partition(".swatch.posy{")[2]
    assert re.findall(r">(\w)</text>", own) == ["D", "R", "T"]


@pytest.fixture
def old_maid(tmp_path: Path) -> Iterator[str]:
    """The game that `cgn new-game` writes, installed; its name."""
    name, folder = "old_maid", tmp_path / "old-maid"
    assert cgn("new-game", name, folder).exit_code == 0
    install(folder, "old-maid", {name: f"{name}:GAME"}, {})
    with importable(folder):
        yield name


def test_a_new_game_is_served_with_pictures_and_a_form_to_start_it(
    old_maid: str, served: Served
) -> None:
    assert f".swatch.{old_maid}{{" in assets()["swatches.css"].data.decode()
    home = served.get("/", accept="text/html").text
    assert "Old maid" in home
    replay = served.upload(record(game=old_maid))
    page = served.get(f"/r/{replay}", accept="text/html").text
    assert "wins the trick with" in page
    assert 'class="zone cards"' in page
    served.client = served.app.test_client(use_cookies=False)
    browser = {**OURS, "Cookie": "cgn=cgn_ana"}
    form = served.ask("GET", "/new", accept="text/html", headers=browser).text
    assert f'value="{old_maid}"' in form
    sent = f"player=Ana&player=Bo&game={old_maid}&cards=seeded"
    kind = "application/x-www-form-urlencoded"
    begun = served.ask("POST", "/new", body=sent, kind=kind, accept="text/html", headers=browser)
    assert begun.status_code == 303
    table = served.ask("GET", str(begun.headers["Location"]), accept="text/html", headers=browser)
    assert table.status_code == 200
    assert "Old maid" in table.text
