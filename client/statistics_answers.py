"""The shapes of the statistics of a service: tables of numbers, with the columns of `cgn stats`."""

from typing import Annotated

from msgspec import Struct

from notation.json_shape import doc


class GameNumbers(Struct, frozen=True):
    """The numbers of a game."""

    game: Annotated[str, doc("The name of the game.", "triggs")]
    records: Annotated[int, doc("The replays, finished or not.")]
    left_out: Annotated[int, doc("Always 0: what a service stores keeps the rules.")]
    finished: Annotated[int, doc("The finished games. All other numbers are of these.")]
    shared_wins: Annotated[int, doc("The games with several winners.")]
    plies_mean: Annotated[float | None, doc("The mean length of games played to their end.")]
    plies_median: Annotated[int | None, doc("Their median length.")]
    score_mean: Annotated[float | None, doc("The mean score.")]
    winning_score_mean: Annotated[float | None, doc("The mean score of winners.")]


class SeatNumbers(Struct, frozen=True):
    """The wins of a seat, in the games of a number of players."""

    game: Annotated[str, doc("The name of the game.", "triggs")]
    seats: Annotated[int, doc("How many players there were.", 2)]
    seat: Annotated[str, doc("The seat.", "A")]
    games: Annotated[int, doc("The finished games.")]
    wins: Annotated[float, doc("The wins; a shared one counts as a fraction.")]
    rate: Annotated[float, doc("The rate of wins.")]
    low: Annotated[float, doc("The lower end of its 95 % confidence interval.")]
    high: Annotated[float, doc("The upper end.")]
    even: Annotated[float, doc("The rate with equal chances.")]


class PlayerNumbers(Struct, frozen=True):
    """The results of a player."""

    game: Annotated[str, doc("The name of the game.", "triggs")]
    player: Annotated[str, doc("The player's name.", "Ana")]
    games: Annotated[int, doc("The finished games.")]
    wins: Annotated[float, doc("The wins; a shared one counts as a fraction.")]
    rate: Annotated[float, doc("The rate of wins.")]
    low: Annotated[float, doc("The lower end of its 95 % confidence interval.")]
    high: Annotated[float, doc("The upper end.")]
    even: Annotated[float, doc("The rate with equal chances.")]
    score_mean: Annotated[float | None, doc("The mean score.")]


class LengthNumbers(Struct, frozen=True, rename={"first": "from", "last": "to"}):
    """How many games took so many plies."""

    game: Annotated[str, doc("The name of the game.", "triggs")]
    seats: Annotated[int, doc("How many players there were.", 2)]
    first: Annotated[int, doc("The least number of plies.")]
    last: Annotated[int, doc("The largest number of plies.")]
    games: Annotated[int, doc("The games that were played to their end in so many plies.")]


class OpeningNumbers(Struct, frozen=True):
    """How a first move fared."""

    game: Annotated[str, doc("The name of the game.", "triggs")]
    move: Annotated[str, doc("The first move.", "draw right left")]
    games: Annotated[int, doc("The finished games that began with it.")]
    share: Annotated[float, doc("Their share of the finished games.")]
    wins: Annotated[float, doc("The wins of the player who made it.")]
    rate: Annotated[float, doc("The rate of wins.")]
    low: Annotated[float, doc("The lower end of its 95 % confidence interval.")]
    high: Annotated[float, doc("The upper end.")]


class Statistics(Struct, frozen=True):
    """The numbers of the newest public replays, in the tables of `cgn stats`."""

    replays: Annotated[int, doc("How many replays were counted, the newest ones.")]
    more: Annotated[bool, doc("Whether there are older ones, which were not.")]
    games: tuple[GameNumbers, ...]
    seats: tuple[SeatNumbers, ...]
    players: tuple[PlayerNumbers, ...]
    lengths: tuple[LengthNumbers, ...]
    openings: tuple[OpeningNumbers, ...]
