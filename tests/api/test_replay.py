"""GET, PATCH and DELETE of one replay: formats, ETags, digests."""

import gzip
from io import BytesIO

import pytest
from msgspec.structs import replace

from notation.read import read
from notation.text_writer import write_text
from replays.digests import canonical_text, game_digest, position_digest, record_digest
from replays.view.playhead import Playhead
from tests.api.asking import JSON, RECORD_JSON, TEXT, Answer, Served, problem
from tests.replays.store.making import record

FOUND = replace(record(), comments=("Zoë looked on.",))
UNLISTED = '{"visibility": "unlisted"}'


@pytest.fixture
def where(served: Served) -> str:
    """The path of a replay."""
    return f"/v1/replays/{served.upload(FOUND)}"


@pytest.mark.parametrize("accept", [None, JSON, TEXT, "image/png"])
@pytest.mark.parametrize(
    ("ending", "kind", "as_accepted"),
    [(".cgn", "text/plain; charset=utf-8", TEXT), (".cgn.json", JSON, JSON)],
)
def test_a_path_with_a_suffix_is_a_file_whatever_is_accepted(
    served: Served, where: str, ending: str, kind: str, as_accepted: str, accept: str | None
) -> None:
    answer = served.get(f"{where}{ending}", accept=accept)
    assert answer.content_type == kind
    name = f"triggs-{where.rpartition('/')[2][:16]}{ending}"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert answer.data == served.get(where, accept=as_accepted).data


@pytest.mark.parametrize(
    ("accept", "kind", "name"),
    [
        (None, JSON, "x.json"),
        ("*/*", JSON, "x.json"),
        ("application/*", JSON, "x.json"),
        (JSON, JSON, "x.json"),
        (RECORD_JSON, RECORD_JSON, "x.json"),
        ("text/*", f"{TEXT}; charset=utf-8", "x.cgn"),
        (f"{TEXT}; charset=utf-8", f"{TEXT}; charset=utf-8", "x.cgn"),
        (f"text/html, {TEXT};q=0.9, */*;q=0.1", f"{TEXT}; charset=utf-8", "x.cgn"),
        (f"{JSON};q=0.1, {TEXT};q=0.2", f"{TEXT}; charset=utf-8", "x.cgn"),
        (f"{RECORD_JSON};q=0, {JSON};q=0, */*", f"{TEXT}; charset=utf-8", "x.cgn"),
        (f"{TEXT}; form=canonical", f"{TEXT}; form=canonical; charset=utf-8", "x.cgn"),
    ],
)
def test_accept_chooses_the_format_of_the_record(
    served: Served, where: str, accept: str | None, kind: str, name: str
) -> None:
    answer = served.get(where, accept=accept)
    assert answer.content_type == kind
    assert "Accept" in answer.headers["Vary"]
    (reading,) = read(BytesIO(answer.data), name)
    assert reading.record == FOUND


def test_the_id_is_the_digest_of_the_canonical_text(served: Served, where: str) -> None:
    text = served.get(where, accept=f"{TEXT}; form=canonical").data
    assert text.decode() == canonical_text(FOUND)
    assert where.endswith(record_digest(FOUND))


@pytest.mark.parametrize(
    "accept",
    ["text/html", "image/*", f"{TEXT}; form=loose", f"{TEXT}; charset=latin-1", "x", "a/b;q=1"],
)
def test_another_kind_is_406_and_names_those_offered(
    served: Served, where: str, accept: str
) -> None:
    error = problem(served.get(where, accept=accept), 406)
    assert f"{TEXT}; form=canonical" in error["detail"]


@pytest.mark.parametrize("accept", [JSON, TEXT])
def test_it_is_packed_for_those_who_take_gzip(served: Served, where: str, accept: str) -> None:
    plain = served.get(where, accept=accept)
    headers = {"Accept": accept, "Accept-Encoding": "br, gzip;q=0.5"}
    packed = served.ask("GET", where, headers=headers)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]
    refused = served.ask("GET", where, headers={**headers, "Accept-Encoding": "gzip;q=0"})
    assert refused.data == plain.data


