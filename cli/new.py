"""`cgn new`: begins the record of a game."""

import os
import shlex
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from secrets import token_hex

import click
from msgspec.structs import replace

from cli.common import chosen_form, output_option
from cli.decks import UserDecks, deck_option
from cli.files import written
from cli.inputs import unreadable
from cli.setup import (
    check_readable,
    check_set_up,
    checked_seed,
    chosen_game,
    dated,
    game_argument,
    names_in,
    option_option,
    tag_option,
)
from notation.chance import seed_hash
from notation.read import Form
from notation.render.visible import visible
from notation.write import Writer
from replays.set_up import new_record
from replays.simulate import NAMES


def _names(_: click.Context, __: click.Parameter, given: str | None) -> tuple[str, ...]:
    """The players' names, which commas separate."""
    example = f"--seats {','.join(NAMES[:3])}"
    if given is None:
        raise click.UsageError(f"who plays? name the players in turn order, as in {example}")
    if given.isdecimal():
        raise click.BadParameter(f"name each player, with commas between, as in {example}")
    return names_in(given)


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
@click.option(
    "--sealed",
    is_flag=True,
    help="A new seed, of which the record has the hash only; FILE.seed keeps it. Needs -o.",
)
@option_option
@tag_option
@deck_option
@output_option
@click.option("--force", is_flag=True, help="Replace FILE if it exists already.")
def new(  # noqa: PLR0913 - one for each option
    game: str,
    *,
    names: tuple[str, ...],
    seed: str | None,
    unseen: bool,
    sealed: bool,
    options: dict[str, str],
    tags: dict[str, str],
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
      cgn new point_salad --seats Ana,Bo,Cleo --tag "Event=Tuesday club" -o salad.cgn
      cgn new triggs --seats Ana,Bo --sealed -o tuesday.cgn
      cgn new turkey_my_mayonnaise --seats Ana,Bo,Cleo,Dan,Eva,Finn --option teams=yes

    Exit codes: 0 fine, 2 usage, or FILE exists already, or cannot be written.
    """
    if unseen and seed is not None:
        raise click.UsageError(
            "--seed decides every shuffle, --unseen says that nobody knows them: use one"
        )
    if sealed and (unseen or seed is not None):
        raise click.UsageError("--sealed makes a seed of its own: leave --seed and --unseen out")
    if sealed and output is None:
        raise click.UsageError("--sealed keeps the seed beside the record: name it with -o FILE")
    if output is not None and output.exists() and not force:
        raise click.UsageError(f"{output} exists already; --force replaces it")
    chosen = chosen_game(game, decks)
    check_set_up(chosen, len(names), options)
    record = replace(new_record(chosen, names, options, seed), tags=dated(tags))
    check_readable(record)
    with ExitStack() as stack:
        if sealed and output is not None:
            kept = stack.enter_context(_kept_seed(output))
            record = replace(record, seed_hash=seed_hash(kept))
        out = stack.enter_context(written(output))
        Writer(out, chosen_form(None, output) or Form.TEXT).write(record)


@contextmanager
def _kept_seed(record: Path) -> Iterator[str]:
    """A new seed, kept in a file beside the record that only the owner may read.

    An exception within removes the file. Raises UsageError if the file exists: a game is never
    proved without its seed, so none is overwritten.
    """
    path, seed = record.with_name(f"{record.name}.seed"), token_hex(16)
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise click.UsageError(f"{path} exists already, and keeps a seed: use another -o") from None
    except OSError as error:
        raise unreadable(str(path), error) from None
    try:
        with os.fdopen(file, "w", encoding="utf-8") as kept:
            kept.write(f"{seed}\n")
        yield seed
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    shown = visible(str(path))
    click.echo(f"{shown} keeps the seed: show it to nobody before the end. Then", err=True)
    command = f'cgn unseal {shlex.quote(str(record))} --seed "$(cat {shlex.quote(str(path))})"'
    click.echo(f"  {visible(command)}", err=True)
