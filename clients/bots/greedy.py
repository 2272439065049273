"""A bot in Python: it makes the legal move after which its own score is best."""

import random

import cgn

dice = random.Random()


def choose(seen: cgn.Observation) -> str:
    """The best of at most 20 legal moves, tried in one deal that agrees with what the seat saw."""
    moves = dice.sample(seen.legal, min(len(seen.legal), 20))
    try:
        guess = seen.sample(dice)
    except cgn.NoDeal:
        return moves[0]

    def score_after(move: str) -> int:
        trial = guess.copy()
        trial.play(move)
        return trial.scores[trial.seats.index(seen.seat)]

    return max(moves, key=score_after)


if __name__ == "__main__":
    cgn.run_bot(choose, "greedy")
