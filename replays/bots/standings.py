"""What a match says of its bots: shares of wins, leads, and how sure that is."""

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, stdev

from msgspec import Struct

from notation.record import SEATS
from replays.bots.match import MatchGame

_ERROR = 0.05
"""How often a sequential test is wrong, at most, in either direction."""

_FEWEST = 10
"""Deals before a sequential test says anything, with the two that are added."""

_HALF = 0.5


class Standing(Struct, frozen=True):
    """How a bot did.

    Attributes:
        bot: its index.
        games: how many it played, and `forfeits`, how many of them it forfeited.
        share: of the wins, from 0 to 1; of a win that is shared, it has its part.
        lead: its mean score less the mean score of the others.
        share_error, lead_error: the standard errors of these means. They are those of the means of
            deals, since the games of a deal are not independent; None for fewer than two deals.
        move_seconds, slowest: of its moves in this run: the mean and the longest; None if it is
            built in, or all its games were played before.
    """

    bot: int
    games: int
    forfeits: int
    share: float
    share_error: float | None
    lead: float
    lead_error: float | None
    move_seconds: float | None
    slowest: float | None


def standings(bots: int, games: Sequence[MatchGame]) -> tuple[Standing, ...]:
    """How each bot did in these games, which are at least one."""
    return tuple(_standing(bot, games) for bot in range(bots))


class SequentialTest:
    """Tells, deal by deal, whether a bot wins a given share or only half; wrong one time in twenty.

    This is the generalised sequential probability ratio test of engine matches, on the shares of
    deals, with a normal approximation. A won and a lost deal are added, so that it waits for some
    evidence even if all deals end alike.
    """

    def __init__(self, share: float) -> None:
        self._share = share
        self._deals, self._sum, self._squares = 2, 1.0, 1.0

    def add(self, games: Iterable[MatchGame]) -> None:
        """Count a deal: its games, in each seating. The share is that of the first bot."""
        share = fmean([_share(0, game) for game in games if 0 in game.pairing.lineup])
        self._deals, self._sum = self._deals + 1, self._sum + share
        self._squares += share * share

    @property
    def verdict(self) -> bool | None:
        """Whether the bot wins the share (True) or half (False); None while that is not clear."""
        if self._deals < _FEWEST:
            return None
        mean = self._sum / self._deals
        variance = self._squares / self._deals - mean * mean
        middle = (self._share + _HALF) / 2
        ratio = self._deals * (self._share - _HALF) * (mean - middle) / variance
        return None if abs(ratio) < math.log((1 - _ERROR) / _ERROR) else ratio > 0


def _standing(bot: int, games: Sequence[MatchGame]) -> Standing:
    shares, leads = _means(bot, games, _share), _means(bot, games, _lead)
    times = [time for game in games for time in game.times if time.bot == bot]
    moves = sum(time.moves for time in times)
    return Standing(
        bot,
        sum(bot in game.pairing.lineup for game in games),
        sum(_forfeited(bot, game) for game in games),
        fmean(shares),
        _error(shares),
        fmean(leads),
        _error(leads),
        sum(time.seconds for time in times) / moves if moves else None,
        max(time.slowest for time in times) if moves else None,
    )


def _means(
    bot: int, games: Iterable[MatchGame], value: Callable[[int, MatchGame], float]
) -> list[float]:
    """The mean of a value in each deal."""
    deals: dict[int, list[float]] = {}
    for game in games:
        if bot in game.pairing.lineup:
            deals.setdefault(game.pairing.deal, []).append(value(bot, game))
    return [fmean(values) for values in deals.values()]


def _share(bot: int, game: MatchGame) -> float:
    winners = _outcome(game)[0]
    mine = _seats(bot, game)
    return sum(seat in mine for seat in winners) / len(winners) if winners else 0.0


def _lead(bot: int, game: MatchGame) -> float:
    scores = dict(zip(SEATS, _outcome(game)[1], strict=False))
    mine = _seats(bot, game)
    own = [score for seat, score in scores.items() if seat in mine]
    others = [score for seat, score in scores.items() if seat not in mine]
    return fmean(own) - fmean(others) if others else 0.0


def _seats(bot: int, game: MatchGame) -> frozenset[str]:
    """The seats of a bot in a game."""
    return frozenset(
        seat for seat, other in zip(SEATS, game.pairing.lineup, strict=False) if other == bot
    )


def _outcome(game: MatchGame) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The winners and the scores of a game; all scores are known, as all cards are."""
    end = game.finished.record.result
    if end is None:
        return (), ()
    return end.winners, tuple([score or 0 for score in end.scores])


def _forfeited(bot: int, game: MatchGame) -> bool:
    return game.finished.loser in _seats(bot, game)


def _error(values: Sequence[float]) -> float | None:
    return stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
