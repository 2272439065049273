"""The round of a ply as a moving picture: what it shows and to whom, and how many are drawn."""

from errno import ENOSPC
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import pytest
from PIL import Image

from api.moving_pictures import AT_ONCE, LIFE, MovingPictures, PictureFolder
from api.problems import Problem
from pages.rounds import round_at
from pages.svg import MOST_PLIES
from replays.view.frames import frames
from replays.view.playhead import Playhead
from tests.api.asking import BROWSER, Answer, Served, problem
from tests.api.conftest import Serve
from tests.api.pages.html import Page
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.making import branching, record

WHOLE = record("moving")
FRAMES = list(frames(Playhead(WHOLE)))


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that has temporary ones."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def first_round() -> range:
    """The plies of the first round, and the deal."""
    return round_at(FRAMES, 0, MOST_PLIES)


def shown(answer: Answer) -> int:
    """How many plies a moving picture shows."""
    assert answer.status_code == 200, answer.text
    with Image.open(BytesIO(answer.data)) as image:
        return int(getattr(image, "n_frames", 1))


def test_rounds_share_out_all_plies_and_the_deal_belongs_to_the_first() -> None:
    found = {round_at(FRAMES, ply, MOST_PLIES) for ply in range(len(FRAMES))}
    assert sorted(ply for plies in found for ply in plies) == list(range(len(FRAMES)))
    for plies in found:
        assert len({FRAMES[ply].round for ply in plies if ply}) == 1
    assert round_at(FRAMES, 0, MOST_PLIES) == round_at(FRAMES, 1, MOST_PLIES)
    assert round_at(FRAMES[:1], 0, MOST_PLIES) == range(1)


def test_a_longer_round_is_cut_into_pieces() -> None:
    whole = first_round()
    assert round_at(FRAMES, 0, 2) == range(2)
    assert round_at(FRAMES, len(whole) - 1, 2).stop == whole.stop


@pytest.mark.parametrize(
    ("kind", "size"), [("webp", (600, 315)), ("gif", (400, 210))], ids=["webp", "gif"]
)
def test_a_round_is_drawn_once_for_all_its_plies(
    served: Served, kind: str, size: tuple[int, int]
) -> None:
    id_ = served.upload(WHOLE)
    answer = served.get(f"/r/{id_}/1.{kind}")
    assert answer.content_type == f"image/{kind}"
    assert "script" not in answer.headers["Content-Security-Policy"]
    assert shown(answer) == len(first_round()) > 1
    with Image.open(BytesIO(answer.data)) as image:
        assert image.size == size
    with patch("api.routes.moving.joined", side_effect=AssertionError("drawn again")):
        assert served.get(f"/r/{id_}/0.{kind}").data == answer.data
    known = {"If-None-Match": answer.headers["ETag"]}
    assert served.ask("GET", f"/r/{id_}/0.{kind}", headers=known).status_code == 304
    problem(served.get(f"/r/{id_}/999.{kind}"), 404)
    problem(served.get(f"/r/{id_}/1.{kind}?view=F"), 400)


def test_what_comes_after_the_ply_is_not_shown_if_it_is_hidden(served: Served) -> None:
    id_ = served.upload(WHOLE)
    for ply in (0, 1):
        assert shown(served.get(f"/r/{id_}/{ply}.gif?hide=ahead")) == ply + 1


def test_a_view_and_a_variation_are_pictured(served: Served) -> None:
    id_ = served.upload(branching(2))
    usual = served.get(f"/r/{id_}/2.gif").data
    for query in ("view=B", "view=public", "line=/plies/1/variations/0"):
        answer = served.get(f"/r/{id_}/2.gif?{query}")
        assert shown(answer) > 1
        assert answer.data != usual, query


def test_an_unfinished_game_is_pictured_as_everyone_saw_it(served: Served) -> None:
    id_ = served.upload(record("open", plies=9))
    everyone = served.get(f"/r/{id_}/3.gif").data
    assert served.get(f"/r/{id_}/3.gif?view=all", by="ana").data == everyone


def test_a_private_game_has_none_and_an_unlisted_one_none_for_search_engines(
    served: Served,
) -> None:
    hidden = served.upload(record("hidden"), visibility="private")
    assert served.get(f"/r/{hidden}/1.gif", by="ana").status_code == 200
    problem(served.get(f"/r/{hidden}/1.gif"), 404)
    problem(served.get(f"/r/{hidden}/1.gif", by="bo"), 404)
    unlisted = served.upload(record("unlisted"), visibility="unlisted")
    assert served.get(f"/r/{unlisted}/1.gif").headers["X-Robots-Tag"] == "noindex"


def test_the_shared_cache_keeps_none(served: Served) -> None:
    id_ = served.upload(WHOLE)
    served.get(f"/r/{id_}/1.gif")
    with patch.object(PictureFolder, "get", return_value=b"from the folder"):
        assert served.get(f"/r/{id_}/1.gif").data == b"from the folder"


