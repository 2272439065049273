"""The kit passes this implementation, and fails it if any one rule is changed."""

import gc
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import _lru_cache_wrapper, cache
from hashlib import sha256
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple

import pytest

from cli.conformance import facts
from cli.conformance.facts import Answer, Difference
from cli.conformance.suite import PARTS, Case, cases
from conformance.example import answers
from engines.registry import GAMES, load_game
from engines.triggs.flow import end_turn
from notation import chance, digests
from notation.grammar import read_time, write_time

Rule = Callable[..., Any]


class Change(NamedTuple):
    """A changed rule: the name to patch, the replacement, and the cases that notice."""

    name: str
    to: object
    shown_by: str


def allowed(*_: object) -> None:
    """A guard that allows everything."""


def same(given: object) -> object:
    return given


def none(*_: object) -> int:
    return 0


def nowhere(_: bytes) -> None:
    """No line is too long."""


def whole_seconds(text: str) -> float:
    return int(read_time(text))


def in_minutes(time: float) -> str:
    seconds = write_time(time % 60).partition(":")[2]
    return f"{int(time) // 60}:{seconds}"


def unprefixed(seed: str) -> bytes:
    return sha256(seed.encode()).digest()


def biased(n: int, word: int, _: Iterator[int]) -> int:
    return word % n


def first_stream(key: bytes, _: int, cards: Sequence[str]) -> list[str]:
    return ORDERED(key, 0, cards)


def move_alone(event: digests.Event) -> str:
    return f"move {event[1]}" if isinstance(event, tuple) else EVENT(event)


def unsorted_position(table: Any) -> str:  # noqa: ANN401 - a table of any game
    counters = [(counter.key, counter.value) for counter in table.counters()]
    zones = [(zone.key, zone.cards) for zone in table.zones()]
    return digests.position_digest(table.game.name, table.to_act, counters, zones)


def without_counters(game: str, to_act: str | None, _: object, zones: Any) -> bytes:  # noqa: ANN401 - zones as the original takes them
    return POSITION(game, to_act, (), zones)


def no_draw(table: Any, seat: str) -> list[Any]:  # noqa: ANN401 - a table of Triggs
    end_turn(table, seat)
    return []


def only_alone(self: Any, own: Mapping[str, int], seats: Sequence[Mapping[str, int]]) -> int:  # noqa: ANN401 - a kind of point side
    counts = [seat[self.of] for seat in seats]
    return self.points if own[self.of] == max(counts) and counts.count(max(counts)) == 1 else 0


ORDERED = chance.seeded_order
EVENT = digests._event
POSITION = digests.position_bytes

CHANGES = (
    Change("notation.text_reader.unescape", same, "pairs/everything.cgn"),
    Change("notation.variation_tree.read_time", whole_seconds, "pairs/everything.cgn"),
    Change("notation.variation_tree.MAX_DEPTH", 33, "broken/too-deep*"),
    Change("notation.text_reader.check_result", allowed, "broken/end-syntax*"),
    Change("notation.header.MAX_TAGS", 300, "broken/*tags*"),
    Change("notation.header.TERMINATIONS", ("resigned", "resign"), "broken/termination*"),
    Change("notation.text_reader.longest_line", nowhere, "broken/line-too-long*"),
    Change("notation.json_reader._check_end", allowed, "broken/lines-*"),
    Change("notation.text_writer.write_time", in_minutes, "pairs/everything.cgn"),
    Change("replays.digests.canonical", same, "pairs/own-deck*"),
    Change("notation.chance.key_of", unprefixed, "shuffles"),
    Change("notation.chance._below", biased, "shuffles"),
    Change("notation.chance.seeded_order", first_stream, "valid/triggs-m*"),
    Change("notation.digests._event", move_alone, "pairs/recorded.cgn"),
    Change("replays.digests.position_digest", unsorted_position, "valid/triggs-2*"),
    Change("notation.digests.position_bytes", without_counters, "valid/triggs-2*"),
    Change("replays.play_out.compare_results", allowed, "broken/winners*"),
    Change("engines.triggs.rules.makes_value", allowed, "broken/triggs-sum*"),
    Change("engines.triggs.rules.has_boxes_for", allowed, "broken/triggs-boxes*"),
    Change("engines.triggs.rules.has_one_value", allowed, "broken/triggs-one*"),
    Change("engines.triggs.flow._remove_obsolete", allowed, "valid/triggs-o*"),
    Change("engines.triggs.flow.end_action", no_draw, "valid/triggs-o*"),
    Change("engines.point_salad.scoring.Most.score", only_alone, "valid/point-salad-*"),
    Change("engines.point_salad.scoring.Set.score", none, "valid/point-salad-*"),
    Change("engines.grab_your_breakfast.rules.is_not_blocked", allowed, "broken/grab-*"),
    Change("engines.grab_your_breakfast.rules.matches", allowed, "broken/grab-*"),
    Change("engines.grab_your_breakfast.scoring.sets_of", none, "valid/grab-*"),
    Change("engines.turkey_my_mayonnaise.rules.recipes.is_better", allowed, "broken/turkey-*"),
    Change("engines.turkey_my_mayonnaise.rules.banking.is_complete", allowed, "broken/turkey-*"),
    Change("engines.the_jam.rules.guests.beats_the_last", allowed, "broken/the-jam-*"),
    Change("engines.the_jam.rules.recipes.is_made_with", allowed, "broken/the-jam-*"),
    Change("engines.the_jam.scoring.yummy", none, "valid/the-jam-4*"),
)


