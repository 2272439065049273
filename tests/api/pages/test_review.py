"""The review on the page of a replay: its button, how far it is, and the plies that mattered."""

from unittest.mock import patch

import pytest
from msgspec.structs import replace

from api.checking import page_jobs, review_jobs
from api.reviewer import REVIEWER
from api.routes import reviews
from notation.record import Record
from replays.review import VERSION, PlyReview
from tests.api.asking import BROWSER, OURS, Answer, Served, problem
from tests.api.conftest import Serve
from tests.api.test_reviews import PLIES, quickly, resigned
from tests.replays.store.making import record

BUTTON = "Review this game</button>"


@pytest.fixture
def served(serve: Serve) -> Served:
    """A service that is sent cookies as a test says."""
    return without_cookies(serve())


def without_cookies(served: Served) -> Served:
    served.client = served.app.test_client(use_cookies=False)
    return served


def page(served: Served, address: str, by: str | None = None) -> str:
    """A page, for whoever is signed in."""
    headers = {} if by is None else {"Cookie": f"cgn=cgn_{by}"}
    answer = served.ask("GET", address, accept=BROWSER, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def press(served: Served, address: str, by: str = "ana") -> Answer:
    """Press the button."""
    headers = {**OURS, "Cookie": f"cgn=cgn_{by}"}
    return served.ask("POST", f"{address}/review", headers=headers)


def go_on(served: Served, plies: int = PLIES) -> None:
    """Review so many plies, without taking time."""
    with patch.object(review_jobs, "review_ply", quickly):
        for _ in range(plies):
            assert served.app.extensions[REVIEWER].run_due()


def test_a_holder_asks_on_the_page_and_everybody_sees_what_mattered(served: Served) -> None:
    address = f"/r/{served.upload(resigned())}"
    assert BUTTON in page(served, f"{address}/3", "ana")
    for by in (None, "bo", "reader", "root"):
        assert 'id="review"' not in page(served, address, by)
    pressed = press(served, address)
    assert (pressed.status_code, pressed.headers["Location"]) == (303, f"{address}#review")
    for by in (None, "ana"):
        said = page(served, address, by)
        assert f"Review: 0 of {PLIES} plies" in said
        assert "review.js" in said
        assert BUTTON not in said
    go_on(served, 2)
    said = page(served, address, "ana")
    assert f"Review: 2 of {PLIES} plies" in said
    assert f'<a href="{address}/1">Ply 1</a> ply 1.' in said
    go_on(served, PLIES - 2)
    for by in (None, "bo"):
        said = page(served, f"{address}/2?view=B", by)
        assert "Review: what mattered most" in said
        assert said.count('<a href="', said.index("<ol>", said.index('id="review"'))) >= PLIES
        assert f'<a href="{address}/6?view=B">Ply 6</a> ply 6.' in said
        assert "play-outs" in said
        assert "nothing is said" in said
        assert "review.js" not in said


def test_it_stands_on_no_page_that_hides_or_shows_something_else(served: Served) -> None:
    replay = served.upload(resigned())
    assert press(served, f"/r/{replay}").status_code == 303
    go_on(served)
    for address in (f"/r/{replay}/2?hide=ahead", f"/embed/{replay}/2", f"/r/{replay}/cards"):
        assert 'id="review"' not in page(served, address, "ana")


def test_where_nothing_was_sure_it_says_so(served: Served) -> None:
    address = f"/r/{served.upload(resigned())}"
    press(served, address)

    def unsure(made: Record, ply: int, *_: object) -> PlyReview:
        return replace(quickly(made, ply), lost=None, sentence="")

    with patch.object(review_jobs, "review_ply", unsure):
        while served.app.extensions[REVIEWER].run_due():
            pass
    assert "No ply gave points away for sure." in page(served, address)


@pytest.mark.parametrize("made", [record(game="point_salad"), record(plies=4)])
def test_what_cannot_be_reviewed_has_no_button(served: Served, made: Record) -> None:
    address = f"/r/{served.upload(made)}"
    assert 'id="review"' not in page(served, address, "ana")
    assert press(served, address).status_code == 422


def test_a_game_with_unseen_cards_has_no_button(served: Served) -> None:
    address = f"/r/{served.upload(resigned())}"
    with patch.object(page_jobs, "leaves_cards_out", lambda _: True):
        assert 'id="review"' not in page(served, address, "ana")


def test_a_service_without_reviews_has_no_button(serve: Serve) -> None:
    served = without_cookies(serve(reviews=0))
    address = f"/r/{served.upload(resigned())}"
    assert 'id="review"' not in page(served, address, "ana")
    problem(press(served, address), 403)


def test_a_review_of_an_older_version_can_be_made_anew(served: Served) -> None:
    address = f"/r/{served.upload(resigned())}"
    press(served, address)
    go_on(served)
    with patch.object(reviews, "VERSION", VERSION + 1):
        said = page(served, address, "ana")
        assert "Review it anew</button>" in said
        assert "Ply 1</a>" in said
        assert "anew</button>" not in page(served, address, "bo")


@pytest.mark.parametrize(("by", "status"), [("bo", 404), ("root", 403), ("reader", 403)])
def test_others_cannot_ask_by_the_form(served: Served, by: str, status: int) -> None:
    address = f"/r/{served.upload(resigned(), visibility='private')}"
    problem(press(served, address, by), status)
    foreign = {"Sec-Fetch-Site": "cross-site", "Cookie": "cgn=cgn_ana"}
    problem(served.ask("POST", f"{address}/review", headers=foreign), 403)
    assert BUTTON in page(served, address, "ana")
