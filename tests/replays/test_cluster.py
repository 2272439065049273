"""Dask workers give the same results as this process."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dask
import pytest
from distributed import LocalCluster
from distributed.security import Security

from cli.reports import FORMATS
from notation.outcome import Raw, Reading, as_reading
from replays.many import cluster as module
from replays.many.cluster import ClusterFailed, cluster
from replays.many.parts import Input
from replays.many.validate_archive import Tally, Validation
from replays.validate import Report
from tests.cli.archives.club import club
from tests.cli.running import EXAMPLE, OTHER, cgn
from tests.replays.hostile import cut_into, hostile

pytestmark = pytest.mark.long

ONE, TWO = EXAMPLE.read_bytes(), OTHER.read_bytes()
POISON = b'[Event "poison"]'
FINELY = ("text", "json")
"""Formats for which workers do different work; the others print the same results."""


class Poisoned(Validation, frozen=True):
    """Kills the process that reads the poisoned record."""

    def each(self, record: Raw | Reading, end: Tally) -> Iterator[Report]:
        """Reports any other record."""
        if isinstance(record, Reading) or POISON in record.raw:
            os._exit(1)
        yield from super().each(as_reading(record), end)


@contextmanager
def workers(
    number: int,
    *,
    processes: bool = True,
    protocol: str = "tcp",
    security: Security | None = None,
) -> Iterator[LocalCluster]:
    """An existing cluster, not one started by the command."""
    with LocalCluster(  # type: ignore[no-untyped-call] # Dask has no types for it
        n_workers=number,
        processes=processes,
        protocol=protocol,
        security=security,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
    ) as made:
        yield made


@pytest.fixture(scope="module")
def made() -> Iterator[LocalCluster]:
    """One cluster for all tests, since each takes two seconds of CPU to start."""
    with workers(2) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def address(made: LocalCluster) -> str:
    return str(made.scheduler_address)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Good and bad records in files of every form, packed and unpacked."""
    return club(tmp_path_factory.mktemp("archive"))


def silent(_: str) -> None:
    """The address of a port without a listener."""


