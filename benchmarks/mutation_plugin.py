"""A plugin of pytest for `make mutants`: notes which tests run a line, or runs some on a mutant.

CGN_MUTANTS names a folder. With CGN_ASKED, two file descriptors, all tests are collected once, and
each mutant that is read from the first is tried in a fork of this process; the second gets its
fate. With a file `mutant.json` in the folder, the module that it names is loaded with the source
that it gives, and only the tests that it lists are run, in its order. With neither, the folder gets
the lines that each test ran, and how long each test took that passed.
"""

import gc
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

FOLDER = Path(os.environ["CGN_MUTANTS"])
MUTANT = FOLDER / "mutant.json"
ASKED = os.environ.get("CGN_ASKED")

Mutation = dict[str, Any]
"""`file`, `source`, and `tests` with the seconds that each takes."""


class _Limits:
    """Ends the process if a test takes far longer than without the mutant.

    Seconds of CPU are counted, since on a busy machine every test takes long. Only a test that
    waits for what never comes is ended by the clock.
    """

    def __init__(self, mutation: Mutation) -> None:
        self._seconds: dict[str, float] = mutation["tests"]
        self._set(40, 1800)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Set the limits of a test."""
        usual = self._seconds[item.nodeid]
        self._set(10 + 3 * usual, 600 + 30 * usual)
        return (yield)

    def _set(self, cpu: float, clock: float) -> None:
        signal.setitimer(signal.ITIMER_PROF, cpu)
        signal.setitimer(signal.ITIMER_REAL, clock)


class _Mutated(SourceFileLoader):
    """Loads the mutant in the place of its module."""

    def get_code(self, fullname: str) -> CodeType:
        del fullname
        return compile(_mutation()["source"], self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the module that is replaced."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or Path(spec.origin) != Path(_mutation()["file"]):
            return None
        spec.loader = _Mutated(fullname, spec.origin)
        return spec


def _mutation() -> Mutation:
    mutation: Mutation = json.loads(MUTANT.read_text(encoding="utf-8"))
    return mutation


def _give_up_early() -> None:
    """Have the tests that are loaded from now on make no failure smaller."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", parent=settings.default, phases=phases)
    settings.load_profile("mutants")


def _chosen(items: Sequence[pytest.Item], mutation: Mutation) -> list[pytest.Item]:
    """The tests of a mutant, in its order."""
    by_name = {item.nodeid: item for item in items}
    return [by_name[test] for test in mutation["tests"] if test in by_name]


class Mutant:
    """Runs the tests of a mutant in a process of its own, which imports it."""

    def __init__(self) -> None:
        sys.meta_path.insert(0, _Finder())

    def pytest_configure(self, config: pytest.Config) -> None:
        """Limit each test."""
        config.pluginmanager.register(_Limits(_mutation()))

    def pytest_collection(self, session: pytest.Session) -> None:
        """Load the mutant, then tests that give up at their first failure.

        Pytest finds the `__init__.py` of a package, which may have examples, in a way of its own.
        """
        file = Path(_mutation()["file"]).relative_to(session.config.rootpath).with_suffix("")
        import_module(".".join(part for part in file.parts if part != "__init__"))
        _give_up_early()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests of the mutant."""
        items[:] = _chosen(items, _mutation())


class Forks:
    """Tries each mutant in a fork, where it takes the place of functions that are loaded."""

    def pytest_collection(self) -> None:
        """Load tests that give up at their first failure."""
        _give_up_early()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Read mutants, one a line, and write the exit code of each, until there is none."""
        asked, told = map(int, str(ASKED).split(","))
        with os.fdopen(asked) as mutations, os.fdopen(told, "w") as fates:
            for line in mutations:
                child = os.fork()
                if not child:
                    os._exit(_outcome(session, json.loads(line)))
                _, status = os.waitpid(child, 0)
                print(os.waitstatus_to_exitcode(status), file=fates, flush=True)
        return True


def _outcome(session: pytest.Session, mutation: Mutation) -> int:
    """The exit code of a fork; that of no tests if the mutant cannot be put in."""
    if not _put_in(mutation):
        return int(pytest.ExitCode.NO_TESTS_COLLECTED)
    session.config.pluginmanager.register(_Limits(mutation))
    chosen: list[pytest.Item | None] = [*_chosen(session.items, mutation), None]
    for item, following in pairwise(chosen):
        hook = session.config.hook
        hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return int(pytest.ExitCode.TESTS_FAILED)
    return int(pytest.ExitCode.OK)


def _put_in(mutation: Mutation) -> bool:
    """Give the functions that a mutant changes their new code; whether there are any."""
    file = mutation["file"]
    was = compile(Path(file).read_text(encoding="utf-8"), file, "exec")
    changed = {
        old: new
        for old, new in zip(
            _codes(was), _codes(compile(mutation["source"], file, "exec")), strict=False
        )
        if old != new
    }
    functions = [
        found
        for found in gc.get_objects()
        if isinstance(found, FunctionType)
        and found.__code__.co_filename == file
        and found.__code__ in changed
    ]
    try:
        for function in functions:
            function.__code__ = changed[function.__code__]
    except ValueError:  # the mutant closes over other variables
        return False
    return bool(functions)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of each function in that of a module, from the outside in."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from _codes(part)


class Notes:
    """Notes the lines that each test runs, and its seconds."""

    def __init__(self) -> None:
        rooms = ["notation", "engines", "replays"]
        self._coverage = Coverage(
            data_file=FOLDER / "lines", data_suffix=True, source=rooms, config_file=False
        )
        self._coverage.start()
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note lines under the name of the test."""
        self._coverage.switch_context(item.nodeid)
        yield
        self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the seconds of a part of a test, unless it fails: then it shows no fault."""
        if report.failed:
            self._failed.add(report.nodeid)
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0) + report.duration

    def pytest_unconfigure(self) -> None:
        """Write the notes of this process."""
        self._coverage.stop()
        self._coverage.save()
        seconds = {test: t for test, t in self._seconds.items() if test not in self._failed}
        part = FOLDER / f"seconds-{os.getpid()}.json"
        part.write_text(json.dumps(seconds), encoding="utf-8")


_PLUGIN = Forks() if ASKED else Mutant() if MUTANT.exists() else Notes()


def pytest_configure(config: pytest.Config) -> None:
    """Take part in the run."""
    config.pluginmanager.register(_PLUGIN)
