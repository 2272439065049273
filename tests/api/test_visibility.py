"""Who sees private and unlisted replays and unfinished games."""

import json
import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from notation.chance import key_of
from notation.record import Result
from replays.view.playhead import Playhead
from tests.api.asking import JSON, LINES, RECORD_JSON, TEXT, Served, problem
from tests.replays.store.making import record

SEED = "a seed that nobody guesses"


def paths(replay: str) -> list[str]:
    """Everything that can be read of one replay."""
    where = f"/v1/replays/{replay}"
    return [where, f"{where}/frames", f"{where}/frames/3", f"{where}/digests"]


class TestPrivate:
    def test_it_is_404_to_others_everywhere(self, served: Served) -> None:
        hidden = served.upload(record(), visibility="private")
        for path in paths(hidden):
            problem(served.get(path), 404)
            problem(served.get(path, "bo"), 404)
            assert served.get(path, "ana").status_code == 200
            assert served.get(path, "root").status_code == 200

    def test_changing_it_is_404_to_others(self, served: Served) -> None:
        where = f"/v1/replays/{served.upload(record(), visibility='private')}"
        problem(served.ask("DELETE", where, "bo"), 404)
        change = '{"visibility": "public"}'
        problem(served.ask("PATCH", where, "bo", body=change, kind=JSON), 404)

    def test_the_answer_is_that_of_an_unknown_replay(self, served: Served) -> None:
        hidden = served.upload(record(), visibility="private")
        unheard_of = "0" * 64
        for there, nowhere in zip(paths(hidden), paths(unheard_of), strict=True):
            assert served.get(there, "bo").data == served.get(nowhere, "bo").data

    def test_another_uploader_cannot_learn_that_it_is_stored(self, served: Served) -> None:
        served.upload(record(), visibility="private")
        answer = served.post("/v1/replays", record(), "bo")
        assert answer.status_code == 201
        assert (answer.json["created"], answer.json["held"]) == (True, False)


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
class TestNotListed:
    def test_no_list_count_or_search_has_it(self, served: Served, visibility: str) -> None:
        original = replace(record(), tags={"Event": "Hidden cup"})
        served.upload(original, visibility=visibility)
        for query in ("", "&q=hidden", "&event=hidden%20cup", "&player=ana"):
            for by in (None, "bo", "root"):
                page = served.json(f"/v1/replays?total=1{query}", by)
                assert (page["total"], page["replays"]) == (0, [])
                for kind in (TEXT, LINES):
                    assert "Hidden" not in served.get(f"/v1/replays?notes=0{query}", by, kind).text

    def test_its_uploader_lists_it_as_their_own(self, served: Served, visibility: str) -> None:
        mine = served.upload(record(), visibility=visibility)
        page = served.json("/v1/replays?own=1", "ana")
        assert [entry["id"] for entry in page["replays"]] == [mine]
        assert served.json("/v1/replays?own=1&total=1", "bo")["total"] == 0

    def test_validations_name_it_to_its_uploader_only(
        self, served: Served, visibility: str
    ) -> None:
        mine = served.upload(record(), visibility=visibility)
        for by, expected in ((None, []), ("bo", []), ("ana", [mine])):
            answer = served.post("/v1/validations", record(), by)
            assert answer.json["records"][0]["same_game"] == expected


def test_an_unlisted_replay_can_be_read_by_id(served: Served) -> None:
    for path in paths(served.upload(record(), visibility="unlisted")):
        assert served.get(path).status_code == 200


def test_the_uploader_changes_the_visibility(served: Served) -> None:
    where = f"/v1/replays/{served.upload(record(), visibility='private')}"
    for visibility, status in (("unlisted", 200), ("public", 200), ("private", 404)):
        change = json.dumps({"visibility": visibility})
        answer = served.ask("PATCH", where, "ana", body=change, kind=JSON)
        assert answer.status_code == 200
        assert (answer.json["visibility"], answer.json["hold"]) == (visibility, visibility)
        assert served.get(where).status_code == status


def test_the_most_open_wish_counts(served: Served) -> None:
    where = f"/v1/replays/{served.upload(record(), 'ana', 'private')}"
    served.upload(record(), "bo", "unlisted")
    answer = served.ask("PATCH", where, "bo", body='{"visibility": "private"}', kind=JSON)
    assert (answer.json["visibility"], answer.json["hold"]) == ("private", "private")
    problem(served.get(where), 404)
    assert served.get(where, "bo").status_code == 200


