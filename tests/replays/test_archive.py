"""Files may be cut anywhere: the reports are those of one reader of the whole file."""

import os
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from gzip import compress
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.grammar import MAX_JSON, MAX_RECORD
from notation.json_writer import write_json_line
from notation.read import Form, read
from notation.text_reader import RawText
from replays.many import archive
from replays.many.archive import Task, plan_tasks
from replays.many.parts import Input, WholeFile
from replays.many.ranges import Contents, FileRange
from replays.many.validate_archive import Tally, Validation
from replays.many.workers import IN_FLIGHT, Pool
from replays.validate import Report, validate
from tests.replays.helpers import reading
from tests.replays.hostile import BOM, cut_into
from tests.tries import tries

GOOD = b'[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n[Seed "x"]\n\n= * 0 0\n'
CUT_OFF = GOOD.replace(b"\n= *", b'[Evnet "y"]\n\n% = *')
BROKEN = GOOD.replace(b"= *", b"1. A: cross 2 2,2\n= *")
TEXTS = (
    GOOD,
    CUT_OFF,
    BROKEN,
    GOOD.replace(b"\n", b"\r\n"),
    GOOD.replace(b"Ana", b"\xffna"),
    b'[CGN "1"]\n',
    BOM + b'[CGN "1"]\n',
    b"[CGN ",
    b"\n[CGN ",
    b"\xbb\xbf[CGN ",
    BOM,
    b"\xef",
    b"[",
    b"\n",
    b"\r\n",
    b"% note\n",
    b"{c}\n",
    b"x" * 200,
)
LINE = write_json_line(reading(GOOD.decode()).record).encode()  # type: ignore[arg-type] # it is good
LINES = (
    LINE,
    LINE.replace(b'"plies":[', b'"plies":[{"seat":"A","move":"draw left left"}'),
    b'{"cgn":1}\n',
    b"[]\n",
    b"\xff\n",
    BOM,
    b"\n",
    b" \r\n",
    b"%",
    b"% note\n",
    b'"complete"\n',
    b'{"a":"',
    b'{"complete":true,"records":0}\n',
    b'{"complete":true,"records":2}\n',
    b'{"complete":false}\n',
)
SIZES = (1, 9, 60, 250)

Found = list[Report | str]
R = TypeVar("R")


class Travelling(Validation, frozen=True):
    """Validates as in another process: tasks and results are pickled."""

    def __call__(self, task: Task) -> Iterator[Report | Tally]:
        travelled: Task = pickle.loads(pickle.dumps(task))  # noqa: S301 - our own
        results = pickle.dumps(list(super().__call__(travelled)))
        yield from pickle.loads(results)  # noqa: S301 - our own


HOW = Travelling(digest=True, every=True)
ALONE = Validation(digest=True, every=True)


def read_through(path: Path) -> Found:
    """The reports of a reader of the whole file, and the error that stops it."""
    items: Found = []
    try:
        with path.open("rb") as stream:
            items += (validate(one, digest=True) for one in read(stream, str(path)))
    except OSError as error:
        items.append(str(error))
    return items


def submit(fn: Callable[..., R], /, *args: object) -> Future[R]:
    """Do the work at once, as the only worker of a cluster would."""
    future: Future[R] = Future()
    future.set_result(fn(*args))
    return future


HERE = Pool(1, submit)


def cut_up(path: Path, size: int, pool: int | Pool, *, as_stream: bool = False) -> Found:
    """The same for a file or a stream that is cut into ranges or chunks of so many bytes."""
    items: Found = []
    counted: Counter[str] = Counter()
    with pytest.MonkeyPatch.context() as patch, path.open("rb") as stream:
        cut_into(size, patch)
        item = Input(str(path), str(path), stream if as_stream else None)
        for one in (ALONE if pool == 1 else HOW).through([item], pool):
            if isinstance(one, Report):
                items.append(one)
            else:
                counted += one.verdicts
                items += [str(one.error)] if one.error else []
    assert counted == Counter(report.verdict for report in items if isinstance(report, Report))
    return items


