"""Remote files are read like local ones, whole or in ranges."""

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from threading import Thread

import fsspec
import pytest
from fsspec import AbstractFileSystem

from notation.read import Form
from replays.many.parts import Changed, Input, Part
from replays.many.ranges import FileRange, numbered
from replays.many.validate_archive import Tally, Validation
from replays.validate import Report
from tests.cli.running import EXAMPLE, OTHER, cgn

ONE, TWO = EXAMPLE.read_bytes(), OTHER.read_bytes()
MANY = (ONE + b"\n" + TWO + b"\n" + ONE.replace(b"cross 10", b"cross 11") + b"\n") * 60
EVERY = Validation(every=True)


@pytest.fixture
def memory() -> Iterator[AbstractFileSystem]:
    """An in-memory file system with an archive."""
    system = fsspec.filesystem("memory")
    system.pipe_file("/club/many.cgn", MANY)
    system.pipe_file("/club/below/one.cgn", ONE)
    system.pipe_file("/club/notes.txt", b"no records")
    yield system
    system.rm("/club", recursive=True)


class Handler(BaseHTTPRequestHandler):
    """Serves a file, whole or in ranges."""

    requests: list[str]

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        if self.path != "/many.cgn":
            self.send_error(404)
            return
        header = self.headers.get("Range", "")
        match = re.fullmatch(r"bytes=(\d+)-(\d+)", header)
        start, stop = (int(match[1]), int(match[2]) + 1) if match else (0, len(MANY))
        body = MANY[start:stop]
        self.requests.append(f"{self.command} {header}")
        self.send_response(206 if match else 200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", '"one"')
        if match:
            self.send_header("Content-Range", f"bytes {start}-{start + len(body) - 1}/{len(MANY)}")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def site() -> Iterator[tuple[str, list[str]]]:
    """The address of a site, and the requests it received."""
    requests: list[str] = []
    made = type("Recorded", (Handler,), {"requests": requests})
    server = ThreadingHTTPServer(("127.0.0.1", 0), made)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", requests
    server.shutdown()
    server.server_close()


def reports(address: str, parts: list[Part] | None = None) -> list[Report]:
    inputs = [Input(address, "many.cgn")]
    items = EVERY.through(inputs) if parts is None else EVERY(tuple(parts))
    return [item for item in items if isinstance(item, Report)]


def counted(ranges: list[FileRange]) -> list[Part]:
    """The ranges with the records that begin in them, and the end of the file."""
    item = Input(ranges[0].path, "many.cgn")
    return list(numbered(item, [(part, part.contents()) for part in ranges]))


def cut(address: str, number: int) -> list[FileRange]:
    """Cut the file into so many ranges."""
    bounds = [len(MANY) * at // number for at in range(number + 1)]
    seen = Input(address, "many.cgn").stamp()
    assert seen is not None
    assert seen.size == len(MANY)
    return [
        FileRange(
            file="many.cgn",
            size=stop - start,
            path=address,
            form=Form.TEXT,
            start=start,
            stop=stop,
            stamp=seen,
        )
        for start, stop in pairwise(bounds)
    ]


@pytest.mark.usefixtures("memory")
def test_a_url_is_read_like_a_file(tmp_path: Path) -> None:
    path = tmp_path / "many.cgn"
    path.write_bytes(MANY)
    local, remote = (
        cgn("validate", one, "--format", "jsonl") for one in (path, "memory://club/many.cgn")
    )
    assert remote.exit_code == local.exit_code == 1
    assert remote.stdout.replace("memory://club/many.cgn", str(path)) == local.stdout


@pytest.mark.usefixtures("memory")
def test_a_folder_stands_for_all_records_below() -> None:
    result = cgn("table", "memory://club", "--columns", "file,record")
    files = {line.partition(",")[0] for line in result.stdout.splitlines()[1:]}
    assert files == {"memory:///club/many.cgn", "memory:///club/below/one.cgn"}


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("number", [1, 2, 7, 300])
def test_ranges_give_every_record_once(number: int) -> None:
    address = "memory://club/many.cgn"
    assert reports(address, counted(cut(address, number))) == reports(address)
    assert len(reports(address)) == 180


def test_a_file_that_changed_meanwhile_is_reported(memory: AbstractFileSystem) -> None:
    address = "memory://club/many.cgn"
    ranges = cut(address, 2)
    memory.pipe_file("/club/many.cgn", MANY + ONE)
    assert isinstance(ranges[0].contents(), Changed)
    (_, *_, end) = list(EVERY(tuple(ranges)))
    assert isinstance(end, Tally)
    assert isinstance(end.error, Changed)


def test_a_range_is_one_request_and_its_end_is_found_in_pieces(
    site: tuple[str, list[str]],
) -> None:
    address, requests = site
    ranges = cut(f"{address}/many.cgn", 2)
    stop = ranges[0].stop
    requests.clear()
    ranges[0].contents()
    assert fetched(requests) == {
        f"GET bytes=0-{stop - 1}",
        f"GET bytes={stop - 1}-{stop - 2 + (1 << 16)}",
    }
    first, _, _ = counted(ranges)
    assert isinstance(first, FileRange)
    requests.clear()
    reports(f"{address}/many.cgn", [first])
    assert fetched(requests) == {f"GET bytes=0-{first.stop - 1}"}


def fetched(requests: list[str]) -> set[str]:
    return {line for line in requests if line.startswith("GET bytes")}


def test_a_site_serves_files_by_their_names(site: tuple[str, list[str]]) -> None:
    address, _ = site
    assert cgn("validate", f"{address}/many.cgn", "--quiet").exit_code == 1
    missing = cgn("validate", f"{address}/none.cgn")
    assert missing.exit_code == 2
    assert missing.stderr.startswith(f"Error: {address}/none.cgn: ")


@pytest.mark.usefixtures("memory")
def test_a_folder_without_records_is_reported() -> None:
    result = cgn("validate", "memory://club/none")
    assert result.exit_code == 2
    assert result.stderr == "Error: memory://club/none: no file of records is there\n"


def test_an_unknown_scheme_is_reported() -> None:
    result = cgn("validate", "nothing://club/one.cgn")
    assert result.exit_code == 2
    assert "nothing" in result.stderr
    assert "Traceback" not in result.stderr
