"""docs/editors.md: its settings, hooks and workflow work."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.running import EXAMPLE, broken
from tests.docs.blocks import ROOT, blocks

PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
EDITORS = ROOT / "editors"
CODE = EDITORS / "vscode"
(PRE_COMMIT, WORKFLOW) = (yaml.safe_load(block) for block in blocks("yaml", PAGE))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
PROGRAMS = Path(sys.executable).parent


def hook(name: str, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a hook on the files of a folder like pre-commit."""
    (chosen,) = [one for one in HOOKS if one["id"] == name]
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    files = [name for name in names if re.search(chosen["files"], name)]
    program, *words = shlex.split(chosen["entry"])
    return subprocess.run(
        [PROGRAMS / program, *words, *args, *files],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder with a good record and an invalid file."""
    (tmp_path / "games").mkdir()
    shutil.copy(EXAMPLE, tmp_path / "games" / "good.cgn")
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    return tmp_path


def test_the_hooks_of_the_page_are_those_of_the_repository() -> None:
    (repository,) = PRE_COMMIT["repos"]
    assert [one["id"] for one in repository["hooks"]] == [one["id"] for one in HOOKS]


@pytest.mark.parametrize(
    ("name", "matches"),
    [
        ("a/b.cgn", True),
        ("b.cgn.json", True),
        ("b.cgn.jsonl.gz", True),
        ("b.json", False),
        ("cgn/b.py", False),
    ],
)
def test_the_hooks_match_every_file_of_records(name: str, matches: bool) -> None:  # noqa: FBT001
    assert all(bool(re.search(one["files"], name)) == matches for one in HOOKS)


def test_the_hook_that_validates_refuses_a_broken_record(club: Path) -> None:
    assert hook("cgn-validate", club).returncode == 0
    broken(club)
    done = hook("cgn-validate", club)
    assert done.returncode == 1
    assert done.stdout.startswith("error[triggs.sum]")


def test_the_hook_that_validates_can_be_strict(club: Path) -> None:
    whole = EXAMPLE.read_text(encoding="utf-8")
    begun = whole[: whole.index("9. ")]
    (club / "begun.cgn").write_text(begun, encoding="utf-8")
    assert hook("cgn-validate", club).returncode == 0
    assert "`args: [--strict]`" in PAGE
    assert hook("cgn-validate", club, "--strict").returncode == 1


def test_the_hook_that_formats_rewrites_a_record(club: Path) -> None:
    good = club / "games" / "good.cgn"
    good.write_text(
        good.read_text(encoding="utf-8").replace("\n1. A: ", "\n1. A:  "), encoding="utf-8"
    )
    assert hook("cgn-fmt", club).returncode == 0
    assert good.read_bytes() == EXAMPLE.read_bytes()


def run_step(name: str, folder: Path) -> int:
    """Run a step of the workflow like GitHub; its exit code."""
    (step,) = [one for one in WORKFLOW["jobs"]["validate"]["steps"] if one.get("name") == name]
    path = f"{PROGRAMS}:/usr/bin:/bin"
    command = ["bash", "-e", "-o", "pipefail", "-c", step["run"]]
    return subprocess.run(command, cwd=folder, env={"PATH": path}, check=False).returncode


def test_the_workflow_uploads_results_for_good_and_bad_records(club: Path) -> None:
    assert run_step("Check the records", club) == 0
    broken(club)
    assert run_step("Check the records", club) == 1
    *_, upload = WORKFLOW["jobs"]["validate"]["steps"]
    log = json.loads((club / upload["with"]["sarif_file"]).read_text(encoding="utf-8"))
    check_sarif(log)
    ((result,),) = [run["results"] for run in log["runs"]]
    assert result["ruleId"] == "triggs.sum"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "broken.cgn"
    assert place["region"] == {"startLine": 102, "startColumn": 20, "endColumn": 23}


def check_sarif(log: dict[str, Any]) -> None:
    """Assert what SARIF 2.1.0 and GitHub require of a log."""
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    for run in log["runs"]:
        driver = run["tool"]["driver"]
        assert driver["name"] == "cgn"
        rules = [rule["id"] for rule in driver["rules"]]
        assert len(set(rules)) == len(rules)
        assert all(rule["shortDescription"]["text"] for rule in driver["rules"])
        assert run["columnKind"] in ("unicodeCodePoints", "utf16CodeUnits")
        for result in run["results"]:
            assert result["message"]["text"]
            assert result["level"] in ("none", "note", "warning", "error")
            assert rules[result["ruleIndex"]] == result["ruleId"]
            for location in result["locations"]:
                uri = location["physicalLocation"]["artifactLocation"]["uri"]
                assert not uri.startswith("/")


def test_the_settings_of_helix_are_those_of_the_page() -> None:
    (said,) = blocks("toml", PAGE)
    file = (EDITORS / "helix" / "languages.toml").read_text(encoding="utf-8")
    assert file.endswith(said)
    settings = tomllib.loads(said)
    assert settings["language"][0]["language-servers"] == list(settings["language-server"])


def test_the_files_of_the_extension_are_there() -> None:
    package = json.loads((CODE / "package.json").read_text(encoding="utf-8"))
    (language,) = package["contributes"]["languages"]
    (grammar,) = package["contributes"]["grammars"]
    for name in (package["main"], language["configuration"], grammar["path"]):
        assert (CODE / name).is_file()
    scope = json.loads((CODE / grammar["path"]).read_text(encoding="utf-8"))["scopeName"]
    assert scope == grammar["scopeName"]
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert package["version"] == version["version"]
    assert f"cgn-{package['version']}.vsix" in PAGE
    (settings,) = blocks("json", PAGE)
    assert set(json.loads(settings)) <= set(package["contributes"]["configuration"]["properties"])


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_extension_can_be_read_by_node() -> None:
    subprocess.run(["node", "--check", CODE / "extension.js"], check=True)
