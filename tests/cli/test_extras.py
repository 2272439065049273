"""What works without the extras, and the message about a missing one."""

import subprocess
import sys

import pytest

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
    "plots": ("matplotlib", "numpy"),
    "postgres": ("psycopg", "psycopg_pool"),
    "screen": ("prompt_toolkit", "textual"),
    "serve": ("flask", "werkzeug", "waitress", "marshmallow", "limits"),
}
EVERY = [library for libraries in EXTRAS.values() for library in libraries]


def python(code: str, libraries: list[str]) -> subprocess.CompletedProcess[str]:
    """Run Python as if these libraries were not installed."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(libraries=libraries) + code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def cgn(*words: str, without: list[str]) -> subprocess.CompletedProcess[str]:
    return python(f"from cli.main import main; main({list(words)}, prog_name='cgn')", without)


@pytest.mark.parametrize(
    "words",
    [
        ["validate", str(EXAMPLE)],
        ["convert", str(EXAMPLE), "--to", "jsonl"],
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
        ["games", "triggs"],
        ["explain", "triggs.sum"],
        ["completion", "bash"],
        ["--help"],
    ],
    ids=lambda words: words[0],
)
def test_commands_on_records_need_no_extra(words: list[str]) -> None:
    done = cgn(*words, without=EVERY)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or words[0] == "fmt"


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("upload", "client"),
        ("download", "client"),
        ("lsp", "lsp"),
        ("serve", "serve"),
        ("store", "serve"),
        ("token", "serve"),
    ],
)
def test_a_command_says_which_extra_is_missing(command: str, extra: str) -> None:
    for words in ([command], [command, "--help"], ["help", command]):
        done = cgn(*words, without=list(EXTRAS[extra]))
        assert done.returncode == 2
        assert f"pip install 'cgn[{extra}]'" in done.stderr
        assert done.stderr.startswith(f"Error: `cgn {command}` needs ")
    other = next(libraries for name, libraries in EXTRAS.items() if name != extra)
    assert cgn(command, "--help", without=list(other)).returncode == 0


def test_sharing_work_on_a_cluster_needs_its_extra() -> None:
    done = cgn("validate", str(EXAMPLE), "--cluster", "local", without=list(EXTRAS["cluster"]))
    assert done.returncode == 2
    needed = "--cluster needs the extra `cluster`: pip install 'cgn[cluster]'"
    assert done.stderr == f"Error: {needed}\n"


def test_a_remote_file_needs_an_extra() -> None:
    done = cgn("validate", "s3://club/one.cgn", without=list(EXTRAS["cluster"]))
    assert done.returncode == 2
    needed = "this needs fsspec, which is not installed: pip install 'cgn[cluster]'"
    assert done.stderr.splitlines()[0] == f"Error: s3://club/one.cgn: {needed}"


def test_an_address_of_postgresql_needs_its_extra() -> None:
    address = "postgresql://ana:secret@db/club"
    done = cgn("store", "check", "--data", address, without=list(EXTRAS["postgres"]))
    assert done.returncode == 2
    assert done.stderr == (
        "Error: postgresql://db/club: a store on PostgreSQL needs the extra `postgres`:"
        " pip install 'cgn[postgres]'\n"
    )


def test_the_library_needs_no_extra_but_for_its_client() -> None:
    code = f"import cgn; print(cgn.validate(next(cgn.read({str(EXAMPLE)!r}))).verdict); cgn.Client"
    done = python(code, EVERY)
    assert done.stdout == "valid\n"
    last = done.stderr.splitlines()[-1]
    assert last.endswith("which is not installed: pip install 'cgn[client]'")
