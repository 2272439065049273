"""Answers `cgn differ` with a copy of our engines in which one rule is changed.

$ cgn differ -- python tests/conformance/changed_rule.py engines.triggs.rules.makes_value
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from conformance import example  # noqa: E402 - it is found from the path above


def _allowed(*_: object, **__: object) -> None:
    """A guard that allows everything, or something that no longer happens by itself."""


def _none(*_: object) -> int:
    return 0


CHANGES = {
    "engines.triggs.rules.makes_value": _allowed,
    "engines.triggs.rules.has_boxes_for": _allowed,
    "engines.triggs.rules.has_a_free_box": _allowed,
    "engines.triggs.rules.takes_as_many_as_due": _allowed,
    "engines.triggs.flow._remove_obsolete": _allowed,
    "engines.point_salad.rules.may_flip": _allowed,
    "engines.point_salad.rules.is_own": _allowed,
    "engines.point_salad.rules.names_two_slots": _allowed,
    "engines.point_salad.scoring.Set.score": _none,
    "engines.grab_your_breakfast.rules.is_not_blocked": _allowed,
    "engines.grab_your_breakfast.rules.matches": _allowed,
    "engines.grab_your_breakfast.scoring.sets_of": _none,
    "engines.turkey_my_mayonnaise.rules.banking.is_complete": _allowed,
    "engines.turkey_my_mayonnaise.rules.turns.begins_turn": _allowed,
    "engines.turkey_my_mayonnaise.rules.turns.has_no_play": _allowed,
    "engines.turkey_my_mayonnaise.rules.checks.own_recipe": _allowed,
    "engines.the_jam.rules.recipes.is_made_with": _allowed,
    "engines.the_jam.rules.recipes.is_a": _allowed,
    "engines.the_jam.rules.trades.is_another_seat": _allowed,
    "engines.the_jam.scoring.yummy": _none,
}
"""What stands in the place of a rule, by the rule's name."""


def change(rule: str) -> None:
    """Change a rule wherever it was imported."""
    game = rule.split(".")[1]
    import_module(f"engines.{game}")
    owner, name = _owner(rule)
    original = getattr(owner, name)
    modules = [module for key, module in sys.modules.items() if key.startswith(f"engines.{game}")]
    for place in (owner, *modules):
        if getattr(place, name, None) is original:
            setattr(place, name, CHANGES[rule])


def _owner(rule: str) -> tuple[Any, str]:
    """The module or class that has a rule, and its name there."""
    owner, _, name = rule.rpartition(".")
    try:
        return import_module(owner), name
    except ModuleNotFoundError:
        module, _, kind = owner.rpartition(".")
        return getattr(import_module(module), kind), name


if __name__ == "__main__":
    change(sys.argv[1])
    example.main()
