"""Shared by all tests: the hypothesis profile, an installed game, a database server.

Hypothesis is random locally and deterministic in CI. CI also fails if a test is skipped: `.ci/run`
installs what tests need.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from benchmarks.postgres import Server, programs, running
from tests.packages import importable, install_page

settings.register_profile("ci", derandomize=True)
IS_CI = bool(os.environ.get("CI"))
if IS_CI:
    settings.load_profile("ci")


def pytest_xdist_auto_num_workers() -> int:
    """One more process than cores, since many tests wait for a service."""
    return (os.cpu_count() or 1) + 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a CI run in which a test was skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if IS_CI and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server for all tests of this process; skips them if there is none."""
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with running() as process:
        yield process


@pytest.fixture
def posy(tmp_path: Path) -> Iterator[Path]:
    """Install the game of docs/adding-a-game.md into this folder during a test."""
    install_page(tmp_path)
    with importable(tmp_path):
        yield tmp_path / "posy"
