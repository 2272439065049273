"""The known games, of this repository and of installed packages, and their decks.

A game of this repository is its folder and a line in GAMES. A package provides one by an entry
point (engines/installed.py); these are looked up only for names that are not in GAMES.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module

from engines.deck import BadDeck, Deck
from engines.game import Game
from notation.fault import Fault
from notation.header import header_where
from notation.nearest import did_you_mean

GAMES = (
    "grab_your_breakfast",
    "point_salad",
    "the_jam",
    "triggs",
    "turkey_my_mayonnaise",
)
"""The games of this repository."""


@cache
def load_game(name: str) -> Game:
    """The game of this name, loaded once.

    Raises Fault if there is none, or if its package cannot be used.
    """
    if name in GAMES:
        game: Game = import_module(f".{name}", __package__).GAME
        return game
    from engines.installed import installed, load_installed  # noqa: PLC0415 - slow to import

    if name in installed():
        return load_installed(name)
    raise unknown_game(name)


def unknown_game(name: str) -> Fault:
    """The fault in a name that no game has."""
    names = game_names()
    return Fault(
        "cgn.game",
        f'unknown game "{name}"',
        did_you_mean(name.lower().replace(" ", "_"), names) or f"the games are {', '.join(names)}",
        header_where("Game"),
    )


def game_or_none(name: str) -> Game | None:
    """The game of this name; None if there is none, or none that can be used."""
    try:
        return load_game(name)
    except Fault:
        return None


def title_of(name: str) -> str:
    """The title of a game; its name if it cannot be used here."""
    game = game_or_none(name)
    return name.replace("_", " ") if game is None else game.title


def usable_games() -> list[Game]:
    """Every game, in the order of their names in `game_names`, except those that cannot be used."""
    return [game for name in game_names() if (game := game_or_none(name))]


def game_names() -> tuple[str, ...]:
    """The names of all games: first those of this repository, then the installed ones.

    A package's game is included even if it cannot be used.
    """
    from engines.installed import installed  # noqa: PLC0415 - slow to import

    return (*GAMES, *(name for name in installed() if name not in GAMES))


class Decks:
    """Users' decks, and the game with the right deck for each record.

    Raises BadDeck if a deck is for an unknown game, or does not fit its game.
    """

    def __init__(self, decks: Iterable[Deck] = ()) -> None:
        self._games: dict[str, Game] = {}
        for deck in decks:
            self._games[deck.digest] = _game_on(deck)

    def game(self, name: str, deck: str | None) -> Game:
        """The game of this name with the deck that a record names (None: the game's own).

        Raises Fault if there is no such game, or no such deck for it.
        """
        game = load_game(name)
        if deck is None or deck in (game.deck.name, game.deck.digest):
            return game
        users_game = self._games.get(deck)
        if users_game is None:
            raise _unknown(game, deck)
        if users_game.name != name:
            raise Fault(
                "cgn.deck",
                f'the deck "{deck}" is for {users_game.name}',
                f"leave the tag out, or name a deck for {name}",
                header_where("Deck"),
            )
        return users_game

    def __iter__(self) -> Iterator[Deck]:
        """The users' decks, in the order given."""
        return (game.deck for game in self._games.values())

    def __reduce__(self) -> tuple[type["Decks"], tuple[tuple[Deck, ...]]]:
        return Decks, (tuple(self),)


OWN_DECKS = Decks()
"""Only the decks that the games come with."""


def _game_on(deck: Deck) -> Game:
    try:
        game = load_game(deck.game)
    except Fault as fault:
        raise BadDeck(f"{fault.message}; {fault.advice}") from None
    return game.on(deck)


def _unknown(game: Game, deck: str) -> Fault:
    if deck.startswith("sha256:"):
        advice = "a user made this deck: ask for its file, and give it to `--deck`, or to a service"
    else:
        own = did_you_mean(deck, [game.deck.name])
        advice = own or f'leave the tag out, or write [Deck "{game.deck.name}"]'
    message = f'unknown deck "{deck}"'
    return Fault("cgn.deck", message, advice, header_where("Deck"))
