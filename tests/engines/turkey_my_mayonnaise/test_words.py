"""The sentences of Turkey My Mayonnaise, for moves and automatic events."""

import pytest

from engines.turkey_my_mayonnaise import GAME
from engines.turkey_my_mayonnaise.state import Turkey
from tests.engines.turkey_my_mayonnaise.positions import play, position

RECIPES = (
    "A R07 ham double-meat-3 bonus-5",
    "A R15 bologna blue lettuce tofu",
    "B R26 double-meat-7* brie bonus-10",
    "B R03",
)


def wording(table: Turkey, text: str, *reveals: str | None) -> tuple[str, str]:
    """The sentence of a move by the seat to act, and its short form."""
    sentence = table.sentence(table.to_act or "", GAME.moves.parse(text), reveals)
    return sentence.text, sentence.short


def noted(table: Turkey, *texts: str) -> list[str]:
    """The automatic events after the last of these moves."""
    play(table, *texts[:-1])
    table.story = []
    play(table, texts[-1])
    return [sentence.text for sentence in table.story]


@pytest.mark.parametrize(
    ("text", "reveals", "sentence", "short"),
    [
        ("draw", ("R25",), "draws R25", "draw → R25"),
        ("draw", (None,), "draws a card", "draw"),
        (
            "draw",
            ("ham", "steal", "send-back", "double-veggie-5"),
            "draws ham, a steal, Send It Back and a double veggie 5",
            "draw → ham, steal, Send It Back, double veggie 5",
        ),
        ("draw", (None, None, None, None), "draws four cards", "draw"),
        ("draw", (), "draws nothing: no card is left", "draw nothing"),
        (
            "refresh ham,tmm,R01",
            (),
            "discards ham, Turkey My Mayonnaise and R01 instead of drawing; draws four next turn",
            "refresh ham, Turkey My Mayonnaise, R01",
        ),
        ("bank R15", (), "banks R15 for 16 points (36 in all)", "bank R15"),
        ("scrap R07", (), "throws R07 away", "scrap R07"),
        ("recipe R01", (), "starts R01: meat, spread", "recipe R01"),
        ("add ham to=R15", (), "puts ham (3) on R15", "add ham → R15"),
        ("add tofu to=R15", (), "puts tofu (2) on R15", "add tofu → R15"),
        (
            "add double-cheese-7 to=R07",
            (),
            "puts a double cheese 7 on R07",
            "add double cheese 7 → R07",
        ),
        (
            "add double-spread-3 to=R07 as=double",
            (),
            "puts a double spread 3 on R07, twice",
            "add double spread 3 → R07, twice",
        ),
        (
            "replace bacon over=ham on=R07",
            (),
            "swaps ham for bacon on R07",
            "swap ham for bacon, R07",
        ),
        (
            "replace double-meat-7 over=double-meat-3 on=R07 as=double",
            (),
            "swaps the double meat 3 for a double meat 7 on R07, twice",
            "swap double meat 3 for double meat 7, R07, twice",
        ),
        ("bonus bonus-5 to=R07", (), "adds 5 points to R07", "bonus 5 → R07"),
        ("penalize penalty-5 on=R26", (), "takes 5 points off B's R26", "penalty 5 → R26"),
        (
            "steal brie from=R26 to=R07",
            (),
            "steals brie from B's R26 for R07",
            "steal brie of R26 → R07",
        ),
        (
            "steal double-meat-7 from=R26 to=R15 as=double",
            (),
            "steals the double meat 7 from B's R26 for R15, twice",
            "steal double meat 7 of R26 → R15, twice",
        ),
        ("spoil spoil-cheese brie from=R26", (), "spoils B's brie on R26", "spoil brie of R26"),
        (
            "spoil fridge brie from=R26",
            (),
            "unplugs the fridge: B's brie on R26 spoils",
            "fridge: brie of R26",
        ),
        (
            "tmm take double-meat-7 from=R26 to=R15",
            (),
            "plays Turkey My Mayonnaise and moves the double meat 7 from B's R26 to R15",
            "Turkey My Mayonnaise: take double meat 7 of R26 → R15",
        ),
        (
            "tmm take bonus-10 from=R26 to=R15",
            (),
            "plays Turkey My Mayonnaise and moves the bonus 10 from B's R26 to R15",
            "Turkey My Mayonnaise: take bonus 10 of R26 → R15",
        ),
        (
            "tmm claim R03",
            (),
            "plays Turkey My Mayonnaise and takes over B's empty R03",
            "Turkey My Mayonnaise: claim R03",
        ),
        (
            "tmm move ham from=R07 to=R15",
            (),
            "plays Turkey My Mayonnaise and moves ham from R07 to R15",
            "Turkey My Mayonnaise: move ham of R07 → R15",
        ),
        (
            "dumpster",
            ("ham", "R09", "swatter"),
            "dives into the dumpster and turns up ham, R09 and a Fly Swatter",
            "dumpster → ham, R09, Fly Swatter",
        ),
        ("dumpster", (), "dives into the dumpster and turns up nothing", "dumpster"),
        (
            "spree",
            (None, None, None),
            "goes on a shopping spree and turns up three cards",
            "shopping spree",
        ),
        (
            "spree",
            ("spoil-meat", None),
            "goes on a shopping spree and turns up Spoil Meat and a card",
            "shopping spree → Spoil Meat, ?",
        ),
        (
            "keep swatter discard=ham",
            (),
            "keeps the Fly Swatter and discards ham",
            "keep Fly Swatter, discard ham",
        ),
        ("discard roast-beef", (), "discards roast beef instead of playing", "discard roast beef"),
        ("pass", (), "has no card to play", "pass"),
    ],
)
def test_a_sentence_says_what_a_seat_does_in_its_turn(
    text: str, reveals: tuple[str | None, ...], sentence: str, short: str
) -> None:
    table = position(*RECIPES)
    table.banked["A"] = 20
    assert wording(table, text, *reveals) == (sentence, short)


