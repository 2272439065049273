"""The service offers the files of the judge."""

import gzip
from pathlib import Path

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from pages import judge
from pages.judge import Manifest, judge_address, packed
from pages.questions import answer
from tests.api.asking import Served
from tests.api.conftest import Serve, serve, served
from tests.api.serving import ROOT

__all__ = ["Serve", "serve", "served"]

MAY_COMPILE = "'wasm-unsafe-eval'"


def test_each_file_is_sent_as_the_client_takes_it(served: Served, built: Manifest) -> None:
    for name, sizes in built.files.items():
        address = f"{judge_address('')}{name}"
        for takes, said in (("gzip, br", "br"), ("gzip", "gzip"), ("identity", None)):
            got = served.ask("GET", address, headers={"Accept-Encoding": takes})
            assert got.status_code == 200
            assert got.headers.get("Content-Encoding") == said
            assert "immutable" in got.headers["Cache-Control"]
            assert got.headers["Vary"] == "Accept-Encoding"
        assert len(got.data) == sizes.size
        assert got.data == gzip.decompress(packed(name, "gz"))


def test_only_the_worker_may_compile_code(served: Served, built: Manifest) -> None:
    for name in built.files:
        policy = served.get(f"{judge_address('')}{name}").headers["Content-Security-Policy"]
        assert (MAY_COMPILE in policy) == (name == "worker.js")
    assert MAY_COMPILE not in served.get("/check").headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["{digest}/nothing.js", "0123456789ab/worker.js", "{digest}/.."])
def test_nothing_else_is_there(served: Served, built: Manifest, path: str) -> None:
    got = served.get(f"/static/judge/{path.format(digest=built.digest)}")
    assert got.status_code == 404


def test_the_files_of_another_version_are_left_out_and_said_to_be(
    built: Manifest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "manifest.json").write_bytes(encode(replace(built, version="0.0.9")))
    monkeypatch.setattr(judge, "folder", lambda: tmp_path)
    judge.manifest.cache_clear()
    try:
        assert judge.offered() is None
        assert judge_address("") == ""
        assert judge.why_not().startswith("cgn-judge 0.0.9 is left out, since cgn is ")
    finally:
        judge.manifest.cache_clear()


@pytest.mark.usefixtures("built")
def test_without_the_judge_a_pasted_log_says_where_moves_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = (ROOT / "examples" / "triggs.cgn").read_bytes()
    sentence, button = "Other moves can be tried in replays of finished games", "Try other moves"

    def shown() -> str:
        return answer(b'{"ask": "page", "root": ""}', log).decode()

    assert button in shown()
    monkeypatch.setattr(judge, "offered", lambda: None)
    page = shown()
    assert sentence in page
    assert button not in page