def answered(name: str, raw: bytes) -> list[Answer]:
    """The output for a file of a program that uses this library, for its chance too."""
    if name == "shuffles.json":
        return [shuffled(json.loads(line)) for line in raw.splitlines()]
    return of_example(name, raw)


def of_example(name: str, raw: bytes) -> list[Answer]:
    """The output for a file of the example, which has a chance of its own."""
    decoded: list[Answer] = json.loads(json.dumps(list(answers(name, raw))))
    return decoded


def shuffled(asked: dict[str, Any]) -> Answer:
    """The answer of the library to a question about chance."""
    if "n" in asked:
        return {"index": chance.below(asked["n"], iter(asked["words"]))}
    key = chance.key_of(asked["seed"])
    if "k" in asked:
        pile = [str(card) for card in range(asked["size"])]
        return {"order": [int(card) for card in chance.seeded_order(key, asked["k"], pile)]}
    words = {str(k): list(islice(chance.words(key, k), 10)) for k in (0, 1)}
    return {"seedHash": chance.seed_hash(asked["seed"]), "key": key.hex(), "words": words}


def differences(
    chosen: Iterable[Case], answered: Callable[[str, bytes], list[Answer]] = answered
) -> Iterator[tuple[str, Difference]]:
    for case in chosen:
        for difference in facts.differences(case.expected, answered(case.name, case.raw)):
            yield case.name, difference


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Clear all caches before and after a rule is changed."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for one in _caches():
        one.cache_clear()


@cache
def _caches() -> list[Any]:
    """Every cache, but for that of the suite: found once, since it takes a look at each object."""
    for game in GAMES:
        load_game(game)
    for change in CHANGES:
        _place(change)
    found = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    return [one for one in found if one.__module__ not in ("cli.conformance.suite", __name__)]


unchanged = cache(answered)


@pytest.mark.parametrize("part", [*PARTS[:-1], "unseen/[rw]*"])
def test_this_implementation_conforms(part: str) -> None:
    assert list(differences(cases([part]), unchanged)) == []


def test_the_example_shuffles_as_the_library_does() -> None:
    assert list(differences(cases(["shuffles"]), of_example)) == []


def test_this_implementation_conforms_as_a_reader() -> None:
    assert list(differences(cases(["broken"], levels=["reader", "places"]), unchanged)) == []


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.name)
@pytest.mark.usefixtures("forgetful")
def test_an_implementation_with_one_changed_rule_does_not(
    change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = cases([change.shown_by])
    assert chosen
    monkeypatch.setattr(*_place(change), change.to)
    assert next(differences(chosen), None) is not None


def _place(change: Change) -> tuple[Any, str]:
    """The module or class of the name to patch, and the name there."""
    owner, _, name = change.name.rpartition(".")
    try:
        return import_module(owner), name
    except ModuleNotFoundError:
        module, _, kind = owner.rpartition(".")
        return getattr(import_module(module), kind), name
