"""Asks how a new game begins: the game, the players, the order of the cards."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias, TypeVar

import click
from msgspec import structs

from cli.common import advised
from cli.recorder.draft import Draft
from cli.recorder.matching import cards_meant, read_cards
from cli.setup import check_readable, check_text, dated
from engines.game import Game
from engines.registry import Decks, game_names, load_game
from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Shuffle
from notation.text_writer import write_text
from replays.opening import opening_of
from replays.set_up import new_record

T = TypeVar("T")
Ask: TypeAlias = Callable[[str, str], str]
"""Asks a question, with a text to edit. Returns the typed line."""
Say: TypeAlias = Callable[[str], None]
"""Prints a line."""


_PAUSE = ".q"
_HELP = "?"
_NAMES = "Names, with commas or spaces between, the player who begins first"
_SEED = "Any text, which decides every shuffle; Enter for a game with real cards"
_EVENT = "Any text, as `Tuesday club`; Enter for none"
_CARDS = (
    "Cards by code or by what is printed on them, with spaces or commas between; "
    f"`{UNKNOWN_CARD}` is a card that nobody saw"
)


def begin(ask: Ask, say: Say, file: str, decks: Decks) -> Draft:
    """Begin a new game from answers, up to its deal.

    After a wrong answer, the question is asked again.
    """
    games = f"The games: {', '.join(game_names())}"
    say(games)
    game = _asked(ask, say, "Game: ", _game, games)
    names = _asked(ask, say, "Players, in turn order: ", lambda text: _names(game, text), _NAMES)
    options: dict[str, str] = {}
    for option in game.options:
        if len(values := option.choices(len(names))) > 1:
            prompt = f"{option.name} ({', '.join(filter(None, values))}) [{option.default or ''}]: "
            read = partial(_option, game, option.name, names)
            value = _asked(ask, say, prompt, read, option.meaning)
            options |= {option.name: value} if value else {}
    seed = _asked(ask, say, "Seed [nobody knows the shuffles]: ", _text, _SEED)
    event = _asked(ask, say, "Event []: ", _text, _EVENT)
    record = new_record(game, names, options, seed or None)
    record = structs.replace(record, tags=dated({"Event": event}))
    check_readable(record)
    return Draft(write_text(record), file, decks)


def dealt(ask: Ask, say: Say, draft: Draft) -> Draft:
    """The game with the cards that its deal turned up. Asks for them before the first ply."""
    if draft.plies or (draft.problem is not None and draft.problem.code != "cgn.reveals"):
        return draft
    record = draft.record
    opening = opening_of(draft.game, len(record.seats), record.options)
    if opening is None or record.seed is not None:
        return draft
    at = len(opening.before)
    line = record.plies[at] if at < len(record.plies) else None
    if not isinstance(line, Shuffle) or line.reveals:
        return draft
    *places, last = opening.places or ("",)
    if places:
        say(f"Which cards lie on {', '.join(places)} and {last}, in this order?")
    else:
        say(f"Which cards does {line.pile} turn up, in the order of the table?")
    if draft.problem is None:
        say("Enter if nobody saw them")
    before = record.plies[:at]

    def turned_up(text: str) -> Draft:
        cards = read_cards(text, opening.faces)
        written = draft.with_setup(*before, structs.replace(line, reveals=cards))
        return _followed(_with_all_shuffles(written))

    return _asked(ask, say, f"{line.pile} -> ", turned_up, _CARDS)


def _asked(ask: Ask, say: Say, prompt: str, read: Callable[[str], T], explanation: str) -> T:
    """The first right answer. A wrong one is offered for editing.

    Raises EOFError to pause, and at the end of input; but if that comes after a wrong answer,
    exits with code 1 instead.
    """
    wrong: str | None = None
    while True:
        try:
            text = ask(prompt, wrong or "").strip()
        except EOFError:
            if wrong is not None:
                sys.exit(1)
            raise
        if text == _PAUSE:
            raise EOFError
        if text == _HELP:
            say(f"  {explanation}; `{_PAUSE}` stops")
            continue
        try:
            return read(text)
        except Fault as fault:
            say(f"  {advised(fault)}")
        except click.UsageError as error:
            say(f"  {error.message}")
        wrong = text


def _game(text: str) -> Game:
    names = cards_meant(text, game_names()) if text else []
    return load_game(names[0] if len(names) == 1 else text)


def _names(game: Game, text: str) -> tuple[str, ...]:
    check_text(text, "a name")
    names = [name.strip() for name in (text.split(",") if "," in text else text.split())]
    game.check(len(names), {})
    again = [name for at, name in enumerate(names) if name.casefold() in _folded(names[:at])]
    if again:
        raise click.UsageError(f"two players are called `{again[0]}`: tell them apart")
    return tuple(name for name in names if name)


def _folded(names: Sequence[str]) -> list[str]:
    return [name.casefold() for name in names]


def _option(game: Game, name: str, names: tuple[str, ...], text: str) -> str:
    if text:
        game.check(len(names), {name: text})
    return text


def _text(text: str) -> str:
    check_text(text, "this")
    return text


def _followed(draft: Draft) -> Draft:
    """The game. Raises UsageError if its deal cannot be followed with the cards so far."""
    if draft.problem is not None:
        raise click.UsageError("; ".join(filter(None, (draft.problem.message, draft.problem.help))))
    return draft


def _with_all_shuffles(draft: Draft) -> Draft:
    """The game with a line for each further shuffle of the deal, of unknown order."""
    while draft.problem is not None and draft.problem.code == "cgn.shuffle-missing":
        shuffles = [entry for entry in draft.record.plies if isinstance(entry, Shuffle)]
        draft = draft.with_setup(*shuffles, Shuffle(shuffles[-1].pile, (UNKNOWN_CARD,)))
    return draft
