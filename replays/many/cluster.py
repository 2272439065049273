"""Shares tasks among the workers of a Dask cluster (extra `cluster`)."""

import logging
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from threading import current_thread, main_thread
from typing import Any, TypeVar

import dask
from distributed import Client, KilledWorker, LocalCluster, get_worker
from distributed.comm.core import CommClosedError
from distributed.security import Security

from engines.installed import packages
from notation.outcome import Raw, Reading
from replays.many.archive import Task
from replays.many.job import Job
from replays.many.parts import Part
from replays.many.workers import Pool, Submit, processes

R = TypeVar("R")

LOCAL = "local"
"""The address that starts a cluster on this machine for the duration of a run."""

_AT_FIRST, _LATER = 5.0, 60.0
"""Seconds of waiting for workers before the first message, and between later ones."""

_PATIENCE = "10s"
_TLS = "DASK_DISTRIBUTED__COMM__TLS__"
"""How the settings of certificates begin, as variables of the environment."""

_QUIET = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.admin.tick.limit": "1h",
}
"""No web server beside the cluster, and no warnings of a loop that waits for the engines."""


class ClusterFailed(Exception):
    """The cluster cannot be used, or a record ended its workers; the message says what to do."""


@contextmanager
def cluster(address: str, say: Callable[[str], None]) -> Iterator[Pool]:
    """The workers of the cluster at an address, such as `tls://10.0.0.1:8786`, or `LOCAL`.

    Dask's own settings name the certificates. `say` is called with a line about what this waits
    for. Raises ClusterFailed if the cluster cannot be used, and within the block if it is lost, if
    a record ended every worker that read it, or if a worker has another version of cgn.
    """
    _silence()
    with ExitStack() as stack:
        stack.enter_context(dask.config.set(_QUIET))
        client = stack.enter_context(_connected(address))
        tasks = _Tasks(client.get_executor(pure=False).submit)
        try:
            workers = _ready(client, say)
            _check_versions(client)
            yield Pool(workers, tasks.submit)
        except KilledWorker:
            raise ClusterFailed(tasks.culprit()) from None
        except (CommClosedError, CancelledError):
            raise ClusterFailed(f"{address}: the scheduler was lost") from None


def _silence() -> None:
    """Keep Dask's own log off standard error; some of its loggers have levels of their own."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    with ExitStack() as stack:
        try:
            if address == LOCAL:
                with _ctrl_c_ignored():  # workers inherit it: the parent handles Ctrl-C
                    local = stack.enter_context(_local())
                client = Client(local, set_as_default=False)
            else:
                _check_certificates(address)
                client = Client(address, timeout=_PATIENCE, set_as_default=False)
            stack.enter_context(client)
        except (OSError, ValueError, TypeError) as error:
            raise ClusterFailed(f"{address}: no Dask scheduler answers: {error}") from None
        yield client


def _check_certificates(address: str) -> None:
    """Raise ClusterFailed if the address needs certificates, and Dask's settings name none."""
    if not address.startswith("tls://") or Security().get_connection_args("client")["ssl_context"]:
        return
    raise ClusterFailed(
        f"{address}: tls:// needs certificates: set {_TLS}CA_FILE, {_TLS}CLIENT__CERT and"
        f" {_TLS}CLIENT__KEY"
    )


def _local() -> LocalCluster:
    """A cluster that other users of this machine cannot reach."""
    return LocalCluster(
        threads_per_worker=1,
        security=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        silence_logs=logging.CRITICAL,
    )


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _ready(client: Client, say: Callable[[str], None]) -> int:
    """The number of workers, after waiting for the first."""
    wait = _AT_FIRST
    while True:
        try:
            client.wait_for_workers(1, timeout=wait)
        except TimeoutError:
            say("the cluster has no workers yet: waiting for one")
            wait = _LATER
        else:
            return len(client.scheduler_info(n_workers=-1)["workers"])


@cache
def installed() -> str:
    """The versions of cgn and of the packages that bring games, in this process."""
    try:
        own = version("cgn")
    except PackageNotFoundError:
        own = "unknown"
    return ", ".join([f"cgn {own}", *packages()])


def _check_versions(client: Client) -> None:
    """Raise ClusterFailed unless this process, the scheduler and all workers have one version."""
    try:
        there = {f"worker {name}": found for name, found in client.run(installed).items()}
        there["the scheduler"] = client.run_on_scheduler(installed)
    except ModuleNotFoundError:
        raise ClusterFailed("cgn has to be installed for the scheduler and all workers") from None
    for name, found in there.items():
        _check_version(name, found, installed())


def _check_version(name: str, found: str, wanted: str) -> None:
    if found != wanted:
        raise ClusterFailed(f"{name} has {found}, but this process has {wanted}")


def _do(wanted: str, work: bytes) -> Any:  # noqa: ANN401 - of any function
    """Do the work on a worker, which may have joined after the versions were compared.

    The version is compared first, since another version might fail to unpickle the work.
    """
    _check_version(f"worker {get_worker().address}", installed(), wanted)
    fn, args = pickle.loads(work)  # noqa: S301 - Dask would do the same
    return fn(*args)


class _Tasks:
    """Submits tasks, and knows those under way: one of them may end the workers."""

    def __init__(self, submit: Submit) -> None:
        self._submit = submit
        self._under_way: dict[Future[Any], Any] = {}

    def submit(self, fn: Callable[..., R], /, *args: object) -> "Future[R]":
        """Have the function run, as any executor does."""
        future = self._submit(_do, installed(), pickle.dumps((fn, args)))
        self._under_way[future] = args
        future.add_done_callback(self._forget)
        return future

    def _forget(self, future: "Future[Any]") -> None:
        if not future.cancelled() and not isinstance(future.exception(), KilledWorker):
            self._under_way.pop(future, None)

    def culprit(self) -> str:
        """A message that names the record, or at least the file, that ended the workers."""
        for future, (fn, task) in list(self._under_way.items()):  # others may end meanwhile
            if future.done() and not future.cancelled() and future.exception() is not None:
                return _culprit(fn, task)
        return "a task ended every worker that ran it"


def _culprit(fn: object, task: Task) -> str:
    """Find the record that a job ended with, trying each in a process that it may end."""
    for part in task if isinstance(fn, Job) else ():
        with processes(1, "spawn") as submit:  # Dask's threads run in this one
            for found in part.records():
                try:
                    submit(_alone, fn, part, found).result()
                except BrokenExecutor:
                    number = found.source.record if isinstance(found, Reading) else found.number
                    return f"{part.file}: record {number} ends every process that reads it"
    files = ", ".join(dict.fromkeys(part.file for part in task))
    return f"{files}: every worker that read a certain part ended; it may need more memory"


def _alone(job: Job[Any, Any], part: Part, found: Raw | Reading) -> None:
    """Do the job for one record."""
    for _ in job.each(found, job.begun(part)):
        pass
