"""Every command on the service's page prints its documented output."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.settings import declared
from docs.generate import service_page
from tests.api.serving import ROOT, TOKEN, Running, running

PAGE = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
ELLIPSIS = "…"


def sessions() -> list[tuple[str, str]]:
    """Every command of the console blocks, with its documented output."""
    commands = []
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            commands.append((command, output))
    return commands


def matches(said: str, printed: str) -> bool:
    """Whether the output is as documented; an ellipsis stands for anything."""
    return re.fullmatch(re.escape(said).replace(ELLIPSIS, ".*"), printed, re.DOTALL) is not None


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with default settings."""
    with running(tmp_path_factory.mktemp("page") / "cgn.db") as running_service:
        yield running_service


@pytest.mark.long
def test_the_commands_of_the_page_print_its_outputs(service: Running, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "CGN_URL": f"http://127.0.0.1:{service.port}",
        "CGN_TOKEN": TOKEN,
    }
    for command, said in sessions():
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            environment[name] = value
            continue
        done = subprocess.run(
            ["bash", "-c", command.replace("/" + "tmp/", f"{tmp_path}/")],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert matches(said, done.stdout), f"{command}\n{done.stdout}{done.stderr}"


def test_the_tables_of_limits_are_up_to_date() -> None:
    assert service_page() == PAGE, "run `make docs`"
    for setting in declared():
        assert f"| `{setting.flag}` | `{setting.variable}` |" in PAGE


def test_the_page_has_every_route() -> None:
    description = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
    for path in re.findall(r"^  (/\S*):$", description, re.MULTILINE):
        shown = path.replace("{replay}", "{id}").replace("{deck}", "").rstrip("/")
        parts = [part for part in shown.split("/") if part and not part.startswith("{")]
        assert f"/{parts[-1]}" in PAGE, path
