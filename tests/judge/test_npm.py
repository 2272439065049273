"""The package @cgn/judge, in Node and in Chromium."""

import json
import re
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from pages.judge import Manifest
from tests.api.pages.browser import needs_chromium, opened
from tests.api.pages.conftest import browser
from tests.docs.blocks import ROOT, titled
from tests.judge.conftest import of_packaging

pytestmark = pytest.mark.long

__all__ = ["browser"]

README = (ROOT / "clients" / "judge" / "README.md").read_text(encoding="utf-8")
((_, EXAMPLE),) = titled("js", README)
SAID = """\
incomplete 2
A draw left left
Ana crosses two boxes of row 3 with 3 and 3, and fills it A
draw right left 3
cgn.reveals 9
refused this game has no ply 9: it comes to ply 2
"""
"""What the example of the README prints."""

NAMES = ("answers.d.ts", "asking.js", "embed.js", "index.d.ts", "index.js", "node-worker.js")
OTHERS = ("README.md", "node.js", "package.json", "questions.js")

STUCK = """
import { Judge, JudgeProblem } from "@cgn/judge";
const log = process.argv[2];
const judge = new Judge({ longest: 2_000 });
const told = (error) => [error instanceof JudgeProblem, error.kind, error.message];
const caught = (promise) => promise.catch(told);
const asked = [judge.check(log.repeat(10_000)), judge.legal(log, { ply: 1 })];
const said = [await caught(asked[0]), (await asked[1]).seats];
const left = judge.check(log);
judge.close();
said.push(await caught(left), await caught(judge.check(log)));
console.log(JSON.stringify(said));
"""
"""Asks what takes too long, and more behind it; then closes the judge while it is asked."""

MISSING = """
import { Judge } from "@cgn/judge";
const judge = new Judge();
const { kind, message } = await judge.ready().catch((error) => error);
console.log(kind, message.includes("judge.zip"));
"""


def node(package: Path, program: str, *arguments: str) -> str:
    """What a program that imports the package prints."""
    file = package.parents[2] / "program.mjs"
    file.write_text(program, encoding="utf-8")
    done = subprocess.run(
        ["node", str(file), *arguments], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_runs_in_node(package: Path) -> None:
    assert EXAMPLE.count("\n") <= 30
    assert node(package, EXAMPLE) == SAID


def test_a_stuck_judge_is_ended_and_the_next_question_has_another(package: Path) -> None:
    log = (ROOT / "examples" / "triggs.cgn").read_text(encoding="utf-8")
    slow, other, closed, later = json.loads(node(package, STUCK, log + "\n"))
    assert slow == [True, "timeout", "this takes the judge too long"]
    assert other == ["B"]
    assert closed == later == [True, "closed", "the judge is closed"]


def test_a_judge_that_does_not_start_says_why(package: Path) -> None:
    file = package / "judge" / "judge.zip"
    held = file.rename(file.with_suffix(".held"))
    try:
        assert node(package, MISSING) == "failed true\n"
    finally:
        held.rename(file)


def test_npm_packs_the_judge_and_what_asks_it(package: Path, built: Manifest) -> None:
    command = ["npm", "pack", "--dry-run", "--json"]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True, check=True)
    (packed,) = json.loads(done.stdout)
    judge = [f"judge/{name}" for name in (*built.files, "frame.html")]
    found = {file["path"] for file in packed["files"]}
    drawn = {name for name in found if name.startswith("judge/static/")}
    assert found - drawn == {*NAMES, *OTHERS, *judge}
    assert {"judge/static/replay.js", "judge/static/figtree.woff2"} < drawn
    assert (packed["name"], packed["version"]) == ("@cgn/judge", version("cgn"))


def test_the_readme_names_the_interpreter_that_is_packed() -> None:
    assert of_packaging("build").PYODIDE.replace("pyodide@", "Pyodide ") in README


def test_its_declarations_name_what_it_exports(package: Path) -> None:
    declared = (package / "index.d.ts").read_text(encoding="utf-8")
    questions = (package / "questions.js").read_text(encoding="utf-8")
    methods = set(re.findall(r"^  (?:async )?(\w+)\([^)]*\) \{$", questions, re.MULTILINE))
    named = set(re.findall(r"^  (\w+)\(", declared, re.MULTILINE))
    assert named == methods
    reexported = re.search(r"export type \{([^}]*)\} from", declared)
    assert reexported is not None
    answers = (package / "answers.d.ts").read_text(encoding="utf-8")
    for name in re.findall(r"^  (\w+)", reexported[1], re.MULTILINE):
        assert re.search(rf"^export (?:interface|type) {name}\b", answers, re.MULTILINE), name


class Site(SimpleHTTPRequestHandler):
    """A site with the policies that the README names."""

    def end_headers(self) -> None:
        """Send the policy of the page, or that of the worker."""
        (policy,) = re.findall(r"`(default-src [^`]*)`", README)
        page = (
            "default-src 'none'; script-src 'self' 'unsafe-inline'; worker-src 'self';"
            " style-src 'self'; font-src 'self'; img-src 'self' data:"
        )
        is_worker = self.path.endswith("worker.js")
        self.send_header("Content-Security-Policy", " ".join(policy.split()) if is_worker else page)
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


@pytest.fixture
def address(package: Path) -> Iterator[str]:
    """A site with the package, and a page that runs the example."""
    root = package.parents[2]
    imports = json.dumps({"imports": {"@cgn/judge": "/node_modules/@cgn/judge/index.js"}})
    (root / "index.html").write_text(
        f'<!doctype html><link rel="icon" href="data:,"><script type="importmap">{imports}</script>'
        '<script type="module" src="example.js"></script><pre></pre>'
    )
    shows = EXAMPLE.replace("console.log(", "print(")
    shows += (
        "function print(...all) { document.querySelector('pre').append(`${all.join(' ')}\\n`) }"
    )
    (root / "example.js").write_text(shows, encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Site, directory=str(root))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@needs_chromium
def test_the_example_runs_in_a_browser_under_a_strict_policy(
    browser: Browser, address: str
) -> None:
    with opened(browser) as page:
        page.goto(address)
        expect(page.locator("pre")).to_have_text(SAID)