@pytest.mark.parametrize(
    ("attack", "answer", "sentence", "short"),
    [
        ("penalize penalty-5 on=R26", "swat", "swats A's penalty with the Fly Swatter", "swat"),
        ("steal brie from=R26 to=R07", "swat", "swats A's steal with the Fly Swatter", "swat"),
        ("steal brie from=R26 to=R07", "pass", "lets it happen", "pass"),
        (
            "penalize penalty-5 on=R26",
            "sendback on=R07",
            "sends it back: takes 5 points off A's R07",
            "send back → R07",
        ),
        (
            "steal brie from=R26 to=R07",
            "sendback blue from=R15 to=R03",
            "sends it back: steals blue from A's R15 for R03",
            "send back: steal blue of R15 → R03",
        ),
        (
            "spoil fridge brie from=R26",
            "sendback blue from=R15",
            "sends it back: A's blue on R15 spoils",
            "send back: spoil blue of R15",
        ),
    ],
)
def test_a_sentence_says_how_an_attack_is_answered(
    attack: str, answer: str, sentence: str, short: str
) -> None:
    table = position(*RECIPES, A="penalty-5 steal fridge", B="swatter send-back")
    play(table, attack)
    assert wording(table, answer) == (sentence, short)


def test_an_attack_sent_back_in_vain_is_said_to_find_nothing() -> None:
    table = position("B R26 brie", A="spoil-cheese", B="send-back")
    play(table, "spoil spoil-cheese brie from=R26")
    assert wording(table, "sendback") == (
        "sends it back, but A has nothing to hit",
        "send back, no effect",
    )
    assert noted(table, "sendback") == ["the Spoil Cheese has no effect"]


def test_a_stopped_bank_is_said_to_cost_a_turn() -> None:
    table = position(*RECIPES, deck="ham ham ham", A="ham brie", B="inspector swiss")
    play(table, "bank R15")
    assert wording(table, "inspect") == (
        "stops the bank of R15 with the Health Inspector",
        "inspect",
    )
    assert wording(table, "pass") == ("lets it happen", "pass")
    assert noted(table, "inspect") == ["A will miss a turn"]
    play(table, "discard ham", "draw")
    assert noted(table, "discard ham") == ["A misses a turn"]


def test_an_unanswered_bank_is_said_to_be_made() -> None:
    table = position(*RECIPES, A="ham", B="inspector")
    assert noted(table, "bank R15", "pass") == ["A's R15 is banked for 16 points"]
    table = position("B R01 bacon ketchup", A="inspector", B="ham")
    table.turn = table.to_act = "B"
    assert noted(table, "bank R01", "pass") == ["B's R01 is banked for 9 points"]


