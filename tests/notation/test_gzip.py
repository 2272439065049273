"""Gzipped records are read like plain ones."""

import tracemalloc
from gzip import compress, decompress
from io import BytesIO, RawIOBase
from zlib import DEFLATED, compressobj

import pytest

from notation.grammar import MAX_JSON
from notation.json_writer import write_json, write_json_line
from notation.read import Form, form_of, read
from notation.streams import decompressed, gzipped
from notation.text_reader import read_text
from tests.notation.building import EXAMPLE, good

RECORD = good(EXAMPLE)
SPELLINGS = {
    ".cgn": EXAMPLE + "\n" + EXAMPLE,
    ".cgn.json": write_json(RECORD),
    ".cgn.jsonl": write_json_line(RECORD) * 2,
}


class Trickle(RawIOBase):
    """A stream of single bytes that cannot seek."""

    def __init__(self, raw: bytes) -> None:
        self._raw = BytesIO(raw)

    def read(self, _size: int = -1, /) -> bytes:
        return self._raw.read(1)


class Bomb(RawIOBase):
    """A small gzip stream that unpacks to the same million bytes over and over."""

    def __init__(self, head: bytes, block: bytes, times: int) -> None:
        packer = compressobj(9, DEFLATED, 31)
        parts = [packer.compress(head), *(packer.compress(block) for _ in range(times))]
        self._raw = BytesIO(b"".join([*parts, packer.flush()]))

    def read(self, size: int = -1, /) -> bytes:
        return self._raw.read(size)


@pytest.mark.parametrize("name", ["game{}.gz", "GAME{}.GZ", "game{}", "-"])
@pytest.mark.parametrize("ending", SPELLINGS)
@pytest.mark.parametrize("stream", [BytesIO, Trickle])
def test_gzip_is_recognized_by_its_first_bytes(
    name: str, ending: str, stream: type[BytesIO | Trickle]
) -> None:
    packed = stream(compress(SPELLINGS[ending].encode()))
    records = [reading.record for reading in read(packed, name.format(ending))]  # type: ignore[arg-type] # RawIOBase reads bytes too
    assert records == [RECORD] * (1 if ending == ".cgn.json" else 2)


def test_the_form_is_named_before_the_gz_suffix() -> None:
    assert form_of("club/GAME.CGN.GZ") is Form.TEXT
    assert form_of("game.cgn.json.gz") is Form.JSON
    assert form_of("games.jsonl.gz") is Form.JSON_LINES
    assert form_of("games.gz") is None


def test_plain_text_named_gz_is_read() -> None:
    assert [r.record for r in read(BytesIO(EXAMPLE.encode()), "game.cgn.gz")] == [RECORD]
    assert decompressed(BytesIO(b"\x1f")).read() == b"\x1f"
    assert decompressed(BytesIO(b"")).read() == b""


def test_pieces_packed_one_after_another_are_one_stream() -> None:
    packed = b"".join(compress(part.encode()) for part in (EXAMPLE[:100], EXAMPLE[100:], "\n"))
    assert [r.record for r in read(BytesIO(packed), "x.cgn.gz")] == [RECORD]


def test_lines_and_columns_are_those_of_the_text() -> None:
    packed = compress(EXAMPLE.encode().replace(b"1. A", b"9. A", 1))
    (reading,) = read(BytesIO(packed), "x.cgn.gz")
    assert reading.problem is not None
    assert (reading.problem.place.file, reading.problem.place.line) == ("x.cgn.gz", 13)


PACKED = compress(EXAMPLE.encode(), mtime=0)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (PACKED[:2], "cut off"),
        (PACKED[:60], "cut off"),
        (PACKED[:-1], "cut off"),
        (PACKED[:60] + b"\xff" * 60, "damaged"),
        (PACKED[:-8] + bytes(8), "damaged"),
        (PACKED + b"junk", "damaged"),
        (b"\x1f\x8bjunk and junk", "damaged"),
    ],
)
@pytest.mark.parametrize("name", ["x.cgn.gz", "x.cgn.json.gz", "x.cgn.jsonl.gz", "-"])
def test_damaged_bytes_cannot_be_read(raw: bytes, reason: str, name: str) -> None:
    with pytest.raises(OSError, match=reason) as caught:
        list(read(BytesIO(raw), name))
    assert caught.value.strerror == f"the gzip data is {reason}"


@pytest.mark.parametrize(
    ("name", "head", "block", "code"),
    [
        ("x.cgn.gz", b'[CGN "1"]\n', b"{x}\n" * 250_000, "cgn.record-too-long"),
        ("x.cgn.json.gz", b'{"x": "', b"x" * 1_000_000, "cgn.record-too-long"),
        ("x.cgn.jsonl.gz", b'{"x": "', b"x" * 1_000_000, "cgn.record-too-long"),
        ("-", b"", (b" " * 99 + b"\n") * 10_000, "cgn.record-too-long"),
    ],
)
def test_a_bomb_takes_no_more_memory_than_the_longest_record(
    name: str, head: bytes, block: bytes, code: str
) -> None:
    bomb = Bomb(head, block, 64)
    tracemalloc.start()
    (reading,) = read(bomb, name)  # type: ignore[arg-type] # RawIOBase reads bytes too
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert reading.problem is not None
    assert reading.problem.code == code
    assert peak < 8 * MAX_JSON


def test_a_reader_of_plain_text_reports_gzip() -> None:
    (reading,) = read_text(BytesIO(PACKED))
    assert reading.problem is not None
    assert reading.problem.help == "this is packed with gzip: unpack it first"


@pytest.mark.parametrize("level", [1, 6, 9])
def test_what_is_packed_names_no_system_and_unpacks_to_the_same(level: int) -> None:
    packed = gzipped(EXAMPLE.encode(), level)
    assert packed[9] == 255
    assert decompress(packed) == EXAMPLE.encode()