def assert_the_same(path: Path, sizes: tuple[int, ...] = SIZES) -> None:
    expected = read_through(path)
    for size in sizes:
        for pool in (1, 2, HERE):
            assert cut_up(path, size, pool) == expected, (size, pool)
        assert cut_up(path, size, 2, as_stream=True) == expected, size


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("archive")


@tries(15)
@given(parts=st.lists(st.sampled_from(TEXTS), max_size=7))
def test_text_may_be_cut_anywhere(folder: Path, parts: list[bytes]) -> None:
    path = folder / "hostile.cgn"
    path.write_bytes(b"".join(parts))
    assert_the_same(path)


@tries(15)
@given(parts=st.lists(st.sampled_from(LINES), max_size=7))
def test_json_lines_may_be_cut_anywhere(folder: Path, parts: list[bytes]) -> None:
    path = folder / "hostile.cgn.jsonl"
    path.write_bytes(b"".join(parts))
    assert_the_same(path)


@tries(8)
@given(parts=st.lists(st.sampled_from(TEXTS + LINES), max_size=5))
def test_the_first_bytes_give_the_form_of_every_range(folder: Path, parts: list[bytes]) -> None:
    path = folder / "hostile.txt"
    path.write_bytes(b"".join(parts))
    assert_the_same(path)


@tries(8)
@given(parts=st.lists(st.sampled_from(TEXTS), max_size=5), kept=st.floats(0, 1))
def test_damaged_gzip_gives_the_same_reports(folder: Path, parts: list[bytes], kept: float) -> None:
    packed = compress(b"".join(parts), mtime=0)
    path = folder / "hostile.cgn.gz"
    path.write_bytes(packed[: 2 + int(kept * len(packed))])
    assert_the_same(path)


@pytest.mark.parametrize("at", range(len(BOM + GOOD) + 1))
def test_every_byte_of_a_record_may_begin_a_range(tmp_path: Path, at: int) -> None:
    path = tmp_path / "three.cgn"
    path.write_bytes(GOOD + BOM + GOOD + BROKEN)
    stamp = Input(str(path), "three.cgn").stamp()
    assert stamp is not None
    bounds = [0, len(GOOD) + at, stamp.size]
    counted = [
        FileRange(
            file="three.cgn", path=str(path), form=Form.TEXT, start=start, stop=stop, stamp=stamp
        ).contents()
        for start, stop in pairwise(bounds)
    ]
    records = [one.records for one in counted if isinstance(one, Contents)]
    assert records == ([1, 2] if at == 0 else [2, 1])


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("long.cgn", GOOD + b"{c}\n" * (MAX_RECORD // 4)),
        ("wide.cgn", GOOD + b"x" * (MAX_RECORD + 1) + b"\n"),
        ("preamble.cgn", b"x\n" * MAX_RECORD),
        ("long.cgn.jsonl", b'{"x":"' + b"x" * MAX_JSON + b'"}\n'),
    ],
)
def test_a_record_that_is_too_long_is_read_to_its_end(
    tmp_path: Path, name: str, record: bytes
) -> None:
    path = tmp_path / name
    good = LINE if name.endswith("jsonl") else GOOD
    path.write_bytes(good + record + good + BROKEN)
    assert_the_same(path, (1 << 18, MAX_RECORD))


def test_small_files_share_tasks_and_a_cluster_shares_large_ones(tmp_path: Path) -> None:
    for number in range(900):
        (tmp_path / f"{number}.cgn").write_bytes(GOOD)
    (tmp_path / "large.cgn").write_bytes(GOOD * 50_000)
    inputs = [Input(str(path), path.name) for path in sorted(tmp_path.iterdir())]
    tasks = list(plan_tasks(inputs, Pool(2, submit)))
    whole = [part for task in tasks for part in task if isinstance(part, WholeFile)]
    cut = [part for task in tasks for part in task if isinstance(part, FileRange)]
    assert len(whole) == 900
    assert [part.start for part in cut] == [0, *(part.stop for part in cut[:-1])]
    assert [part.before[0] for part in cut] == [0, 16_667, 33_334]
    assert len(tasks) == 5


