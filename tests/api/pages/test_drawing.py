"""The HTML of the pages of replays."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engines.layout import Layout
from engines.registry import GAMES, load_game
from notation.record import Record, Result
from pages.drawing import changes, regions, replay_page
from pages.exported import exported_page
from pages.pictures import picture_of, pictures, symbols
from pages.reels import reels
from pages.sheet import groups, ways
from replays.simulate import random_player, simulate
from replays.view.picture import picture
from replays.view.playhead import Playhead
from replays.view.views import ALL, PUBLIC
from tests.api.pages.drawn import EXAMPLES, example, shot, with_comment
from tests.api.pages.html import Page
from tests.replays.helpers import played
from tests.replays.store.making import nested

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)> {{ 7 * 7 }} </p></svg>"
PARTLY_DRAWN = {"pile", "offer", "tally", "tasks"}
"""The shapes that show the top of a pile, its size, or what its cards are good for."""

FACE_DOWN = {"under"}
NAMES = [path.stem for path in EXAMPLES]
RECORDS = [
    *(pytest.param(example(name), id=name) for name in NAMES),
    *(pytest.param(played(game, load_game(game).seats[-1]), id=f"{game} full") for game in GAMES),
]


def parsed(html: str) -> Page:
    page = Page(html)
    assert not page.open
    return page


def ids(page: Page) -> list[str]:
    known = [str(attributes["id"]) for _, attributes in page.elements if "id" in attributes]
    assert len(known) == len(set(known))
    return known


@pytest.mark.parametrize(
    ("why", "winners", "said"),
    [
        ("resigned", ("A",), "Given up: Ana wins"),
        ("time", ("A", "B"), "Time ran out: Ana and Bo win"),
        ("abandoned", (), "The game stops here"),
    ],
)
def test_the_last_ply_says_how_a_game_ended_early(
    why: str, winners: tuple[str, ...], said: str
) -> None:
    whole = example("triggs")
    scores = (0,) * len(whole.seats)
    record = replace(whole, plies=whole.moves[:5], termination=why, result=Result(winners, scores))
    scene, frames = shot(record)
    shown = [Page(regions(scene, frame)["sentence"]).text for frame in frames]
    assert shown[5].endswith(said)
    assert not any(said in text for text in shown[:5])


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("view", [ALL, "B"])
def test_every_ply_has_the_same_regions(record: Record, view: str) -> None:
    scene, frames = shot(record, view)
    first = list(regions(scene, frames[0]))
    for frame in frames[:: max(len(frames) // 9, 1)]:
        assert list(regions(scene, frame)) == first
    page = ids(parsed(replay_page(scene, frames[-1], frames)))
    assert set(first) <= set(page)


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("plain", [False, True], ids=["layout", "no layout"])
def test_every_zone_has_one_place(record: Record, *, plain: bool) -> None:
    scene, frames = shot(record)
    layout = Layout() if plain else scene.layout
    areas = picture(layout, scene.game.catalogue, frames[0])
    keys = Counter(zone.key for area in areas.areas() for zone in area.zones)
    hidden = {zone.key for zone in frames[0].zones if zone.name in layout.hidden}
    assert keys == Counter({zone.key for zone in frames[0].zones} - hidden)
    drawn = {counter for area in areas.areas() for counter in area.counters}
    assert {counter for counter in frames[0].counters if counter.name not in layout.hidden} == drawn


@pytest.mark.parametrize("record", RECORDS)
def test_every_open_card_is_drawn_once(record: Record) -> None:
    scene, frames = shot(record)
    for frame in frames[:: max(len(frames) // 9, 1)]:
        page = parsed(replay_page(scene, frame, frames))
        drawn = Counter(
            str(attributes["data-number"])
            for _, attributes in page.elements
            if "data-number" in attributes
        )
        assert set(drawn.values()) <= {1}
        for area in picture(scene.layout, scene.game.catalogue, frame).areas():
            for zone in area.zones if area.shape not in PARTLY_DRAWN else ():
                for card in zone.cards if zone.name not in FACE_DOWN else ():
                    assert card.code is None or str(card.number) in drawn


@pytest.mark.parametrize("name", NAMES)
def test_a_game_without_a_layout_is_drawn(name: str) -> None:
    scene, frames = shot(example(name))
    plain = replace(scene, layout=Layout())
    parsed(replay_page(plain, frames[len(frames) // 2], frames))


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_is_drawn(name: str) -> None:
    game = load_game(name)
    for seats, options in game.starts:
        record = simulate(game, seats, "drawn", options, random_player, 20)
        scene, frames = shot(record)
        parsed(replay_page(scene, frames[-1], frames))


@pytest.mark.parametrize("name", ["triggs", "the_jam"])
def test_names_and_comments_are_text(name: str) -> None:
    record = example(name)
    tame, wild = [
        replace(
            with_comment(record, text),
            seats=tuple(f"{text}{number}" for number in range(len(record.seats))),
        )
        for text in ("-" * len(HOSTILE), HOSTILE)
    ]
    wild = replace(
        wild,
        tags={"Event": HOSTILE, "Round": HOSTILE, "Site": HOSTILE, "Date": HOSTILE},
    )
    tame = replace(tame, tags={"Event": "a", "Round": "b", "Site": "c", "Date": "d"})
    pages = []
    for deal in (tame, wild):
        scene, frames = shot(deal)
        pages.append(parsed(replay_page(scene, frames[7], frames)))
    assert [tag for tag, _ in pages[0].elements] == [tag for tag, _ in pages[1].elements]
    assert pages[1].text.count("{{ 7 * 7 }}") > len(frames)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_no_inline_style_or_script(name: str) -> None:
    scene, frames = shot(example(name))
    for tag, attributes in parsed(replay_page(scene, frames[3], frames)).elements:
        assert tag != "style"
        assert tag != "script" or "src" in attributes
        assert not [key for key in attributes if key == "style" or key.startswith("on")]


@pytest.mark.parametrize("name", ["point_salad", "the_jam", "turkey_my_mayonnaise"])
@pytest.mark.parametrize("view", ["A", PUBLIC])
def test_a_view_names_no_card_that_it_has_not_seen(name: str, view: str) -> None:
    scene, frames = shot(example(name), view)
    half = frames[: len(frames) // 2]
    seen = {card.code for frame in half for zone in frame.zones for card in zone.cards}
    seen |= {code for frame in half for code in frame.reveals}
    titles = {kind.title for code, kind in scene.game.catalogue.items() if code in seen}
    page = replay_page(scene, half[-1], half)
    for code, kind in scene.game.catalogue.items():
        if code not in seen:
            assert f'"{code}"' not in page
            assert kind.title in titles or f">{kind.title}<" not in page


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("view", [ALL, "A"])
def test_the_path_of_a_card_ends_where_it_lies(name: str, view: str) -> None:
    scene, frames = shot(example(name), view)
    lies = {
        card.number: (zone.title, card.code)
        for zone in frames[-1].zones
        for card in zone.cards
        if card.code and card.public
    }
    dealt = {card.number: zone.title for zone in frames[0].zones for card in zone.cards}
    found = {way.number: way for way in ways(scene, frames)}
    assert lies.keys() <= found.keys()
    piled = [card for zone in frames[0].zones if not zone.owner for card in zone.cards]
    hidden = {card.number for card in piled if not card.public}
    assert hidden.isdisjoint({way.number for way in ways(scene, frames[:1])})
    for number, (title, code) in lies.items():
        way = found[number]
        assert way.code == code
        assert (way.stops[-1].to if way.stops else dealt[number]).startswith(title)


def test_a_change_of_several_reasons_is_explained() -> None:
    scene, frames = shot(example("the_jam"))
    (change,) = changes(scene, frames[20])
    assert (change.name, change.points) == ("Mara", -1)
    assert change.reasons == (("peach pie", 7), ("cone jam", -1), ("winter stock", -7))
    for frame in frames:
        for points_change in changes(scene, frame):
            assert sum(points for _, points in points_change.reasons) == points_change.points


@pytest.mark.parametrize(
    ("name", "signs"),
    [("grab_your_breakfast", (1, 0)), ("turkey_my_mayonnaise", (0, 1)), ("triggs", (0, 0))],
)
def test_help_explains_the_symbols_of_a_game(name: str, signs: tuple[int, int]) -> None:
    scene, frames = shot(example(name))
    text = parsed(replay_page(scene, frames[0], frames)).text
    assert text.count("came or changed with this ply") == 1
    assert (
        text.count("bonus: any hand card takes it"),
        text.count("fills one slot or two"),
    ) == signs


def test_a_score_says_how_many_points_win() -> None:
    scene, frames = shot(example("turkey_my_mayonnaise"))
    heads = [html for key, html in regions(scene, frames[-1]).items() if key.startswith("head-")]
    assert [html.count("of 50 points") for html in heads] == [1, 1, 1]


@pytest.mark.parametrize("name", ["the_jam", "turkey_my_mayonnaise"])
def test_a_file_of_a_long_game_is_under_a_megabyte(name: str) -> None:
    assert len(exported_page(Playhead(example(name)), None).encode()) < 1_000_000


def test_a_variation_begins_with_the_plies_of_its_outer_line() -> None:
    game, outer, inner, second = reels(Playhead(nested()))
    assert [reel.scene.line.parent for reel in (outer, inner, second)] == [
        "",
        outer.scene.line.key,
        "",
    ]
    for reel, around, plies in [(outer, game, 4), (inner, outer, 3), (second, game, 2)]:
        fork = reel.scene.line.fork
        assert reel.frames[:fork] == around.frames[:fork]
        assert [frame.ply for frame in reel.frames] == list(range(plies + 1))
        assert len(reel.legal) == plies + 1 - fork


@pytest.mark.parametrize("name", GAMES)
def test_every_card_of_a_deck_has_a_picture_or_a_figure(name: str) -> None:
    game = load_game(name)
    css = pictures(game)
    for code, kind in game.catalogue.items():
        assert kind.name
        if kind.picture:
            assert kind.picture in symbols()
            assert f".p-{picture_of(kind)}{{" in css
        else:
            assert kind.kind in FACES_WITHOUT_PICTURE, code


FACES_WITHOUT_PICTURE = {"number", "recipe", "winter", "granny", "yummy"}
"""The kinds of cards without a picture: they are drawn as figures or as a list."""


def test_a_change_of_a_seat_that_did_not_play_is_explained() -> None:
    for name in ("point_salad", "the_jam"):
        scene, frames = shot(example(name))
        others = [
            (frame.ply, seat)
            for frame in frames[1:]
            for seat in scene.seats
            if seat != frame.seat and scene.change(seat, frame.ply)
        ]
        assert others
        for ply, seat in others:
            said = {change.name: change for change in changes(scene, frames[ply])}
            assert said[scene.player(seat)].points == scene.change(seat, ply)
            assert said[scene.player(seat)].reasons


def test_each_point_card_has_its_worth_where_the_total_is_known() -> None:
    scene, frames = shot(example("point_salad_table"))
    for seat in scene.seats:
        held = next(zone for zone in frames[-1].zones if zone.key == f"points.{seat}").cards
        shown = picture(scene.layout, scene.game.catalogue, frames[-1])
        (scoring,) = [area for area in shown.areas() if area.key == f"zone-points-{seat}"]
        worth = {card.code: points for card, points in scoring.content}
        assert {card.code for card in held} == set(worth)
        assert sum(worth.values()) == frames[-1].scores[scene.seats.index(seat)]


def test_a_task_has_one_name_and_so_has_a_salad() -> None:
    scene, frames = shot(example("the_jam"))
    titles = {kind.title for kind in scene.game.catalogue.values()}
    names = {kind.name for kind in scene.game.catalogue.values()}
    tasks = {"tea party"}  # which is of all tasks of a seat
    sources = {line.source for frame in frames for lines in frame.breakdown for line in lines}
    assert sources <= titles | names | tasks
    assert "the Bear" in sources


def test_the_score_sheet_sums_up_the_kinds_of_cards() -> None:
    scene, frames = shot(example("the_jam"))
    parts = groups(scene, frames[-1])
    assert [part.title for part in parts] == ["Jams", "Pies", "Salads", "Guests", "Tasks"]
    totals = [sum(points) for points in zip(*[part.sums for part in parts], strict=True)]
    assert totals == list(frames[-1].scores)
    triggs, races = shot(example("triggs"))
    assert [part.title for part in groups(triggs, races[-1])] == [""]
