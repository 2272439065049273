"""What is installed: every version is pinned."""

import re
from importlib.metadata import distributions
from pathlib import Path

CONSTRAINTS = Path(__file__).parent.parent / "constraints.txt"


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_installed_package_is_pinned() -> None:
    lines = CONSTRAINTS.read_text(encoding="utf-8").split()
    pinned = {_plain(line.partition("==")[0]): line.partition("==")[2] for line in lines}
    installed = {_plain(found.name): found.version for found in distributions()}
    del installed["cgn"]
    assert {name: pinned.get(name) for name in installed} == installed
