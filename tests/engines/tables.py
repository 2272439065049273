"""Helpers for tables of any game."""

from copy import deepcopy
from typing import Any

import pytest

from engines.game import Game
from engines.play import Illegal
from engines.table import Table
from notation.chance import Chance, Shows
from replays.general.deal import snapshot


class Unshuffled(Chance):
    """Chance that leaves every pile in its order, and notes the shuffles."""

    def __init__(self) -> None:
        super().__init__()
        self.shuffled: list[tuple[str, str]] = []

    def shuffle(self, name: str, cards: list[str], shows: Shows | None = None) -> list[str]:
        del shows
        if len(cards) > 1:
            self.shuffled.append((name, " ".join(cards)))
        return cards


def changed_facts(game: Game, /, **changes: object) -> dict[str, Any]:
    """The facts of a game's deck with these values; a place is written `items__2__hand_cards`.

    None removes what lies there.
    """
    facts = deepcopy(game.deck.facts)
    for place, value in changes.items():
        *parts, last = (int(part) if part.isdigit() else part for part in place.split("__"))
        at: Any = facts
        for part in parts:
            at = at[part]
        if value is None:
            del at[last]
        else:
            at[last] = value
    return facts


def shuffles(table: Table) -> list[tuple[str, str]]:
    """The shuffles of a table since its position was laid: the pile's name, its cards before."""
    assert isinstance(table.chance, Unshuffled)
    return table.chance.shuffled


def refusal(table: Table, text: str, rule: str, at: str = "") -> Illegal:
    """Assert that a move is refused by this rule at this part of its text (empty: all).

    The table stays unchanged, and the cause that the refusal names is true.
    """
    before = snapshot(table)
    assert table.to_act is not None
    moves = table.game.moves
    move = moves.parse(text)
    with pytest.raises(Illegal) as caught:
        table.play(table.to_act, move)
    illegal = caught.value
    start, end = moves.span(move, text, illegal.reason.at)
    assert (illegal.reason.rule, text[start:end]) == (rule, at or text)
    assert illegal.held_at(table)
    assert snapshot(table) == before
    return illegal


def refused(table: Table, text: str, rule: str, message: str, at: str = "") -> Illegal:
    """Assert that a move is refused as in `refusal`, with this message."""
    illegal = refusal(table, text, rule, at)
    assert illegal.reason.message == message
    return illegal
