"""The page on which people play: for whom it opens, and what it does without scripts."""

import re
from collections.abc import Mapping
from itertools import takewhile

import pytest
from msgspec.json import encode

from engines.registry import load_game
from notation.record import Ply, Shuffle
from replays.view.redact import redact
from replays.view.views import PUBLIC
from tests.api.asking import BROWSER, FORM, JSON, OURS, Answer, Served, problem
from tests.api.live.making import HEADER, At
from tests.api.pages.html import Page, choices_on
from tests.replays.helpers import played
from tests.replays.live.test_own_records import setup_of


class Player:
    """A browser without scripts, signed in by one token, at a table."""

    def __init__(self, served: Served, table: str, token: str) -> None:
        served.client = served.app.test_client(use_cookies=False)
        self.served, self.path = served, f"/t/{table}"
        self.headers = {**OURS, "Cookie": f"cgn={token}"}

    def get(self, rest: str = "/play", accept: str = BROWSER) -> Answer:
        return self.served.ask("GET", f"{self.path}{rest}", accept=accept, headers=self.headers)

    def send(self, call: str, body: str, kind: str = FORM, **headers: str) -> Answer:
        return self.served.ask(
            "POST",
            f"{self.path}/{call}",
            body=body,
            kind=kind,
            accept=BROWSER,
            headers={**self.headers, **headers},
        )

    def form(self, html: str, button: str) -> Mapping[str, str]:
        """The fields of the form with this button: its text begins so."""
        for form in re.findall(r"<form.*?</form>", html, re.DOTALL):
            for name, value, text in re.findall(
                r'<button class="button[^"]*" name="(\w+)" value="([^"]*)">\s*([^<]*)', form
            ):
                if text.strip().startswith(button):
                    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
                    return {**hidden, name: value}
        raise AssertionError(f"no button {button}: {html[-3000:]}")


def fields(values: Mapping[str, str]) -> str:
    return "&".join(f"{name}={value.replace(' ', '+')}" for name, value in values.items())


def test_without_scripts_a_ply_is_made_by_following_what_the_move_names(served: Served) -> None:
    at = At.create(served)
    player = Player(served, at.id, "cgn_ana")
    page = player.get().text
    assert "Choose what the move names" in page
    taps = player.form(page, "left pile")["taps"]
    page = player.get(f"/play?taps={taps}").text
    taps = player.form(page, "right pile")["taps"]
    assert taps == "at:left,at:right"
    page = player.get(f"/play?taps={taps}").text
    done = player.send("plies", fields(player.form(page, "Draw")))
    assert (done.status_code, done.headers["Location"]) == (303, f"{player.path}/play")
    assert at.get("/moves", "ana")["moves"][-1]["move"] == "draw left right"


def test_the_last_ply_is_taken_back_by_a_form_and_not_at_its_start(served: Served) -> None:
    at = At.create(served)
    player = Player(served, at.id, "cgn_ana")
    assert 'id="undo"' not in player.get().text
    at.play("A", "A", "draw left left")
    page = player.get().text
    assert 'id="undo"' in page
    assert player.send("takebacks", f"version={at.version}&to=0").status_code == 303
    assert at.get("", "ana")["plies"] == 0


def test_a_move_against_the_rules_is_refused_in_words_and_changes_nothing(served: Served) -> None:
    at = At.create(served)
    player = Player(served, at.id, "cgn_ana")
    sent = f"version={at.version}&seat=A&move=cross+12+12,12,12,12"
    refused = player.send("plies", sent)
    assert refused.status_code == 422
    assert "Triggs.not-held: the hand holds" in refused.text
    for body in ("version=1&seat=A", "", "seat=A&move=draw+left", "version=1&to=x"):
        call = "takebacks" if "to=" in body else "plies"
        assert player.send(call, body).status_code == 422
    assert at.version == 1


def test_scripts_send_what_programs_send(served: Served) -> None:
    at = At.create(served)
    player = Player(served, at.id, "cgn_ana")
    ply = encode({"seat": "A", "move": "draw left left"}).decode()
    tag = {"If-Match": '"v1"'}
    first = player.send("plies", ply, JSON, **tag)
    again = player.send("plies", ply, JSON, **tag)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.data == again.data
    assert player.send("plies", ply, JSON).status_code == 428
    late = encode({"seat": "B", "move": "draw left left"}).decode()
    assert player.send("plies", late, JSON, **tag).status_code == 412
    assert player.send("takebacks", '{"to": 0}', JSON, **{"If-Match": '"v2"'}).status_code == 200


