"""Follows a line in one way after another, where the record leaves it open what happened."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from engines.game import Game
from engines.play import Illegal
from engines.unseen import Unsupported, supported
from notation.chance import UnseenCards
from notation.fault import Fault
from replays.unseen.choice import FIRST_WAY, Way
from replays.unseen.ledger import Ledger

T = TypeVar("T")

LONG = 600
"""A line that names more unseen cards than these is followed once."""


class Trials:
    """The ways in which a line was followed.

    Attributes:
        followed: how many led to its end, and `refused` how many did not.
        farthest: what refused the line, in the way that led farthest; None if none was refused.
        unsupported: why the game cannot be followed, if it does not support unseen cards.
    """

    def __init__(self) -> None:
        self.followed = 0
        self.refused = 0
        self.farthest: Fault | None = None
        self.unsupported: str | None = None
        self._certain = True

    def refuse(self, fault: Fault, ledger: Ledger) -> None:
        """Note what refused the line in a way."""
        self.refused += 1
        illegal = fault.__cause__
        if not isinstance(illegal, Illegal) or ledger.guessed:
            self._certain = False
        elif self._certain:
            ledger.looked = False
            self._certain = illegal.refuses_alone() and not ledger.looked
        if self.farthest is None or _place(fault) > _place(self.farthest):
            self.farthest = fault

    def rule_out(self, ledger: Ledger) -> None:
        """Raise the fault if no cards can make the line right, now that this way was refused.

        That is so once each answer was tried in each place, and each time a guard refused the line
        that had looked at no unseen card.
        """
        if self._certain and not self.followed and True not in ledger.answers and self.farthest:
            raise self.farthest


def in_ways(
    follow: Callable[[Ledger], T],
    game: Game,
    *,
    trials: Trials | None = None,
    unanswered: bool = False,
    longest: float = LONG,
    most: int | None = None,
) -> Iterator[T]:
    """The results of following a line, for each way in which it can be followed.

    `follow` follows it with a ledger; if `unanswered`, nobody gives an optional answer to the last
    ply. At most `most` ways are tried, and one if the line names more than `longest` unseen cards:
    there may be others. `trials` gets to know them. Raises Fault if the line is certainly wrong.
    """
    way: Way | None = FIRST_WAY
    trials = trials or Trials()
    while way is not None:
        ledger, refused = Ledger(way, unanswered=unanswered), False
        try:
            with supported(game, ledger):
                outcome = follow(ledger)
        except Unsupported as error:
            trials.unsupported = f"{error}"
            return
        except Fault as fault:
            if _certain(fault, ledger, game):
                raise
            refused = True
            trials.refuse(fault, ledger)
            if isinstance(fault.__cause__, Unsupported):
                trials.unsupported = fault.message
                return
        else:
            trials.followed += 1
            yield outcome
        if not (ledger.touched or ledger.may_answer) or len(ledger.demands) > longest:
            return
        if trials.followed + trials.refused == most:
            return
        following = way.following(ledger.answers, refused=refused)
        if refused and not way.number and (following is None or following.number):
            trials.rule_out(ledger)
        way = following


def _place(fault: Fault) -> tuple[int, int]:
    """How far a line was followed: to its end line, or to an entry."""
    at = fault.where[1] if fault.where[:1] == ("plies",) else 0
    return int(fault.where == ("result",)), int(at)


def _certain(fault: Fault, ledger: Ledger, game: Game) -> bool:
    """Whether a fault stands whatever the tokens are."""
    if isinstance(fault, UnseenCards) or ledger.lost:
        return False
    if ledger.answered and not game.unseen:
        return False
    if isinstance(fault.__cause__, Illegal):
        return _refused_anyway(fault.__cause__, ledger)
    if fault.where == ("result",):
        passed = any(bag.mixed for bag in ledger.bags)
        return not (ledger.doubtful or ledger.may_answer or passed)
    return not ledger.touched


def _refused_anyway(illegal: Illegal, ledger: Ledger) -> bool:
    """Whether the guard that refuses a move asks no zone that an open choice has touched.

    The guards before it may have asked one, and so may its wording: it is asked again, alone.
    """
    ledger.doubtful = False
    return illegal.refuses_alone() and not ledger.doubtful
