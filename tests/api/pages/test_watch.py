"""The pages of stored replays: visibility, embedding, and the data for their script."""

from typing import Any
from unittest.mock import patch

import pytest

from api.checking.checkers import Client
from tests.api.asking import BROWSER, Served, problem
from tests.api.pages.html import Page
from tests.api.pages.test_site import HOSTILE, page
from tests.replays.store.making import branching, nested, record


@pytest.fixture
def id_(served: Served) -> str:
    return served.upload(record("watched"))


def test_a_replay_begins_before_its_first_ply(served: Served, id_: str) -> None:
    assert "Ply 0 of" in page(served, f"/r/{id_}").text
    assert "Ply 7 of" in page(served, f"/r/{id_}/7").text


def test_an_unknown_ply_is_404(served: Served, id_: str) -> None:
    answer = served.get(f"/r/{id_}/999?view=B", accept=BROWSER)
    assert answer.status_code == 404
    html = Page(answer.text)
    assert "This replay has 104 plies." in html.text
    assert f"/r/{id_}/104?view=B" in list(html.all("a", "href"))
    assert not list(html.all("input", "id"))


def test_links_keep_the_view(served: Served, id_: str) -> None:
    links = list(page(served, f"/r/{id_}/7?view=B").all("a", "href"))
    assert f"/r/{id_}/8?view=B" in links
    assert f"/r/{id_}/7" in links
    assert f"/r/{id_}/8" in list(page(served, f"/r/{id_}/7").all("a", "href"))


def test_a_page_has_the_scores_and_legal_moves_of_a_ply(served: Served, id_: str) -> None:
    links = list(page(served, f"/r/{id_}/7?view=A").all("a", "href"))
    (sheet,) = [link for link in links if "/sheet" in link]
    assert sheet == f"/r/{id_}/7/sheet?view=A"
    html = page(served, sheet)
    assert "Scores after ply 7" in html.text
    assert "Legal moves after ply 7 This view does not see the cards" in html.text
    whole = page(served, f"/r/{id_}/7/sheet")
    assert " legal moves after ply 7" in whole.text
    assert served.get(f"/r/{id_}/999/sheet", accept=BROWSER).status_code == 404


def test_a_page_says_where_each_card_has_been(served: Served, id_: str) -> None:
    links = list(page(served, f"/r/{id_}/7?view=B").all("a", "href"))
    (cards,) = [link for link in links if "/cards" in link]
    html = page(served, cards)
    assert "left pile → hand of Bo" in html.text
    assert f"/r/{id_}/2?view=B" in list(html.all("a", "href"))


def test_others_see_the_public_view_of_an_unfinished_game(served: Served) -> None:
    id_ = served.upload(record("open", plies=8))
    html = page(served, f"/r/{id_}/8")
    (views,) = [attributes for _, attributes in html.elements if "data-view" in attributes]
    assert views["data-view"] == "public"
    assert served.get(f"/r/{id_}/8?view=A", accept=BROWSER).status_code == 403
    assert served.get(f"/r/{id_}/8?view=A", "ana", BROWSER).status_code == 200


def test_a_private_replay_opens_with_its_token_alone(served: Served) -> None:
    id_ = served.upload(record("private"), visibility="private")
    answer = served.get(f"/r/{id_}", accept=BROWSER)
    assert answer.status_code == 404
    assert "token" in list(Page(answer.text).all("input", "id"))
    assert served.get(f"/r/{id_}", "bo", BROWSER).status_code == 404
    assert served.get(f"/r/{id_}", "ana", BROWSER).status_code == 200
    assert served.get(f"/r/{id_}/plies?from=0&to=3", "ana").status_code == 200


def test_a_stretch_has_what_the_page_shows(served: Served, id_: str) -> None:
    stretch = served.json(f"/r/{id_}/plies?from=5&to=8&view=B")
    assert stretch["first"] == 5
    assert len(stretch["plies"]) == 4
    html = served.get(f"/r/{id_}/7?view=B", accept=BROWSER).text
    for part in stretch["plies"][2]:
        assert stretch["parts"][part] in html


@pytest.mark.parametrize("query", ["from=3&to=2", "from=0&to=100", "from=x&to=2", "from=0&to=-1"])
def test_a_stretch_has_its_limits(served: Served, id_: str, query: str) -> None:
    problem(served.get(f"/r/{id_}/plies?{query}"), 400)


def test_the_record_can_be_downloaded(served: Served, id_: str) -> None:
    answer = served.get(f"/r/{id_}/record.cgn", accept=BROWSER)
    assert answer.text.startswith('[CGN "1"]')


def test_only_an_embedded_page_may_be_framed(served: Served, id_: str) -> None:
    framed, plain = served.get(f"/embed/{id_}/3"), served.get(f"/r/{id_}/3")
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert "frame-ancestors 'none'" in plain.headers["Content-Security-Policy"]
    assert plain.headers["X-Frame-Options"] == "DENY"
    for part in ("/3", "/3/sheet", "/cards", "/999"):  # the last one is a problem
        page = served.get(f"/embed/{id_}{part}", accept=BROWSER)
        assert "frame-ancestors *" in page.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in page.headers
        links = [found for tag, found in Page(page.text).elements if tag == "a"]
        stays = [str(link["href"]) for link in links if link.get("target") != "_blank"]
        assert all(link.startswith((f"/embed/{id_}", "#")) for link in stays)
        assert all(served.get(link).status_code == 200 for link in set(stays[:12]) if id_ in link)


def test_the_logo_of_an_embedded_page_opens_the_page_of_the_replay(
    served: Served, id_: str
) -> None:
    links = [found for tag, found in Page(served.get(f"/embed/{id_}/3").text).elements]
    (logo,) = [found for found in links if found.get("class") == "logo"]
    assert (logo["href"], logo["target"]) == (f"/r/{id_}/3", "_blank")


