"""The picture of a position: whole, readable, of its ply and view alone, and where it is served."""

import re
from collections.abc import Iterator
from io import BytesIO
from unittest.mock import patch
from xml.etree.ElementTree import Element, fromstring

import pytest
from PIL import Image

from docs.generate import letter_widths
from engines.deck import parse_deck
from engines.layout import SHAPES
from engines.registry import GAMES, Decks, load_game
from pages.exported import exported_pictures
from pages.svg import MOST_PLIES
from pages.svg.painter import MOST_CARDS
from pages.svg.png import moving, png, still
from pages.svg.position import HEIGHT, WIDTH
from pages.svg.shapes import _SHAPES
from pages.svg.text import FONTS, is_drawable, width
from replays.simulate import random_player, simulate
from replays.view.playhead import Playhead
from tests.api.asking import BROWSER, Served, problem
from tests.api.pages.html import Page
from tests.replays.helpers import played
from tests.replays.store.making import branching, record

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 200_000
STEPS = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")
TABLES = [
    (game, seats)
    for game in GAMES
    for seats in sorted({load_game(game).seats[0], load_game(game).seats[-1]})
]


def drawn(game: str, seats: int, at: float, view: str | None = None) -> str:
    """The picture of a simulated game when this share of it is over."""
    replay = Playhead(played(game, seats))
    ply = round(at * len(replay.record.plies))
    (picture,) = exported_pictures(replay, view, ply, ply)
    return picture


