"""The files of the judge in the page, which `make judge` builds."""

import shutil
from pathlib import Path

import pytest

from api.http.responses import unpacked
from pages.judge import Manifest, manifest, packed


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
