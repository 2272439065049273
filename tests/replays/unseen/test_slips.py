"""A slip in a record that leaves cards out is found where it is certain, and only there.

`make slips` tries 2,000 of each game, each in up to 200 other deals, and prints the undetermined.
"""

import os
from collections import Counter
from itertools import islice

import pytest

from engines.registry import GAMES
from replays.play_out import INVALID, UNDETERMINED
from replays.unseen.judge import judge
from tests.replays.unseen.slips import other_deals, slips

pytestmark = pytest.mark.long

COUNT = int(os.environ.get("CGN_SLIPS", "40"))
DEALS = min(COUNT // 10, 200)


@pytest.mark.parametrize("game", GAMES)
def test_a_slip_is_invalid_where_it_is_certain_and_only_there(game: str) -> None:
    doubts, missed, found = Counter[str](), 0, 0
    for slip in islice(slips(game, "tests"), COUNT):
        judged = judge(slip.told)
        if judged.fault is not None:
            assert judged.verdict == INVALID
            assert judged.fault.where[:2] == ("plies", slip.at)
            assert None not in other_deals(slip, DEALS), (slip.told, judged.fault.code)
        elif judged.verdict == UNDETERMINED:
            assert judged.doubt
            doubts[f"{slip.fault.code}: {judged.doubt.rpartition(': ')[2]}"] += 1
        if slip.is_open:
            found += judged.fault is not None
            missed += judged.fault is None
    print(f"{game}: of {found + missed} slips against what lies open, {missed} were not found")  # noqa: T201 - read by people
    print(*(f"  {count} undetermined, {doubt}" for doubt, count in doubts.most_common()), sep="\n")  # noqa: T201 - likewise
    assert missed <= 1 + (found + missed) // 100  # a small sample may have one by chance
