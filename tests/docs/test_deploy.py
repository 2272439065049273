"""The files of deploy/ start a service of this version."""

import json
import shlex

import pytest
import yaml

from api.settings import declared
from tests.cli.running import ROOT, cgn

DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
UNIT = (DEPLOY / "cgn.service").read_text(encoding="utf-8").splitlines()
IMAGE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").splitlines()


STARTS = [
    *(shlex.split(line.partition("=")[2]) for line in UNIT if line.startswith("ExecStart=")),
    *(json.loads(line.partition(" ")[2]) for line in IMAGE if line.startswith("CMD ")),
]
"""How each file starts the service."""


@pytest.mark.parametrize("command", STARTS)
def test_the_service_takes_the_flags(command: list[str]) -> None:
    assert command[0].rpartition("/")[2] == "cgn"
    result = cgn(*command[1:], "--show-config")
    assert result.exit_code == 0, result.stderr
    assert "proxies = 1  # --proxies" in result.stdout


def test_variables_are_those_of_settings() -> None:
    known = {setting.variable for setting in declared()}
    of_unit = {line.split("=")[1] for line in UNIT if line.startswith("Environment=")}
    of_compose = set(COMPOSE["services"]["one"]["environment"])
    assert of_unit == of_compose == {"CGN_DATA"} <= known


def test_both_hosts_of_the_compose_file_serve_one_database() -> None:
    services = COMPOSE["services"]
    assert services["one"] == services["two"]
    address = services["one"]["environment"]["CGN_DATA"]
    assert address.endswith("@database/cgn")
    assert services["database"]["environment"]["POSTGRES_DB"] == "cgn"
    assert set(services["nginx"]["depends_on"]) == {"one", "two"}


def test_the_image_is_built_from_files_that_are_there() -> None:
    build = COMPOSE["services"]["one"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Dockerfile"
    assert "COPY . /src" in IMAGE
    assert (ROOT / "constraints.txt").is_file()
