"""The tag From, and whether a record goes on from the one that it names."""

import pytest
from msgspec.structs import replace

from notation.fault import Fault
from notation.header import warnings_of
from notation.origin import Origin, Original, require_from, shared_plies
from notation.record import Entry, Ply, Record, Shuffle

DIGEST = "0123456789abcdef" * 4


def record(*moves: str, origin: str | None = None) -> Record:
    """A record of these moves by A, after a shuffle; `origin` is its tag From."""
    plies: list[Entry] = [Shuffle("deck", ("1", "2"))]
    plies += [Ply("A", move) for move in moves]
    tags = {} if origin is None else {"From": origin}
    return Record(game="x", rules="1", seats=("Ana", "Bo"), plies=tuple(plies), tags=tags)


@pytest.mark.parametrize(
    "value",
    [
        "31",
        DIGEST,
        f"{DIGEST} ",
        f"{DIGEST} x",
        f"{DIGEST} 01",
        f"{DIGEST} -1",
        f"{DIGEST}  1",
        f"{DIGEST[1:]} 1",
        f"{DIGEST.upper()} 1",
        f" {DIGEST} 1",
        f"{DIGEST} 1\n",
        f"{DIGEST} 1234567",
    ],
)
def test_a_value_of_another_form_names_no_origin_and_is_warned_of(value: str) -> None:
    assert Origin.parse(value) is None
    ((name, _, _, code),) = warnings_of(record(origin=value))
    assert (name, code) == ("From", "cgn.from")


@pytest.mark.parametrize("ply", [0, 1, 999_999])
def test_an_origin_is_written_as_it_is_read(ply: int) -> None:
    origin = Origin(DIGEST, ply)
    assert Origin.parse(str(origin)) == origin
    assert warnings_of(record(origin=str(origin))) == []


def test_records_share_plies_whatever_lies_between() -> None:
    one = record("a", "b", "c")
    assert shared_plies(one, replace(one, plies=one.moves)) == 3
    assert shared_plies(one, record("a", "x", "c")) == 1
    assert shared_plies(one, record("a", "x", "c"), 2) == 3
    assert shared_plies(one, record()) == 0


@pytest.mark.parametrize("ply", [0, 2, 3])
def test_a_record_goes_on_from_one_with_the_same_plies(ply: int) -> None:
    require_from(record("a", "b", "c", "d", origin=f"{DIGEST} {ply}"), original())


@pytest.mark.parametrize(
    ("moves", "origin", "where", "said"),
    [
        ("abc", None, (), "does not say"),
        ("abc", "31", ("tags", "From"), "from another"),
        ("abc", f"{DIGEST[::-1]} 1", ("tags", "From"), "from another"),
        ("abcd", f"{DIGEST} 4", ("tags", "From"), "no ply 4"),
        ("ab", f"{DIGEST} 3", ("tags", "From"), "ply 3 is not that of the original, `A: c`"),
        ("axy", f"{DIGEST} 3", ("plies", 2, "move"), "ply 2 is not that of the original, `A: b`"),
    ],
)
def test_a_record_that_does_not_go_on_is_told_where(
    moves: str, origin: str | None, where: tuple[str | int, ...], said: str
) -> None:
    with pytest.raises(Fault, match=said) as caught:
        require_from(record(*moves, origin=origin), original())
    assert (caught.value.code, caught.value.where) == ("cgn.not-from", where)


def original() -> Original:
    """The record of the moves a, b and c."""
    return Original(DIGEST, record("a", "b", "c"))
