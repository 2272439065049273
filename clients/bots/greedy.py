"""A bot in Python: it tries moves in a guessed deal, and makes the one that leads furthest."""

import random

import cgn

dice = random.Random()


def choose(seen: cgn.Observation) -> str:
    """The best of at most 20 legal moves, each followed by four plies of sensible players."""
    moves = dice.sample(seen.legal, min(len(seen.legal), 20))
    try:
        guess = seen.sample(dice)
    except cgn.NoDeal:  # rare: the deal is not found
        return moves[0]

    def lead_after(move: str) -> int:
        trial = guess.copy()
        trial.play(move)
        trial.play_on(dice, "sensible", plies=4)
        own = trial.seats.index(seen.seat)
        others = [score for seat, score in enumerate(trial.scores) if seat != own]
        return trial.scores[own] - max(others)

    return max(moves, key=lead_after)


if __name__ == "__main__":
    cgn.run_bot(choose, "greedy")
