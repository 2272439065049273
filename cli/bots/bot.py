"""`cgn bot`: checks that a program keeps to the protocol of bots."""

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

import click

from cli.common import find_game, wants_color
from cli.suggestions import complete_game
from engines.registry import game_names, title_of
from notation.render.visible import visible
from replays.bots.check import CheckedGame, check_bot
from replays.bots.program import Forfeit, Program

_SECONDS, _LONGEST = 1.0, 3_600.0
_SHOWN = 5
"""Mistakes that are shown of a game; after that it is plain that there are many."""


@click.group()
def bot() -> None:
    """Check that a bot keeps to the protocol, which docs/bots.md describes."""


@bot.command()
@click.argument("command")
@click.option(
    "--game",
    "names",
    multiple=True,
    metavar="GAME",
    shell_complete=complete_game,
    help="A game that it is to play; may be repeated.  [default: all that it plays]",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.01, _LONGEST),
    default=_SECONDS,
    metavar="SECONDS",
    help="What it may take for a move.",
)
def check(command: str, names: tuple[str, ...], seconds: float) -> None:
    """Have a program play each game from each seat, and say what it does wrong.

    COMMAND starts it, as in a shell: "python greedy.py". It plays with each number of seats against
    built-in players, at most 300 plies a game. What it prints on standard error is shown.

    \b
    Examples:
      cgn bot check ./mybot
      cgn bot check "node random.mjs" --game triggs

    Exit codes: 0 fine, 1 it does something wrong, 2 usage.
    """
    asked = [find_game(name).name for name in names]
    try:
        program = Program(command)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="COMMAND") from None
    with program:
        try:
            hello = program.begin()
        except Forfeit as forfeit:
            click.echo(visible(forfeit.reason))
            sys.exit(1)
        click.echo(f"{visible(hello.name) or 'It'} says hello in protocol {hello.protocol}")
        for name in asked:
            if hello.games and name not in hello.games:
                named = visible(", ".join(hello.games))
                click.echo(f"its hello does not name {name}, but {named}")
                sys.exit(1)
        games = asked or [name for name in game_names() if not hello.games or name in hello.games]
        if not games:
            click.echo(
                f"none of the games that it names is known: {visible(', '.join(hello.games))}"
            )
            sys.exit(1)
        wrong = 0
        for name, played in groupby(check_bot(program, games, seconds), attrgetter("game")):
            wrong += _report(name, list(played))
        if not program.close():
            click.echo("it did not end within half a second of `quit`, or of the end of its input")
            wrong += 1
    sys.exit(1 if wrong else 0)


def _report(name: str, games: Sequence[CheckedGame]) -> int:
    """Print how it played a game; returns how many mistakes it made."""
    mistakes = [line for game in games for line in _mistakes(game)]
    moves = sum(game.moves for game in games)
    seats = [game.seats for game in games]
    numbers = f"{min(seats)}" if min(seats) == max(seats) else f"{min(seats)} to {max(seats)}"
    time = sum(game.seconds for game in games) / max(moves, 1) * 1000
    slowest = max(game.slowest for game in games) * 1000
    verdict = click.style("fine", fg="green") if not mistakes else click.style("wrong", fg="red")
    click.echo(
        f"{title_of(name)}: {verdict}; {len(games)} games with {numbers} seats, {moves:,} moves,"
        f" {time:.1f} ms each, at most {slowest:.0f}",
        color=wants_color(sys.stdout),
    )
    for line in mistakes[:_SHOWN]:
        click.echo(f"  {line}")
    if len(mistakes) > _SHOWN:
        click.echo(f"  … and {len(mistakes) - _SHOWN} more")
    return len(mistakes)


def _mistakes(game: CheckedGame) -> Iterator[str]:
    where = f"as {game.seat} of {game.seats}"
    for illegal in game.illegal:
        problem = illegal.problem
        advice = f"; {problem.help}" if problem.help else ""
        yield (
            f"{where}, after {illegal.ply} plies: `{visible(illegal.move, 60)}` is refused:"
            f" {problem.code}: {problem.message}{advice}"
        )
    if game.forfeit:
        yield f"{where}: it forfeits: {game.forfeit}"