def test_a_seat_plays_for_itself_and_sees_no_other_hand(served: Served) -> None:
    at = At.create(served)
    ana = Player(served, at.id, f"cgn_{at.seats['A']}")
    bo = Player(served, at.id, f"cgn_{at.seats['B']}")
    assert 'id="choices"' in ana.get().text
    waiting = bo.get().text
    assert 'id="choices"' not in waiting
    assert 'id="undo"' not in waiting
    assert Page(waiting).text.count("draws, discards or crosses off") >= 1
    cards = choices_on(ana.get().text)
    assert not any(thing["key"].startswith("hand.B/") for thing in cards["things"])
    other = bo.send("plies", f"version={at.version}&seat=A&move=draw+left+left")
    assert other.status_code == 403


def test_others_are_led_to_the_page_on_which_one_watches(served: Served) -> None:
    at = At.create(served)
    for token in ("cgn_root", "cgn_nobody"):
        answer = Player(served, at.id, token).get()
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{at.id}")
    watched = Player(served, at.id, "cgn_nobody").get("")
    assert f"/t/{at.id}/play" not in watched.text
    assert f"/t/{at.id}/play" in Player(served, at.id, "cgn_ana").get("").text


def test_an_ended_game_leads_to_its_replay(served: Served) -> None:
    at = At.create(served)
    at.post("end", "ana", {"termination": "abandoned"})
    player = Player(served, at.id, "cgn_ana")
    there = player.get().headers["Location"]
    assert there == f"/t/{at.id}"
    assert player.get("").headers["Location"].startswith("/r/")
    assert player.get("/choices").status_code == 403


def test_the_choices_of_open_kinds_are_asked_by_the_script(served: Served) -> None:
    header = {**HEADER, "game": "the_jam", "seats": ["Ana", "Bo"]}
    at = At.create(served, header)
    player = Player(served, at.id, "cgn_ana")
    assert player.get("/choices?taps=seat:B").json["seat"] == "A"
    problem(player.get(f"/choices?taps={'seat:B,' * 17}", "application/json"), 400)
    problem(player.get("/reveals?seat=A&move=x", "application/json"), 422)
    stranger = Player(served, at.id, "cgn_root")
    problem(stranger.get("/choices", "application/json"), 403)
    problem(stranger.get("/reveals", "application/json"), 403)


@pytest.mark.parametrize("game", ["triggs", "grab_your_breakfast", "turkey_my_mayonnaise"])
def test_with_real_cards_the_deck_is_offered_and_what_turned_up_is_asked(
    served: Served, game: str
) -> None:
    move = {
        "triggs": "draw left right",
        "grab_your_breakfast": "take r1c1 using=egg",
        "turkey_my_mayonnaise": "draw",
    }[game]
    header = {"cgn": 1, "game": game, "rules": "1", "seats": ["Ana", "Bo"]}
    at = At.create(served, header)
    player = Player(served, at.id, "cgn_ana")
    found = choices_on(player.get().text)
    assert found["deck"]
    assert not found["moves"]
    turned = player.get(f"/reveals?seat=A&move={move.replace(' ', '+')}").json
    assert turned
    assert all(one["card"] is None for one in turned)
    assert player.get("/reveals?seat=A&move=nonsense").json == []
    sent = encode([{"seat": "A", "move": move, "reveals": ["_"] * len(turned)}]).decode()
    assert player.send("plies", sent, JSON, **{"If-Match": '"v1"'}).status_code == 200


def test_of_a_card_that_came_to_a_shared_place_the_place_is_named(served: Served) -> None:
    record = played("point_salad")
    header = {"cgn": 1, "game": "point_salad", "rules": record.rules, "seats": list(record.seats)}
    at = At.create(served, {**header, "plies": list(setup_of(record))})
    turned = Player(served, at.id, "cgn_ana").get("/reveals?seat=A&move=veg+1a,3b").json
    assert [one["place"] for one in turned] == [None, None, "market 1a", "market 3b"]