@pytest.mark.parametrize(
    ("gigabytes", "workers", "megabytes"),
    [(1, 2, 32), (10, 100, 8), (10, 300, 6), (100, 1_000, 20), (1_000, 1_000, 32)],
)
def test_many_workers_get_ranges_that_keep_them_busy(
    gigabytes: int, workers: int, megabytes: int
) -> None:
    assert archive.range_size(gigabytes << 30, workers) >> 20 == megabytes


def test_a_pipe_is_read_by_one_process_which_hands_its_records_on() -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, GOOD + BROKEN)
    os.close(write_end)
    ((part, end),) = plan_tasks([Input(f"/dev/fd/{read_end}", "pipe")], 2)
    os.close(read_end)
    found = [(raw.number, raw.raw) for raw in part.records() if isinstance(raw, RawText)]
    assert found == [(1, GOOD), (2, BROKEN)]
    assert (part.last, end.last, list(end.records())) == (False, True, [])


def test_what_is_read_ahead_is_bounded() -> None:
    for workers in (2, 256):
        stream = Input("-", "<stdin>", BytesIO(GOOD * 40_000))
        heaviest = 0
        for task in plan_tasks([stream], workers):
            raws = [raw for part in task for raw in part.records() if isinstance(raw, RawText)]
            heaviest = max(heaviest, sum(len(raw.raw) for raw in raws))
        assert workers * IN_FLIGHT * (heaviest - len(GOOD)) < 64 << 20


def test_a_file_that_changes_meanwhile_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "_SMALLEST", len(GOOD))
    path = tmp_path / "changing.cgn"
    path.write_bytes(GOOD * 9)
    reports = Validation(every=True).through([Input(str(path), "changing.cgn")])
    next(reports)
    with path.open("ab") as stream:
        stream.write(GOOD)
    rest = list(reports)
    errors = [one.error for one in rest if isinstance(one, Tally) and one.error is not None]
    assert [str(error) for error in errors] == ["the file changed while it was read"]
    assert not any(isinstance(one, Report) for one in rest)


def test_only_counts_and_requested_reports_are_returned(tmp_path: Path) -> None:
    path = tmp_path / "club.cgn"
    path.write_bytes(GOOD + CUT_OFF + BROKEN)
    (task,) = plan_tasks([Input(str(path), "club.cgn")], 2)
    for task_job, wanted in (
        (Validation(every=True), [1, 2, 3]),
        (Validation(), [2, 3]),
        (Validation(warnings=False), [3]),
    ):
        items = list(task_job(task))
        assert [one.record for one in items if isinstance(one, Report)] == wanted
        (tally,) = (one for one in items if isinstance(one, Tally))
        assert tally.verdicts == {"incomplete": 2, "invalid": 1}


def test_a_missing_file_is_reported_and_the_next_one_read(tmp_path: Path) -> None:
    path = tmp_path / "club.cgn"
    path.write_bytes(GOOD)
    inputs = [Input(str(tmp_path / "none.cgn"), "none.cgn"), Input(str(path), "club.cgn")]
    none, report, tally, _ = Validation(every=True).through(inputs)
    assert isinstance(none, Tally)
    assert isinstance(none.error, FileNotFoundError)
    assert isinstance(report, Report)
    assert report.file == "club.cgn"
    assert isinstance(tally, Tally)
    assert tally.error is None


def test_one_process_yields_each_report_as_soon_as_it_is_read() -> None:
    class Live(BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            return super().read1(len(GOOD) + len(b"[CGN ")) if size else b""

    stream = Live(GOOD * 3)
    first = next(Validation(every=True).through([Input("-", "<stdin>", stream)]))
    assert isinstance(first, Report)
    assert stream.tell() < len(GOOD) * 3


def test_a_stream_without_records_is_reported() -> None:
    for raw in (b"", b"% note\n", b"\n\n"):
        items = list(HOW.through([Input("-", "<stdin>", BytesIO(raw))], 2))
        codes = [one.problem.code for one in items if isinstance(one, Report) and one.problem]
        assert codes == ["cgn.no-record"]
