"""What all tests share: how hypothesis searches, and a game from outside the repository.

Hypothesis searches anew at each run, but the same way each time in CI.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.packages import importable, install_page

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


@pytest.fixture
def posy(tmp_path: Path) -> Iterator[Path]:
    """The folder into which the game of docs/adding-a-game.md is installed, while it is."""
    install_page(tmp_path)
    with importable(tmp_path):
        yield tmp_path / "posy"
