"""`cgn simulate`: plays complete games from a seed, and prints their records."""

import sys
from secrets import token_hex
from typing import BinaryIO, cast

import click

from cli.common import FORMS, advised, find_game
from cli.decks import UserDecks, deck_option
from cli.progress import Bar
from cli.suggestions import complete_game, complete_option
from engines.deck import Deck
from engines.game import Game
from notation.fault import Fault
from notation.grammar import CONTROL_CHARACTER
from notation.limits import check_size
from notation.record import Record
from notation.write import Writer
from replays.simulate import MAX_PLIES, player_of
from replays.simulate import simulate as play

_SEED_BYTES = 16
_MANY = 20


def _seed(_: click.Context, __: click.Parameter, seed: str | None) -> str:
    """The seed given, if a record can have it; without one, 128 random bits."""
    if seed is None:
        return token_hex(_SEED_BYTES)
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise click.BadParameter("this is not UTF-8") from None
    if CONTROL_CHARACTER.search(seed.replace("\n", " ")):
        raise click.BadParameter("a seed is text without control characters")
    return seed


def _pairs(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """The options, by their names."""
    pairs: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"`{text}` is not of the form NAME=VALUE")
        if name in pairs:
            raise click.BadParameter(f"`{name}` is given twice")
        pairs[name] = value
    return pairs


@click.command()
@click.argument("game", metavar="GAME", shell_complete=complete_game)
@click.option(
    "--seats", type=int, metavar="N", help="How many players.  [default: as few as possible]"
)
@click.option(
    "--seed",
    callback=_seed,
    metavar="TEXT",
    help="The text that decides every shuffle.  [default: random]",
)
@click.option(
    "--games",
    "count",
    type=click.IntRange(min=1),
    default=1,
    metavar="K",
    help="How many games; if several, game i (from 0) has the seed TEXT-i.",
)
@click.option(
    "--player",
    type=click.Choice(["sensible", "random"]),
    default="sensible",
    help="How they play: sensibly, or any legal move.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    callback=_pairs,
    metavar="NAME=VALUE",
    shell_complete=complete_option,
    help="An option of the game; may be repeated.",
)
@deck_option
@click.option(
    "--max-plies",
    type=click.IntRange(min=0),
    default=MAX_PLIES,
    metavar="N",
    help="Where to cut off a game that does not end.",
)
@click.option(
    "--to", "form", type=click.Choice(list(FORMS)), default="text", help="The form to write."
)
def simulate(  # noqa: PLR0913 - one for each option
    game: str,
    *,
    seats: int | None,
    seed: str,
    count: int,
    player: str,
    options: dict[str, str],
    decks: UserDecks,
    max_plies: int,
    form: str,
) -> None:
    """Play complete games from a seed, and print their records.

    The same seed gives the same records on every machine. `cgn games` lists the games with their
    options.

    \b
    Examples:
      cgn simulate triggs --seats 3 --seed tuesday
      cgn simulate point_salad --option rounds=2 --seed s | cgn step -
      cgn simulate triggs --seed s --games 1000 --player random > games.cgn
      cgn simulate triggs --seed s --games 9 --to jsonl | cgn validate -

    Exit codes: 0 fine, 2 usage.
    """
    known = _on_deck(find_game(game), decks.only())
    if form == "json" and count > 1:
        raise click.UsageError("a JSON file holds one record; use --to jsonl, one record a line")
    seeds = [seed] if count == 1 else [f"{seed}-{index}" for index in range(count)]
    writer = Writer(cast("BinaryIO", sys.stdout.buffer), FORMS[form])
    seats = known.seats[0] if seats is None else seats
    try:
        known.check(seats, options)
    except Fault as fault:
        text = fault.message if fault.code == "cgn.seat-count" else advised(fault)
        raise click.UsageError(text) from None
    shown = count >= _MANY and not sys.stdout.isatty()
    for one in Bar().over(seeds, count if shown else 0):
        record = play(known, seats, one, options, player_of(known, player), max_plies)
        _check_readable(record)
        writer.write(record)


def _on_deck(game: Game, deck: Deck | None) -> Game:
    """The game on this deck, or on its own. Raises UsageError if the deck is for another game."""
    if deck is None:
        return game
    if deck.game != game.name:
        raise click.UsageError(f"--deck: this deck is for {deck.game}, not for {game.name}")
    return game if deck.digest == game.deck.digest else game.on(deck)


def _check_readable(record: Record) -> None:
    """Raise UsageError if readers would refuse the record as too long, as with a long seed."""
    try:
        check_size(record)
    except Fault as fault:
        where = "/".join(map(str, fault.where)) or "the record"
        raise click.UsageError(f"{where}: {fault.message}") from None
