"""The files of deploy/ start a service of this version, with as few rights as it needs."""

import json
import os
import shlex
import subprocess
from pathlib import Path
from shutil import which

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


def test_the_image_installs_nothing_but_what_has_a_hash() -> None:
    installs = [line for line in IMAGE if "pip install" in line]
    assert len(installs) == 2
    assert "--require-hashes --requirement /src/requirements/image.txt" in installs[0]
    assert "--no-deps --no-build-isolation /src" in installs[1]


MOST = 20
"""Tenths of `systemd-analyze security`, which rates a unit from 0, the safest, to 10."""


def test_the_unit_gives_the_service_few_rights() -> None:
    rate = ["systemd-analyze", "security", "--offline=yes", f"--threshold={MOST}"]
    done = subprocess.run(
        [*rate, str(DEPLOY / "cgn.service")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_systemd_knows_every_line_of_the_unit(tmp_path: Path) -> None:
    text = "\n".join("ExecStart=/bin/true" if "ExecStart=" in line else line for line in UNIT)
    (tmp_path / "cgn.service").write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "cgn.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "line",
    [
        "CapabilityBoundingSet=",
        "MemoryMax=4G",
        "OOMPolicy=continue",
        "PrivateUsers=yes",
        "ProcSubset=pid",
        "ProtectClock=yes",
        "ProtectHostname=yes",
        "RestrictSUIDSGID=yes",
        "SystemCallArchitectures=native",
        "UMask=0077",
    ],
)
def test_the_unit_limits(line: str) -> None:
    assert line in UNIT


@pytest.mark.parametrize("service", COMPOSE["services"])
def test_containers_write_to_volumes_and_memory_only(service: str) -> None:
    container = COMPOSE["services"][service]
    assert container["read_only"] is True
    assert container["cap_drop"] == ["ALL"]
    assert container["security_opt"] == ["no-new-privileges:true"]
    assert [place for place in container["tmpfs"] if place.partition(":")[0] == "/tmp"]  # noqa: S108
    assert container["mem_limit"][-1] == "g"


def test_no_container_runs_as_root() -> None:
    services = COMPOSE["services"]
    assert services["database"]["user"] == "postgres"
    assert "unprivileged" in services["nginx"]["image"]
    assert "USER nobody" in IMAGE


def _composer() -> list[str] | None:
    """The command of Compose: a plugin of Docker, or a program of its own."""
    for command in (["docker", "compose"], ["docker-compose"]):
        asked = [*command, "version"]
        if (
            which(command[0])
            and not subprocess.run(asked, capture_output=True, check=False).returncode
        ):
            return command
    return None


@pytest.mark.skipif(_composer() is None, reason="Docker Compose is not installed")
def test_compose_accepts_its_file() -> None:
    command = [*(_composer() or ()), "--file", str(DEPLOY / "compose.yaml"), "config", "--quiet"]
    done = subprocess.run(
        command,
        env={**os.environ, "PASSWORD": "secret"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
