"""`cgn new`: begins the record of a game."""

from pathlib import Path

import click

from cli.common import chosen_form, output_option
from cli.decks import UserDecks, deck_option
from cli.files import written
from cli.setup import (
    check_readable,
    check_set_up,
    check_text,
    checked_seed,
    chosen_game,
    game_argument,
    option_option,
)
from notation.read import Form
from notation.write import Writer
from replays.new_record import new_record
from replays.simulate import NAMES


def _names(_: click.Context, __: click.Parameter, given: str | None) -> tuple[str, ...]:
    """The players' names, which commas separate."""
    example = f"--seats {','.join(NAMES[:3])}"
    if given is None:
        raise click.UsageError(f"who plays? name the players in turn order, as in {example}")
    check_text(given, "a name")
    names = tuple(name.strip() for name in given.split(","))
    if not all(names) or given.isdecimal():
        raise click.BadParameter(f"name each player, with commas between, as in {example}")
    return names


@click.command()
@game_argument
@click.option(
    "--seats",
    "names",
    callback=_names,
    metavar="NAMES",
    help="The players, in turn order, with commas between: Ana,Bo.",
)
@click.option(
    "--seed", callback=checked_seed, metavar="TEXT", help="The text that decides every shuffle."
)
@click.option(
    "--unseen", is_flag=True, help="Real cards, in an order that nobody knows: the default."
)
@option_option
@deck_option
@output_option
@click.option("--force", is_flag=True, help="Replace FILE if it exists already.")
def new(  # noqa: PLR0913 - one for each option
    game: str,
    *,
    names: tuple[str, ...],
    seed: str | None,
    unseen: bool,
    options: dict[str, str],
    decks: UserDecks,
    output: Path | None,
    force: bool,
) -> None:
    """Begin the record of a game: its header, and the shuffles of the deal.

    With --seed, the seed decides every shuffle. Otherwise people shuffle, and each shuffle has a
    line: `~: deck _` says that nobody knows its order. Write the cards that you saw in the place
    of `_`, the top card first, and after `->` those that were turned up for everyone.

    Then add the plies in an editor. `cgn games GAME` explains the moves.

    \b
    Examples:
      cgn new triggs --seats Ana,Bo --seed tuesday-7 > tuesday.cgn
      cgn new point_salad --seats Ana,Bo,Cleo -o salad.cgn
      cgn new turkey_my_mayonnaise --seats Ana,Bo,Cleo,Dan,Eva,Finn --option teams=yes

    Exit codes: 0 fine, 2 usage, or FILE exists already, or cannot be written.
    """
    if unseen and seed is not None:
        raise click.UsageError(
            "--seed decides every shuffle, --unseen says that nobody knows them: use one"
        )
    if output is not None and output.exists() and not force:
        raise click.UsageError(f"{output} exists already; --force replaces it")
    chosen = chosen_game(game, decks)
    check_set_up(chosen, len(names), options)
    record = new_record(chosen, names, options, seed)
    check_readable(record)
    with written(output) as out:
        Writer(out, chosen_form("", None, output) or Form.TEXT).write(record)