def test_metrics_tell_embedded_pages_from_those_of_the_site(served: Served, id_: str) -> None:
    served.get(f"/embed/{id_}/3")
    served.get(f"/r/{id_}")
    text = served.get("/metrics").text
    for route in ("/embed/<id:replay>/<ply:ply>", "/r/<id:replay>"):
        assert f'cgn_requests_total{{method="GET",route="{route}",status="200"}} 1.0' in text


def test_oembed_shows_how_to_frame_a_replay(served: Served, id_: str) -> None:
    query = f"/oembed?url=https://cgn.example/r/{id_}/12&maxwidth=400"
    answer = served.json(query)
    assert (answer["type"], answer["version"], answer["width"]) == ("rich", "1.0", 400)
    (frame,) = [attributes for tag, attributes in Page(answer["html"]).elements if tag == "iframe"]
    assert str(frame["src"]).endswith(f"/embed/{id_}/12")
    problem(served.get("/oembed?url=https://elsewhere.example/"), 404)


@pytest.mark.parametrize("size", ["maxwidth=-5", "maxheight=0", "maxwidth=wide"])
def test_oembed_refuses_a_frame_without_a_size(served: Served, id_: str, size: str) -> None:
    answer = problem(served.get(f"/oembed?url=/r/{id_}&{size}"), 400)
    assert answer["errors"][0]["parameter"] == size.partition("=")[0]


def test_hostile_names_stay_text_in_oembed(served: Served) -> None:
    id_ = served.upload(record("wild", players=(HOSTILE, "Bo")))
    html = Page(served.json(f"/oembed?url=/r/{id_}")["html"])
    assert [tag for tag, _ in html.elements] == ["iframe"]


def test_the_page_has_metadata_for_link_previews(served: Served, id_: str) -> None:
    html = page(served, f"/r/{id_}/3")
    named = {
        attributes.get("property"): attributes.get("content")
        for tag, attributes in html.elements
        if tag == "meta"
    }
    assert named["og:title"] == "Triggs: Ana, Bo"
    assert named["og:url"] == f"http://localhost/r/{id_}/3"
    assert named["og:image:alt"] == "A table of Triggs after ply 3"
    picture = served.get(str(named["og:image"]).removeprefix("http://localhost"))
    assert (picture.status_code, picture.content_type) == (200, "image/png")
    assert len(picture.data) < 200_000


def test_links_enter_and_leave_a_variation(served: Served) -> None:
    id_ = served.upload(branching(2))
    (line, _) = [link for link in page(served, f"/r/{id_}/1").all("a", "href") if "line=" in link]
    assert line == f"/r/{id_}/2?line=/plies/1/variations/0"
    html = page(served, line)
    assert "A variation. Back to the game" in html.text
    links = list(html.all("a", "href"))
    assert f"/r/{id_}/2" in links
    assert f"/r/{id_}/1?line=/plies/1/variations/0" in links
    assert served.get(f"/r/{id_}/plies?from=0&to=2&line=/plies/1/variations/0").status_code == 200


def test_links_enter_and_leave_a_nested_variation(served: Served) -> None:
    where = f"/r/{served.upload(nested())}"
    outer, inner = "/plies/1/variations/0", "/plies/1/variations/0/1/variations/0"
    links = list(page(served, f"{where}/2?line={outer}").all("a", "href"))
    assert f"{where}/3?line={inner}" in links
    assert f"{where}/2?line=/plies/1/variations/1" in links
    html = page(served, f"{where}/3?line={inner}")
    assert "A variation within a variation. Back to the variation around it" in html.text
    assert f"{where}/3?line={outer}" in list(html.all("a", "href"))


@pytest.mark.parametrize("line", ["/plies/1/variations/2", "/plies/0/variations/0"])
def test_an_unknown_line_is_404(served: Served, line: str) -> None:
    id_ = served.upload(branching(2))
    answer = served.get(f"/r/{id_}/1?line={line}", accept=BROWSER)
    assert answer.status_code == 404
    assert f"/r/{id_}" in list(Page(answer.text).all("a", "href"))
    assert served.get(f"/r/{id_}/9?line=/plies/1/variations/0", accept=BROWSER).status_code == 404


@pytest.mark.parametrize("unknown", ["x=1", "view=B&x=2", "view=B&view=A", "x=1&x=1&view=B"])
def test_a_parameter_that_a_page_does_not_know_makes_no_other_page(
    served: Served, id_: str, unknown: str
) -> None:
    answer = served.get(f"/r/{id_}/3?{unknown}", accept=BROWSER)
    assert answer.status_code == 302
    assert answer.headers["Location"] in (f"/r/{id_}/3", f"/r/{id_}/3?view=B")


def test_a_page_weighs_the_variations_that_it_words(served: Served) -> None:
    weights: dict[str, int] = {}
    submit = served.checkers.submit

    def weighed(client: Client, weight: int, job: Any, *rest: Any) -> Any:  # noqa: ANN401 - as submit
        weights[job.function.__name__] = weight
        return submit(client, weight, job, *rest)

    id_ = served.upload(branching(2_000))
    with patch.object(served.checkers, "submit", weighed):
        for rest in ("", "/3/sheet", "/cards", "/plies?from=1&to=2"):
            assert served.get(f"/r/{id_}{rest}", accept=BROWSER).status_code == 200
        assert served.get(f"/v1/replays/{id_}/moves").status_code == 200
    assert min(weights["watch"], weights["all_moves"]) > 20_000
    assert max(weights["sheet"], weights["ways"], weights["plies"]) < weights["watch"] / 5
