"""A dealt table before the deal, as pages have it."""

import re
from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import urlencode

import pytest
from msgspec.json import encode

from engines.registry import GAMES, load_game
from tests.api.asking import BROWSER, FORM, JSON, OURS, Answer, Served, problem

OWNER = "cgn=cgn_ana"


@pytest.fixture(autouse=True)
def _without_cookies(served: Served) -> None:
    served.client = served.app.test_client(use_cookies=False)


def get(served: Served, path: str, cookies: str = "") -> Answer:
    return served.ask("GET", path, accept=BROWSER, headers={**OURS, "Cookie": cookies})


def post(
    served: Served,
    path: str,
    fields: Mapping[str, object],
    cookies: str = OWNER,
    headers: Mapping[str, str] = OURS,
) -> Answer:
    sent, head = urlencode(fields, doseq=True), {**headers, "Cookie": cookies}
    return served.ask("POST", path, body=sent, kind=FORM, accept=BROWSER, headers=head)


def start(served: Served, game: str = "triggs", seats: int = 2, **more: str) -> Answer:
    names = ["Ana", "Bo", "Cleo", "Dan"][:seats]
    return post(served, "/new", {"game": game, "cards": "dealt", "player": names, **more})


def links(page: Answer) -> dict[str, tuple[str, str]]:
    """The table and the invitation in each link of a page, by seat."""
    found = re.findall(r'value="http://localhost/t/(\w{32})/join#([A-J])\.(cgn_[\w-]+)"', page.text)
    return {seat: (table, invitation) for table, seat, invitation in found}


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class Sitter:
    """A browser that sits down, as the script of the page does."""

    def __init__(self, served: Served, seat: str, table: str, invitation: str) -> None:
        self.served, self.seat, self.table = served, seat, table
        self.token, self.nonce = f"cgn_{seat}{table}", digest(seat)[:32]
        self.cookies = f"cgn-{table}={self.token}"
        self.sitting = {
            "invitation": invitation,
            "token": digest(self.token),
            "commit": digest(self.nonce),
        }

    def sit(self) -> Answer:
        path = f"/v1/tables/{self.table}/seats/{self.seat}"
        return self.served.ask("POST", path, body=encode(self.sitting), kind=JSON)

    def send(self, headers: Mapping[str, str] = OURS) -> Answer:
        return self.served.ask(
            "POST",
            f"/t/{self.table}/nonce",
            body=encode({"nonce": self.nonce}),
            kind=JSON,
            headers={**headers, "Cookie": self.cookies},
        )


def sitters(served: Served, page: Answer) -> list[Sitter]:
    return [Sitter(served, seat, *link) for seat, link in links(page).items()]


@pytest.mark.parametrize("game", GAMES)
def test_whoever_has_a_link_sits_and_with_the_last_part_the_cards_are_dealt(
    served: Served, game: str
) -> None:
    seats = load_game(game).seats[0]
    page = start(served, game, seats)
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "private, no-store"
    assert page.text.count('class="code"') == seats
    players = sitters(served, page)
    assert len(players) == seats
    for player in players:
        assert player.sit().status_code == 200
        waits = get(served, f"/t/{player.table}", player.cookies).text
        assert "Leave this page open" in waits or "The deal waits for" in waits
    for player in players:
        assert player.send().status_code == 200
    for player in players:
        own = get(served, f"/t/{player.table}/play", player.cookies)
        assert own.status_code == 200
        assert f'data-own="{player.seat}"' in own.text


def test_the_links_are_shown_once_and_again_only_to_the_same_form(served: Served) -> None:
    page = start(served, key="0" * 32)
    assert links(start(served, key="0" * 32)) == links(page)
    (table, _), _ = links(page).values()
    for cookies in ("", OWNER, "cgn=cgn_bo"):
        assert "cgn_" not in get(served, f"/t/{table}", cookies).text
    for player in sitters(served, page):
        player.sit()
    for player in sitters(served, page):
        player.send()
    assert start(served, key="0" * 32).headers["Location"] == f"/t/{table}/play"


