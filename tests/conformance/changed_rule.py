"""A copy of our code in which one rule is changed, in a process of its own.

$ cgn differ -- python tests/conformance/changed_rule.py engines.triggs.rules.makes_value
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from conformance import example  # noqa: E402 - it is found from the path above
from engines.registry import GAMES, load_game  # noqa: E402 - as above
from engines.triggs.flow import end_turn  # noqa: E402 - as above
from notation import chance, digests  # noqa: E402 - as above
from notation.grammar import read_time, write_time  # noqa: E402 - as above

for game in GAMES:
    load_game(game)


class Change(NamedTuple):
    """What stands in the place of a rule, and the files of the suite that notice."""

    to: object
    shown_by: str


def allowed(*_: object, **__: object) -> None:
    """A guard that allows everything, or something that no longer happens by itself."""


def same(given: object) -> object:
    return given


def none(*_: object) -> int:
    return 0


def nowhere(_: bytes) -> None:
    """No line is too long."""


def whole_seconds(text: str) -> float:
    return int(READ(text))


def in_minutes(time: float) -> str:
    seconds = WRITE(time % 60).partition(":")[2]
    return f"{int(time) // 60}:{seconds}"


def unprefixed(seed: str) -> bytes:
    return sha256(seed.encode()).digest()


def biased(n: int, source: Iterator[int]) -> int:
    return next(source) % n


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


# Their names here stay those of the originals when a rule is changed.
ORDERED = chance.seeded_order
EVENT = digests._event
POSITION = digests.position_bytes
READ = read_time
WRITE = write_time

CHANGES = {
    "conformance.example.below": Change(biased, "shuffles"),
    "notation.text_reader.unescape": Change(same, "pairs/everything.cgn"),
    "notation.variation_tree.read_time": Change(whole_seconds, "pairs/everything.cgn"),
    "notation.variation_tree.MAX_DEPTH": Change(33, "broken/too-deep*"),
    "notation.text_reader.check_result": Change(allowed, "broken/end-syntax*"),
    "notation.header.MAX_TAGS": Change(300, "broken/*tags*"),
    "notation.header.TERMINATIONS": Change(("resigned", "resign"), "broken/termination*"),
    "notation.text_reader.longest_line": Change(nowhere, "broken/line-too-long*"),
    "notation.json_reader._check_end": Change(allowed, "broken/lines-*"),
    "notation.text_writer.write_time": Change(in_minutes, "pairs/everything.cgn"),
    "replays.digests.canonical": Change(same, "pairs/own-deck*"),
    "notation.chance.key_of": Change(unprefixed, "valid/triggs-m*"),
    "notation.chance.seeded_order": Change(first_stream, "valid/triggs-m*"),
    "notation.digests._event": Change(move_alone, "pairs/recorded.cgn"),
    "notation.digests.position_bytes": Change(without_counters, "valid/triggs-2*"),
    "replays.digests.position_digest": Change(unsorted_position, "valid/triggs-2*"),
    "replays.play_out.compare_results": Change(allowed, "broken/winners*"),
    "engines.triggs.rules.makes_value": Change(allowed, "broken/triggs-sum*"),
    "engines.triggs.rules.has_boxes_for": Change(allowed, "broken/triggs-boxes*"),
    "engines.triggs.rules.has_a_free_box": Change(allowed, "broken/triggs-full*"),
    "engines.triggs.rules.has_one_value": Change(allowed, "broken/triggs-one*"),
    "engines.triggs.rules.takes_as_many_as_due": Change(allowed, "broken/triggs-draw*"),
    "engines.triggs.flow._remove_obsolete": Change(allowed, "valid/triggs-o*"),
    "engines.triggs.flow.end_action": Change(no_draw, "valid/triggs-o*"),
    "engines.point_salad.rules.names_two_slots": Change(allowed, "broken/point-salad-two*"),
    "engines.point_salad.scoring.Most.score": Change(only_alone, "valid/point-salad-*"),
    "engines.point_salad.scoring.Set.score": Change(none, "valid/point-salad-*"),
    "engines.grab_your_breakfast.rules.is_not_blocked": Change(allowed, "broken/grab-*-blocked*"),
    "engines.grab_your_breakfast.rules.matches": Change(allowed, "broken/grab-*-no-match*"),
    "engines.grab_your_breakfast.scoring.sets_of": Change(none, "valid/grab-*"),
    "engines.turkey_my_mayonnaise.rules.recipes.is_better": Change(allowed, "broken/*-better*"),
    "engines.turkey_my_mayonnaise.rules.banking.is_complete": Change(allowed, "broken/*-incom*"),
    "engines.turkey_my_mayonnaise.rules.turns.begins_turn": Change(allowed, "broken/turkey-*-dr*"),
    "engines.turkey_my_mayonnaise.rules.turns.has_no_play": Change(
        allowed, "broken/turkey-*-no-pass*"
    ),
    "engines.turkey_my_mayonnaise.rules.checks.own_recipe": Change(allowed, "broken/turkey-*-o*"),
    "engines.the_jam.rules.recipes.is_made_with": Change(allowed, "broken/the-jam-wrong*"),
    "engines.the_jam.scoring.yummy": Change(none, "valid/the-jam-4*"),
}
"""What is changed, by the name of the rule."""

GAME_RULES = {rule: game for rule in CHANGES for game in GAMES if f"engines.{game}." in rule}
"""The rules that change how games are played, each with its game."""


def change(rule: str) -> None:
    """Change a rule in this process, wherever it was imported."""
    owner, name = _owner(rule)
    original = getattr(owner, name)
    for place in (owner, *sys.modules.values()):
        if vars(place).get(name) is original:
            setattr(place, name, CHANGES[rule].to)


def _owner(rule: str) -> tuple[Any, str]:
    """The module or class that has a rule, and its name there."""
    owner, _, name = rule.rpartition(".")
    try:
        return import_module(owner), name
    except ModuleNotFoundError:
        module, _, kind = owner.rpartition(".")
        return getattr(import_module(module), kind), name


def answered(name: str, raw: bytes) -> list[dict[str, Any]]:
    """The answers of this process to a file of the suite."""
    decoded: list[dict[str, Any]] = json.loads(json.dumps(list(example.answers(name, raw))))
    return decoded


if __name__ == "__main__":
    change(sys.argv[1])
    example.main()
