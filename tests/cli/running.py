"""Runs commands in this process."""

from collections.abc import Mapping
from pathlib import Path

from click.testing import CliRunner, Result

from cli.main import main

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "triggs.cgn"
SOURCE_DATE_EPOCH, TODAY = "1795132800", "2026-11-20"
OTHER = ROOT / "examples" / "point_salad.cgn"
JAM = ROOT / "examples" / "the_jam.cgn"


def cgn(
    *arguments: str | Path,
    stdin: str | bytes | None = None,
    env: Mapping[str, str | None] | None = None,
) -> Result:
    """The result of `cgn` with these arguments; a traceback or an internal error fails the test.

    It runs without colour, 80 columns wide and on TODAY, unless `env` says otherwise.
    """
    usual = {"NO_COLOR": "1", "COLUMNS": "80", "SOURCE_DATE_EPOCH": SOURCE_DATE_EPOCH}
    runner = CliRunner(env={**usual, **(env or {})})
    result = runner.invoke(main, [str(a) for a in arguments], input=stdin, prog_name="cgn")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "cgn: internal error" not in result.stderr
    return result


def broken(folder: Path) -> Path:
    """The example with a wrong last ply: 9+2 is not 10."""
    path = folder / "broken.cgn"
    text = EXAMPLE.read_text(encoding="utf-8")
    path.write_text(
        text.replace("88. B: cross 10 10,10", "88. B: cross 10 10,9+2"), encoding="utf-8"
    )
    return path


def begun_game(seed: str) -> str:
    """A record of a game without plies."""
    header = {"CGN": "1", "Game": "triggs", "Rules": "1", "A": "Ana", "B": "Bo", "Seed": seed}
    return "".join(f'[{name} "{value}"]\n' for name, value in header.items()) + "\n= * 0 0\n"
