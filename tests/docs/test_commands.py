"""The page of commands is up to date, and the examples in it run."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.generate import commands_page
from tests.cli.running import cgn
from tests.cli.serving import Served
from tests.docs.blocks import ROOT

PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^    (cgn .*)$", PAGE, re.MULTILINE)

ELSEWHERE = {
    "cgn test-game .": "tests/cli/authors",
    "cgn play ": "tests/cli/test_play.py",
    "cgn review ": "tests/cli/test_review.py",
    "cgn conformance ": "tests/cli/test_conformance.py",
    "cgn differ ": "tests/cli/test_differ.py",
    "cgn lsp": "tests/cli/lsp",
    "cgn open ": "tests/cli/test_export.py",
    "cgn export game.cgn --with-judge": "tests/judge/test_exported_with_judge.py",
    "cgn serve": "tests/cli/test_serve.py",
    " --watch ": "tests/cli/test_watch.py",
    " --follow ": "tests/cli/test_step_on_a_terminal.py",
    "cgn store copy ": "tests/replays/store/test_copy.py",
}
"""What does not end, takes a minute, or needs a browser, a database or a program, and its tests."""

SEED = "8f14e45fceea167a5a36dedd4bea2543"
PATH = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
"""Examples find the commands of this environment."""

INSTEAD = {
    "unseal game.cgn": "unseal secret.cgn",
    "--sealed -o tuesday.cgn": "--sealed -o sealed-tuesday.cgn",
    "--games 5000": "--games 50",
}
"""What an example says of other files than the examples before it, or takes a minute for."""

FILES = rf"""
cgn simulate triggs --seats Ana,Bo --seed a > game.cgn
cgn simulate triggs --seats Ana,Bo --seed b > yours.cgn
cgn simulate triggs --seats Ana,Bo --seed s --games 3 | sed '0,/^1\. .*/s//& ??/' > games.cgn
cgn convert games.cgn -o b.cgn.jsonl
cp game.cgn mine.cgn
digest=$(cgn validate game.cgn --format jsonl | grep -o '"digest": *"[0-9a-f]*' | cut -d'"' -f4)
sed "/^\\[Rules/a [From \"$digest 12\"]" game.cgn > other.cgn
for name in a 2025 2026 club; do cp games.cgn $name.cgn; done
mkdir -p club old uploads decks .config/fish/completions
cp games.cgn club; cp game.cgn old; cp game.cgn uploads
gzip -k games.cgn; gzip -c b.cgn.jsonl | tee games.cgn.jsonl.gz > big.cgn.jsonl.gz
cgn convert game.cgn -o game.cgn.json
seal() {{
  cgn simulate triggs --seats Ana,Bo --seed "$1" | cgn redact - --view public |
    sed "/^\[Rules/a [SeedHash \"$(printf %s "$1" | sha256sum | cut -c-64)\"]"
}}
seal tuesday-7 > sealed.cgn; seal {SEED} > secret.cgn
cp "$EXAMPLES/point_salad_table.cgn" table.cgn
cp "$EXAMPLES/mapping/club.csv" evening.csv; cp "$EXAMPLES/mapping/club.toml" .
cgn games triggs --deck | sed 's/copies = 9/copies = 10/' | tee my.toml > decks/my.toml
echo a secret of the club > secret.txt
printf '1. A: draw left right\n' > moves.txt
cp "$EXAMPLES"/../clients/bots/* . && cp random.pl mybot
cgn token create ana; cgn token create ana; cgn token create ana
cgn upload game.cgn
cgn table game.cgn --columns digest | tail -1 > id.txt
"""
"""Makes the files that examples name, and a store; the service has the game."""


def is_elsewhere(line: str) -> bool:
    """Whether an example is not run here."""
    return any(part in line for part in ELSEWHERE)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service for the examples that need one."""
    service = Served(tmp_path_factory.mktemp("served") / "run.db")
    service.start()
    yield service
    service.kill()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, served: Served) -> Path:
    """A folder with the files that examples name."""
    made = tmp_path_factory.mktemp("examples")
    (made / "token.txt").write_text(served.token(), encoding="utf-8")
    environment = {
        **os.environ,
        "PATH": PATH,
        "EXAMPLES": str(ROOT / "examples"),
        "CGN_URL": served.url,
        "CGN_TOKEN_FILE": "token.txt",
    }
    subprocess.run(["bash", "-euo", "pipefail", "-c", FILES], cwd=made, env=environment, check=True)
    return made


def run(line: str) -> int:
    """Run a line of shell in this process, as far as examples use the shell; its exit code."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    shell = iter([*lexer, ";"])
    code, piped, arguments, files = 0, None, list[str](), dict[str, Path]()
    for word in shell:
        if word in (">", ">>", "<"):
            files[word[0]] = Path(next(shell)).expanduser()
        elif word not in ("|", ";"):
            arguments.append(word)
        elif arguments[0] == "less":
            assert piped
        else:
            done = cgn(*arguments[1:], stdin=files["<"].read_bytes() if "<" in files else piped)
            assert "Error: " not in done.stderr
            if ">" in files:
                files[">"].write_bytes(done.stdout_bytes)
            code, piped = max(code, done.exit_code), done.stdout_bytes if word == "|" else None
            arguments, files = [], {}
    return code


def test_the_page_is_up_to_date() -> None:
    assert commands_page() == PAGE, "run `make docs`"


@pytest.mark.parametrize("command", ["step", "serve", "store export"])
def test_the_page_says_what_help_prints(command: str) -> None:
    assert f"### cgn {command}\n\n```text\n{cgn('help', *command.split()).stdout}```\n" in PAGE


@pytest.mark.long
@pytest.mark.parametrize("line", [line for line in EXAMPLES if not is_elsewhere(line)])
def test_an_example_runs(
    line: str, folder: Path, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("PATH", PATH)
    monkeypatch.setenv("CGN_URL", served.url)
    monkeypatch.setenv("CGN_TOKEN_FILE", "token.txt")
    there = {
        **INSTEAD,
        "https://cards.example": served.url,
        "http://127.0.0.1:8000": served.url,
        "2f0c…": Path("id.txt").read_text(encoding="utf-8").strip(),
    }
    for said, meant in there.items():
        line = line.replace(said, meant)
    assert run(line) == (1 if line.startswith("cgn diff ") else 0)


def test_what_is_run_elsewhere_is_an_example() -> None:
    for part, test in ELSEWHERE.items():
        assert any(part in line for line in EXAMPLES), part
        assert (ROOT / test).exists()
