"""Follows a line in one way after another, where the record leaves it open what happened."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from engines.play import Illegal
from notation.chance import UnseenCards
from notation.fault import Fault
from replays.unseen.choice import FIRST_WAY, Way
from replays.unseen.ledger import Ledger

T = TypeVar("T")

LONG = 600
"""A line that names more unseen cards than these is followed once."""


def in_ways(
    follow: Callable[[Ledger], T],
    *,
    unanswered: bool = False,
    longest: float = LONG,
    most: int | None = None,
) -> Iterator[T]:
    """The results of following a line, for each way in which it can be followed.

    `follow` follows it with a ledger; if `unanswered`, nobody gives an optional answer to the last
    ply. At most `most` ways are tried, and one if the line names more than `longest` unseen cards:
    there may be others. Raises Fault if the line is certainly wrong.
    """
    way: Way | None = FIRST_WAY
    tried = 0
    while way is not None:
        ledger, refused = Ledger(way, unanswered=unanswered), False
        try:
            outcome = follow(ledger)
        except Fault as fault:
            if _certain(fault, ledger):
                raise
            refused = True
        except (LookupError, TypeError, ValueError):
            return  # a game that does not know unseen cards cannot be followed
        else:
            yield outcome
        if not (ledger.touched or ledger.may_answer) or len(ledger.demands) > longest:
            return
        tried += 1
        if tried == most:
            return
        way = way.following(ledger.answers, refused=refused)


def _certain(fault: Fault, ledger: Ledger) -> bool:
    """Whether a fault stands whatever the tokens are."""
    if isinstance(fault, UnseenCards) or ledger.lost:
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
