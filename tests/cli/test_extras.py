"""What works without the extras, and the message about a missing one."""

import json
import subprocess
import sys
from collections.abc import Iterable
from typing import TypeAlias

import pytest
from click import Context

from cli.main import LazyGroup, main
from tests.cli.running import EXAMPLE, ROOT

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {libraries}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""
EXTRAS = {
    "client": ("requests", "urllib3"),
    "cluster": ("dask", "distributed", "fsspec"),
    "lsp": ("pygls", "lsprotocol"),
    "pictures": ("resvg_py", "PIL"),
    "plots": ("matplotlib", "numpy"),
    "postgres": ("psycopg", "psycopg_pool"),
    "screen": ("prompt_toolkit", "textual"),
    "serve": ("flask", "werkzeug", "sqlite_utils", "waitress", "marshmallow", "limits"),
}
EVERY = [library for libraries in EXTRAS.values() for library in libraries]


COMMANDS = [
    ["validate", str(EXAMPLE)],
    ["convert", str(EXAMPLE), "--format", "jsonl"],
    ["step", str(EXAMPLE)],
    ["show", str(EXAMPLE), "--legal"],
    ["fmt", "--check", str(EXAMPLE)],
    ["diff", str(EXAMPLE), "--ply", "1", "--ply", "1"],
    ["simulate", "triggs", "--seed", "s"],
    ["table", str(EXAMPLE)],
    ["filter", str(EXAMPLE), "--where", "seats = 2"],
    ["merge", str(EXAMPLE), "--sort", "date"],
    ["strip", str(EXAMPLE), "--names"],
    ["stats", str(EXAMPLE)],
    ["new", "triggs", "--seats", "Ana,Bo"],
    ["record", str(EXAMPLE)],
    ["export", str(EXAMPLE), "--svg"],
    ["games", "triggs"],
    ["explain", "triggs.sum"],
    ["completion", "bash"],
    ["--help"],
]
NEEDS = {"upload": "client", "download": "client", "lsp": "lsp"}
NEEDS |= dict.fromkeys(("serve", "store", "token"), "serve")
RUN = """
import json
from click.testing import CliRunner
from cli.main import main

for words in {commands}:
    done = CliRunner().invoke(main, words, prog_name="cgn")
    print(json.dumps((done.exit_code, done.stdout, done.stderr)))
"""
Done: TypeAlias = tuple[int, str, str]
"""An exit code, an output, and errors."""


def python(code: str, libraries: Iterable[str]) -> subprocess.CompletedProcess[str]:
    """Run Python as if these libraries were not installed."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(libraries=set(libraries)) + code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def cgn(*commands: list[str], without: Iterable[str]) -> list[Done]:
    """The results of commands, which one process without these libraries runs in turn."""
    done = python(RUN.format(commands=commands), without)
    return [(code, out, errors) for code, out, errors in map(json.loads, done.stdout.splitlines())]


def test_commands_on_records_need_no_extra() -> None:
    for words, done in zip(COMMANDS, cgn(*COMMANDS, without=EVERY), strict=True):
        code, output, errors = done
        assert (code, errors) == (0, ""), words
        assert output or words[0] == "fmt", words


@pytest.mark.parametrize("extra", sorted(set(NEEDS.values())))
def test_a_command_needs_its_extra_alone_and_says_if_it_is_missing(extra: str) -> None:
    commands = [command for command, needed in NEEDS.items() if needed == extra]
    asked = [
        (command, words)
        for command in commands
        for words in ([command], [command, "--help"], ["help", command])
    ]
    refused = cgn(*[words for _, words in asked], without=EXTRAS[extra])
    for (command, _), (code, _, errors) in zip(asked, refused, strict=True):
        assert code == 2
        assert f"pip install 'cgn[{extra}]'" in errors
        assert errors.startswith(f"Error: `cgn {command}` needs ")
    helped = cgn(
        *[[command, "--help"] for command in commands], without={*EVERY} - {*EXTRAS[extra]}
    )
    assert [code for code, _, _ in helped] == [0] * len(commands)


def test_a_module_of_ours_that_is_missing_is_no_missing_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object) -> None:
        raise ModuleNotFoundError("no such module", name=f"{LazyGroup.__module__}.gone")

    monkeypatch.setattr("cli.main.import_module", fails)
    with pytest.raises(ModuleNotFoundError, match="no such module"):
        LazyGroup().get_command(Context(main), "serve")


def test_pictures_of_pixels_need_an_extra() -> None:
    drawn, *refused = cgn(
        *[["export", str(EXAMPLE), *words] for words in (["--svg"], ["--png"], ["--gif", "1-2"])],
        without=EXTRAS["pictures"],
    )
    assert (drawn[0], drawn[2]) == (0, "")
    install = "pip install 'cgn[pictures]'"
    assert refused == [
        (2, "", f"Error: {option} needs the extra `pictures`: {install}\n")
        for option in ("--png", "--gif")
    ]


def test_sharing_work_on_a_cluster_and_remote_files_need_an_extra() -> None:
    shared, remote = cgn(
        ["validate", str(EXAMPLE), "--cluster", "local"],
        ["validate", "s3://club/one.cgn"],
        without=EXTRAS["cluster"],
    )
    install = "pip install 'cgn[cluster]'"
    assert shared == (2, "", f"Error: --cluster needs the extra `cluster`: {install}\n")
    assert remote[0] == 2
    needed = f"this needs fsspec, which is not installed: {install}"
    assert remote[2].splitlines()[0] == f"Error: s3://club/one.cgn: {needed}"


def test_an_address_of_postgresql_needs_its_extra() -> None:
    address = "postgresql://ana:secret@db/club"
    ((code, _, errors),) = cgn(["store", "check", "--data", address], without=EXTRAS["postgres"])
    assert code == 2
    assert errors == (
        "Error: postgresql://db/club: a store on PostgreSQL needs the extra `postgres`:"
        " pip install 'cgn[postgres]'\n"
    )


def test_the_library_needs_no_extra_but_for_its_client() -> None:
    code = f"import cgn; print(cgn.validate(next(cgn.read({str(EXAMPLE)!r}))).verdict); cgn.Client"
    done = python(code, EVERY)
    assert done.stdout == "valid\n"
    last = done.stderr.splitlines()[-1]
    assert last.endswith("which is not installed: pip install 'cgn[client]'")
