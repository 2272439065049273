"""Records gone through by the workers of a Dask cluster: the same as in this process."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dask
import pytest
from distributed import LocalCluster

from notation.outcome import Raw, Reading, as_reading
from replays import cluster as module
from replays.archive import Input
from replays.cluster import ClusterFailed, RecordKills, cluster
from replays.validate import Report
from replays.validate_archive import Tally, Validation
from tests.cli.running import EXAMPLE, OTHER, cgn

ONE, TWO = EXAMPLE.read_bytes(), OTHER.read_bytes()
POISON = b'[Event "poison"]'


class Poisoned(Validation, frozen=True):
    """Ends the process that meets the poison."""

    def each(self, found: Raw | Reading, end: Tally) -> Iterator[Report]:
        """The report of any other record."""
        if isinstance(found, Reading) or POISON in found.raw:
            os._exit(1)
        yield from super().each(as_reading(found), end)


@contextmanager
def workers(number: int) -> Iterator[LocalCluster]:
    """A cluster as others have it: not made for the occasion."""
    settings = {"distributed.scheduler.allowed-failures": 1}
    with (
        dask.config.set(settings),
        LocalCluster(  # type: ignore[no-untyped-call] # Dask has no types for it
            n_workers=number,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
        ) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def made() -> Iterator[LocalCluster]:
    with workers(2) as found:
        yield found


@pytest.fixture(scope="module")
def address(made: LocalCluster) -> str:
    return str(made.scheduler_address)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records good and bad, in files large and small, packed and not."""
    folder = tmp_path_factory.mktemp("archive")
    bad = ONE.replace(b"cross 10", b"cross 11")
    (folder / "large.cgn").write_bytes((ONE + b"\n" + TWO + b"\n" + bad + b"\n") * 300)
    for number in range(20):
        (folder / f"small {number}.cgn").write_bytes(TWO)
    (folder / "none.cgn").write_bytes(b"% nothing\n")
    return folder


def silent(_: str) -> None:
    """Nobody listens."""


@pytest.mark.parametrize("form", ["text", "jsonl", "sarif"])
def test_a_cluster_gives_the_same_bytes(archive: Path, address: str, form: str) -> None:
    command = ("validate", archive, "--format", form)
    alone, shared = cgn(*command), cgn(*command, "--cluster", address)
    assert shared.stdout_bytes == alone.stdout_bytes
    assert shared.exit_code == alone.exit_code == 1


@pytest.mark.parametrize(
    "command",
    [
        ("table", "--columns", "file,record,line,game,verdict"),
        ("filter", "--game", "triggs"),
        ("stats",),
    ],
    ids=lambda words: words[0],
)
def test_tools_give_the_same_on_a_cluster(
    archive: Path, address: str, command: tuple[str, ...]
) -> None:
    name, *options = command
    alone = cgn(name, archive, *options)
    shared = cgn(name, archive, *options, "--cluster", address)
    assert shared.stdout_bytes == alone.stdout_bytes
    assert shared.exit_code == alone.exit_code


def test_standard_input_is_read_here_and_shipped(address: str) -> None:
    raw = (ONE + b"\n") * 40
    alone = cgn("validate", "-", stdin=raw)
    shared = cgn("validate", "-", "--cluster", address, stdin=raw)
    assert shared.stdout_bytes == alone.stdout_bytes


def test_a_worker_that_is_killed_costs_nothing(
    archive: Path, made: LocalCluster, address: str
) -> None:
    job = Validation(every=True)
    inputs = [Input(str(archive / "large.cgn"), "large.cgn")] * 4
    with cluster(address, silent) as team:
        found = job.through(inputs, team)
        reports = [next(found)]
        os.kill(next(iter(made.workers.values())).pid, signal.SIGKILL)
        reports += found
    assert sum(isinstance(report, Report) for report in reports) == 4 * 900


def test_a_record_that_ends_every_worker_is_named(tmp_path: Path, address: str) -> None:
    path = tmp_path / "club.cgn"
    poisoned = ONE.replace(b"[Event", POISON + b"\n[Site", 1)
    path.write_bytes(b"\n".join([ONE, ONE, poisoned, ONE]))
    with (
        pytest.raises(RecordKills, match=r"^club\.cgn: record 3 ends every process that reads it$"),
        cluster(address, silent) as team,
    ):
        list(Poisoned().through([Input(str(path), "club.cgn")], team))


def test_another_version_on_the_cluster_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "version", lambda _: "9.9")
    with (
        pytest.raises(ClusterFailed, match=r"has cgn 0\.1\.0, and this process has 9\.9"),
        cluster(address, silent),
    ):
        pass


def test_a_cluster_without_workers_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AT_FIRST", 0.2)
    said: list[str] = []
    with workers(0) as empty:

        def say(line: str) -> None:
            said.append(line)
            empty.scale(1)  # type: ignore[no-untyped-call] # as above

        with cluster(str(empty.scheduler_address), say) as team:
            assert team.number == 1
    assert said == ["the cluster has no workers yet: waiting for one"]


def test_an_address_where_nobody_is_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", "0.2s")
    result = cgn("validate", EXAMPLE, "--cluster", "tls://127.0.0.1:9")
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: --cluster: tls://127.0.0.1:9: ")


def test_what_an_open_scheduler_means_is_told_once(address: str) -> None:
    result = cgn("validate", EXAMPLE, "--cluster", address)
    assert result.stderr.count("whoever reaches this scheduler can run programs here") == 1


def test_a_local_cluster_is_made_for_the_occasion(archive: Path) -> None:
    command = ("validate", archive / "small 1.cgn", "--format", "concise")
    alone, shared = cgn(*command), cgn(*command, "--cluster", "local")
    assert shared.stdout_bytes == alone.stdout_bytes
    assert shared.stderr == alone.stderr


def test_processes_and_a_cluster_exclude_each_other() -> None:
    result = cgn("validate", EXAMPLE, "--jobs", "2", "--cluster", "local")
    assert result.exit_code == 2
    assert "--jobs and --cluster exclude each other" in result.stderr
