"""All 108 cards, written down a second time, and scored a second way."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engines.point_salad.positions import CARDS

NAMES = {
    "b": "cabbage",
    "r": "carrot",
    "l": "lettuce",
    "o": "onion",
    "p": "pepper",
    "t": "tomato",
}

DECK = {
    "CB": """
        most:r=10 fewest:r=7 parity:r=7/3 +2r +1r+1l +1r+1p +3r-2o
        +2r+1p-2b +2r+2o-4p +3r-1b-1p +4r-2l-2t
        set:rr=5 set:lo=5 set:pt=5 set:rrr=8 set:brt=8 set:rlo=8 missing=5
    """,
    "CR": """
        most:b=10 fewest:b=7 parity:b=7/3 +2b +1b+1l +1b+1p +3b-2t
        +2b+1l-2r +2b+2t-4l +3b-1r-1l +4b-2o-2p
        set:bb=5 set:lt=5 set:op=5 set:bbb=8 set:bro=8 set:bpt=8 least:3=5
    """,
    "LE": """
        most:p=10 fewest:p=7 parity:p=7/3 +2p +1o+1p +1p+1t +3p-2b
        +2p+1t-2l +2b+2p-4t +3p-1l-1t +4p-2r-2o
        set:pp=5 set:bo=5 set:rt=5 set:ppp=8 set:bop=8 set:rlp=8 fewest=7
    """,
    "ON": """
        most:t=10 fewest:t=7 parity:t=7/3 +2t +1b+1t +1r+1t +3t-2l
        +2t+1r-2o +2l+2t-4r +3t-1r-1o +4t-2b-2p
        set:tt=5 set:bl=5 set:rp=5 set:ttt=8 set:blt=8 set:opt=8 least:2=3
    """,
    "PE": """
        most:l=10 fewest:l=7 parity:l=7/3 +2l +1l+1o +1l+1t +3l-2r
        +2l+1o-2p +2r+2l-4o +3l-1o-1p +4l-2b-2t
        set:ll=5 set:bt=5 set:ro=5 set:lll=8 set:blp=8 set:rlt=8 most=10
    """,
    "TO": """
        most:o=10 fewest:o=7 parity:o=7/3 +2o +1b+1o +1r+1o +3o-2p
        +2o+1b-2t +2o+2p-4b +3o-1b-1t +4o-2r-2l
        set:oo=5 set:bp=5 set:rl=5 set:ooo=8 set:rop=8 set:lot=8 set:brlopt=12
    """,
}
WRITTEN = {
    f"{code}{slot:02}": text
    for code, texts in DECK.items()
    for slot, text in enumerate(texts.split(), start=1)
}

counts = st.fixed_dictionaries({letter: st.integers(0, 9) for letter in NAMES})
tables = st.lists(counts, min_size=2, max_size=6)


def reference(text: str, seats: list[dict[str, int]]) -> int:
    """The first seat's score from the card with this text."""
    own, others = seats[0], seats[1:]
    rule, _, points = text.partition("=")
    kind, _, of = rule.partition(":")
    if kind in ("most", "fewest"):
        mine = sum(own[letter] for letter in of or NAMES)
        theirs = [sum(other[letter] for letter in of or NAMES) for other in others]
        beaten = any(n > mine for n in theirs) if kind == "most" else any(n < mine for n in theirs)
        return 0 if beaten else int(points)
    if kind == "parity":
        even, odd = map(int, points.split("/"))
        return {0: 0}.get(own[of], (even, odd)[own[of] % 2])
    if kind == "set":
        sets, left = 0, dict(own)
        while all(left[letter] >= of.count(letter) for letter in of):
            left = {letter: n - of.count(letter) for letter, n in left.items()}
            sets += 1
        return sets * int(points)
    if kind == "least":
        return int(points) * len([n for n in own.values() if n >= int(of)])
    if kind == "missing":
        return int(points) * list(own.values()).count(0)
    return sum(int(weight) * own[letter] for weight, letter in re.findall(r"([+-]\d)([a-z])", text))


def test_every_card_is_written_down_here() -> None:
    assert list(WRITTEN) == list(CARDS.sides)
    assert len(WRITTEN) == 108


@pytest.mark.parametrize(("first", "name"), [("CB", "cabbage"), ("CR", "carrot"), ("TO", "tomato")])
def test_a_card_begins_with_the_code_of_its_veggie(first: str, name: str) -> None:
    assert {CARDS.veggie_of[card] for card in WRITTEN if card.startswith(first)} == {name}


@given(tables)
def test_each_of_the_108_cards_scores_as_it_is_written(seats: list[dict[str, int]]) -> None:
    named = [{NAMES[letter]: n for letter, n in seat.items()} for seat in seats]
    scores = {card: side.score(named[0], named) for card, side in CARDS.sides.items()}
    assert scores == {card: reference(text, seats) for card, text in WRITTEN.items()}


@given(tables)
def test_only_the_most_and_the_fewest_rest_on_the_other_seats(seats: list[dict[str, int]]) -> None:
    assert {card for card, t in WRITTEN.items() if re.match("most|fewest", t)} == CARDS.comparing
    named = [{NAMES[letter]: n for letter, n in seat.items()} for seat in seats]
    own = named[0]
    for card, side in CARDS.sides.items():
        assert card in CARDS.comparing or side.score(own, named) == side.score(own, [own])
