"""`cgn simulate`: plays complete games from a seed, and writes their records."""

import sys
from pathlib import Path
from secrets import token_hex

import click

from cli.common import FORMS, chosen_form, output_option
from cli.decks import UserDecks, deck_option
from cli.files import written
from cli.jobs import jobs_option, none_dead
from cli.progress import Bar
from cli.setup import (
    check_readable,
    check_set_up,
    checked_seed,
    chosen_game,
    game_argument,
    names_in,
    option_option,
)
from notation.read import Form
from notation.write import Writer
from replays.simulate import MAX_PLIES, NAMES, PLAYERS, Simulation

_SEED_BYTES = 16
_MANY = 20
"""The number of games from which a bar is shown."""


def _seed(context: click.Context, parameter: click.Parameter, seed: str | None) -> str:
    """The given seed; without one, 128 random bits."""
    return token_hex(_SEED_BYTES) if seed is None else checked_seed(context, parameter, seed)


def _seats(
    _: click.Context, __: click.Parameter, given: str | None
) -> tuple[int, tuple[str, ...]] | None:
    """The number of players, and their names; for a number alone from NAMES, perhaps fewer."""
    if given is None:
        return None
    if given.lstrip("-").isdecimal():
        return int(given), NAMES[: max(int(given), 0)]
    names = names_in(given)
    return len(names), names


@click.command()
@game_argument
@click.option(
    "--seats",
    callback=_seats,
    metavar="N|NAMES",
    help="How many players, or their names: Ana,Bo.  [default: as few as possible]",
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
@jobs_option
@click.option("--format", "asked", type=click.Choice(list(FORMS)), help="The form to write.")
@output_option
def simulate(  # noqa: PLR0913 - one for each option
    game: str,
    *,
    seats: tuple[int, tuple[str, ...]] | None,
    seed: str,
    count: int,
    player: str,
    options: dict[str, str],
    decks: UserDecks,
    max_plies: int,
    jobs: int,
    asked: str | None,
    output: Path | None,
) -> None:
    """Play complete games from a seed, and write their records.

    The same seed gives the same records on every machine. `cgn games` lists the games with their
    options. The tag Source of each record says that it was simulated.

    Choosing a sensible move takes most of the time: 5 to 15 ms a game for two or three players.
    With --player random, a game takes half as long.

    \b
    Examples:
      cgn simulate triggs --seats 3 --seed tuesday
      cgn simulate point_salad --option rounds=2 --seed s | cgn step -
      cgn simulate triggs --seats Ana,Bo,Cleo --games 5000 --jobs 4 -o games.cgn.jsonl
      cgn simulate triggs --seed s --games 9 --player random | cgn validate -

    Exit codes: 0 fine, 2 usage, or FILE cannot be written.
    """
    chosen = chosen_game(game, decks)
    form = chosen_form(asked, output) or Form.TEXT
    if form is Form.JSON and count > 1:
        raise click.UsageError("a JSON file holds one record; use jsonl, one record a line")
    fewest = chosen.seats[0]
    number, names = seats or (fewest, NAMES[:fewest])
    check_set_up(chosen, number, options)
    seeds = (seed if count == 1 else f"{seed}-{index}" for index in range(count))
    work = Simulation(chosen.name, chosen.deck, names, options, player, max_plies)
    shown = count >= _MANY and (output is not None or not sys.stdout.isatty())
    with written(output) as out, none_dead():
        writer = Writer(out, form)
        for record in Bar().over(work.through(seeds, jobs), count if shown else 0):
            check_readable(record)
            writer.write(record)
