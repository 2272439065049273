"""The form that starts a game."""

import re
from collections.abc import Sequence
from urllib.parse import urlencode

import pytest

from engines.registry import GAMES, load_game
from notation.chance import Chance
from tests.api.asking import BROWSER, FORM, OURS, RECORD_JSON, Answer, Served

ANAS = {**OURS, "Cookie": "cgn=cgn_ana"}


@pytest.fixture(autouse=True)
def _without_cookies(served: Served) -> None:
    served.client = served.app.test_client(use_cookies=False)


NAMES = ("Ana", "Bo")


def start(
    served: Served, *players: str, shown: Sequence[str] | None = None, **asked: str
) -> Answer:
    """Send the form, by default for a game of Triggs by two; `shown` are the open cards."""
    sent = [("player", name) for name in players or NAMES]
    sent += [("shown", card) for card in shown or ()]
    sent += {"game": "triggs", "cards": "seeded", **asked}.items()
    return served.ask("POST", "/new", body=urlencode(sent), kind=FORM, accept=BROWSER, headers=ANAS)


def test_whoever_is_not_signed_in_is_told_how(served: Served) -> None:
    page = served.get("/new", accept=BROWSER)
    assert page.status_code == 200
    assert "/session" in page.text
    assert "<form" not in page.text
    refused = served.ask(
        "POST",
        "/new",
        body="game=triggs",
        kind=FORM,
        accept=BROWSER,
        headers=OURS,
    )
    assert refused.status_code in (401, 422)


@pytest.mark.parametrize("game", GAMES)
def test_one_phone_for_all_is_a_table_whose_seed_the_service_draws(
    served: Served, game: str
) -> None:
    answer = start(served, game=game)
    assert answer.status_code == 303, answer.text
    there = str(answer.headers["Location"])
    page = served.ask("GET", there, accept=BROWSER, headers=ANAS)
    assert page.status_code == 200
    assert 'id="choices"' in page.text
    table = served.json(there.replace("/t/", "/v1/tables/").removesuffix("/play"), "ana")
    assert (table["kind"], table["visibility"]) == ("seeded", "unlisted")
    assert "seed" not in table["header"] or table["header"]["seed"] is None


def turned_up(game: str) -> tuple[str, ...]:
    """The cards that one deal of a game for two turns up."""
    chance = Chance("real cards")
    played = load_game(game)
    played.set_up(played, 2, {}, chance)
    return next((made.reveals for made in chance.shuffles if made.reveals), ())


def told_by(served: Served, table: str) -> list[list[str]]:
    """The cards that the shuffles of a record name."""
    record = served.get(f"{table}/record", "ana", RECORD_JSON).json
    return [one["reveals"] for one in record["plies"] if "reveals" in one]


@pytest.mark.parametrize("game", GAMES)
def test_real_cards_are_a_table_at_which_only_the_open_cards_are_told(
    served: Served, game: str
) -> None:
    cards = turned_up(game)
    answer = start(served, game=game, cards="unseen")
    if cards:
        assert answer.status_code == 200
        assert "Which cards lie open?" in answer.text
        assert answer.text.count('<select name="shown">') >= len(cards)
        answer = start(served, game=game, cards="unseen", shown=cards)
    assert answer.status_code == 303, answer.text
    page = served.ask("GET", str(answer.headers["Location"]), accept=BROWSER, headers=ANAS)
    assert page.status_code == 200
    table = str(answer.headers["Location"]).replace("/t/", "/v1/tables/").removesuffix("/play")
    assert told_by(served, table) == ([list(cards)] if cards else [])


def test_of_the_open_cards_those_that_nobody_saw_stay_unknown(served: Served) -> None:
    for shown, told in (
        (("7", ""), [["7", "_"]]),
        (("", ""), []),
        (("", "7"), [["_", "7"]]),
    ):
        answer = start(served, cards="unseen", shown=shown)
        table = str(answer.headers["Location"]).replace("/t/", "/v1/tables/").removesuffix("/play")
        assert told_by(served, table) == told
    salad = start(served, game="point_salad", cards="unseen", shown=("CB_", "LE05", *[""] * 4))
    assert salad.status_code == 303