@pytest.mark.parametrize("form", FORMATS)
def test_ranges_of_one_byte_give_the_same_bytes(
    tmp_path: Path, address: str, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("validate", hostile(tmp_path), "--format", form)
    alone = cgn(*command)
    cut_into(1 if form in FINELY else 16, monkeypatch)
    shared = cgn(*command, "--cluster", address)
    assert shared.stdout_bytes == alone.stdout_bytes
    assert shared.stderr_bytes.endswith(alone.stderr_bytes)
    assert shared.exit_code == alone.exit_code == 1


@pytest.mark.parametrize(
    "command",
    [
        ("validate", "--format", "jsonl"),
        ("table", "--columns", "file,record,line,game,plies"),
        ("filter", "--game", "triggs"),
        ("stats",),
    ],
    ids=lambda words: words[0],
)
def test_commands_give_the_same_on_a_cluster(
    archive: Path, address: str, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_into(3_000, monkeypatch)
    name, *options = command
    alone = cgn(name, archive, *options)
    shared = cgn(name, archive, *options, "--cluster", address)
    assert shared.stdout_bytes == alone.stdout_bytes
    assert shared.exit_code == alone.exit_code


def test_standard_input_is_read_locally_and_shipped(address: str) -> None:
    raw = (ONE + b"\n") * 40
    alone = cgn("validate", "-", stdin=raw)
    shared = cgn("validate", "-", "--cluster", address, stdin=raw)
    assert shared.stdout_bytes == alone.stdout_bytes


def test_a_killed_worker_loses_nothing(
    tmp_path: Path, made: LocalCluster, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_into(3_000, monkeypatch)
    path = tmp_path / "large.cgn"
    path.write_bytes((ONE + b"\n") * 60)
    with cluster(address, silent) as pool:
        results = Validation(every=True).through([Input(str(path), "large.cgn")], pool)
        reports = [next(results)]
        os.kill(next(iter(made.workers.values())).pid, signal.SIGKILL)
        reports += results
    assert sum(isinstance(report, Report) for report in reports) == 60


def test_a_record_that_kills_every_worker_is_named(
    tmp_path: Path, made: LocalCluster, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made.scheduler, "allowed_failures", 0)
    path = tmp_path / "club.cgn"
    poisoned = ONE.replace(b"[Event", POISON + b"\n[Site", 1)
    path.write_bytes(b"\n".join([ONE, ONE, poisoned, ONE]))
    with (
        pytest.raises(
            ClusterFailed, match=r"^club\.cgn: record 3 ends every process that reads it$"
        ),
        cluster(address, silent) as pool,
    ):
        list(Poisoned().through([Input(str(path), "club.cgn")], pool))


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give this process another version of cgn and an installed game."""
    monkeypatch.setattr(module, "version", lambda _: "9.9")
    monkeypatch.setattr(module, "packages", lambda: ("posy 1",))
    module.installed.cache_clear()
    yield
    module.installed.cache_clear()


DIFFERS = r"^worker tcp://.* has cgn 0\.1\.0, but this process has cgn 9\.9, posy 1$"


@pytest.mark.usefixtures("newer")
def test_another_version_on_the_cluster_is_refused(address: str) -> None:
    with pytest.raises(ClusterFailed, match=DIFFERS), cluster(address, silent):
        pass


@pytest.mark.usefixtures("newer")
def test_a_later_worker_of_another_version_is_refused(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_check_versions", lambda _: None)
    path = tmp_path / "one.cgn"
    path.write_bytes(ONE)
    with pytest.raises(ClusterFailed, match=DIFFERS), cluster(address, silent) as pool:
        list(Validation().through([Input(str(path), "one.cgn")], pool))


def test_a_lost_scheduler_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", "5s")
    path = tmp_path / "one.cgn"
    path.write_bytes(ONE)
    with workers(1, processes=False) as made:

        def lost() -> None:
            with cluster(str(made.scheduler_address), silent) as pool:
                made.close()
                list(Validation().through([Input(str(path), "one.cgn")], pool))

        with pytest.raises(ClusterFailed, match=r"^tcp://.*: the scheduler was lost$"):
            lost()


def test_an_output_error_is_not_blamed_on_the_cluster(address: str) -> None:
    with pytest.raises(BrokenPipeError), cluster(address, silent):
        raise BrokenPipeError


def test_it_waits_for_the_first_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AT_FIRST", 0.2)
    said: list[str] = []
    with workers(0, processes=False) as empty:

        def say(line: str) -> None:
            said.append(line)
            empty.scale(1)  # type: ignore[no-untyped-call] # as above

        with cluster(str(empty.scheduler_address), say) as pool:
            assert pool.number == 1
    assert said == ["the cluster has no workers yet: waiting for one"]


def test_an_address_without_a_scheduler_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", "0.2s")
    result = cgn("validate", EXAMPLE, "--cluster", "tcp://127.0.0.1:9")
    assert result.exit_code == 2
    error = result.stderr.splitlines()[-1]
    assert error.startswith("Error: --cluster: tcp://127.0.0.1:9: no Dask scheduler answers: ")


def test_settings_of_dask_name_the_certificates(tmp_path: Path) -> None:
    security = Security.temporary()  # type: ignore[no-untyped-call] # as above
    path = tmp_path / "one.cgn"
    path.write_bytes(ONE)
    with workers(1, processes=False, protocol="tls", security=security) as made:
        address = str(made.scheduler_address)
        without = cgn("validate", path, "--cluster", address)
        settings = {
            "ca-file": security.tls_ca_file,
            "client.cert": security.tls_client_cert,
            "client.key": security.tls_client_key,
        }
        with dask.config.set({f"distributed.comm.tls.{k}": v for k, v in settings.items()}):
            with_them = cgn("validate", path, "--cluster", address)
    assert with_them.exit_code == 0, with_them.stderr
    assert without.exit_code == 2
    assert without.stderr == (
        f"Error: --cluster: {address}: tls:// needs certificates: set"
        " DASK_DISTRIBUTED__COMM__TLS__CA_FILE, DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and"
        " DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY\n"
    )


def test_the_warning_about_an_open_scheduler_comes_once(address: str) -> None:
    result = cgn("validate", EXAMPLE, "--cluster", address)
    assert result.stderr.count("anyone who can reach this scheduler can run programs here") == 1


def test_a_local_cluster_can_be_started(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("distributed.deploy.local.CPU_COUNT", 1)
    command = ("validate", archive / "a.cgn", "--format", "concise")
    alone, shared = cgn(*command), cgn(*command, "--cluster", "local")
    assert shared.stdout_bytes == alone.stdout_bytes
    assert shared.stderr == alone.stderr


def test_processes_and_a_cluster_exclude_each_other() -> None:
    result = cgn("validate", EXAMPLE, "--jobs", "2", "--cluster", "local")
    assert result.exit_code == 2
    assert "--jobs and --cluster exclude each other" in result.stderr
