"""Shared by all tests: the hypothesis profiles, an installed game, what `make test` leaves out.

Hypothesis is random locally and deterministic in CI, and no example has a time limit, since a busy
machine is no fault. CI also fails if a test is skipped: `.ci/run` installs what tests need.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.workermanage import WorkerController  # type: ignore[import-untyped] # it has no types

from tests.packages import importable, install_page
from tests.tries import tries

IS_CI = bool(os.environ.get("CI"))
LEFT_OUT = pytest.StashKey[int]()
settings.register_profile(
    "tests",
    tries(50),
    deadline=None,
    derandomize=IS_CI,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")


def pytest_xdist_auto_num_workers() -> int:
    """One more process than cores, since many tests wait for a service."""
    return (os.cpu_count() or 1) + 1


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Send how many tests this process leaves out: as many as any other."""
    sent = getattr(items[0].config, "workeroutput", {})
    sent["left out"] = sent.get("left out", 0) + len(items)


def pytest_testnodedown(node: WorkerController) -> None:
    """Keep what a process sent; one that crashed sent nothing."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say how many tests `make test` left out."""
    number = config.stash.get(LEFT_OUT, 0)
    if number and config.option.markexpr == "not long":
        terminalreporter.write_line(f"{number} long tests were left out: make check runs them too")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a CI run in which a test was skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if IS_CI and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def posy(tmp_path: Path) -> Iterator[Path]:
    """Install the game of docs/adding-a-game.md into this folder during a test."""
    install_page(tmp_path)
    with importable(tmp_path):
        yield tmp_path / "posy"
