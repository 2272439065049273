"""The sentences of moves in The Jam."""

import pytest

from engines.the_jam import GAME, words
from engines.the_jam.moves import Return, Trade
from engines.the_jam.state import JamPhase, TheJam
from notation.moves import Move
from tests.engines.the_jam.positions import CARDS, CONE, position

APPLE, CHERRY, DOGWOOD = "apple-jam:walnut", "cherry-jam:peach", "dogwood-jam:cherry"
RASPBERRY = "raspberry-jam:cherry"
PIE, BEARS_PIE = "cherry-pie:dogwood", "apple-pie:peach"
SALAD = "salad-apple-peach-dogwood:walnut"
LONG_SALAD = "salad-strawberry-cherry-walnut:apricot"


def wording(table: TheJam, text: str | Move, *reveals: str | None) -> tuple[str, str]:
    """The sentence of a move by the seat to act, and its short form."""
    move = GAME.moves.parse(text) if isinstance(text, str) else text
    sentence = table.sentence(table.to_act or "", move, reveals)
    return sentence.text, sentence.short


def drawing(card: str, variant: str | None = None) -> TheJam:
    """A turn of A, who has just drawn this card."""
    table = position(variant)
    table.drawn.append((card, "A"))
    return table


@pytest.mark.parametrize(
    ("text", "sentence", "short"),
    [
        (
            f"jam {CHERRY} with={RASPBERRY}",
            "makes cherry jam, with a cherry from raspberry jam",
            "cherry jam",
        ),
        (f"jam {CONE} with={CONE}", "makes cone jam, with a cone from cone jam", "cone jam"),
        (f"pie {PIE} with={CHERRY}", "bakes cherry pie with cherry jam", "cherry pie"),
        (
            f"pie {PIE} with={CHERRY} discard={APPLE}",
            "bakes cherry pie with cherry jam (pie card from the basket; puts apple jam there)",
            "cherry pie",
        ),
        (
            f"salad {SALAD} with={CHERRY},{PIE},{APPLE}",
            "makes apple, peach and dogwood salad from the basket",
            "apple+peach+dogw salad",
        ),
        (
            f"basket {APPLE}",
            "puts apple jam in the basket as a walnut",
            "apple jam → basket",
        ),
        (
            f"basket {LONG_SALAD}",
            "puts strawberry, cherry and walnut salad in the basket as an apricot",
            "stra+cher+waln salad → basket",
        ),
        (
            f"trade B give={APPLE},{PIE} get={CHERRY}",
            "gives B apple jam and cherry pie for cherry jam",
            "trade with B: apple jam, cherry pie for cherry jam",
        ),
        (f"trade B give={APPLE}", "gives B apple jam", "give B: apple jam"),
        (f"trade B get={APPLE}", "gets apple jam from B", "get from B: apple jam"),
        (
            f"bid {DOGWOOD},{CHERRY}",
            "bids 6 for Karlsman (dogwood and cherry jam)",
            "bid 6: dogwood, cherry",
        ),
        (
            f"bid {CHERRY},{DOGWOOD},cherry-jam:apple",
            "bids 8 for Karlsman (two cherry jams and dogwood jam)",
            "bid 8: cherry, dogwood, cherry",
        ),
        ("pass", "passes", "pass"),
    ],
)
def test_a_sentence_names_the_recipe_and_its_ingredients(
    text: str, sentence: str, short: str
) -> None:
    assert wording(position(), text) == (sentence, short)


@pytest.mark.parametrize(
    ("phase", "card", "sentence", "short"),
    [
        (JamPhase.JAM, CHERRY, "loses cherry jam to Karlsman", "lose cherry jam"),
        (JamPhase.PIE, BEARS_PIE, "loses apple pie to the Bear", "lose apple pie"),
    ],
)
def test_a_recipe_given_up_is_lost_to_its_guest(
    phase: JamPhase, card: str, sentence: str, short: str
) -> None:
    table = position()
    table.phase = phase
    assert wording(table, f"forfeit {card}") == (sentence, short)


