"""A header for single lines, and strategies for records of every kind."""

from io import BytesIO

from hypothesis import strategies as st

from notation.diagnostics import Diagnostic
from notation.grammar import MARKS, MAX_TIME, in_seconds
from notation.header import RESERVED
from notation.json_reader import read_json
from notation.outcome import Reading
from notation.record import SEATS, TERMINATIONS, Entry, Ply, Record, Result, Shuffle
from notation.text_reader import read_text

HEADER = '[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n\n'
"""A header of six lines: play begins on line 7."""

EXAMPLE = """\
[CGN "1"]
[Game "triggs"]
[Rules "1"]
[Deck "triggs/standard"]
[variant "kids"]
[A "Ana"]
[B "Bo"]
[Seed "tuesday-7"]
[Event "Tuesday \\"club\\""]

{A quiet \\} start.}
~: deck 7 3 12
1. A: draw left right -> 3 3
2. B: cross 11 11,6+5 ^ ! {both at once} {so} @0:41
~: left 1 2 -> 1
( 2. B: draw middle
  ( 2. B: extra 1 )
  3. A: extra 9 ?! )
( 2. B: discard 9,9 )
3. A: cross 3 3,3 {the row is full} @1:02:03.5
= * 3 -2
"""
"""A record in canonical form that uses every part of the grammar."""


def read_all(text: str | bytes) -> list[Reading]:
    """Every record of a text file."""
    raw = text.encode() if isinstance(text, str) else text
    return list(read_text(BytesIO(raw), "test.cgn"))


def good(text: str | bytes) -> Record:
    """The one record of a text file."""
    (reading,) = read_all(text)
    assert reading.problem is None, reading.problem
    assert reading.record is not None
    return reading.record


def good_json(text: str) -> Record:
    """The one record of a JSON file."""
    (reading,) = read_json(BytesIO(text.encode()), "test.cgn.json")
    assert reading.problem is None, reading.problem
    assert reading.record is not None
    return reading.record


def bad(text: str | bytes) -> Diagnostic:
    """The problem of the one record of a text file."""
    (reading,) = read_all(text)
    assert reading.record is None
    assert reading.problem is not None
    return reading.problem


def played(lines: str) -> Record:
    """A record with these lines of play."""
    return good(HEADER + lines)


_CONTROLS = "".join(chr(n) for n in (*range(0x20), *range(0x7F, 0xA0)) if chr(n) != "\n")

texts = st.text(
    st.characters(codec="utf-8", exclude_characters=_CONTROLS),
    max_size=12,
)
cards = st.from_regex(r"\A(?:[A-Za-z0-9](?:[A-Za-z0-9:.\-]{0,5}[A-Za-z0-9_])?|_)\Z")
words = st.from_regex(r"\A[a-z][a-z0-9\-]{0,6}\Z")
items = st.from_regex(
    r"\A(?:[a-z][a-z0-9\-]{0,3}=)?[A-Z0-9](?:[a-z:.\-]{0,2}[a-z])?(?:[+,][a-z0-9]{1,3}){0,3}\Z"
)
moves = st.builds(lambda verb, rest: " ".join([verb, *rest]), words, st.lists(items, max_size=4))
piles = st.from_regex(r"\A[A-Za-z][A-Za-z0-9\-]{0,6}\Z")
shuffles = st.builds(
    Shuffle,
    piles,
    st.lists(cards, min_size=1, max_size=5).map(tuple),
    st.lists(cards, max_size=2).map(tuple),
)


def _plies(lines: st.SearchStrategy[tuple[Entry, ...]]) -> st.SearchStrategy[Ply]:
    return st.builds(
        Ply,
        seat=st.sampled_from(SEATS),
        move=moves,
        reveals=st.lists(cards, max_size=3).map(tuple),
        irregular=st.booleans(),
        mark=st.sampled_from(["", *MARKS]),
        comments=st.lists(texts, max_size=2).map(tuple),
        at=st.none() | st.integers(0, round(MAX_TIME * 1000)).map(in_seconds),
        variations=st.lists(lines, max_size=2).map(tuple),
    )


def _lines(lines: st.SearchStrategy[tuple[Entry, ...]]) -> st.SearchStrategy[tuple[Entry, ...]]:
    """Lines of play that begin with a ply."""
    plies = _plies(lines)
    more = st.lists(plies | shuffles, max_size=3)
    return st.builds(lambda first, rest: (first, *rest), plies, more)


_variations: st.SearchStrategy[tuple[Entry, ...]] = st.recursive(
    st.tuples(st.builds(Ply, seat=st.sampled_from(SEATS), move=moves)), _lines, max_leaves=3
)
options = st.dictionaries(st.from_regex(r"\A[a-z][a-z0-9_\-]{0,5}\Z"), texts, max_size=2)
tags = st.dictionaries(
    st.from_regex(r"\A[A-Z][A-Za-z0-9_\-]{0,8}\Z").filter(lambda n: n not in (*RESERVED, *SEATS)),
    texts,
    max_size=3,
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record, small ones first."""
    seats = draw(st.integers(2, 10))
    score = st.none() | st.integers(1 - 10**15, 10**15 - 1)
    results = st.builds(
        Result,
        winners=st.sets(st.sampled_from(SEATS[:seats])).map(lambda won: tuple(sorted(won))),
        scores=st.lists(score, min_size=seats, max_size=seats).map(tuple),
    )
    return Record(
        game=draw(texts),
        rules=draw(texts),
        seats=tuple(draw(st.lists(texts, min_size=seats, max_size=seats))),
        deck=draw(st.none() | texts),
        options=draw(options),
        seed=draw(st.none() | texts),
        seed_hash=draw(st.none() | texts),
        termination=draw(st.none() | st.sampled_from(TERMINATIONS)),
        tags=draw(tags),
        comments=tuple(draw(st.lists(texts, max_size=2))),
        plies=tuple(draw(st.lists(shuffles, max_size=2))) + draw(st.just(()) | _lines(_variations)),
        result=draw(st.none() | results),
    )
