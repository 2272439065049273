"""The files of the judge in the page, which `make judge` builds."""

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

from api.http.responses import unpacked
from pages.judge import Manifest, manifest, packed
from tests.docs.blocks import ROOT


def of_packaging(name: str) -> ModuleType:
    """A script of packaging/judge, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"packaging/judge/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def built() -> Manifest:
    """What `make judge` installed."""
    found = manifest()
    if found is None:
        pytest.skip("cgn-judge is not installed: `make judge` builds it")
    return found


@pytest.fixture(scope="session")
def unpacked_files(built: Manifest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files, for Node."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed: the judge is not tested there")
    folder = tmp_path_factory.mktemp("judge")
    for name in built.files:
        (folder / name).write_bytes(unpacked(packed(name, "gz")))
    return folder


@pytest.fixture(scope="session")
def package(built: Manifest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The npm package, where Node finds it."""
    del built
    if shutil.which("npm") is None:
        pytest.skip("node and npm are not installed: the package is not tested")
    folder = tmp_path_factory.mktemp("site") / "node_modules" / "@cgn" / "judge"
    of_packaging("npm").write(folder)
    return folder