def texts(
    element: Element, x: float = 0, y: float = 0, by: float = 1
) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Each upright text of a picture, with its box: left, top, right, lower edge."""
    for step, numbers in STEPS.findall(element.get("transform", "")):
        values = [float(number) for number in numbers.split()]
        if step == "rotate":
            return
        if step == "scale":
            by *= values[0]
        else:
            x, y = x + by * values[0], y + by * values[1]
    if element.tag == f"{SVG}text":
        said, size = element.text or "", float(element.get("font-size", ""))
        wide = width(said, size, bold=element.get("font-weight") == "700")
        left = float(element.get("x", 0)) - (wide / 2 if element.get("text-anchor") else 0)
        base = float(element.get("y", ""))
        yield (
            said,
            (
                x + by * left,
                y + by * (base - 0.75 * size),
                x + by * (left + wide),
                y + by * (base + 0.02 * size),
            ),
        )
    for child in element:
        yield from texts(child, x, y, by)


@pytest.mark.parametrize("at", [0, 0.5, 1])
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_text_lies_in_the_picture_and_is_drawn(game: str, seats: int, at: float) -> None:
    picture = drawn(game, seats, at)
    pixels = Image.open(BytesIO(png(picture))).convert("L")
    assert pixels.size == (WIDTH, HEIGHT)
    found = [*texts(fromstring(picture))]  # noqa: S314 - our own
    assert {load_game(game).title, "A"} <= {said for said, _ in found}
    for said, (left, top, right, low) in found:
        assert 0 <= left < right <= WIDTH, said
        assert 0 <= top < low <= HEIGHT, said
        shades = pixels.crop((int(left), int(top), int(right) + 1, int(low) + 1)).histogram()
        ground = shades.index(max(shades))
        assert any(found for shade, found in enumerate(shades) if abs(shade - ground) > 60), said


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_picture_is_small_and_defines_the_symbols_that_it_uses(game: str, seats: int) -> None:
    picture = drawn(game, seats, 0.9)
    assert len(picture.encode()) < MOST_BYTES
    defined = re.findall(r'<g id="([^"]+)"', picture)
    assert len(set(defined)) == len(defined)
    assert set(re.findall(r'href="#([^"]+)"', picture)) == set(defined)
    assert "var(" not in picture


def test_the_same_record_gives_the_same_picture_and_the_same_pixels() -> None:
    once, again = drawn("the_jam", 3, 0.5), drawn("the_jam", 3, 0.5)
    assert once == again
    assert png(once) == png(again)


@pytest.mark.long
def test_the_longest_moving_picture_takes_less_than_a_megabyte() -> None:
    """Two seats of The Jam have the most cards on the table at the end."""
    game = load_game("the_jam")
    replay = Playhead(simulate(game, 2, "fit", {}, game.player))
    replay.seek(replay.plies)
    pictures = exported_pictures(replay, None, replay.plies - MOST_PLIES + 1, replay.plies)
    assert len(moving([still(picture, "webp") for picture in pictures], "webp")) < 1_000_000


def test_of_more_cards_than_fit_one_sees_the_number() -> None:
    replay = Playhead(played("turkey_my_mayonnaise"))
    replay.seek(1)
    (picture,) = exported_pictures(replay, None, 1, 1)
    assert "more</text>" not in picture
    with patch("pages.svg.painter.MOST_CARDS", 3):
        (picture,) = exported_pictures(replay, None, 1, 1)
    assert re.search(r">and \d+ more</text>", picture)
    assert MOST_CARDS == 120


def test_a_view_shows_the_hands_that_it_sees() -> None:
    replay = Playhead(played("triggs"))
    (whole,) = exported_pictures(replay, None, 0, 0)
    (seen,) = exported_pictures(replay, "B", 0, 0)
    back = load_game("triggs").layout.back
    assert seen.count(back) > whole.count(back)
    assert "As Bo saw it" in seen


def test_a_name_with_letters_that_no_font_has_is_the_letter_of_its_seat() -> None:
    original = record("names", players=("さくら", "Łukasz"))
    (picture,) = exported_pictures(Playhead(original), None, 3, 3)
    assert "さくら" not in picture
    assert "Łukasz" in picture
    assert not is_drawable("さくら")


def test_a_users_deck_may_have_letters_that_no_font_has() -> None:
    text = load_game("point_salad").deck_file.read_text("utf-8").replace('"tomato"', "tomato")
    deck = parse_deck(text.replace("tomato", '"トマト"').encode())
    decks = Decks([deck])
    own = simulate(decks.game("point_salad", deck.digest), 2, "s", {}, random_player)
    last = len(own.plies)
    for ply in (0, last // 2, last):
        (picture,) = exported_pictures(Playhead(own, decks), None, ply, ply)
        assert "???" in picture
        assert "トマト" not in picture


def test_every_shape_of_a_layout_has_a_picture() -> None:
    assert set(_SHAPES) == SHAPES


def test_widths_are_those_of_the_fonts() -> None:
    assert (FONTS[0].parent / "widths.json").read_text("utf-8") == letter_widths()


def test_a_page_names_the_picture_of_its_ply_and_view(served: Served) -> None:
    id_ = served.upload(record("pictured"))
    page = Page(served.get(f"/r/{id_}/7?view=B&hide=ahead", accept=BROWSER).text)
    named = {
        attributes.get("property"): str(attributes.get("content"))
        for tag, attributes in page.elements
        if tag == "meta"
    }
    assert named["og:image"] == f"http://localhost/r/{id_}/7.png?view=B&hide=ahead"
    assert named["og:description"].startswith("Ply 7 · As Bo saw it")
    answer = served.get(named["og:image"].removeprefix("http://localhost"))
    assert (answer.status_code, answer.content_type) == (200, "image/png")
    assert Image.open(BytesIO(answer.data)).size == (WIDTH, HEIGHT)
    assert len(answer.data) < MOST_BYTES


def test_a_preview_says_nothing_of_later_plies_nor_of_a_hidden_result(served: Served) -> None:
    ended = record("ended")
    id_, plies = served.upload(ended), len(ended.plies)

    def told(rest: str) -> str:
        page = Page(served.get(f"/r/{id_}/{rest}", accept=BROWSER).text)
        (said,) = [
            str(attributes["content"])
            for _, attributes in page.elements
            if attributes.get("property") == "og:description"
        ]
        return said

    assert "win" in told(str(plies))
    assert told(f"{plies}?hide=ahead").startswith(f"Ply {plies}")
    assert "win" not in told(f"{plies}?hide=ahead") + told("0")


def test_the_picture_is_an_svg_that_may_use_what_it_brings(served: Served) -> None:
    id_ = served.upload(record("pictured"))
    answer = served.get(f"/r/{id_}/7.svg?view=public")
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    assert "font-src data:" in answer.headers["Content-Security-Policy"]
    assert "script" not in answer.headers["Content-Security-Policy"]
    assert "What everyone saw" in answer.text
    problem(served.get(f"/r/{id_}/999.svg"), 404)
    problem(served.get(f"/r/{id_}/7.png?view=F"), 400)


def test_a_variation_has_pictures_too(served: Served) -> None:
    id_ = served.upload(branching(2))
    answer = served.get(f"/r/{id_}/2.svg?line=/plies/1/variations/0")
    assert answer.status_code == 200
    assert answer.text != served.get(f"/r/{id_}/2.svg").text


def test_an_unfinished_game_is_pictured_as_everyone_saw_it(served: Served) -> None:
    id_ = served.upload(record("open", plies=9))
    for by in (None, "ana"):
        answer = served.get(f"/r/{id_}/3.svg?view=A", by=by)
        assert answer.status_code == 200
    everyone = served.get(f"/r/{id_}/3.svg").text
    own = served.get(f"/r/{id_}/3.svg?view=all", by="ana").text
    back = load_game("triggs").layout.back
    assert own.count(back) == everyone.count(back)


def test_a_private_game_has_no_picture_and_an_unlisted_one_none_for_search_engines(
    served: Served,
) -> None:
    hidden = served.upload(record("hidden"), visibility="private")
    for rest in ("3.svg", "3.png", "3"):
        problem(served.get(f"/r/{hidden}/{rest}"), 404)
        assert served.get(f"/r/{hidden}/{rest}", by="ana").status_code == 200
    problem(served.get(f"/oembed?url=/r/{hidden}/3"), 404)
    unlisted = served.upload(record("unlisted"), visibility="unlisted")
    public = served.upload(record("public"))
    for rest in ("3.svg", "3.png", "3", "3/sheet", "cards"):
        assert served.get(f"/r/{unlisted}/{rest}").headers["X-Robots-Tag"] == "noindex"
        assert "X-Robots-Tag" not in served.get(f"/r/{public}/{rest}").headers


def test_oembed_has_the_picture_of_the_ply_that_is_linked(served: Served) -> None:
    id_ = served.upload(record("linked"))
    shown = served.json(f"/oembed?url=http://localhost/r/{id_}/12%3Fview=B")
    assert shown["thumbnail_url"] == f"http://localhost/r/{id_}/12.png?view=B"
    assert (shown["thumbnail_width"], shown["thumbnail_height"]) == (WIDTH, HEIGHT)
    assert shown["title"].endswith(", ply 12")
    problem(served.get(f"/oembed?url=/r/{id_}/999"), 404)