@pytest.mark.parametrize("path", ["", "/frames", "/frames/3", "/digests"])
def test_a_current_etag_is_304(served: Served, where: str, path: str) -> None:
    answer = served.get(where + path)
    tag = answer.headers["ETag"]
    assert tag.startswith('"')
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = served.ask("GET", where + path, headers={"If-None-Match": known})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
    other = served.ask("GET", where + path, headers={"If-None-Match": '"other"'})
    assert other.status_code == 200


def test_each_format_and_view_has_an_etag_of_its_own(served: Served) -> None:
    where = f"/v1/replays/{served.upload(record(plies=9))}"
    answers = [served.get(where, by, kind) for by in ("ana", "bo") for kind in (JSON, TEXT)]
    assert len({answer.headers["ETag"] for answer in answers}) == 4


def test_head_is_get_without_the_body(served: Served, where: str) -> None:
    got, head = served.get(where), served.ask("HEAD", where)
    assert (head.status_code, head.data) == (200, b"")
    assert {**head.headers} == {**got.headers}


class TestIfMatch:
    @pytest.mark.parametrize("accept", [JSON, TEXT, f"{TEXT}; form=canonical"])
    @pytest.mark.parametrize("method", ["PATCH", "DELETE"])
    def test_the_etag_of_any_format_allows_one_change(
        self, served: Served, where: str, accept: str, method: str
    ) -> None:
        headers = {"Accept": accept, "Accept-Encoding": "gzip"}
        tag = served.ask("GET", where, "ana", headers=headers).headers["ETag"]
        assert self._ask(served, where, "PATCH", tag).status_code == 200
        problem(self._ask(served, where, method, tag), 412)

    def test_the_answer_to_a_change_has_the_next_etag(self, served: Served, where: str) -> None:
        tag = self._ask(served, where, "PATCH", "*").headers["ETag"]
        assert self._ask(served, where, "DELETE", tag).status_code == 204

    @pytest.mark.parametrize(
        "tag", ['"other"', '"0000000000000000.1.whole-json"', "nonsense", '""', "", ",", 'W/""']
    )
    def test_another_etag_is_412(self, served: Served, where: str, tag: str) -> None:
        problem(self._ask(served, where, "PATCH", tag), 412)
        problem(self._ask(served, where, "DELETE", tag), 412)

    def test_it_may_name_several(self, served: Served, where: str) -> None:
        tag = served.get(where).headers["ETag"]
        assert self._ask(served, where, "DELETE", f'"other", {tag}').status_code == 204

    def test_a_proxy_may_have_made_it_weak(self, served: Served, where: str) -> None:
        tag = served.get(where).headers["ETag"]
        assert self._ask(served, where, "PATCH", f"W/{tag}").status_code == 200
        problem(self._ask(served, where, "PATCH", f"W/{tag}"), 412)

    def _ask(self, served: Served, where: str, method: str, tag: str) -> Answer:
        body, kind = (UNLISTED, JSON) if method == "PATCH" else (None, None)
        return served.ask(method, where, "ana", body=body, kind=kind, headers={"If-Match": tag})


def test_digests_are_those_of_the_specification(served: Served, where: str) -> None:
    body = served.json(f"{where}/digests")
    player = Playhead(FOUND)
    positions = [position_digest(player.table)]
    while player.forward():
        positions.append(position_digest(player.table))
    assert body == {
        "record": record_digest(FOUND),
        "game": game_digest(FOUND),
        "positions": positions,
    }


@pytest.mark.parametrize("replay", ["x", "0" * 63, "0" * 65, "F" * 64, "../x", "0" * 64 + "/"])
def test_a_malformed_id_is_404(served: Served, replay: str) -> None:
    problem(served.get(f"/v1/replays/{replay}"), 404)


def test_a_deleted_replay_is_404(served: Served, where: str) -> None:
    assert served.ask("DELETE", where, "ana").status_code == 204
    problem(served.get(where), 404)
    problem(served.ask("DELETE", where, "ana"), 404)


def test_text_is_what_the_command_line_writes(served: Served, where: str) -> None:
    assert served.get(where, accept=TEXT).text == write_text(FOUND)
