"""What holds of the files of a game: its rules, its deck, its moves, how it looks and works."""

import ast
import re
from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path

from engines.game import Game
from engines.registry import load_game
from engines.rulebook import rulebook
from engines.table import Table
from engines.toml_file import line_of
from notation.chance import Chance
from notation.fault import Fault
from replays.general.broken import Broken
from replays.general.deal import all_cards
from replays.view.explained import usually_explained

_NO_ZONE = frozenset({"lines", "sums", "notes", "numbers", "shelves", "in_play"})
"""The shapes that may be there for zones that only some options have, or for none."""


def it_is_found_by_its_name(game: Game) -> None:
    """An entry point leads to the game, so that records of it can be read."""
    try:
        found = load_game(game.name)
    except Fault as fault:
        raise Broken(
            fault.message,
            "install the package, where its pyproject.toml lies: pip install --editable .",
        ) from None
    if found is not game:
        raise Broken(f"another game is called {game.name}", "import it as its entry point names it")


def it_has_rules_and_a_deck_of_its_own(game: Game) -> None:
    """rules.md begins with the title, and has sections; deck.toml is the game's."""
    text = game.rules.read_text(encoding="utf-8")
    if not text.startswith(f"# {game.title}\n"):
        raise Broken(
            f"rules.md does not begin with the title: # {game.title}",
            "the first line is a heading with `Game.title`",
            (game.rules, 1),
        )
    _ = game.cards, game.catalogue


def its_codes_are_explained_and_used(game: Game) -> None:
    """Each code of rules.md is the rule of a Reason in the code, and the other way round."""
    rules, used = rulebook(game.name), dict(_reasons(game.folder))
    if not used:  # the code was compiled, or is elsewhere
        return
    text = game.rules.read_text(encoding="utf-8")
    for found in re.finditer(r"^- `(\w+\.[\w-]+)`:", text, re.MULTILINE):
        if found[1] not in rules:
            raise Broken(
                f"{found[1]} is no code of {game.name}, or in no numbered section",
                f"a code is `{game.name}.some-name`, in a section such as `## 2. A turn`",
                (game.rules, _line(text, found[0])),
            )
    texts = set(_texts(game.folder))
    for code in rules:
        if code.partition(".")[2] not in texts:
            raise Broken(
                f"no code gives the reason {code}",
                "a guard raises Illegal with a Reason of that name; or take the item out",
                (game.rules, _line(text, f"`{code}`")),
            )
    for rule, place in used.items():
        if not rule.startswith("cgn.") and f"{game.name}.{rule}" not in rules:
            raise Broken(
                f"the reason {rule} is not in rules.md",
                f"add a list item to a section: - `{game.name}.{rule}`: what the rule says",
                place,
            )


