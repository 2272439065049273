"""rules.md explains each code with which this game refuses a move."""

from engines.point_salad import GAME
from engines.rulebook import rulebook
from tests.engines.point_salad.positions import lay, refuse

CODES = {code.removeprefix("point_salad.") for code in rulebook(GAME.name)}


def test_every_rule_can_be_broken() -> None:
    market = {"1a": "CB01", "1b": "CR01", "2a": "LE01"}
    table = lay(piles=("CB02", "", ""), market=market, points={"B": "CB04"})
    broken = {
        "veg 1a,1b flip=XX01": "no-such-card",
        "point 2": "empty-pile",
        "veg 1a,3a": "empty-slot",
        "veg 1a,1b flip=CB01": "no-way-back",
        "veg 1a,1b flip=CB04": "own-card",
        "veg 1a,1a": "same-slot",
        "veg 1a": "two-veggies",
    }
    assert {move: refuse(table, move).reason.rule for move in broken} == broken
    assert set(broken.values()) == CODES


def test_a_rule_is_cited_with_its_section() -> None:
    citation = rulebook(GAME.name)["point_salad.same-slot"].citation
    assert citation == "point_salad, Drafting: a slot holds one veggie, so it is named only once"
