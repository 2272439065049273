"""The notation of moves, and the codes of refusals."""

import pytest

from engines.rulebook import rulebook
from engines.turkey_my_mayonnaise import GAME
from notation.fault import Fault
from tests.engines.tables import refusal
from tests.engines.turkey_my_mayonnaise.positions import play, position

MOVES = GAME.moves


@pytest.mark.parametrize(
    "text",
    [
        "draw",
        "refresh ham,brie,tmm",
        "bank R07",
        "scrap R07",
        "recipe R07",
        "add ham to=R07",
        "add double-meat-3 to=R07 as=double",
        "replace bacon over=ham on=R07",
        "replace double-meat-5 over=ham on=R07 as=double",
        "bonus bonus-5 to=R07",
        "penalize penalty-5 on=R03",
        "steal brie from=R03 to=R07",
        "steal double-meat-3 from=R03 to=R07 as=double",
        "spoil spoil-cheese brie from=R03",
        "spoil fridge brie from=R03",
        "tmm take brie from=R03 to=R07",
        "tmm claim R03",
        "tmm move brie from=R07 to=R09",
        "dumpster",
        "spree",
        "keep swatter discard=ham",
        "discard ham",
        "end",
        "swat",
        "sendback on=R07",
        "sendback brie from=R07 to=R03",
        "sendback double-meat-3 from=R07 to=R03 as=double",
        "sendback brie from=R07",
        "sendback",
        "inspect",
        "pass",
    ],
)
def test_moves_are_written_as_in_the_table_of_moves(text: str) -> None:
    assert MOVES.write(MOVES.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("draw 4", "4"),
        ("refresh", "refresh"),
        ("refresh ham,,brie", ""),
        ("bank", "bank"),
        ("add ham", "add ham"),
        ("add ham R07", "R07"),
        ("add to=R07 ham", "to=R07"),
        ("add ham to=R07 as=single", "single"),
        ("add ham as=double to=R07", "as=double"),
        ("add ham to=R07 to=R08", "to=R08"),
        ("steal brie to=R07 from=R03", "to=R07"),
        ("spoil brie from=R03", "from=R03"),
        ("bonus bonus-5 to=R07 as=double", "as=double"),
        ("tmm brie from=R03 to=R07", "tmm"),
        ("tmm give R03", "tmm"),
        ("sendback from=R07 on=R03", "on=R03"),
        ("sendback brie blue", "blue"),
        ("keep swatter", "keep swatter"),
        ("swat R07", "R07"),
    ],
)
def test_a_malformed_move_is_refused_at_its_bad_part(text: str, part: str) -> None:
    with pytest.raises(Fault) as caught:
        MOVES.parse(text)
    assert text[caught.value.start : caught.value.end] == part


HAND = "ham brie tmm steal fridge penalty-5 double-meat-7 R09 spree"
BROKEN = [
    ("discard hum", "no-such-card", "hum"),
    ("discard blue", "not-held", "blue"),
    ("recipe ham", "wrong-kind", "ham"),
    ("draw", "drawn", ""),
    ("end", "end-early", ""),
    ("pass", "no-pass", ""),
    ("recipe R09", "recipe-limit", "R09"),
    ("add ham to=R07", "own-recipe", "R07"),
    ("add ham to=R01", "no-slot", "R01"),
    ("add ham to=R05 as=double", "only-doubles", "double"),
    ("replace double-meat-7 over=ham on=R01", "not-there", "ham"),
    ("replace ham over=bacon on=R01", "better-card", "bacon"),
    ("bank R01", "incomplete", "R01"),
    ("bank R02", "stopped", "R02"),
    ("penalize penalty-5 on=R01", "opponents-recipe", "R01"),
    ("spoil fridge bonus-5 from=R07", "no-prey", "bonus-5"),
    ("swat", "no-answer-due", ""),
    ("tmm take penalty-5 from=R07 to=R01", "no-penalty", "penalty-5"),
    ("tmm move bacon from=R01 to=R01", "two-recipes", "R01"),
    ("keep ham discard=brie", "keep-in-dive", ""),
]


@pytest.mark.parametrize(("text", "code", "part"), BROKEN)
def test_every_rule_can_be_broken(text: str, code: str, part: str) -> None:
    table = position(
        "A R01 bacon", "A R02 tofu tofu", "A R05 turkey", "B R07 ham bonus-5 penalty-5", A=HAND
    )
    table.out["R02"].stopped = "A"
    illegal = refusal(table, text, code, part)
    assert illegal.reason.message
    assert illegal.reason.label


def test_every_other_rule_can_be_broken() -> None:
    """Rules that are broken at another time of the turn, or by another seat."""
    broken = {code for _, code, _ in BROKEN}
    table = position("A R01 bacon", drawn=False, A=HAND, B="swatter")
    refusal(table, "discard ham", "draw-first")
    refusal(table, "refresh ham,brie", "refresh-three", "ham,brie")
    table = position("A R01 bacon ketchup", "B R07 ham", A=HAND, B="send-back")
    refusal(table, "tmm claim R07", "bare-recipe", "R07")
    dive = table.copy()
    play(table, "discard ham")
    refusal(table, "discard brie", "one-play")
    refusal(table, "scrap R01", "scrap-late")
    dive.deck.lay(["brie", "R10"])
    play(dive, "spree")
    refusal(dive, "end", "choose-first")
    refusal(dive, "recipe R09", "not-turned-up", "R09")
    table = position("A R01 bacon ketchup", "B R07 ham", A=HAND, B="send-back")
    play(table, "penalize penalty-5 on=R07")
    refusal(table, "draw", "answer-due")
    refusal(table, "sendback", "send-back-target")
    codes = {code.removeprefix(f"{GAME.name}.") for code in rulebook(GAME.name)}
    assert codes - broken == {
        "draw-first", "refresh-three", "bare-recipe", "one-play", "scrap-late", "choose-first",
        "not-turned-up", "answer-due", "send-back-target",
    }  # fmt: skip