def _sources(folder: Path) -> Iterator[tuple[Path, ast.AST]]:
    """Everything in the code of a game."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield path, node


def _reasons(folder: Path) -> Iterator[tuple[str, tuple[Path, int]]]:
    """The rule that each Reason names, and where."""
    for path, node in _sources(folder):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            first = node.args[0] if node.func.id == "Reason" and node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value, (path, node.lineno)


def _texts(folder: Path) -> Iterator[str]:
    for _, node in _sources(folder):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _line(text: str, found: str) -> int:
    return text[: text.index(found)].count("\n") + 1


def every_move_has_examples_that_spell_it(game: Game) -> None:
    """Help and schema show the examples."""
    for spec in game.moves.specs:
        kinds = {type(game.moves.parse(example)) for example in spec.examples}
        if kinds != {spec.move}:
            raise Broken(
                f"the examples of `{spec.verb}` are {', '.join(spec.examples) or 'missing'}",
                "give at least one, and only moves of this kind",
            )
    game.schema()


def every_card_is_in_the_catalogue(game: Game) -> None:
    """The catalogue, if there is one, has a title, a name and a kind for each card.

    What cards are called in lists tells them apart.
    """
    catalogue, codes = game.catalogue, dict[str, str]()
    for code, card in catalogue.items():
        if not (card.title and card.name and card.kind):
            raise Broken(f"{code} lacks a title, a name or a kind", "give all three", game.describe)
        other = codes.setdefault(card.called, code)
        if other != code:
            raise Broken(
                f"{other} and {code} are both called {card.called}",
                "tell what else is on them in `CardKind.note`",
                game.describe,
            )
    faces = {type(card.face) for card in catalogue.values() if card.face is not None}
    if faces != {*game.faces}:
        raise Broken(
            f"the faces in the catalogue are {_named(faces)}, not {_named(game.faces)}",
            "name the types of `CardKind.face` in `Game.faces`",
            game.describe,
        )
    for table in _tables(game):
        missing = [code for code in all_cards(table) if catalogue and code not in catalogue]
        if missing:
            raise Broken(f"{missing[0]} is not in the catalogue", "describe it too", game.describe)


def _named(types: Collection[type]) -> str:
    return ", ".join(sorted(kind.__name__ for kind in types)) or "none"


def _tables(game: Game) -> Iterator[Table]:
    """The game set up with each number of seats and each choice of options."""
    for seats, options in game.starts:
        yield game.set_up(game, seats, options, Chance("general"))


def no_two_zones_of_a_seat_have_the_same_title(game: Game) -> None:
    """People know zones by their titles."""
    for table in _tables(game):
        titles = [(zone.title, zone.owner) for zone in table.zones()]
        for title, owner in titles:
            if titles.count((title, owner)) > 1:
                raise Broken(
                    f"two zones of {owner or 'nobody'} are called {title}",
                    "give one another name, or another title by `display`",
                    type(table).__init__,
                )


def its_layout_names_what_there_is(game: Game) -> None:
    """Each area of layout.toml is of a zone or a counter that some table has."""
    layout, file = game.layout, game.folder / "layout.toml"
    tables = [*_tables(game)]
    zones = {zone.name for table in tables for zone in table.zones()}
    known = zones | {counter.name for table in tables for counter in table.counters()}
    own = layout.terminal
    for area in chain(*layout.shared, *layout.seat, *own.shared, *own.seat):
        pattern, _, shape = area.partition(":")
        if (shape or layout.shapes[pattern]) not in _NO_ZONE:
            _find(pattern, known, "zone or counter", file)
    for name in (*layout.hidden, *own.hidden):
        _find(name, known, "zone or counter", file)
    for name in layout.hide_empty:
        _find(name, zones, "zone", file)
    fields = {
        f"{spec.verb}.{argument.field}" for spec in game.moves.specs for argument in spec.arguments
    }
    for place in layout.places:
        _find(place, fields, "`verb.field` of a move", file)


def _find(pattern: str, known: set[str], what: str, file: Path) -> None:
    """Raise Broken unless something has one of the names."""
    if not any(fnmatchcase(name, one) for one in pattern.split("|") for name in known):
        names = ", ".join(sorted(known))
        raise Broken(
            f"layout.toml: {pattern} is no {what}",
            f"they are {names}",
            (file, line_of(file, pattern)),
        )


def it_says_how_it_works(game: Game) -> None:
    """The lines of how.toml, if there are any, can be told with the numbers of a table."""
    file = game.folder / "how.toml"
    try:
        lines = usually_explained(game)
    except KeyError as error:
        name = error.args[0]
        raise Broken(
            f"how.toml: {{{name}}} is none of the numbers",
            "they are {most} and {hand}",
            (file, line_of(file, f"{{{name}}}")),
        ) from None
    unknown = next((line for line in lines if "None" in line), None)
    if unknown is not None:
        raise Broken(
            f"how.toml: a number is not known: {unknown}",
            "{most} needs counters with `most`, or `target`; {hand} needs `Display(most=…)`",
            (file, 1),
        )
