"""Follows a line in one way after another, where the record leaves open what happened."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from engines.game import Game
from engines.play import Illegal
from engines.unseen import Unsupported, supported
from notation.chance import UnseenCards
from notation.fault import Fault
from replays.unseen.choice import FIRST_WAY, Way
from replays.unseen.follower import LineFollower

T = TypeVar("T")

LONG = 600
"""A line that names more unseen cards than this is followed in one way only."""


class Trials:
    """The ways in which a line was followed.

    Attributes:
        followed, refused: the number of ways that led to its end, and of those that did not.
        farthest: the fault that refused the line in the way that led farthest; None without one.
        unsupported: why the game cannot be followed, if it does not support unseen cards.
    """

    def __init__(self) -> None:
        self.followed = 0
        self.refused = 0
        self.farthest: Fault | None = None
        self.unsupported: str | None = None
        self._certain = True

    def refuse(self, fault: Fault, follower: LineFollower) -> None:
        """Note the fault that refused the line in a way."""
        self.refused += 1
        illegal = fault.cause
        if not isinstance(illegal, Illegal) or follower.guessed:
            self._certain = False
        elif self._certain:
            follower.looked = False
            self._certain = illegal.refuses_alone() and not follower.looked
        if self.farthest is None or _place(fault) > _place(self.farthest):
            self.farthest = fault

    def rule_out(self, follower: LineFollower) -> None:
        """Raise the fault if no cards can make the line right, now that this way was refused.

        It is certain once each answer was tried in each place, and each time the line was refused
        by a guard that had looked at no unseen card.
        """
        if self._certain and not self.followed and True not in follower.answers and self.farthest:
            raise self.farthest


def in_ways(
    follow: Callable[[LineFollower], T],
    game: Game,
    *,
    trials: Trials | None = None,
    unanswered: bool = False,
    longest: float = LONG,
    most: int | None = None,
) -> Iterator[T]:
    """The results of `follow` for each way in which a line can be followed.

    `follow` walks the line with a LineFollower; if `unanswered`, nobody gives an optional answer to
    the last ply. At most `most` ways are tried, and only one if the line names more than `longest`
    unseen cards, although there may be others. `trials` counts the ways. Raises Fault if the line
    is certainly wrong.
    """
    way: Way | None = FIRST_WAY
    trials = trials or Trials()
    while way is not None:
        follower, refused = LineFollower(way, unanswered=unanswered), False
        try:
            with supported(game, follower):
                outcome = follow(follower)
        except Unsupported as error:
            trials.unsupported = f"{error}"
            return
        except Fault as fault:
            if _certain(fault, follower, game):
                raise
            refused = True
            trials.refuse(fault, follower)
            if isinstance(fault.cause, Unsupported):
                trials.unsupported = fault.message
                return
        else:
            trials.followed += 1
            yield outcome
        if not (follower.touched or follower.may_answer) or len(follower.demands) > longest:
            return
        if trials.followed + trials.refused == most:
            return
        following = way.following(follower.answers, refused=refused)
        if refused and not way.number and (following is None or following.number):
            trials.rule_out(follower)
        way = following


def _place(fault: Fault) -> tuple[int, int]:
    """How far a line was followed: to its end line, or to an entry."""
    at = fault.where[1] if fault.where[:1] == ("plies",) else 0
    return int(fault.where == ("result",)), int(at)


def _certain(fault: Fault, follower: LineFollower, game: Game) -> bool:
    """Whether a fault stands, whichever cards the tokens are."""
    if isinstance(fault, UnseenCards) or follower.lost:
        return False
    if follower.answered and not game.unseen:
        return False
    if isinstance(fault.cause, Illegal):
        return _refused_anyway(fault.cause, follower)
    if fault.where == ("result",):
        passed = any(bag.mixed for bag in follower.bags)
        return not (follower.doubtful or follower.may_answer or passed)
    return not follower.touched


def _refused_anyway(illegal: Illegal, follower: LineFollower) -> bool:
    """Whether the guard that refuses a move asks no zone that an open choice has touched.

    Earlier guards or the wording may have asked one, so this guard is asked again, alone.
    """
    follower.doubtful = False
    return illegal.refuses_alone() and not follower.doubtful
