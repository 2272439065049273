"""How a game works, with the numbers of a table."""

from collections.abc import Mapping

from engines.game import Game
from notation.record import SEATS, Record
from replays.view.frames import Frame, frame
from replays.view.picture import seat_of
from replays.view.playhead import Playhead


def explained(game: Game, shown: Frame, options: Mapping[str, str]) -> list[str]:
    """The lines that say how a game with these options works; empty if the game has none.

    The numbers in them are those of a position of it.
    """
    most = seat_of(game.layout, shown, shown.allies[0]).most
    hands = [zone.most for zone in shown.zones if zone.owner and zone.most is not None]
    return game.how.told(game.settle(options), {"most": most, "hand": max(hands, default=None)})


def usually_explained(game: Game) -> list[str]:
    """The lines of a game with the fewest seats, and without options."""
    seats = tuple(SEATS[: game.seats[0]])
    record = Record(game=game.name, rules=game.rules_versions[-1], seats=seats, seed="", plies=())
    return explained(game, frame(Playhead(record)), {})
