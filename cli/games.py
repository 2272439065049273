"""`cgn games`: lists the games, or describes one."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import click
from msgspec.json import encode, format  # noqa: A004 - the library's own name
from rich.text import Text

from cli.common import advised, find_game
from cli.decks import UserDecks, user_decks
from cli.draw.layout import flow, words
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

_SEEN = {
    Visibility.EVERYONE: "open to everyone",
    Visibility.OWNER: "open to their owner",
    Visibility.NOBODY: "face down",
    Visibility.TOP: "only the top card open",
}
_ORIGINS = {"standard": "the publisher's cards", "reference": "our own cards"}
_INDENT = Text(" " * 9)


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

    Commands that read records take a deck file of your own with --deck, or find it in your
    folder of decks (CGN_DECKS, else `decks` in the configuration folder of cgn).

    Exit codes: 0 fine, 2 there is no such game.
    """
    if len(set(parts)) > 1:
        raise click.UsageError("--rules, --deck and --schema are printed one at a time")
    part = parts[0] if parts else None
    if game is None:
        if part is not None:
            raise click.UsageError(f"--{part} needs a game: {', '.join(game_names())}")
        print_lines(_list(_usable(), columns()))
        print_lines(_user_decks(user_decks(), columns()))
        return
    known = find_game(game)
    if part == "rules":
        click.echo(known.rules.read_text(encoding="utf-8"), nl=False)
    elif part == "deck":
        click.echo(known.deck_file.read_text(encoding="utf-8"), nl=False)
    elif part == "schema":
        click.echo(format(encode(known.schema()), indent=2))
    else:
        print_lines(_all_about(known, columns()))
        print_lines(_user_decks(user_decks(), columns(), known.name))


def _usable() -> list[Game]:
    """Every game that can be used; one that cannot be is reported on standard error."""
    found = []
    for name in game_names():
        try:
            found.append(load_game(name))
        except Fault as fault:
            click.echo(f"Warning: {visible(advised(fault))}", err=True)
    return found


def _list(known: Sequence[Game], width: int) -> Iterator[Text]:
    names = max(len(game.name) for game in known)
    for game in known:
        facts = [game.title, f"{_range(game.seats)} players", _ORIGINS[game.deck.origin]]
        if game.options:
            facts.append(f"options {', '.join(option.name for option in game.options)}")
        first = Text(f"{game.name:<{names}}  ", "bold")
        yield from flow(words("; ".join(facts)), width, first=first, gap=" ")


def _user_decks(decks: UserDecks, width: int, game: str | None = None) -> Iterator[Text]:
    """The decks in the user's folder, for one game or for all."""
    for deck in decks.decks:
        if game in (None, deck.game):
            text = f'{deck.game}, [Deck "{deck.name}"]: {visible(decks.files[deck.name])}'
            yield Text()
            yield from flow(words(text), width, first=Text("own deck ", "cyan"), gap=" ")


def _range(numbers: Sequence[int]) -> str:
    """Numbers as people say them: 2 to 4, or 6, 8 or 10."""
    if len(numbers) > 1 and tuple(numbers) == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    *most, last = map(str, numbers)
    return f"{', '.join(most)} or {last}" if most else last


def _all_about(game: Game, width: int) -> Iterator[Text]:
    yield Text.assemble((game.title, "bold"), f" ({game.name})")
    yield Text()
    ours = "our own cards, not the publisher's. " if game.deck.origin == "reference" else ""
    deck = f"{game.deck.name}: {ours}{game.deck.source}"
    for name, value in (
        ("players", _range(game.seats)),
        ("rules", f"version {', '.join(game.rules_versions)}"),
        ("deck", deck),
    ):
        yield from flow(words(value), width, first=Text(f"{name:<9}", "cyan"), gap=" ")
    for option in game.options:
        yield from _option(option, width)
    yield from _moves(game, width)
    chance = Chance("")
    table = game.set_up(game, game.seats[0], {}, chance)
    yield from _zones(table, width)
    yield from _start(chance.made, game.seats[0], width)


def _option(option: Option, width: int) -> Iterator[Text]:
    yield Text()
    yield Text.assemble(("option   ", "cyan"), (option.name, "bold"))
    lines = [f"{option.meaning}; if absent, {option.absent or option.default}"]
    for values, pairs in groupby(option.values.items(), lambda pair: pair[1]):
        lines.append(f"{', '.join(values)} with {_range([seats for seats, _ in pairs])} players")
    for line in lines:
        yield from flow(words(line), width, first=_INDENT, gap=" ")


def _moves(game: Game, width: int) -> Iterator[Text]:
    for spec in game.moves.specs:
        yield Text()
        yield Text.assemble(("move     ", "cyan"), (spec.usage, "bold"))
        lines = [spec.meaning, "as in " + ", ".join(f"`{example}`" for example in spec.examples)]
        for line in lines:
            yield from flow(words(line), width, first=_INDENT, gap=" ")


def _start(made: Sequence[Shuffle], seats: int, width: int) -> Iterator[Text]:
    """How a record states its deal; `made` are the shuffles of a game for so many seats."""
    lines = ", ".join(f"`~: {shuffle.pile} …`" for shuffle in made)
    seeded = """the deal follows from a seed, `[Seed "any words"]` in the header; then
        `cgn show FILE --ply 0` shows every hand."""
    by_hand = f"""If people shuffle, lines before ply 1 record it instead, each with the cards
        of a pile, top card first. With {seats} players: {lines}; docs/notation.md has more."""
    yield Text()
    label = Text("start    ", "cyan")
    yield from flow(words(seeded), width, first=label, gap=" ")
    yield from flow(words(by_hand), width, first=_INDENT, gap=" ")


def _zones(table: Table, width: int) -> Iterator[Text]:
    """Where cards lie, on a table with the fewest seats."""
    groups: dict[tuple[bool, Visibility], list[Zone]] = {}
    for zone in table.zones():
        if zone.owner in (None, table.seats[0]):
            groups.setdefault((zone.owner is None, zone.visibility), []).append(zone)
    yield Text()
    for (shared, visibility), zones in sorted(groups.items(), key=lambda item: not item[0][0]):
        whose = "" if shared else "each seat's "
        text = f"{whose}{', '.join(zone.name for zone in zones)}: {_SEEN[visibility]}"
        yield from flow(words(text), width, first=Text("zones    ", "cyan"), gap=" ")