def test_open_cards_that_cannot_be_are_refused_and_the_others_stay_chosen(served: Served) -> None:
    for game, shown, words in (
        ("the_jam", ("peach-jam:currant",), "different fruits are below them; these have 1"),
        ("triggs", ("7", "99"), "99"),
        ("point_salad", ("CB11", "CB11", *[""] * 4), "CB11"),
    ):
        answer = start(served, game=game, cards="unseen", shown=shown)
        assert answer.status_code == 422, answer.text
        assert 'role="alert"' in answer.text
        assert words in answer.text
        assert f'value="{shown[0]}" selected' in answer.text


def test_the_options_of_the_chosen_game_count(served: Served) -> None:
    asked = {"the_jam-variant": "kids", "point_salad-rounds": "2"}
    answer = start(served, game="the_jam", **asked)
    table = str(answer.headers["Location"]).removesuffix("/play").replace("/t/", "/v1/tables/")
    assert served.json(table, "ana")["header"]["options"] == {"variant": "kids"}


def test_what_is_wrong_is_said_beside_the_form_which_keeps_what_was_filled_in(
    served: Served,
) -> None:
    for players, asked, words in (
        (("Ana",), {}, "2 to 4 players"),
        (("Ana", "Bo"), {"game": ""}, "choose a game"),
        (
            ("Ana", "Ana"),
            {"game": "turkey_my_mayonnaise", "turkey_my_mayonnaise-teams": "x"},
            "cannot be",
        ),
        (("Ana", "Bo"), {"game": "point_salad", "point_salad-rounds": "0"}, "cannot be"),
        (
            ("Ana", "Bo"),
            {"game": "point_salad", "point_salad-rounds": "0", "cards": "unseen"},
            "cannot be",
        ),
    ):
        answer = start(served, *players, **asked)
        assert answer.status_code == 422, answer.text
        assert 'role="alert"' in answer.text
        assert "cgn." not in answer.text.lower()
        assert words in answer.text.lower()
        assert f'value="{players[0]}"' in answer.text


def test_a_form_that_is_sent_twice_starts_one_game(served: Served) -> None:
    page = served.ask("GET", "/new", accept=BROWSER, headers=ANAS).text
    (key,) = re.findall(r'name="key" value="(\w+)"', page)
    where = [start(served, cards="seeded", key=key).headers["Location"] for _ in range(2)]
    assert where[0] == where[1]


def test_the_form_offers_every_game_with_its_seats_and_options(served: Served) -> None:
    page = served.ask("GET", "/new", accept=BROWSER, headers=ANAS).text
    for name in GAMES:
        game = load_game(name)
        assert f'value="{name}" data-seats="{" ".join(map(str, game.seats))}"' in page
        assert all(f'name="{name}-{option.name}"' in page for option in game.options)


@pytest.mark.parametrize("cards", ["seeded", "dealt"])
def test_the_computer_takes_a_seat_with_or_without_a_name(served: Served, cards: str) -> None:
    answer = start(served, "", "Bo", "", cards=cards, computer="0")
    if cards == "dealt":
        assert answer.status_code == 200
        assert "the computer" in answer.text
        assert answer.text.count('class="qr"') == 1
    (table,) = served.json("/v1/tables?own=1", "ana")["tables"]
    assert (table["players"], table["computer"]) == (["Computer", "Bo"], {"A": "sensible"})


def test_the_computer_plays_as_well_as_it_can_where_the_game_has_that(served: Served) -> None:
    assert start(served, "", "Bo", cards="seeded", computer="0", strong="1").status_code == 303
    (table,) = served.json("/v1/tables?own=1", "ana")["tables"]
    assert table["computer"] == {"A": "strong"}
    salad = start(served, game="point_salad", cards="seeded", computer="0", strong="1")
    assert salad.status_code == 422
    assert "has no strong player" in salad.text
    assert 'name="strong" value="1" checked' in salad.text


def test_the_computer_is_told_no_real_cards(served: Served) -> None:
    answer = start(served, cards="unseen", computer="1")
    assert answer.status_code == 422
    assert "only where the cards are dealt here" in answer.text
    assert 'name="computer" value="1" checked' in answer.text
    assert start(served, cards="seeded", computer="99").status_code == 303