@pytest.mark.parametrize(
    ("text", "reveal", "sentence"),
    [
        (
            f"jam {CHERRY} with={RASPBERRY}",
            RASPBERRY,
            "draws raspberry jam and makes cherry jam, with a cherry from raspberry jam",
        ),
        (
            f"jam {CHERRY} with={RASPBERRY}",
            CHERRY,
            "draws cherry jam and makes it, with a cherry from raspberry jam",
        ),
        (
            f"jam {CONE} with={RASPBERRY}",
            None,
            "draws a card and makes cone jam, with a cherry from raspberry jam",
        ),
        (f"pie {PIE} with={CHERRY}", PIE, "draws cherry pie and bakes it with cherry jam"),
        (f"pie {PIE} with={CHERRY}", None, "draws a card and bakes cherry pie with cherry jam"),
        (
            f"salad {SALAD} with={CHERRY},{PIE},{APPLE}",
            SALAD,
            "draws apple, peach and dogwood salad and makes it from the basket",
        ),
        (f"basket {APPLE}", APPLE, "draws apple jam and puts it in the basket as a walnut"),
        (f"basket {APPLE}", None, "draws a card and puts apple jam in the basket as a walnut"),
        (f"trade B give={APPLE}", CONE, "draws cone jam and gives B apple jam"),
        (f"trade B give={CONE}", CONE, "draws cone jam and gives B cone jam"),
    ],
)
def test_a_turn_starts_with_the_card_drawn(text: str, reveal: str | None, sentence: str) -> None:
    assert wording(drawing(reveal or APPLE), text, reveal)[0] == sentence


def test_the_sentence_of_an_answer_does_not_mention_a_drawn_guest() -> None:
    table = position()
    table.drawn.append(("karlsman", None))
    assert wording(table, f"bid {CHERRY}", "karlsman")[0] == "bids 2 for Karlsman (cherry jam)"


@pytest.mark.parametrize(
    ("give", "sentence", "short"),
    [
        (
            (APPLE, PIE),
            "gives B apple jam and cherry pie in a blind trade",
            "trade with B: apple jam, cherry pie",
        ),
        (("_",), "gives B a card in a blind trade", "trade with B: ?"),
        (("_", "_"), "gives B two cards in a blind trade", "trade with B: ?, ?"),
        (
            (CONE, CONE),
            "gives B two cone jams in a blind trade",
            "trade with B: cone jam, cone jam",
        ),
    ],
)
def test_a_blind_trade_names_only_visible_recipes(
    give: tuple[str, ...], sentence: str, short: str
) -> None:
    assert wording(position("travel"), Trade("B", give)) == (sentence, short)


@pytest.mark.parametrize(
    ("cards", "sentence", "short"),
    [
        (
            (APPLE, PIE),
            "gives A apple jam and cherry pie in return",
            "return apple jam, cherry pie",
        ),
        (("_", "_", "_"), "gives A three cards in return", "return ?, ?, ?"),
        (("_",), "gives A a card in return", "return ?"),
    ],
)
def test_a_return_names_only_visible_recipes(
    cards: tuple[str, ...], sentence: str, short: str
) -> None:
    table = position("travel")
    table.to_act, table.phase = "B", JamPhase.RETURN
    assert wording(table, Return(cards)) == (sentence, short)


def test_the_parts_of_a_sentence_name_cards_zones_and_seats() -> None:
    table = drawing(APPLE)
    put = table.sentence("A", GAME.moves.parse(f"basket {APPLE}"), (APPLE,))
    assert [(part.text, part.card) for part in put.parts if part.card] == [
        ("apple jam", APPLE),
        ("it", APPLE),
    ]
    assert [part.zone for part in put.parts if part.zone] == ["basket"]
    trade = table.sentence("A", GAME.moves.parse(f"trade B get={CHERRY}"), ())
    assert [part.seat for part in trade.parts if part.seat] == ["B"]


def test_short_names_of_the_fruits_differ() -> None:
    fruits = {card.below for card in CARDS.of.values()}
    assert len({words.short_fruit(fruit) for fruit in fruits}) == len(fruits)
