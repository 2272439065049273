"""What is installed: every version is pinned."""

import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    return {_plain(line.partition("==")[0]): line.partition("==")[2] for line in lines}


def test_every_installed_package_is_pinned() -> None:
    pinned = _pinned()
    installed = {_plain(found.name): found.version for found in distributions()}
    for name in (
        "cgn",
        "cgn-judge",
        "setuptools",
    ):  # up to Python 3.11, each environment has a setuptools
        installed.pop(name, None)
    assert {name: pinned.get(name) for name in installed} == installed


def test_the_image_installs_the_pinned_versions_by_their_hashes() -> None:
    text = (ROOT / "requirements" / "image.txt").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    names = {
        _plain(entry.partition("==")[0]): entry.partition("==")[2].split()[0] for entry in entries
    }
    pinned = _pinned()
    assert {name: pinned[name] for name in names} == names
    assert all("--hash=sha256:" in entry for entry in entries)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["postgres"], "hatchling"]
    wanted += [*extras["pictures"], *[need for need in extras["serve"] if "[" not in need]]
    assert {_plain(re.split(r"[\[>=]", need)[0]) for need in wanted} <= set(names)