def test_only_the_owner_makes_a_new_link_and_the_old_one_is_void(served: Served) -> None:
    page = start(served)
    one, other = sitters(served, page)
    one.sit()
    path = f"/t/{one.table}/invitations?as=owner"
    for cookies, status in (("", 401), ("cgn=cgn_bo", 403), (one.cookies, 401)):
        assert post(served, path, {"seat": "B"}, cookies).status_code == status
    assert post(served, path, {"seat": "B"}, headers={}).status_code == 403
    assert post(served, path, {"seat": "A"}).status_code == 409
    for seat in ("", "J", "x"):
        assert post(served, path, {"seat": seat}).status_code == 404
    renewed = links(post(served, path, {"seat": "B"}))
    assert set(renewed) == {"B"}
    assert "replaced" in problem(other.sit(), 403)["detail"]
    assert Sitter(served, "B", *renewed["B"]).sit().status_code == 200


def test_no_link_is_made_where_nobody_is_invited(served: Served) -> None:
    answer = post(served, "/new", {"game": "triggs", "cards": "seeded", "player": ["Ana", "Bo"]})
    path = answer.headers["Location"].replace("/play", "/invitations")
    assert post(served, path, {"seat": "B"}).status_code == 422


def test_a_browser_with_a_seat_can_still_act_as_the_owner(served: Served) -> None:
    one, _ = sitters(served, start(served))
    one.sit()
    both = f"{OWNER}; {one.cookies}"
    path = f"/t/{one.table}"
    shown = get(served, path, both).text
    assert "You sit" in shown
    assert "New link for Bo" in shown
    assert "New link" not in get(served, path, one.cookies).text
    assert "New link" not in get(served, path, f"cgn=cgn_bo; {one.cookies}").text
    assert post(served, f"{path}/invitations", {"seat": "B"}, both).status_code == 403
    assert set(links(post(served, f"{path}/invitations?as=owner", {"seat": "B"}, both))) == {"B"}


def test_the_page_of_an_invitation_says_nothing_of_the_table(served: Served) -> None:
    (table, _), _ = links(start(served)).values()
    there = get(served, f"/t/{table}/join")
    nowhere = get(served, f"/t/{'0' * 32}/join")
    assert there.status_code == nowhere.status_code == 200
    assert there.text.replace(table, "0" * 32) == nowhere.text


def test_the_part_of_a_seat_counts_only_from_a_page_of_this_service(served: Served) -> None:
    players = sitters(served, start(served))
    for player in players:
        player.sit()
    for headers in ({}, {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "same-site"}):
        problem(players[0].send(headers), 403)
    assert players[0].send({"Origin": "http://localhost"}).status_code == 200
    state = served.json(f"/t/{players[0].table}/version", None)
    assert (state["plies"], state["finished"], state["version"]) == (0, False, 4)


def test_a_game_is_called_off_before_the_deal(served: Served) -> None:
    one, other = sitters(served, start(served))
    one.sit()
    call = {"version": "2", "termination": "abandoned"}
    away = post(served, f"/t/{one.table}/end?as=owner", call)
    assert (away.status_code, away.headers["Location"]) == (303, "/new")
    assert get(served, f"/t/{one.table}").status_code == 404
    one, other = sitters(served, start(served))
    for player in (one, other):
        player.sit()
    one.send()
    away = post(served, f"/t/{one.table}/end", {**call, "version": "4"}, one.cookies)
    assert away.headers["Location"] == f"/t/{one.table}"
    shown = get(served, away.headers["Location"]).text
    assert "called off" in shown
    assert "had not sent their part of the deal: Bo" in shown


def test_names_are_text(served: Served) -> None:
    names = ["<b>Ana", "\"&'"]
    asked = {"game": "triggs", "cards": "dealt", "player": names}
    page = post(served, "/new", asked)
    assert page.status_code == 200
    assert "<b>Ana" not in page.text
    assert "&lt;b&gt;Ana" in page.text
