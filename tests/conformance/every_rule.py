"""`cgn differ` finds each of the changed rules of games: `make differ`, some four minutes."""

from pathlib import Path

import pytest

from tests.cli.test_differ import differ_in
from tests.conformance.changed_rule import GAME_RULES


@pytest.mark.parametrize("rule", GAME_RULES)
def test_a_changed_rule_is_found(rule: str, tmp_path: Path) -> None:
    result, _ = differ_in(rule, tmp_path)
    assert result.exit_code == 1
