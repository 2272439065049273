"""Runs tests for `make mutants`: which tests run which line, and what becomes of a mutant.

All tests are collected once, and a mutant is put into a fork of the process that did. A mutant of
what runs on import needs a process of its own, which takes some seconds longer.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from coverage import CoverageData

from benchmarks.mutation_places import LEFT_OUT, ROOT, Place

TESTS = ("notation", "engines", "replays", "tests/notation", "tests/engines", "tests/replays")
_TESTS_LEFT_OUT = (
    *("tests/replays/store", "tests/replays/test_cluster.py", "tests/replays/test_remote.py"),
)
_ALL = (*(f"--ignore={path}" for path in (*LEFT_OUT, *_TESTS_LEFT_OUT)), *TESTS)

_MOST_SECONDS = 60
"""A fault that only slower tests notice is one that no test of the rule does; it survives."""

_NONE = pytest.ExitCode.NO_TESTS_COLLECTED
_FATES = {
    pytest.ExitCode.OK: "survived",
    _NONE: "unseen",
    -signal.SIGPROF: "endless",
    -signal.SIGALRM: "endless",
}
"""Fates by exit codes; with any other, a mutant is killed."""

_SILENT: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def _pytest(folder: Path, *arguments: str, **environment: str) -> dict[str, Any]:
    """How to run pytest with our plugin."""
    plugins = ("-p", "benchmarks.mutation_plugin", "-p", "no:cacheprovider")
    return {
        "args": [sys.executable, "-m", "pytest", "-q", *plugins, *arguments],
        "cwd": ROOT,
        "env": {**os.environ, "CGN_MUTANTS": str(folder), "CI": "true", **environment},
        "stdin": subprocess.DEVNULL,
    }


class Lines:
    """Which tests run which line, from one run of all of them with coverage.

    A test that fails without a mutant shows nothing, and is left out.
    """

    def __init__(self, folder: Path) -> None:
        if not (folder / "done").exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            parallel = ("-n", str(os.cpu_count() or 1), "--dist", "loadfile")
            code = subprocess.run(**_pytest(folder, *parallel, *_ALL), check=False).returncode
            if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
                sys.exit("the tests were not run to their end")
            (folder / "done").touch()
        self._data = CoverageData(str(folder / "lines"), suffix="all")
        for part in sorted(folder.glob("lines.*")):
            other = CoverageData(str(part))
            other.read()
            self._data.update(other)
        self._seconds: dict[str, float] = {}
        for part in folder.glob("seconds-*.json"):
            self._seconds |= json.loads(part.read_text(encoding="utf-8"))

    @cache  # noqa: B019 - one object, as long as the program runs
    def _of(self, file: str) -> dict[int, list[str]]:
        tests: dict[int, list[str]] = self._data.contexts_by_lineno(str(ROOT / file))
        return tests

    def on_import(self, place: Place) -> bool:
        """Whether the line of a place runs when modules or tests are loaded."""
        return place.runs_on_import() or "" in self._of(place.file).get(place.line, ())

    def tests(self, place: Place) -> dict[str, float]:
        """The tests that run the line of a place, the quickest first, and the seconds of each.

        After tests that take a minute together, there are no more.
        """
        return self._quickest({*self._of(place.file).get(place.line, ())})

    def tests_nearby(self, place: Place) -> dict[str, float]:
        """The same for the tests of the folder and those above, which see what runs on import."""
        folders = {place.folder}
        for folder in (Path(place.folder), *Path(place.folder).parents[:-1]):
            folders.add(f"tests/{folder.as_posix()}")
        return self._quickest({test for test in self._seconds if _folder(test) in folders})

    def _quickest(self, tests: set[str]) -> dict[str, float]:
        seconds = {test: self._seconds[test] for test in sorted(tests & self._seconds.keys())}
        chosen = sorted(seconds.items(), key=lambda entry: entry[1])
        starts = accumulate((taken for _, taken in chosen), initial=0.0)
        return dict(
            test for test, start in zip(chosen, starts, strict=False) if start < _MOST_SECONDS
        )


class Tester:
    """Tries mutants, one after another, in forks of a process of its own."""

    def __init__(self, folder: Path, lines: Lines) -> None:
        """Take the lines that tests run, and an empty folder to work in."""
        folder.mkdir(parents=True)
        self._mutant = folder / "mutant.json"
        self._lines = lines
        asked, asks = os.pipe()
        told, tells = os.pipe()
        run = _pytest(folder, "-s", *_ALL, CGN_ASKED=f"{asked},{tells}")
        self._forks = subprocess.Popen(**run, **_SILENT, pass_fds=(asked, tells))
        os.close(asked)
        os.close(tells)
        self._asks, self._tells = os.fdopen(asks, "w"), os.fdopen(told)

    def close(self) -> None:
        """End the process, and remove the folder."""
        self._asks.close()
        self._forks.wait()
        self._tells.close()
        shutil.rmtree(self._mutant.parent)

    def fate(self, place: Place) -> str:
        """What becomes of a mutant: `killed`, `survived`, `endless`, or, without tests, `unseen`.

        It is endless if a test takes more than thrice its CPU and ten seconds. What also runs on
        import is tried in a fork first, where it has run already, without the fault.
        """
        tests, on_import = self._lines.tests(place), self._lines.on_import(place)
        if not tests and not on_import:
            return "unseen"
        alone = place.runs_on_import() or not tests
        code = int(_NONE) if alone else self._forked(place, tests)
        if code == _NONE or (on_import and code == pytest.ExitCode.OK):
            code = self._alone(place, tests | self._lines.tests_nearby(place))
        return _FATES.get(code, "killed")

    def _forked(self, place: Place, tests: dict[str, float]) -> int:
        print(_mutation(place, tests), file=self._asks, flush=True)
        return int(self._tells.readline())

    def _alone(self, place: Place, tests: dict[str, float]) -> int:
        self._mutant.write_text(_mutation(place, tests), encoding="utf-8")
        asked = sorted({test.partition("::")[0] for test in tests})
        run = _pytest(self._mutant.parent, "-x", *asked)
        return subprocess.run(**run, **_SILENT, check=False).returncode


def _folder(test: str) -> str:
    return test.partition("::")[0].rpartition("/")[0]


def _mutation(place: Place, tests: dict[str, float]) -> str:
    """A mutant, and the tests to be run, for our plugin."""
    parts = {"file": str(ROOT / place.file), "source": place.mutant(), "tests": tests}
    return json.dumps(parts)
