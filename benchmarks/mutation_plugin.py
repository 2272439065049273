"""A plugin of pytest for `make mutants`: notes which tests run a line, or runs some on a mutant.

CGN_MUTANTS names a folder. With a file `mutant.json` there, the module that it names is loaded with
the source that it gives, and only the tests that it lists are run, in its order. Without it, the
folder gets what each process of tests ran, by test, and how long each test took.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

FOLDER = Path(os.environ["CGN_MUTANTS"])
MUTANT = FOLDER / "mutant.json"


class _Mutated(SourceFileLoader):
    """Loads the mutant in the place of its module."""

    def get_code(self, fullname: str) -> CodeType:
        del fullname
        return compile(_mutant()["source"], self.path, "exec")


class _Finder(MetaPathFinder):
    """Finds the module that is replaced."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or Path(spec.origin) != Path(_mutant()["file"]):
            return None
        spec.loader = _Mutated(fullname, spec.origin)
        return spec


def _mutant() -> Any:  # noqa: ANN401 - file, source, tests
    return json.loads(MUTANT.read_text(encoding="utf-8"))


class Mutant:
    """Runs the tests of a mutant; failures are not made smaller."""

    def __init__(self) -> None:
        sys.meta_path.insert(0, _Finder())

    def pytest_collection(self) -> None:
        """Have the tests that are loaded from now on give up at their first failure."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", parent=settings.default, phases=phases)
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests of the mutant, in its order."""
        order = {test: at for at, test in enumerate(_mutant()["tests"])}
        items[:] = sorted(
            (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
        )


class Notes:
    """Notes the lines that each test runs, and its seconds."""

    def __init__(self) -> None:
        rooms = ["notation", "engines", "replays"]
        self._coverage = Coverage(
            data_file=FOLDER / "lines", data_suffix=True, source=rooms, config_file=False
        )
        self._coverage.start()
        self._seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note lines under the name of the test."""
        self._coverage.switch_context(item.nodeid)
        yield
        self._coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the seconds of a part of a test."""
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0) + report.duration

    def pytest_unconfigure(self) -> None:
        """Write the notes of this process."""
        self._coverage.stop()
        self._coverage.save()
        seconds = FOLDER / f"seconds-{os.getpid()}.json"
        seconds.write_text(json.dumps(self._seconds), encoding="utf-8")


_PLUGIN = Mutant() if MUTANT.exists() else Notes()


def pytest_configure(config: pytest.Config) -> None:
    """Take part in the run."""
    config.pluginmanager.register(_PLUGIN)
