"""Games from installed packages, each by an entry point of the group `cgn.games`.

    [project.entry-points."cgn.games"]
    posy = "posy:GAME"

The name of an entry point is the game's name, its value a Game. Packages are looked up once, and
a package is imported when its game is first asked for.
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from re import fullmatch
from traceback import extract_tb

from engines.deck import BadDeck
from engines.game import GAME_NAME, Game
from engines.toml_file import BadFile, line_of_quoted
from notation.chance import Chance
from notation.fault import Fault
from notation.header import header_where

GROUP = "cgn.games"


@cache
def installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The entry points of the games in packages, by the game's name, sorted."""
    games: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        games[entry.name] = (*games.get(entry.name, ()), entry)
    return games


def packages() -> tuple[str, ...]:
    """The packages that provide games, with their versions, sorted."""
    entries = (entry for named in installed().values() for entry in named)
    return tuple(sorted({_package(entry) for entry in entries}))


def package_of(file: str) -> str | None:
    """The package, with its version, that provides a game and has this file of code."""
    for entries in installed().values():
        for entry in entries:
            module = sys.modules.get(entry.module.partition(".")[0])
            if module is None or module.__file__ is None:
                continue
            path = Path(module.__file__)
            if Path(file).is_relative_to(path.parent if path.stem == "__init__" else path):
                return _package(entry)
    return None


def load_installed(name: str) -> Game:
    """The game of this name from a package.

    Raises Fault, which names the package, if the game cannot be used.
    """
    game = _load(name)
    if isinstance(game, str):
        raise Fault("cgn.game", game, "fix the package, or remove it", header_where("Game"))
    return game


@cache
def _load(name: str) -> Game | str:
    """The game, or the reason why it cannot be used."""
    entries = installed()[name]
    packages = ", ".join(map(_package, entries))
    if len(entries) > 1:
        return f'several packages provide the game "{name}": {packages}'
    game: Game | None = None
    try:
        game = entries[0].load()
        problem = _problem(game, entries[0])
    except BadDeck as bad:
        line = line_of_quoted(game.deck_file, bad.message) if isinstance(game, Game) else 0
        problem = f"deck.toml{f', line {line}' if line else ''}: {bad.message}"
    except BadFile as bad:
        problem = str(bad)
    except FileNotFoundError as error:
        problem = f"there is no file {error.filename}"
    except Exception as error:  # noqa: BLE001 - the package's code may raise anything
        problem = " ".join(f"{type(error).__name__}: {error}".split())
        place = _place_in_package(entries[0], error)
        problem += f" ({place})" if place else ""
    if problem is not None or game is None:
        return f'the game "{name}" of the package {packages} cannot be used: {problem}'
    return game


def _place_in_package(entry: EntryPoint, error: BaseException) -> str:
    """Where in its package an exception was raised; empty if it says so itself."""
    spec = find_spec(entry.module.partition(".")[0])
    if spec is None or spec.origin is None or isinstance(error, SyntaxError):
        return ""
    return place_in(Path(spec.origin).parent, error)


def place_in(folder: Path, error: BaseException) -> str:
    """The file and the line of a folder where an exception was raised; empty if elsewhere.

    `posy/flow.py, line 12`.
    """
    for frame in reversed(extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(folder):
            return place(folder, Path(frame.filename), frame.lineno or 1)
    return ""


def place(folder: Path, file: Path, line: int) -> str:
    """A line of a file of a game, by the folder of the game."""
    return f"{file.relative_to(folder.parent).as_posix()}, line {line}"


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def _problem(game: object, entry: EntryPoint) -> str | None:
    """Why an object is not the game that its entry point names.

    Raises BadDeck or OSError if its deck or its rules cannot be read, BadFile if its layout or how
    it works is wrong, and whatever its code raises when a game is dealt.
    """
    if not isinstance(game, Game):
        return f"`{entry.value}` is not a Game, but a {type(game).__name__}"
    if game.name != entry.name:
        return f'`{entry.value}` is the game "{game.name}"'
    if fullmatch(GAME_NAME, game.name) is None or game.name == "cgn":
        return "a game's name has lower-case letters, digits and `_`, and is not `cgn`"
    game.rules.read_text(encoding="utf-8")
    _ = game.layout, game.how
    _deal(game)
    return None


def _deal(game: Game) -> None:
    """Deal a game: a table that lacks a method, and most slips of a set-up, raise here."""
    seats = game.seats[0]
    choices = {option.name: option.choices(seats) for option in game.options}
    options = {name: values[0] for name, values in choices.items() if values and values[0]}
    game.set_up(game, seats, options, Chance(""))
