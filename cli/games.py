"""`cgn games`: lists the games, or describes one."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

import click
from msgspec.json import encode, format  # noqa: A004 - the library's own name
from rich.text import Text

from cli.common import advised, find_game
from cli.decks import user_decks
from cli.draw.layout import labelled
from cli.draw.printing import columns, print_lines
from cli.suggestions import complete_game
from engines.game import Game, Option
from engines.registry import game_names, load_game
from engines.table import Table
from engines.zone import Visibility, Zone
from notation.chance import Chance
from notation.fault import Fault
from notation.record import Shuffle
from notation.render.visible import visible
from replays.view.explained import usually_explained

_SEEN = {
    Visibility.EVERYONE: "open to everyone",
    Visibility.OWNER: "open to their owner",
    Visibility.NOBODY: "face down",
    Visibility.TOP: "only the top card open",
}
_ORIGINS = {"standard": "the publisher's cards", "reference": "our own cards"}

_Row: TypeAlias = tuple[str, str | Text]
"""A label and its text."""


@click.command()
@click.argument("game", required=False, shell_complete=complete_game)
@click.option(
    "--rules", "parts", flag_value="rules", multiple=True, help="Print the rules, with our rulings."
)
@click.option(
    "--deck",
    "parts",
    flag_value="deck",
    multiple=True,
    help="Print the deck file, a template for your own.",
)
@click.option(
    "--schema",
    "parts",
    flag_value="schema",
    multiple=True,
    help="Print the JSON Schema of its records.",
)
def games(game: str | None, parts: tuple[str, ...]) -> None:
    """List the games, or describe one.

    \b
    Examples:
      cgn games
      cgn games triggs
      cgn games point_salad --rules | less
      cgn games triggs --schema > triggs.schema.json
      cgn games triggs --deck > my.toml

    Games of installed packages come after the others.

    Commands that read records accept your own deck file with --deck, or find it in your
    folder of decks (CGN_DECKS, else `decks` in the configuration folder of cgn).

    Exit codes: 0 fine, 2 there is no such game.
    """
    if len(set(parts)) > 1:
        raise click.UsageError("--rules, --deck and --schema are printed one at a time")
    part = parts[0] if parts else None
    if game is None:
        if part is not None:
            raise click.UsageError(f"--{part} needs a game: {', '.join(game_names())}")
        print_lines(labelled(map(_summary, _usable()), columns(), "bold"))
        print_lines(labelled(_user_decks(), columns()))
        return
    chosen = find_game(game)
    if part == "rules":
        click.echo(chosen.rules.read_text(encoding="utf-8"), nl=False)
    elif part == "deck":
        click.echo(chosen.deck_file.read_text(encoding="utf-8"), nl=False)
    elif part == "schema":
        click.echo(format(encode(chosen.schema()), indent=2))
    else:
        print_lines([Text.assemble((chosen.title, "bold"), f" ({chosen.name})")])
        print_lines(labelled(_all_about(chosen), columns()))


def _usable() -> list[Game]:
    """Every game that loads; the others are reported on standard error."""
    usable = []
    for name in game_names():
        try:
            usable.append(load_game(name))
        except Fault as fault:
            click.echo(f"Warning: {visible(advised(fault))}", err=True)
    return usable


def _summary(game: Game) -> tuple[str, str]:
    facts = [game.title, f"{_range(game.seats)} players", _ORIGINS[game.deck.origin]]
    if game.options:
        facts.append(f"options {', '.join(option.name for option in game.options)}")
    return game.name, "; ".join(facts)


def _user_decks(game: str | None = None) -> Iterator[_Row]:
    """The decks in the user's folder, for one game or for all."""
    decks = user_decks()
    for deck in decks.decks:
        if game in (None, deck.game):
            yield from _rows(
                "own deck", f'{deck.game}, [Deck "{deck.name}"]: {visible(decks.files[deck.name])}'
            )


def _range(numbers: Sequence[int]) -> str:
    """Numbers as people say them: 2 to 4, or 6, 8 or 10."""
    if len(numbers) > 1 and tuple(numbers) == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


def _all_about(game: Game) -> Iterator[_Row]:
    ours = "our own cards, not the publisher's. " if game.deck.origin == "reference" else ""
    yield from _rows("how", *usually_explained(game))
    yield from _rows("players", _range(game.seats))
    yield "rules", f"version {', '.join(game.rules_versions)}"
    yield "deck", f"{game.deck.name}: {ours}{' '.join(game.deck.source.split())}"
    for option in game.options:
        yield from _option(option)
    for spec in game.moves.specs:
        examples = ", ".join(f"`{example}`" for example in spec.examples)
        yield from _rows("move", Text(spec.usage, "bold"), spec.meaning, f"as in {examples}")
    chance = Chance("")
    table = game.set_up(game, game.seats[0], {}, chance)
    yield from _rows("zones", *_zones(table))
    yield from _rows("start", *_start(chance.shuffles, game.seats[0]))
    yield from _user_decks(game.name)


def _rows(label: str, *texts: str | Text) -> Iterator[_Row]:
    """A blank row, then a row for each text; the first has the label."""
    yield "", ""
    for number, text in enumerate(texts):
        yield "" if number else label, text


def _option(option: Option) -> Iterator[_Row]:
    lines = [f"{option.meaning}; if absent, {option.absent or option.default}"]
    for values, pairs in groupby(option.values.items(), lambda pair: pair[1]):
        lines.append(f"{', '.join(values)} with {_range([seats for seats, _ in pairs])} players")
    return _rows("option", Text(option.name, "bold"), *lines)


def _start(shuffles: Sequence[Shuffle], seats: int) -> tuple[str, str]:
    """The two ways to record a deal: by a seed, or by lines for these shuffles."""
    lines = ", ".join(f"`~: {shuffle.pile} …`" for shuffle in shuffles)
    seeded = """the deal follows from a seed, `[Seed "any words"]` in the header; then
        `cgn show FILE --ply 0` shows every hand."""
    by_hand = f"""If people shuffle, lines before ply 1 record it instead, each with the cards
        of a pile, top card first. With {seats} players: {lines}; docs/notation.md has more."""
    return " ".join(seeded.split()), " ".join(by_hand.split())


def _zones(table: Table) -> Iterator[str]:
    """The zones of a table, grouped by who sees their cards."""
    groups: dict[tuple[bool, Visibility], list[Zone]] = {}
    for zone in table.zones():
        if zone.owner in (None, table.seats[0]):
            groups.setdefault((zone.owner is None, zone.visibility), []).append(zone)
    for (shared, visibility), zones in sorted(groups.items(), key=lambda item: not item[0][0]):
        whose = "" if shared else "each seat's "
        yield f"{whose}{', '.join(zone.name for zone in zones)}: {_SEEN[visibility]}"