def test_where_nobody_knows_who_answers_the_others_are_offered(served: Served) -> None:
    header = {"cgn": 1, "game": "turkey_my_mayonnaise", "rules": "1", "seats": ["Ana", "Bo", "Cy"]}
    at = At.create(served, header)
    player = Player(served, at.id, "cgn_ana")
    for seat, move, reveals in (
        ("A", "draw", ["R05"]),
        ("A", "recipe R05", []),
        ("B", "draw", ["penalty-5"]),
        ("B", "penalize penalty-5 on=R05", []),
    ):
        body = {"seat": seat, "move": move, **({"reveals": reveals} if reveals else {})}
        tag = {"If-Match": f'"v{at.version}"'}
        sent = player.send("plies", encode([body]).decode(), JSON, **tag)
        assert sent.status_code == 200, sent.text
    page = player.get().text
    assert "/play?answers=nobody" in page
    answering = choices_on(page)
    assert answering["instead"]
    nobody = player.get("/play?answers=nobody").text
    after = choices_on(nobody)
    assert (after["seat"], after["title"]) == ("C", "draws")
    for asked, seat, instead in (
        ("", "A", ["nobody"]),
        ("?answers=A", "A", ["nobody"]),
        ("?answers=nobody", "C", ["A"]),
        ("?answers=B", "A", ["nobody"]),  # who attacks cannot answer
    ):
        found = at.get(f"/choices{asked}", "ana")["choices"]
        assert (found["seat"], found["instead"]) == (seat, instead), asked
    assert at.get("/choices?answers=nobody", "ana")["choices"] == after
    wrong = problem(at.ask("/choices?answers=Bo", "ana"), 400)
    assert "must be A, B, C, D, E, F, G, H, I, J or nobody" in encode(wrong).decode()


def test_what_was_seen_of_a_shuffle_is_written_with_the_next_move(served: Served) -> None:
    record = played("grab_your_breakfast")
    entries, first = redact(record, PUBLIC).plies, len(setup_of(record))
    header = {"cgn": 1, "game": record.game, "rules": "1", "seats": list(record.seats)}
    at = At.create(served, {**header, "plies": list(entries[:first])})
    player = Player(served, at.id, "cgn_ana")
    assert 'name="shuffle"' not in player.get().text  # those of the deal came with the table
    left = iter(entries[first:])
    for entry in takewhile(lambda entry: isinstance(entry, Ply), left):
        assert at.post("plies", "ana", [entry]).status_code == 200
    shown, pile = player.get().text, "hand"
    assert f'name="shuffle" value="{pile}"' in shown
    assert "Seen in the shuffle of “hand”" in shown
    ply = next(left)
    assert isinstance(ply, Ply)
    top = next(iter(load_game(record.game).catalogue))
    fields_of = {"seat": ply.seat, "move": ply.move, "reveals": " ".join(ply.reveals)}
    sent = {"version": str(at.version), **fields_of, "shuffle": pile}
    refused = player.send("plies", fields({**sent, "order": "no-card _"}))
    assert refused.status_code == 422
    assert player.send("plies", fields({"order": "_", **sent, "shuffle": "box"})).status_code == 422
    del sent["shuffle"]
    assert player.send("plies", fields({**sent, "order": top})).status_code == 422
    sent["shuffle"] = pile
    assert player.send("plies", fields({**sent, "order": f"_ {top} _"})).status_code == 303
    told = [one for one in at.get("/record?view=owner", "ana")["plies"] if "shuffle" in one]
    assert told[-1] == {"shuffle": pile, "order": ["_", top, "_"]}
    assert 'name="shuffle"' not in player.get().text


def test_a_shuffle_of_which_nobody_saw_anything_needs_no_word(served: Served) -> None:
    record = played("grab_your_breakfast")
    entries, first = redact(record, PUBLIC).plies, len(setup_of(record))
    header = {"cgn": 1, "game": record.game, "rules": "1", "seats": list(record.seats)}
    at = At.create(served, {**header, "plies": list(entries[:first])})
    player, was_shuffled = Player(served, at.id, "cgn_ana"), False
    for entry in entries[first:]:
        if isinstance(entry, Shuffle):
            was_shuffled = True
            continue
        told = {"seat": entry.seat, "move": entry.move, "reveals": " ".join(entry.reveals)}
        asked = {"shuffle": "hand", "order": ""} if was_shuffled else {}
        sent = fields({"version": str(at.version), **told, **asked})
        assert player.send("plies", sent).status_code == 303
        if was_shuffled:
            return
    raise AssertionError("nothing was shuffled")


def test_with_real_cards_a_move_can_be_written(served: Served) -> None:
    header = {name: value for name, value in HEADER.items() if name != "seed"}
    at = At.create(served, header)
    player = Player(served, at.id, "cgn_ana")
    page = player.get().text
    assert "Write a move" in page
    assert "Write a move" not in Player(served, At.create(served).id, "cgn_ana").get().text
    sent = {"version": "1", "seat": "A", "move": " draw left left ", "reveals": "7  _"}
    assert player.send("plies", fields({**sent, "move": "jump"})).status_code == 422
    assert player.send("plies", fields(sent)).status_code == 303
    (ply,) = at.get("/moves", "ana")["moves"][1:]
    assert ply["move"] == "draw left left"
