"""A seat moves to another device: who may take it there, and who plays afterwards."""

import re
from dataclasses import dataclass

import pytest
from msgspec.json import encode

from api.routes.session import MOVES_WITHIN
from tests.api.asking import BROWSER, FORM, JSON, OURS, Answer, Served
from tests.api.live.making import At
from tests.api.live.test_lobby import Sitter, links, start


@dataclass
class Device:
    """A browser, and the cookie that it has."""

    served: Served
    at: At
    cookie: str = ""

    def get(self, part: str = "") -> Answer:
        path = f"/t/{self.at.id}{part}"
        return self.served.ask("GET", path, accept=BROWSER, headers={"Cookie": self.cookie})

    def post(self, part: str, headers: dict[str, str] | None = None) -> Answer:
        head = {**(OURS if headers is None else headers), "Cookie": self.cookie}
        path = f"/t/{self.at.id}{part}"
        return self.served.ask("POST", path, accept=BROWSER, headers=head)

    def code(self) -> str:
        """The code in the link that this device makes."""
        answer = self.post("/move")
        assert answer.status_code == 200, answer.text
        (link,) = set(re.findall(r'value="([^"]+)"', answer.text))
        where, _, code = link.partition("#")
        assert where == "http://localhost/session?to=table"
        return str(code)

    def open(self, code: str, **headers: str) -> Answer:
        """Open a link, and press the button of its page."""
        answer = self.served.ask(
            "POST",
            "/session?to=table",
            body=f"token={code}",
            kind=FORM,
            accept=BROWSER,
            headers=headers or OURS,
        )
        if answer.status_code == 303:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]
        return answer

    def plays(self) -> bool:
        """Whether it is shown the page on which one plays, and its call gets to the table."""
        ply = encode({"seat": "B", "move": "draw left left"}).decode()
        head = {**OURS, "Cookie": self.cookie, "If-Match": f'"v{self.at.version}"'}
        path = f"/t/{self.at.id}/plies"
        sent = self.served.ask("POST", path, body=ply, kind=JSON, headers=head)
        assert sent.status_code in (401, 403, 409)  # it is not the turn of B
        seen = self.get("/play").status_code == 200
        assert seen == (sent.status_code == 409)
        return seen


@pytest.fixture
def bo(served: Served) -> Device:
    """The device on which Bo plays at a table of Ana's."""
    served.client = served.app.test_client(use_cookies=False)
    at = At.create(served)
    return Device(served, at, f"cgn-{at.id}=cgn_{at.seats['B']}")


def other(bo: Device) -> Device:
    """Another device, at the same table."""
    return Device(bo.served, bo.at)


def test_the_seat_plays_on_the_new_device_and_no_longer_on_the_old_one(bo: Device) -> None:
    phone, code = other(bo), bo.code()
    assert bo.plays()  # until the link is used
    answer = phone.open(code)
    assert answer.headers["Location"] == f"/t/{bo.at.id}/play"
    assert code not in answer.headers["Set-Cookie"]
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert phone.plays()
    assert not bo.plays()
    assert 'data-view="B"' in phone.get().text
    assert 'data-view="public"' in bo.get().text
    assert bo.post("/move").status_code == 403
    assert other(bo).open(phone.code()).status_code == 303  # and on to a third


def test_a_link_works_once_and_only_the_last_one_does(bo: Device) -> None:
    codes = [bo.code(), bo.code()]
    replaced = other(bo).open(codes[0])
    assert replaced.status_code == 422
    assert "make another one on the device that plays" in replaced.text
    assert "Set-Cookie" not in replaced.headers
    phone = other(bo)
    assert phone.open(codes[1]).status_code == 303
    thief = other(bo)
    assert thief.open(codes[1]).status_code == 422
    assert phone.plays()
    assert not thief.plays()


def test_a_link_is_good_for_fifteen_minutes(bo: Device) -> None:
    code = bo.code()
    bo.served.clock.now += MOVES_WITHIN
    assert other(bo).open(code).status_code == 422
    assert bo.plays()


def test_the_link_is_stored_by_nobody_and_its_secret_is_in_no_address(bo: Device) -> None:
    answer = bo.post("/move")
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    found = set(re.findall(r"[^ <>]*cgn_[^ <>]*", answer.text))
    assert found
    assert all("/session?to=table#cgn_" in one for one in found)


def test_no_other_site_makes_a_link_or_uses_one(bo: Device) -> None:
    for headers in ({}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert bo.post("/move", headers).status_code == 403
    code = bo.code()
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        assert other(bo).open(code, **headers).status_code == 403
    assert bo.plays()


def test_only_the_player_of_a_seat_can_move_it(bo: Device) -> None:
    assert other(bo).post("/move").status_code == 403
    owner = other(bo)
    owner.cookie = "cgn=cgn_ana"
    assert owner.post("/move").status_code == 403
    assert bo.served.ask("GET", f"/t/{bo.at.id}/move", headers=OURS).status_code == 405


def test_the_code_itself_opens_no_more_than_everybody_sees(bo: Device) -> None:
    code = bo.code()
    by_code = {"Authorization": f"Bearer {code}"}
    assert bo.served.ask("GET", bo.at.path, headers=by_code).json["view"] == "public"
    ply = encode({"seat": "B", "move": "draw left left"}).decode()
    head = {**by_code, "If-Match": f'"v{bo.at.version}"'}
    sent = bo.served.ask("POST", f"{bo.at.path}/plies", body=ply, kind=JSON, headers=head)
    assert sent.status_code == 403
    thief = other(bo)
    thief.cookie = f"cgn-{bo.at.id}={code}"
    assert not thief.plays()


def test_a_new_token_of_the_seat_ends_a_link_that_nobody_used(bo: Device) -> None:
    code = bo.code()
    bo.at.post("tokens", "ana", {"seat": "B"})
    assert other(bo).open(code).status_code == 422


def test_no_seat_moves_before_the_deal_or_after_the_end(bo: Device) -> None:
    invited = links(start(bo.served))
    table, invitation = invited["B"]
    sitter = Sitter(bo.served, "B", table, invitation)
    assert sitter.sit().status_code == 200
    early = Device(bo.served, At(bo.served, table), sitter.cookies).post("/move")
    assert early.status_code == 409
    assert "wait until the cards are dealt" in early.text
    bo.at.post("end", "ana", {"termination": "abandoned"})
    assert bo.post("/move").status_code == 409
