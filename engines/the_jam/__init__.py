"""The Jam: make jams, bake pies, trade them, and stock up for the winter. Rules: rules.md."""

from collections.abc import Mapping
from pathlib import Path

from engines.game import Game, Option
from engines.the_jam.cards import read_cards
from engines.the_jam.catalogue import RecipeFace, TaskFace, describe
from engines.the_jam.deal import deal
from engines.the_jam.details import BidDetails, TasksDetails, UnderDetails
from engines.the_jam.moves import MOVES
from engines.the_jam.players import sensible
from engines.the_jam.rules import PLAYS, PLAYS_OF
from engines.the_jam.state import TheJam
from notation.chance import Chance

_VARIANTS = ("kids", "travel")

VARIANT = Option(
    "variant",
    "`kids` for children, without tasks and trades; `travel` for a small table",
    {2: _VARIANTS, 3: _VARIANTS, 4: _VARIANTS},
    absent="the whole game",
)


def set_up(game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> TheJam:
    """A game at its start, with the plays of its variant."""
    table = deal(game, seats, options, chance)
    table.plays = PLAYS_OF[options.get("variant")]
    return table


GAME = Game(
    name="the_jam",
    title="The Jam",
    seats=(2, 3, 4),
    rules_versions=("1",),
    folder=Path(__file__).parent,
    moves=MOVES,
    plays=PLAYS,
    read=read_cards,
    set_up=set_up,
    player=sensible,
    options=(VARIANT,),
    uneven_deals=frozenset(("deck",)),
    describe=describe,
    unseen=True,
    faces=(RecipeFace, TaskFace),
    details=(BidDetails, UnderDetails, TasksDetails),
    looks_ahead=True,
)
"""What is declared about The Jam."""
