"""`cgn new-game`: writes a package with a small game that is played and tested at once."""

import keyword
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from cli.files import unwritable
from client.about import version
from engines.game import GAME_NAME
from engines.registry import game_names

_SCAFFOLD = Path(__file__).parent / "scaffold"
_NAME, _TITLE = "my_game", "My Game"
"""What stands in the scaffold for the name of the game, and for its title."""

_NAMED = (".md", ".py", ".toml", ".txt")


@click.command("new-game")
@click.argument("name")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
def new_game(name: str, folder: Path | None) -> None:
    """Write a package with a small game, to change it into yours.

    The game is played with a pack of cards. It has rules, moves, words, a player, a layout, and
    tests, and it passes `cgn test-game NAME` and pytest as it is. FOLDER is by default called like
    the game. docs/adding-a-game.md explains each file.

    \b
    Examples:
      cgn new-game old_maid
      cgn new-game old_maid games/old-maid

    Exit codes: 0 fine, 2 the name cannot be used, or the folder exists.
    """
    _check(name)
    folder = Path(name) if folder is None else folder
    if folder.exists():
        raise click.BadParameter(
            f"{folder} exists: name another folder, or remove it", param_hint="FOLDER"
        )
    try:
        _write(name, folder)
    except OSError as error:
        raise unwritable(folder, error) from None
    click.echo(
        f"{folder}: a game that is played. Try it:\n\n"
        f"  cd {folder}\n"
        "  pip install --editable .\n"
        f"  cgn test-game {name}\n"
        f"  cgn simulate {name} --seats 3 | cgn step -\n\n"
        f"Then change {name}/rules.md, and the other files after it."
    )


def _write(name: str, folder: Path) -> None:
    """Write the package, whole or not at all. Raises OSError if that fails."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as beside:
        draft = Path(beside, folder.name)
        for path, text in _files(name):
            (draft / path).parent.mkdir(parents=True, exist_ok=True)
            (draft / path).write_text(text, encoding="utf-8")
        draft.rename(folder)


def _check(name: str) -> None:
    """Raise BadParameter, with a word what to do, if a game cannot have this name."""
    problem = ""
    if re.fullmatch(GAME_NAME, name) is None:
        problem = "a game's name has lower-case letters, digits and `_`, as in old_maid"
    elif name in game_names():
        problem = "there is a game of this name: choose another, `cgn games` lists them"
    elif keyword.iskeyword(name) or name in sys.stdlib_module_names or name in ("cgn", "tests"):
        problem = f"Python has a meaning of its own for it: choose another, such as {name}_game"
    elif find_spec(name) is not None:
        problem = f"an installed package is called so: choose another, such as {name}_game"
    if problem:
        raise click.BadParameter(f"{name}: {problem}", param_hint="NAME")


def _files(name: str) -> Iterator[tuple[Path, str]]:
    """Every file of the package, by its place in the folder, with the name put in."""
    for file in sorted(_SCAFFOLD.rglob("*")):
        at = file.relative_to(_SCAFFOLD)
        if file.suffix not in _NAMED or at.parts == ("__init__.py",):
            continue
        yield _place(at, name), _named(file.read_text(encoding="utf-8"), name)


def _place(at: Path, name: str) -> Path:
    """Where a file of the scaffold lies in the package."""
    if at.parts[0] == "game":
        return Path(name, *at.parts[1:])
    return Path("tests", "test_game.py") if at.suffix == ".txt" else at


def _named(text: str, name: str) -> str:
    """A file of the scaffold for a game of this name."""
    title = name.replace("_", " ").capitalize()
    named = {
        "my-game": name.replace("_", "-"),
        _NAME: name,
        _TITLE: title,
        'dependencies = ["cgn"]': f'dependencies = ["cgn{_pinned(version())}"]',
    }
    for old, new in named.items():
        text = text.replace(old, new)
    return text


def _pinned(known: str) -> str:
    """The versions of CGN that keep what this one promises (docs/compatibility.md).

    >>> _pinned("0.1.0"), _pinned("1.4.2")
    ('>=0.1.0,<0.2', '>=1.4.2,<2')
    """
    major, minor = re.findall(r"\d+", known)[:2]
    following = f"0.{int(minor) + 1}" if major == "0" else f"{int(major) + 1}"
    return f">={known},<{following}"
