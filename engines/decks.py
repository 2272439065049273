"""The known decks: each game's own, and the users' decks."""

from collections.abc import Iterable, Iterator

from engines.deck import BadDeck, Deck
from engines.game import Game
from engines.registry import load_game
from notation.fault import Fault
from notation.header import header_where
from notation.nearest import did_you_mean


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
