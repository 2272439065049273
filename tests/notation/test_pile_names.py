"""Names of piles: `deck`, or capitals as for the veggie piles `CB`."""

from io import BytesIO

import pytest

from notation.record import Shuffle
from notation.text_reader import read_text

HEADER = '[CGN "1"]\n[Game "point_salad"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n\n'


@pytest.mark.parametrize("pile", ["deck", "CB", "left", "Yummy-2"])
def test_the_name_of_a_pile_may_have_capitals(pile: str) -> None:
    (reading,) = read_text(BytesIO(f"{HEADER}~: {pile} CB01 CB02\n".encode()))
    assert reading.record is not None
    assert reading.record.plies == (Shuffle(pile, ("CB01", "CB02")),)
