"""How moves are written and said, and the codes with which they are refused."""

import re
from pathlib import Path

import pytest

import engines.turkey_my_mayonnaise
from engines.rulebook import rulebook
from engines.turkey_my_mayonnaise import GAME
from notation.fault import Fault
from tests.engines.tables import refusal
from tests.engines.turkey_my_mayonnaise.positions import play, position

MOVES = GAME.moves
FOLDER = Path(engines.turkey_my_mayonnaise.__file__).parent


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("draw", "draws"),
        ("refresh ham,brie,tmm", "refreshes the hand: discards ham, brie and tmm"),
        ("bank R07", "banks R07"),
        ("scrap R07", "scraps R07"),
        ("recipe R07", "starts the recipe R07"),
        ("add ham to=R07", "adds ham to R07"),
        ("add double-meat-3 to=R07 as=double", "adds double-meat-3 to R07, doubled"),
        ("replace bacon over=ham on=R07", "replaces ham on R07 with bacon"),
        (
            "replace double-meat-5 over=ham on=R07 as=double",
            "replaces ham on R07 with double-meat-5, doubled",
        ),
        ("bonus bonus-5 to=R07", "plays bonus-5 on R07"),
        ("penalize penalty-5 on=R03", "plays penalty-5 against R03"),
        ("steal brie from=R03 to=R07", "steals brie from R03 for R07"),
        (
            "steal double-meat-3 from=R03 to=R07 as=double",
            "steals double-meat-3 from R03 for R07, doubled",
        ),
        ("spoil spoil-cheese brie from=R03", "plays spoil-cheese: brie on R03 spoils"),
        ("spoil fridge brie from=R03", "plays fridge: brie on R03 spoils"),
        ("tmm take brie from=R03 to=R07", "plays tmm: takes brie from R03 for R07"),
        ("tmm claim R03", "plays tmm: takes the recipe R03"),
        ("tmm move brie from=R07 to=R09", "plays tmm: moves brie from R07 to R09"),
        ("dumpster", "dives into the dumpster"),
        ("spree", "goes on a shopping spree"),
        ("keep swatter discard=ham", "keeps swatter and discards ham"),
        ("discard ham", "discards ham"),
        ("end", "ends the turn without banking"),
        ("swat", "swats the attack"),
        ("sendback on=R07", "sends the attack back: R07 is penalized"),
        ("sendback brie from=R07 to=R03", "sends the attack back: steals brie from R07 for R03"),
        (
            "sendback double-meat-3 from=R07 to=R03 as=double",
            "sends the attack back: steals double-meat-3 from R07 for R03, doubled",
        ),
        ("sendback brie from=R07", "sends the attack back: brie on R07 spoils"),
        ("sendback", "sends the attack back, and it fizzles"),
        ("inspect", "calls the health inspector"),
        ("pass", "passes"),
    ],
)
def test_moves_are_written_as_the_table_of_moves_shows(text: str, sentence: str) -> None:
    move = MOVES.parse(text)
    assert MOVES.write(move) == text
    assert move.sentence() == sentence


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
def test_what_spells_no_move_is_refused_where_it_goes_wrong(text: str, part: str) -> None:
    with pytest.raises(Fault) as caught:
        MOVES.parse(text)
    assert text[caught.value.start : caught.value.end] == part


def test_the_codes_that_are_raised_are_those_of_the_rules() -> None:
    sources = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))]
    raised = [re.findall(r'Illegal\(\s*"([a-z.-]+)"', source) for source in sources]
    assert {f"{GAME.name}.{code}" for codes in raised for code in codes} == set(rulebook(GAME.name))
    assert sum(map(len, raised)) == sum(source.count("Illegal(") for source in sources)


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
    table.out["R02"].stopped = table.players["A"]
    illegal = refusal(table, text, code, part)
    assert illegal.reason.message
    assert illegal.reason.label


def test_every_other_rule_can_be_broken() -> None:
    """Those that are broken at another time of the turn, or by another seat."""
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
