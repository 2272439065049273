"""Every command in the README and in CONTRIBUTING prints its documented output."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.picture import PICTURE, picture
from tests.cli.serving import Served
from tests.docs.blocks import ROOT, blocks
from tests.docs.shell import check_session

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples, as in a clone."""
    folder = tmp_path_factory.mktemp("clone")
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


@pytest.mark.long
@pytest.mark.parametrize("block", blocks("console", README), ids=lambda block: block[:60])
def test_the_commands_of_the_readme_print_its_outputs(
    block: str, checkout: Path, tmp_path: Path
) -> None:
    check_session(block, Path(sys.executable).parent, checkout, tmp_path)


@pytest.mark.long
def test_the_service_of_the_readme_answers_its_commands(checkout: Path, tmp_path: Path) -> None:
    (block,) = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    served = Served(tmp_path / "run.db")
    address = f"export CGN_URL={served.url} CGN_TOKEN={served.token()}"
    script = block.replace("export CGN_URL=http://127.0.0.1:8000 CGN_TOKEN=cgn_...", address)
    assert address in script
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    served.start()
    try:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script.replace("/" + "tmp/", f"{tmp_path}/")],
            cwd=checkout,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        served.kill()
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(re.findall(r"^= ", (tmp_path / "salads.cgn").read_text("utf-8"), re.MULTILINE)) == 20
    assert '{"replays":[],"next":null}' in done.stdout
    assert "% complete: 0 records" in done.stdout


def test_the_python_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    python = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(python, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize().failed == 0
    assert test.examples


def test_the_make_targets_that_are_named_exist() -> None:
    text = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"(?:`|\$ |    )make ([a-z]+)", text)):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_picture_of_a_position_is_up_to_date() -> None:
    assert picture() == PICTURE.read_text(encoding="utf-8"), "run `make docs`"


def test_the_record_in_the_readme_is_valid() -> None:
    from io import BytesIO  # noqa: PLC0415 - only here

    from notation.read import read  # noqa: PLC0415 - only here
    from replays.validate import validate  # noqa: PLC0415 - only here

    record = re.search(r"```\n(\[CGN .*?)```", README, re.DOTALL)
    assert record is not None
    report = validate(next(read(BytesIO(record[1].encode()), "readme.cgn")))
    assert (report.verdict, report.problem, report.plies) == ("incomplete", None, 4)
