"""NOTATION, Chance: seeded shuffles, and recorded ones."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.make import SKIPPING
from notation.chance import Chance, key_of, seed_hash, seeded_order
from notation.fault import Fault
from notation.record import Shuffle, Where


def _by_the_page(seed: str, k: int, cards: list[str]) -> list[str]:
    """A slow implementation straight from the page."""
    key = sha256(b"cgn-shuffle:" + seed.encode()).digest()
    stream = b""
    for i in range(len(cards) + 8):
        stream += sha256(key + k.to_bytes(4, "big") + i.to_bytes(4, "big")).digest()
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    order = list(cards)
    for j in range(len(order) - 1, 0, -1):
        while words[0] >= 2**32 - 2**32 % (j + 1):
            words.pop(0)
        index = words.pop(0) % (j + 1)
        order[j], order[index] = order[index], order[j]
    return order


@given(st.text(max_size=8), st.integers(0, 2**32 - 1), st.integers(0, 150))
def test_seeded_shuffles_are_those_of_the_page(seed: str, k: int, count: int) -> None:
    cards = [str(n) for n in range(count)]
    assert seeded_order(key_of(seed), k, cards) == _by_the_page(seed, k, cards)


@pytest.mark.parametrize(("seed", "k", "count"), SKIPPING)
def test_a_shuffle_skips_words_that_would_favour_small_indexes(
    seed: str, k: int, count: int
) -> None:
    cards = [str(n) for n in range(count)]
    assert seeded_order(key_of(seed), k, cards) == _by_the_page(seed, k, cards)


def test_shuffles_are_numbered_in_the_order_in_which_they_are_asked_for() -> None:
    chance = Chance("tuesday-7")
    cards = list("abcdefgh")
    orders = [chance.shuffle("deck", cards), chance.shuffle("left", cards)]
    assert orders == [_by_the_page("tuesday-7", k, cards) for k in (0, 1)]
    assert chance.shuffles == [Shuffle("deck", tuple(orders[0])), Shuffle("left", tuple(orders[1]))]


def test_a_pile_of_fewer_than_two_cards_takes_no_number() -> None:
    chance = Chance("s")
    assert chance.shuffle("deck", []) == []
    assert chance.shuffle("deck", ["a"]) == ["a"]
    assert chance.shuffles == []
    assert chance.shuffle("deck", list("abcd")) == _by_the_page("s", 0, list("abcd"))


def test_the_hash_of_a_seed_has_no_prefix() -> None:
    assert seed_hash("ü") == sha256("ü".encode()).hexdigest()


def _recorded(*lines: Shuffle, seed: str | None = None) -> Chance:
    chance = Chance(seed)
    chance.expect(lines)
    return chance


def _code(chance: Chance, name: str, cards: list[str]) -> tuple[str, Where]:
    with pytest.raises(Fault) as caught:
        chance.shuffle(name, cards)
    assert str(caught.value) == caught.value.message
    return caught.value.code, caught.value.where


def test_a_recorded_order_is_taken() -> None:
    chance = _recorded(Shuffle("deck", ("b", "a", "a")))
    assert chance.shuffle("deck", ["a", "a", "b"]) == ["b", "a", "a"]
    chance.settle()


def test_seed_and_line_must_agree() -> None:
    cards = list("abcd")
    order = tuple(_by_the_page("s", 0, cards))
    assert _recorded(Shuffle("deck", order), seed="s").shuffle("deck", cards) == list(order)
    other = (*order[1:], order[0])
    assert _code(_recorded(Shuffle("deck", other), seed="s"), "deck", cards) == (
        "cgn.shuffle-mismatch",
        (1, "order"),
    )


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (("a",), "lacks b"),
        (("a", "b", "c"), "has c too many"),
        (("a", "a"), "lacks b and has a too many"),
    ],
)
def test_a_line_has_the_cards_of_the_pile(order: tuple[str, ...], message: str) -> None:
    chance = _recorded(Shuffle("deck", order))
    with pytest.raises(Fault, match=f"the recorded order {message}"):
        chance.shuffle("deck", ["a", "b"])


def test_a_line_names_the_pile() -> None:
    assert _code(_recorded(Shuffle("left", ("a", "b"))), "deck", ["a", "b"]) == (
        "cgn.shuffle-mismatch",
        (1, "order"),
    )


def test_without_seed_and_line_a_shuffle_is_missing() -> None:
    assert _code(Chance(), "deck", ["a", "b"]) == ("cgn.shuffle-missing", (0, "move"))
    chance = _recorded(Shuffle("deck", ("a", "b")))
    chance.shuffle("deck", ["a", "b"])
    assert _code(chance, "deck", ["a", "b"]) == ("cgn.shuffle-missing", (0, "move"))


def test_an_unused_line_is_an_error() -> None:
    chance = _recorded(Shuffle("deck", ("a", "b")), Shuffle("left", ("a", "b")))
    chance.shuffle("deck", ["a", "b"])
    with pytest.raises(Fault) as caught:
        chance.settle()
    assert (caught.value.code, caught.value.where) == ("cgn.shuffle-surplus", (2, "order"))


def test_a_copy_is_independent() -> None:
    cards = list("abcdefgh")
    chance = Chance("s")
    chance.shuffle("deck", cards)
    other = chance.copy()
    assert other.shuffle("deck", cards) == chance.shuffle("deck", cards)
    assert other.shuffle("deck", cards) == _by_the_page("s", 2, cards)
    assert len(chance.shuffles) == 2


def test_a_missing_shuffle_can_be_written_without_its_cards() -> None:
    with pytest.raises(Fault) as caught:
        _recorded().shuffle("deck", ["a", "b"])
    assert "add the line `~: deck _`" in (caught.value.advice or "")
