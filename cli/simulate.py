"""`cgn simulate`: plays complete games from a seed, and prints their records."""

import sys
from secrets import token_hex
from typing import BinaryIO, cast

import click

from cli.common import FORMS
from cli.decks import UserDecks, deck_option
from cli.progress import Bar
from cli.setup import (
    check_readable,
    check_set_up,
    checked_seed,
    chosen_game,
    game_argument,
    option_option,
)
from notation.write import Writer
from replays.simulate import MAX_PLIES, PLAYERS, player_of
from replays.simulate import simulate as play

_SEED_BYTES = 16
_MANY = 20


def _seed(context: click.Context, parameter: click.Parameter, seed: str | None) -> str:
    """The seed given; without one, 128 random bits."""
    return token_hex(_SEED_BYTES) if seed is None else checked_seed(context, parameter, seed)


@click.command()
@game_argument
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
    type=click.Choice(PLAYERS),
    default=PLAYERS[0],
    help="How they play: sensibly, or with random legal moves.",
)
@option_option
@deck_option
@click.option(
    "--max-plies",
    type=click.IntRange(min=0),
    default=MAX_PLIES,
    metavar="N",
    help="Where to stop a game that does not end.",
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
    chosen = chosen_game(game, decks)
    if form == "json" and count > 1:
        raise click.UsageError("a JSON file holds one record; use --to jsonl, one record a line")
    seeds = [seed] if count == 1 else [f"{seed}-{index}" for index in range(count)]
    writer = Writer(cast("BinaryIO", sys.stdout.buffer), FORMS[form])
    seats = chosen.seats[0] if seats is None else seats
    check_set_up(chosen, seats, options)
    shown = count >= _MANY and not sys.stdout.isatty()
    for one in Bar().over(seeds, count if shown else 0):
        record = play(chosen, seats, one, options, player_of(chosen, player), max_plies)
        check_readable(record)
        writer.write(record)
