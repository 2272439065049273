"""Makes tables of the sums of an archive: by game, seat, player, length, first move, source."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from typing import TypeAlias

from msgspec import Struct

from notation.record import SEATS
from replays.many.tools.columns import Value
from replays.many.tools.stats import WHOLE, Sums

Row: TypeAlias = list[Value]

_Z = 1.959964
"""Standard deviations of an interval that holds the truth 95 times of 100."""

_BINS = 20
"""The most bars in which lengths are shown."""

_RATE, _MEAN = 3, 2

DECIMALS = {
    **dict.fromkeys(("rate", "low", "high", "even", "share"), _RATE),
    **dict.fromkeys(("plies_mean", "score_mean", "winning_score_mean"), _MEAN),
    **dict.fromkeys(("mean", "winners", "others"), _MEAN),
}
"""The decimals of the columns of rates and of means."""


class Numbers(Struct, frozen=True):
    """A table of numbers: its name, what it shows, the names of its columns, its rows."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: list[Row]


def interval(wins: float, games: int) -> tuple[float, float]:
    """The Wilson interval of a rate, at 95 %.

    >>> [round(bound, 3) for bound in interval(60, 100)]
    [0.502, 0.691]
    """
    rate, square = wins / games, _Z * _Z
    middle = rate + square / (2 * games)
    width = _Z * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    divisor = 1 + square / games
    return max((middle - width) / divisor, 0.0), min((middle + width) / divisor, 1.0)


def tables(sums: Sums, most: int) -> list[Numbers]:
    """Every table for which there are sums.

    Of each game, they have `most` players, first moves and sources.
    """
    return [table for make in _MAKERS if (table := make(sums, most)).rows]


def _of(sums: Sums, word: str) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """The sums whose subject begins with a word, in order, without that word."""
    return iter(sorted((key[1:], value) for key, value in sums.items() if key[0] == word))


def _mean(total: int, count: int) -> Value:
    return round(total / count, _MEAN) if count else None


def _rate(wins: int, games: int) -> Row:
    """Wins, their rate, and its interval; wins are in units."""
    low, high = interval(wins / WHOLE, games)
    rate = wins / WHOLE / games
    return [round(wins / WHOLE, 2), *(round(one, _RATE) for one in (rate, low, high))]


def _games(sums: Sums, _: int) -> Numbers:
    rows: list[Row] = []
    for (game,), records in _of(sums, "records"):
        lengths: Counter[str | int] = Counter()
        for (name, _of_seats, plies), n in _of(sums, "plies"):
            if name == game:
                lengths[plies] += n
        total = sum(lengths.values())
        rows.append(
            [
                *(game, records, sums["invalid", game], sums["finished", game]),
                *(sums["shared", game], _mean(sum(int(p) * n for p, n in lengths.items()), total)),
                _median(lengths),
                _mean(sums["score", game], sums["scored", game]),
                _mean(sums["winning score", game], sums["winning scored", game]),
            ]
        )
    columns = (
        *("game", "records", "left_out", "finished", "shared_wins", "plies_mean"),
        *("plies_median", "score_mean", "winning_score_mean"),
    )
    return Numbers("games", "Games", columns, rows)


def _median(counts: Mapping[str | int, int]) -> Value:
    """The middle one of numbers that are counted; of an even number, the lower one."""
    left = (sum(counts.values()) + 1) // 2
    for number in sorted(counts, key=int):
        left -= counts[number]
        if left <= 0:
            return number
    return None


def _seats(sums: Sums, _: int) -> Numbers:
    rows: list[Row] = []
    for (game, seats), games in _of(sums, "games"):
        for seat in SEATS[: int(seats)]:
            wins = sums["wins", game, seats, seat]
            rows.append([game, seats, seat, games, *_rate(wins, games), _even(1 / int(seats))])
    columns = ("game", "seats", "seat", "games", "wins", "rate", "low", "high", "even")
    return Numbers("seats", "Wins by seat: the first-seat advantage", columns, rows)


def _even(rate: float) -> float:
    return round(rate, _RATE)


def _players(sums: Sums, most: int) -> Numbers:
    rows: list[Row] = []
    for (game, name), games in _top(sums, "player", most):
        wins = _rate(sums["player wins", game, name], games)
        even = _even(sums["player even", game, name] / WHOLE / games)
        score = _mean(sums["player score", game, name], sums["player scored", game, name])
        rows.append([game, name, games, *wins, even, score])
    columns = ("game", "player", "games", "wins", "rate", "low", "high", "even", "score_mean")
    return Numbers("players", "Players", columns, rows)


def _openings(sums: Sums, most: int) -> Numbers:
    rows: list[Row] = []
    for (game, move), games in _top(sums, "opening", most):
        wins = _rate(sums["opening wins", game, move], games)
        share = round(games / sums["finished", game], _RATE)
        rows.append([game, move, games, share, *wins])
    columns = ("game", "move", "games", "share", "wins", "rate", "low", "high")
    return Numbers("openings", "First moves, and wins of the players who made them", columns, rows)


def _top(sums: Sums, word: str, most: int) -> Iterator[tuple[tuple[str | int, ...], int]]:
    """The largest of each game, the largest first."""
    count, last = 0, None
    for key, value in sorted(_of(sums, word), key=lambda found: (found[0][0], -found[1])):
        count = count + 1 if key[0] == last else 1
        last = key[0]
        if count <= most:
            yield key, value


def _lengths(sums: Sums, _: int) -> Numbers:
    rows: list[Row] = []
    found = [(game, seats, int(plies), n) for (game, seats, plies), n in _of(sums, "plies")]
    for group in dict.fromkeys(one[:2] for one in found):
        counts = {plies: n for *key, plies, n in found if tuple(key) == group}
        width = (max(counts) - min(counts)) // _BINS + 1
        bins: Counter[int] = Counter()
        for plies, n in counts.items():
            bins[plies // width * width] += n
        rows += [[*group, start, start + width - 1, n] for start, n in sorted(bins.items())]
    columns = ("game", "seats", "from", "to", "games")
    return Numbers("lengths", "Length in plies", columns, rows)


def _points(sums: Sums, most: int) -> Numbers:
    rows: list[Row] = []
    for (game, source), points in _top(_both(sums), "points", most):
        won, lost = (sums["points", game, source, who] for who in ("winning", "other"))
        winners, others = (sums["played", game, who] for who in ("winning", "other"))
        mean = _mean(points, winners + others)
        rows.append([game, source, mean, _mean(won, winners), _mean(lost, others)])
    columns = ("game", "source", "mean", "winners", "others")
    return Numbers("points", "Points by source, for each player", columns, rows)


def _both(sums: Sums) -> Sums:
    """The points of winners and others together."""
    found: Sums = Counter()
    for (game, source, _), points in _of(sums, "points"):
        found["points", game, source] += points
    return found


_MAKERS: Sequence[Callable[[Sums, int], Numbers]] = (
    *(_games, _seats, _players, _lengths, _openings, _points),
)

NAMES = ("games", "seats", "players", "lengths", "openings", "points")
"""The names of the tables."""