def test_a_client_has_so_many_drawn_in_an_hour(serve: Serve) -> None:
    served = serve(moving_pictures=1)
    id_ = served.upload(WHOLE)
    assert served.get(f"/r/{id_}/1.gif").status_code == 200
    assert served.get(f"/r/{id_}/1.gif").status_code == 200  # which is kept
    last = len(FRAMES) - 1
    answer = served.get(f"/r/{id_}/{last}.webp?view=B")
    refused = problem(answer, 503)
    assert 0 < int(answer.headers["Retry-After"]) <= 3_600
    assert refused["limit"] == {"name": "moving_pictures", "value": 1}
    plies = round_at(FRAMES, last, MOST_PLIES)
    command = f"cgn export record.cgn --view B --webp {plies[0]}-{last} -o round.webp"
    assert command in refused["detail"]
    assert served.get(f"/r/{id_}/{last}.webp", by="bo").status_code == 200


def test_a_service_draws_two_at_once() -> None:
    clock = Clock()
    moving = MovingPictures(10, clock)
    with moving.drawing("ana", "draw it"), moving.drawing("bo", "draw it"):
        assert AT_ONCE == 2
        with (
            pytest.raises(Problem, match="already; draw it") as refused,
            moving.drawing("cy", "draw it"),
        ):
            pass
    assert refused.value.headers["Retry-After"] == "10"
    with moving.drawing("cy", ""):
        pass


def test_an_hour_later_a_client_has_more_drawn() -> None:
    clock = Clock()
    moving = MovingPictures(1, clock)
    with moving.drawing("ana", ""):
        pass
    with pytest.raises(Problem, match="1 moving pictures an hour"), moving.drawing("ana", ""):
        pass
    clock.now += 3_600
    with moving.drawing("ana", ""):
        pass


@pytest.mark.parametrize("pictures", [0, 10])
def test_a_page_leads_to_moving_pictures_if_there_are_any(serve: Serve, pictures: int) -> None:
    served = serve(moving_pictures=pictures)
    id_ = served.upload(WHOLE)
    page = Page(served.get(f"/r/{id_}/7?view=B&hide=ahead", accept=BROWSER).text)
    found = [
        attributes["href"]
        for tag, attributes in page.elements
        if tag == "a" and attributes.get("data-act") in ("webp", "gif")
    ]
    there = [f"/r/{id_}/7.{kind}?view=B&hide=ahead" for kind in ("webp", "gif")]
    assert found == (there if pictures else [])
    if not pictures:
        problem(served.get(f"/r/{id_}/7.webp"), 501)


def test_without_the_extra_there_are_none(served: Served) -> None:
    id_ = served.upload(WHOLE)
    with patch("api.routes.moving.draws_pictures", return_value=False):
        refused = problem(served.get(f"/r/{id_}/7.webp"), 501)
    assert "cgn export" in refused["detail"]


def test_the_oldest_pictures_go_for_new_ones(temporary: Path) -> None:
    folder = PictureFolder(20)
    for name in "abc":
        folder.keep(b"8 bytes.", name, "of a replay")
    assert [folder.get(name, "of a replay") for name in "abc"] == [None, b"8 bytes.", b"8 bytes."]
    (there,) = temporary.iterdir()
    assert len(list(there.iterdir())) == 2
    del folder
    assert not there.exists()


def test_pictures_go_after_a_day(temporary: Path) -> None:
    clock = Clock()
    folder = PictureFolder(clock=clock)
    folder.keep(b"a picture", "a")
    clock.now += int(LIFE) - 1
    assert folder.get("a") == b"a picture"
    clock.now += 1
    assert folder.get("a") is None
    (there,) = temporary.iterdir()
    assert list(there.iterdir()) == []


def test_of_a_picture_that_a_full_disk_cut_off_nothing_is_kept(temporary: Path) -> None:
    folder = PictureFolder()
    folder.keep(b"before", "before")

    def cut_off(path: Path, data: bytes) -> None:
        with path.open("wb") as file:
            file.write(data[:2])
        raise OSError(ENOSPC, "no room")

    with patch.object(Path, "write_bytes", cut_off):
        folder.keep(b"a whole picture", "a")
    assert folder.get("a") is None
    assert folder.get("before") == b"before"
    (made,) = temporary.iterdir()
    assert len([*made.iterdir()]) == 1


def test_a_picture_that_somebody_removed_is_drawn_again(temporary: Path) -> None:
    folder = PictureFolder()
    folder.keep(b"a picture", "a")
    (there,) = temporary.iterdir()
    for file in there.iterdir():
        file.unlink()
    assert folder.get("a") is None
    folder.keep(b"the same", "a")
    assert folder.get("a") == b"the same"