class TestUnfinished:
    """Others see only what everyone at the table saw, in every format; the uploader sees all."""

    @pytest.fixture
    def game(self, served: Served) -> tuple[Served, str]:
        original = record(SEED, "triggs", players=("Ana", "Bo"))
        table = Playhead(replace(original, result=None))
        table.seek(9)
        scores = tuple(table.table.scores())
        cut = replace(original, plies=original.plies[:9], result=Result((), scores))
        return served, served.upload(cut)

    def answers(self, game: tuple[Served, str], by: str | None) -> Iterator[TestResponse]:
        """Every answer about it, and every other that could mention it."""
        served, replay = game
        for path in paths(replay):
            yield served.get(path, by)
        for kind in (JSON, RECORD_JSON, TEXT, f"{TEXT}; form=canonical"):
            yield served.get(f"/v1/replays/{replay}", by, kind)
        for kind in (JSON, TEXT, LINES):
            yield served.get("/v1/replays", by, kind)
        for view in ("all", "A", "B", "public"):
            yield served.get(f"/v1/replays/{replay}/frames?view={view}&legal=1", by)

    @pytest.mark.parametrize("by", [None, "bo"])
    def test_no_answer_to_others_has_the_seed_or_a_card_of_a_shuffle(
        self, game: tuple[Served, str], by: str | None
    ) -> None:
        for answer in self.answers(game, by):
            assert SEED not in answer.text
            assert key_of(SEED).hex() not in answer.text
            assert hides_orders(answer.text)

    @pytest.mark.parametrize("by", [None, "bo"])
    def test_no_frame_for_others_has_a_hidden_card(
        self, game: tuple[Served, str], by: str | None
    ) -> None:
        served, replay = game
        body = served.json(f"/v1/replays/{replay}/frames", by)
        assert body["view"] == "public"
        cards = [
            card for frame in body["frames"] for zone in frame["zones"] for card in zone["cards"]
        ]
        assert any(card["code"] is None for card in cards)
        assert all(card["code"] is None for card in cards if not card["public"])

    @pytest.mark.parametrize("view", ["all", "A", "B"])
    def test_other_views_are_refused_to_others(self, game: tuple[Served, str], view: str) -> None:
        served, replay = game
        for path in (f"/v1/replays/{replay}/frames", f"/v1/replays/{replay}/frames/2"):
            error = problem(served.get(f"{path}?view={view}", "bo"), 403)
            assert "public" in error["detail"]
            assert served.get(f"{path}?view={view}", "ana").status_code == 200

    def test_others_do_not_get_its_legal_moves(self, game: tuple[Served, str]) -> None:
        served, replay = game
        path = f"/v1/replays/{replay}/frames/2?legal=1"
        assert served.json(path, "bo")["legal"] is None
        assert served.json(path, "ana")["legal"]

    def test_others_do_not_get_its_digests(self, game: tuple[Served, str]) -> None:
        served, replay = game
        problem(served.get(f"/v1/replays/{replay}/digests", "bo"), 403)
        assert served.get(f"/v1/replays/{replay}/digests", "ana").status_code == 200

    def test_its_uploader_and_an_admin_see_all(self, game: tuple[Served, str]) -> None:
        for by in ("ana", "root"):
            texts = [answer.text for answer in self.answers(game, by)]
            assert all(SEED in text for text in texts[4:8])
            assert SEED in texts[9]
            assert SEED in texts[10]

    def test_others_do_not_learn_the_number_of_variations(self, served: Served) -> None:
        original = record(SEED, plies=4)
        aside = replace(original.plies[0], variations=((original.plies[0],),))
        replay = served.upload(replace(original, plies=(aside, *original.plies[1:])))
        path = f"/v1/replays/{replay}/frames/1"
        assert served.json(path, "ana")["variations"] == 1
        assert served.json(f"{path}?view=public", "ana")["variations"] == 0
        assert served.json(path, "bo")["variations"] == 0

    def test_others_do_not_get_a_score_that_hidden_cards_decide(self, served: Served) -> None:
        original = record(SEED, "the_jam", players=("Ana", "Bo"), plies=12)
        replay = served.upload(original)
        whole = served.json(f"/v1/replays/{replay}/frames/12", "ana")["scores"]
        public = served.json(f"/v1/replays/{replay}/frames/12", "bo")["scores"]
        (entry,) = served.json("/v1/replays", "bo")["replays"]
        assert None not in whole
        assert public == entry["scores"] == [None, None]
        assert served.json("/v1/replays", "ana")["replays"][0]["scores"] == whole

    def test_a_rejected_upload_reveals_nothing_of_a_stored_one(
        self, game: tuple[Served, str]
    ) -> None:
        served, _ = game
        wrong = record("guess", plies=5)
        wrong = replace(wrong, plies=(*wrong.plies[:4], replace(wrong.plies[4], move="extra 1")))
        assert SEED not in served.post("/v1/replays", wrong, "bo").text

    def test_a_finished_one_is_open_in_every_view(self, served: Served) -> None:
        replay = served.upload(record())
        for view in ("all", "A", "B", "public"):
            body = served.json(f"/v1/replays/{replay}/frames/1?view={view}", "bo")
            assert body["view"] == view
        assert '"seed":"s"' in served.get(f"/v1/replays/{replay}", "bo").text


def hides_orders(text: str) -> bool:
    """Whether every shuffle in an answer, in text or JSON, is unseen."""
    orders = re.findall(r'"order":(\[[^]]*\])', text) + re.findall(
        r"^~: \S+ (.*)$", text, re.MULTILINE
    )
    return all(order == '["_"]' or order.partition(" ->")[0] == "_" for order in orders)


def test_others_do_not_get_recorded_shuffles_of_an_unfinished_game(served: Served) -> None:
    seeded = record(SEED, plies=6)
    replay = Playhead(seeded)
    shuffles = tuple(replay.table.chance.shuffles)
    recorded = replace(seeded, seed=None, plies=(*shuffles, *seeded.plies))
    where = f"/v1/replays/{served.upload(recorded)}"
    for kind in (JSON, TEXT):
        assert hides_orders(served.get(where, "bo", kind).text)
        assert not hides_orders(served.get(where, "ana", kind).text)
