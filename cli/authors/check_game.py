"""`cgn test-game`: checks that what holds in every game holds in this one."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from re import fullmatch

import click

from cgn.testing import CHECKS
from cli.authors import terminal
from cli.authors.project import FILE, BadProject, used
from cli.common import counted, find_game, wants_color
from cli.suggestions import complete_game
from engines.game import GAME_NAME, Game
from engines.installed import package_of
from engines.registry import game_names, load_game
from notation.fault import Fault
from notation.render.visible import visible
from replays.general.check import DEALS, Check, Failure

_MOST = 100_000


@click.command("test-game")
@click.argument("name", metavar="NAME|FOLDER", shell_complete=complete_game)
@click.option(
    "--deals",
    type=click.IntRange(1, _MOST),
    default=DEALS,
    metavar="N",
    help="How many deals each check plays.",
)
def check_game(name: str, deals: int) -> None:
    """Check that what holds in every game holds in this one.

    NAME is an installed game, and FOLDER one with the pyproject.toml of a package with games, which
    need not be installed. Each check is a line; one that fails says what it found, in which file
    and which deal, and what to do. The tests of a package run the same checks by `cgn.testing`, but
    for the drawing in a terminal.

    \b
    Examples:
      cgn test-game triggs --deals 5
      cgn test-game . --deals 200

    Exit codes: 0 fine, 1 something does not hold, 2 usage, or there is no such game.
    """
    with _games(name) as names:
        wrong = sum([_wrong(game, deals) for game in names])
    sys.exit(1 if wrong else 0)


@contextmanager
def _games(name: str) -> Iterator[tuple[str, ...]]:
    """The names of the games that are meant, which are known within this block.

    Raises BadParameter if there are none.
    """
    folder = Path(name)
    is_project = (folder / FILE).is_file() or (folder.is_dir() and not fullmatch(GAME_NAME, name))
    if not is_project:  # beside a pyproject.toml, the folder of the code has the name of the game
        yield (name if name in game_names() else find_game(name).name,)
        return
    try:
        with used(folder.resolve()) as names:
            yield names
    except BadProject as bad:
        raise click.BadParameter(str(bad), param_hint="FOLDER") from None


def _wrong(name: str, deals: int) -> int:
    """Print what each check finds in a game; returns how many find something wrong."""
    try:
        game = load_game(name)
    except Fault as fault:
        _line("wrong", f"it can be loaded: {fault.message}")
        return 1
    package = package_of(str(game.folder / "__init__.py"))
    click.echo(f"{game.title} ({package or game.name}), {counted(deals, 'deal')}")
    checks = (*CHECKS, *terminal.OF_DEALS)
    wrong = sum([_fails(check, game, deals) for check in checks])
    if wrong:
        click.echo(f"{counted(wrong, 'check')} of {len(checks)} found something wrong")
    return wrong


def _fails(check: Check, game: Game, deals: int) -> bool:
    """Whether a game fails a check; its line is printed."""
    try:
        check(game, deals)
    except Failure as failure:
        _line("wrong", str(failure))
        return True
    _line("fine", str(check))
    return False


def _line(verdict: str, text: str) -> None:
    first, *others = text.split("\n")
    color = wants_color(sys.stdout)
    sign = click.style(f"{verdict:5}", fg="green" if verdict == "fine" else "red")
    click.echo(f"{sign} {visible(first)}", color=color)
    for line in others:
        click.echo(f"      {visible(line)}")
