"""Options of the commands that begin games, and the checks of their values."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypeVar

import click

from cli.common import advised, find_game
from cli.decks import UserDecks
from cli.suggestions import complete_game, complete_option
from engines.game import Game, options_listed
from notation.fault import Fault
from notation.grammar import CONTROL_CHARACTER
from notation.header import RESERVED, is_free
from notation.limits import check_size
from notation.record import Record
from notation.wording import suggested_text
from replays.simulate import NAMES

S = TypeVar("S", str, str | None)


def checked_seed(_: click.Context, __: click.Parameter, seed: S) -> S:
    """The value of --seed, or None. Raises BadParameter if a header cannot have it."""
    if seed is not None:
        check_text(seed, "a seed")
    return seed


def check_text(text: str, what: str) -> None:
    """Raise BadParameter if a header cannot have this text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise click.BadParameter("this is not UTF-8") from None
    if CONTROL_CHARACTER.search(text.replace("\n", " ")):
        raise click.BadParameter(f"{what} is text without control characters")


def names_in(given: str) -> tuple[str, ...]:
    """Split names at commas. Raises BadParameter if one is empty."""
    check_text(given, "a name")
    names = tuple(name.strip() for name in given.split(","))
    if not all(names):
        example = ",".join(NAMES[:3])
        raise click.BadParameter(f"name each player, with commas between, as in --seats {example}")
    return names


def _pairs(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """Split NAME=VALUE pairs. Raises BadParameter if one is malformed, or a name is given twice."""
    pairs: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"`{text}` is not of the form NAME=VALUE")
        if name in pairs:
            raise click.BadParameter(f"`{name}` is given twice")
        pairs[name] = value
    return pairs


def today() -> str:
    """The date of a new record: today, or SOURCE_DATE_EPOCH, as in reproducible builds."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    if fixed.isdecimal():
        return datetime.fromtimestamp(int(fixed), UTC).date().isoformat()
    return datetime.now().astimezone().date().isoformat()


def dated(tags: Mapping[str, str]) -> dict[str, str]:
    """The tags with today's date, unless they have a date; tags with an empty value are dropped."""
    return {name: value for name, value in {"Date": today(), **tags}.items() if value}


game_argument = click.argument("game", metavar="GAME", shell_complete=complete_game)


def _free_tags(
    context: click.Context, parameter: click.Parameter, given: tuple[str, ...]
) -> dict[str, str]:
    """Split free tags. Raises BadParameter as `_pairs` does, and for the name of another tag."""
    tags = _pairs(context, parameter, given)
    for name in tags:
        if not is_free(name):
            taken = ", ".join([*RESERVED, "A to J"])
            raise click.BadParameter(
                f"`{name}` is not the name of a free tag: that begins with a capital, and is none "
                f"of {taken}"
            )
    return tags


tag_option = click.option(
    "--tag",
    "tags",
    multiple=True,
    callback=_free_tags,
    metavar="NAME=VALUE",
    help="A line of the header, as in Event=Tuesday. Date is today's unless given; Date= has none.",
)

option_option = click.option(
    "--option",
    "options",
    multiple=True,
    callback=_pairs,
    metavar="NAME=VALUE",
    shell_complete=complete_option,
    help="An option of the game; may be repeated.",
)


def chosen_game(name: str, decks: UserDecks) -> Game:
    """The game of this name, on the deck given with --deck, if any.

    Raises BadParameter for an unknown game, and UsageError if the deck is for another game.
    """
    game, deck = find_game(name), decks.only()
    if deck is None:
        return game
    if deck.game != game.name:
        raise click.UsageError(f"--deck: this deck is for {deck.game}, not for {game.name}")
    return game if deck.digest == game.deck.digest else game.on(deck)


def check_set_up(game: Game, seats: int, options: dict[str, str]) -> None:
    """Raise UsageError if the game does not allow this number of seats or these options."""
    try:
        game.check(seats, options)
    except Fault as fault:
        names = [option.name for option in game.options]
        if fault.code == "cgn.option" and suggested_text(fault.advice) not in names:
            # In a header, a tag could have been meant.
            raise click.UsageError(f"{fault.message}; {options_listed(names)}") from None
        text = fault.message if fault.code == "cgn.seat-count" else advised(fault)
        raise click.UsageError(text) from None


def check_readable(record: Record) -> None:
    """Raise UsageError if readers would refuse the record, as for a seed or a tag too long."""
    try:
        check_size(record)
    except Fault as fault:
        where = "/".join(map(str, fault.where)) or "the record"
        raise click.UsageError(f"{where}: {advised(fault)}") from None
