"""What a job is: work for a checker, which knows its cost and its refusals. Knows no HTTP.

A job is a pure function of users' decks and of its arguments; checkers keep nothing. One that lacks
a record's deck raises `Needed`, and is run again with it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, wraps
from inspect import unwrap
from typing import Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

from engines.deck import parse_deck
from engines.registry import OWN_DECKS, Decks
from notation.record import Record

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

RawDecks: TypeAlias = Mapping[str, bytes | None]
"""The files of users' decks by their names; None for one that there is not."""


@dataclass(frozen=True, slots=True)
class Job(Generic[T_co]):
    """Work for a checker: a function that `costs` marks, its arguments, and their weight."""

    function: Callable[..., "Job[T_co]"]
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]
    cost: int

    def run(self, raw_decks: RawDecks) -> T_co:
        """Its result. Raises Needed, and refusals, for which `api.problems` has the answers."""
        result: T_co = unwrap(self.function)(raw_decks, *self.arguments, **self.named)
        return result


def costs(
    weigh: Callable[..., int],
) -> Callable[[Callable[Concatenate[RawDecks, P], T]], Callable[P, Job[T]]]:
    """Mark a function of decks and arguments: called without decks, it gives the job.

    `weigh` says what the job weighs with these arguments, in 10 µs of CPU. A function stands in a
    module, where another process finds it.
    """

    def mark(work: Callable[Concatenate[RawDecks, P], T]) -> Callable[P, Job[T]]:
        @wraps(work)
        def job(*arguments: P.args, **named: P.kwargs) -> Job[T]:
            return Job(job, arguments, named, weigh(*arguments, **named))

        return job

    return mark


class Needed(Exception):
    """Users' decks without which the job cannot be done; their names are its arguments."""


class Gone(Exception):
    """There is no such line of a replay, or no such ply of the line.

    The argument is the address of the replay's page, if there is one to go back to.
    """


class Unfollowed(Exception):
    """Nobody can follow the record to a ply that it has, since cards are unseen.

    The arguments are the last ply to which somebody can, and the address of the replay's page.
    """


class TooMuch(Exception):
    """More is wanted than one answer has. The arguments are what, the setting, and its value."""


def decks_of(record: Record, raw_decks: RawDecks) -> Decks:
    """The decks that a record is played with. Raises Needed if one is not among these."""
    name = record.deck
    if name is None or not name.startswith("sha256:"):
        return OWN_DECKS
    if name not in raw_decks:
        raise Needed(name)
    raw = raw_decks[name]
    return OWN_DECKS if raw is None else _parsed(raw)


@lru_cache(maxsize=16)
def _parsed(raw: bytes) -> Decks:
    return Decks([parse_deck(raw)])