def test_a_turn_that_ends_without_a_bank_names_the_recipes_left_out() -> None:
    table = position(*RECIPES, A="ham ham")
    play(table, "discard ham")
    assert wording(table, "end") == ("leaves R15 out", "end the turn")


@pytest.mark.parametrize(
    ("attack", "note"),
    [
        ("penalize penalty-5 on=R26", "B's R26 loses 5 points"),
        ("steal double-meat-7 from=R26 to=R15", "the double meat 7 goes from B's R26 to A's R15"),
        ("spoil spoil-cheese brie from=R26", "B's brie on R26 spoils"),
    ],
)
def test_an_unanswered_attack_is_said_to_succeed(attack: str, note: str) -> None:
    table = position(*RECIPES, A="penalty-5 steal spoil-cheese", B="swatter")
    assert noted(table, attack, "pass") == [note]


def test_an_attack_that_nobody_can_answer_is_said_by_its_move_alone() -> None:
    table = position("A R07", "B R26 brie", A="steal ham")
    assert noted(table, "steal brie from=R26 to=R07") == []


def test_partners_own_a_recipe_together() -> None:
    table = position("B R26 brie", seats=6, teams=True, A="penalty-5 penalty-5")
    assert wording(table, "penalize penalty-5 on=R26")[0] == "takes 5 points off B and E's R26"
    play(table, "penalize penalty-5 on=R26")
    assert table.allies() == [("A", "D"), ("B", "E"), ("C", "F")]


def test_the_parts_of_a_sentence_name_cards_and_seats() -> None:
    table = position(*RECIPES)
    move = GAME.moves.parse("steal double-meat-7 from=R26 to=R15")
    parts = table.sentence("A", move, ()).parts
    assert [part.card for part in parts if part.card] == ["double-meat-7", "R26", "R15"]
    assert [part.seat for part in parts if part.seat] == ["B"]


def test_a_refilled_deck_and_the_end_of_a_dive_have_sentences() -> None:
    table = position("A R07", A="spree ham", deck="R09 steal", discard="bacon swiss")
    assert noted(table, "spree") == ["the deck is empty: two discards are shuffled into it"]
    assert table.dives.cards == ("R09", "steal", "bacon")
    assert noted(table, "recipe R09") == ["a steal and bacon are discarded with the dive"]


def test_a_dive_without_a_choice_is_said_to_end() -> None:
    table = position(A="dumpster ham", discard="steal brie")
    assert noted(table, "dumpster") == [
        "none of them can be played or kept",
        "brie and a steal are discarded with the dive",
    ]


def test_an_empty_dive_ends_without_a_word() -> None:
    assert noted(position(A="dumpster ham"), "dumpster") == []


def test_events_are_noted_only_if_asked_for() -> None:
    table = position(*RECIPES, A="dumpster ham", discard="steal brie")
    play(table, "dumpster")
    assert table.story is None


def due(table: Turkey) -> str:
    """The title of the phase."""
    assert table.due is not None
    return table.due.title


def test_due_says_which_banks_are_open_and_for_how_much() -> None:
    table = position(*RECIPES, A="ham ham")
    play(table, "discard ham")
    assert due(table) == "may bank R15 for 16, or end the turn"


def test_due_says_what_an_attack_or_a_bank_may_be_answered_with() -> None:
    table = position(*RECIPES, A="penalty-5 ham", B="swatter inspector")
    play(table, "bank R15")
    assert due(table) == "may stop the bank of R15 (16 points): Health Inspector, or pass"
    play(table, "pass", "penalize penalty-5 on=R26")
    assert due(table) == "may answer: Fly Swatter, Send It Back, or pass"


def test_due_says_whether_a_card_turned_up_can_be_kept() -> None:
    table = position("A R07", A="spree ham", deck="R09 steal ham")
    play(table, "spree")
    assert due(table) == "plays one of the cards turned up"
    table = position("A R07", A="spree ham", deck="R09 swatter ham")
    play(table, "spree")
    assert due(table) == "plays or keeps one of the cards turned up"


def test_due_says_that_four_are_drawn_and_that_a_hand_is_empty() -> None:
    table = position(A="ham brie steal", B="ham brie steal", deck="R01 R02", drawn=False)
    assert due(table) == "draws"
    play(table, "refresh ham,brie,steal", "refresh ham,brie,steal")
    assert due(table) == "draws four cards"
    assert due(position()) == "has no card to play"
    assert due(position(A="ham")) == "plays a card"
