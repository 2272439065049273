"""Positions with taps and what is left after them, for the chooser of Python and that of pages.

python -m tests.replays.taps writes them to taps.json.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec import to_builtins
from msgspec.json import encode
from msgspec.json import format as indented

from engines.registry import GAMES, load_game
from replays.simulate import player_of, simulate
from replays.view.choices import Choices, choices, with_made
from replays.view.frames import frame
from replays.view.playhead import Playhead
from replays.view.taps import left
from tests.replays.helpers import fixed

FILE = Path(__file__).with_suffix(".json")
"""The vectors."""

_MOST_MOVES = 40


def vectors() -> Iterator[dict[str, Any]]:
    """Choices of all games, with taps towards a legal move, and some towards none."""
    for name in GAMES:
        game = load_game(name)
        record = simulate(game, game.seats[0], "taps", {}, player_of(game, "random"), 60)
        random = fixed(1)
        for ply in range(1, 60, 19):
            head = Playhead(record)
            head.seek(ply)
            listed = head.table.moves()
            if len(listed) > _MOST_MOVES:
                listed = random.sample(listed, _MOST_MOVES)
            legal = [game.moves.write(move) for move in listed]
            found = choices(head.table, frame(head), record.seats, legal)
            if found is not None:
                yield _vector(found, head, random)


def _vector(found: Choices, head: Playhead, random: Random) -> dict[str, Any]:
    """The choices where a replay stands, with several tries."""
    tries = []

    def tried(taps: list[str], verb: str | None) -> dict[str, Any]:
        made = with_made(found, head.table, frame(head), head.record.seats, taps).made
        return {**_left(found, taps, verb), "made": bool(made)}

    for _ in range(4):
        wanted = random.choice(found.moves) if found.moves else None
        things = [*wanted.things] if wanted else []
        random.shuffle(things)
        taps = things[: random.randrange(len(things) + 1)]
        verb = random.choice([None, *[one.verb for one in found.verbs]])
        tries.append(tried(taps, verb))
    strange = random.choice([thing.key for thing in found.things] or ["word:no"])
    tries.append(tried([strange, strange, "word:no"], None))
    return {"choices": to_builtins(found), "tries": tries}


def _left(found: Choices, taps: list[str], verb: str | None) -> dict[str, Any]:
    after = left(found.moves, taps, verb, found.opens)
    ready = [one.move for one in after.ready]
    return {
        "taps": taps,
        "verb": verb,
        "lit": sorted(after.lit),
        "ready": ready,
        "verbs": sorted(after.verbs),
    }


if __name__ == "__main__":
    FILE.write_bytes(indented(encode([*vectors()]), indent=0) + b"\n")
