"""The verdicts of records that leave cards out, and how long these take.

python -m benchmarks.unseen [--games N] [--only GAME] [--player sensible|random]

Games are simulated and cards are removed from their records. Cards that lay open to everyone stay
(open); each card of a shuffle or of reveals is removed with probability one half (half); every card
that may be absent is removed (none); only the cards that a seat or everyone saw stay (views); the
game is cut off somewhere (cut). Then a seat plays out of turn, a ply follows the end, and a score
that everyone can count is wrong (spoiled). Finally, some cards of a half-hidden game are put back,
one after another (less sure).
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import product
from statistics import median
from time import process_time

from msgspec.structs import replace
from rich.console import Console

from benchmarks.measure import table_of
from engines.registry import GAMES, OWN_DECKS, load_game
from notation.chance import UnseenCards
from notation.record import Ply, Record
from notation.text_writer import write_result
from replays.play_out import INCOMPLETE, INVALID, UNDETERMINED, VALID, play_out
from replays.unseen.judge import Judgement, judge
from replays.view.redact import redact
from tests.replays.unseen import hiding

_WIDTH = 130
_STEPS = 3
RIGHT = ("open", "half", "none", "views", "cut")


def main() -> None:
    """Judge games of each kind, and print how many were found to be right."""
    parser = argparse.ArgumentParser(description="Judge records that leave cards out.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--only", metavar="GAME")
    parser.add_argument("--player", choices=("sensible", "random"), default="sensible")
    asked = parser.parse_args()
    columns = (*RIGHT, "never invalid", "spoiled", "less sure", "median", "worst")
    caption = (
        f"{asked.games} games each, {asked.player} players. Found right, of all; spoiled: found"
        " invalid; less sure: no longer found right, of so many cards put back; times: the"
        " ordinary check of the whole game is 1."
    )
    table = table_of("game, seats, options", *columns, caption=caption)
    for name in [asked.only] if asked.only else GAMES:
        for seats, options in _starts(name):
            case = f"{name} {seats} {' '.join(options.values())}"
            table.add_row(case, *_measured(name, seats, options, asked.games, asked.player))
    Console(width=_WIDTH).print(table)


def _starts(name: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of seats with every choice of options."""
    game = load_game(name)
    for seats in game.seats:
        choices = [[(o.name, value) for value in o.choices(seats)] for o in game.options]
        for chosen in product(*choices):
            yield seats, {option: value for option, value in chosen if value is not None}


def _measured(name: str, seats: int, options: dict[str, str], games: int, player: str) -> list[str]:
    """The cells of a row."""
    right, total = Counter[str](), Counter[str]()
    wrong = spoiled = bad = shown = lost = 0
    ratios: list[float] = []
    for number in range(games):
        full = hiding.played(name, seats, f"unseen-{number}", options, player)
        start = process_time()
        play_out(full, OWN_DECKS, write_result)
        plain = process_time() - start
        for kind, record in _hidden(full, f"{number}"):
            start = process_time()
            judgement = _judged(record)
            ratios.append((process_time() - start) / plain)
            total[kind] += 1
            right[kind] += judgement.verdict in (VALID, INCOMPLETE)
            wrong += judgement.verdict == INVALID
        for record in _spoiled(full, f"{number}"):
            spoiled += 1
            bad += _judged(record).verdict == INVALID
        verdicts = [*_with_more_cards(full, f"{number}")]
        wrong += verdicts.count(INVALID)
        shown += len(verdicts)
        lost += verdicts.count(UNDETERMINED)
    cells = [f"{right[kind]}/{total[kind]}" for kind in RIGHT]
    ends = [f"{bad}/{spoiled}", f"{lost}/{shown}", f"{median(ratios):.1f}", f"{max(ratios):.0f}"]
    return [*cells, "yes" if not wrong else f"{wrong} were", *ends]


def _judged(record: Record) -> Judgement:
    """The judgement on a record, which may leave no card out."""
    try:
        outcome = play_out(record, OWN_DECKS, write_result)
    except UnseenCards:
        return judge(record)
    return Judgement(VALID if outcome.result.winners else INCOMPLETE, outcome.result)


def _hidden(full: Record, seed: str) -> Iterator[tuple[str, Record]]:
    """The same game with less knowledge, in every way."""
    bare = hiding.without_shuffles(full)
    yield "open", bare
    yield "half", hiding.partly(full, 5, seed)
    yield "none", hiding.without_reveals(bare)
    yield "views", redact(full)
    yield "views", redact(full, "A")
    yield "cut", hiding.cut(bare, seed)


def _with_more_cards(full: Record, seed: str) -> Iterator[str]:
    """The verdicts as cards of a half-hidden game are put back, as long as it is found right."""
    hidden, chosen = hiding.partly(full, 5, seed), hiding.source(seed)
    for _ in range(_STEPS):
        if _judged(hidden).verdict != VALID:
            return
        hidden = hiding.one_more_seen(hidden, full, chosen)
        yield _judged(hidden).verdict


def _spoiled(full: Record, seed: str) -> Iterator[Record]:
    """The game with one thing wrong that all can see."""
    bare = hiding.without_shuffles(full)
    yield hiding.another_seat(bare, seed)[0]
    last = next(entry for entry in reversed(bare.plies) if isinstance(entry, Ply))
    yield replace(bare, plies=(*bare.plies, last))
    if not any(getattr(entry, "pile", "") == "yummy" for entry in bare.plies):
        yield hiding.another_score(bare)


if __name__ == "__main__":
    main()
