"""Each check of games finds a fault that is planted into the game of docs/adding-a-game.md."""

from dataclasses import replace
from pathlib import Path

import pytest

from cgn.testing import CHECKS, Failure, check_game, failures
from engines.registry import load_game

FAULTS = {
    "it has rules and a deck of its own": [
        ("rules.md", "# Posy\n", "# Posies\n", "rules.md, line 1", "does not begin with the title"),
    ],
    "its codes are explained and used": [
        ("rules.py", '"too-short"', '"too-small"', "rules.md, line ", "no code gives the reason"),
        ("rules.py", '"no-offer"', '"no-offers"', "rules.md, line ", "no code gives the reason"),
        ("rules.md", "- `posy.same-flower`:", "- same:", "rules.py, line ", "is not in rules.md"),
        (
            "rules.md",
            "- `posy.not-held`",
            "- `posy.Held`: x\n- `posy.not-held`",
            "rules.md, line 19",
            "is no code",
        ),
    ],
    "every move has examples that spell it": [
        ("moves.py", '("offer rose-3",)', '("pass",)', "", "the examples of `offer` are pass"),
    ],
    "every card is in the catalogue": [
        (
            "words.py",
            "cards.by_code.items()",
            "[*cards.by_code.items()][1:]",
            "words.py, line ",
            "",
        ),
        ("words.py", 'f"{of.flower} {of.height}"', '""', "words.py, line ", "lacks a title"),
        ("words.py", 'f"{of.flower} {of.height}"', "of.flower", "words.py, line ", "both called"),
    ],
    "no two zones of a seat have the same title": [
        ("state.py", "spread=True", 'title="hand"', "state.py, line ", "are called hand"),
    ],
    "its layout names what there is": [
        (
            "layout.toml",
            "vase:scoring",
            'vase:scoring", "vaze:cards',
            "layout.toml, line 6",
            "vaze is no zone",
        ),
        (
            "layout.toml",
            'hide_empty = ["offer"]',
            'hide_empty = ["offers"]',
            "layout.toml, line 7",
            "offers is no zone",
        ),
        (
            "layout.toml",
            "[colours]",
            '[places]\n"put.card" = "hand"\n[colours]',
            "line 11",
            "put.card is no `verb.field`",
        ),
    ],
    "it says how it works": [
        ("how.toml", "at once", "at {once}", "how.toml, line 6", "{once} is none of the numbers"),
        ("how.toml", "at once", "at {most}", "how.toml, line 1", "a number is not known"),
    ],
    "its pictures are there": [
        (
            "words.py",
            "of.flower, points",
            "of.flower, of.flower, points",
            "words.py, line ",
            "daisy",
        ),
    ],
    "no card is lost or doubled": [
        (
            "rules.py",
            "table.vases[seat].put(table.hands[seat].take(move.card))",
            "table.hands[seat].take(move.card)",
            "rules.py, line ",
            " is gone",
        ),
        ("state.py", "most=1", "most=0", "state.py, line ", "reshuffled is 1, but at most 0"),
    ],
    "every listed move can be played and is listed once": [
        ("rules.py", "iter((Pass(),))", "iter((Pass(), Pass()))", "rules.py, line ", "twice"),
        ("flow.py", "[(card, short)]", "[('rose-9', short)]", "rules.py, line ", "reveals rose-9"),
        (
            "rules.py",
            "    move = Place\n",
            "    move = Place\n    exact = True\n",
            "rules.py",
            "refused",
        ),
        (
            "words.py",
            'return say("declines ", card(code, code))',
            'return say("")',
            "rules.py",
            "no sentence",
        ),
    ],
    "every listed move is read as it is written": [
        (
            "moves.py",
            'Code("CARD")',
            '__import__("cgn.authoring").authoring.Choice(("rose-3", "daisy-1"), "CARD")',
            "rules.py",
            "not read",
        ),
    ],
    "a refused move changes nothing and has a reason": [
        (
            "rules.py",
            "return (Place(card) for card in in_hand(table, seat))",
            "return (Place(card) for card in in_hand(table, seat)[:1])",
            "rules.py, line ",
            "accepted, but not listed",
        ),
        (
            "rules.py",
            "raise Illegal(is_new,",
            "raise Illegal(is_tall,",
            "rules.py, line ",
            "its guard does not",
        ),
        (
            "rules.py",
            '"not-held"',
            '"not-holding"',
            "rules.py, line ",
            "which rules.md does not have",
        ),
        (
            "rules.py",
            'at=("card",),\n        label="not in',
            'at=("cards",),\n        label="not in',
            "rules.py",
            "",
        ),
    ],
    "a move that names a card of no deck is refused": [
        (
            "rules.py",
            "if card not in table.hands[seat]:",
            "if card in table.cards.by_code and card not in table.hands[seat]:",
            "",
            "",
        ),
    ],
    "a score depends on the position only": [
        (
            "state.py",
            "return [*lines, Points",
            (
                "self.asked = getattr(self, 'asked', 0) + 1\n"
                "        return [Points('asked', self.asked)]\n        return [*lines, Points"
            ),
            "state.py, line ",
            "more than the position",
        ),
    ],
    "a copy is independent": [
        (
            "state.py",
            "self.compost = self.zone",
            "self.compost = getattr(self, 'compost', None) or self.zone",
            "state.py, line ",
            "shares something",
        ),
    ],
    "recorded shuffles give the same game as the seed": [
        (
            "flow.py",
            'chance.shuffle("pile", list(table.cards.by_code))',
            "sorted(table.cards.by_code, key=lambda card: hash((card, id(chance))))",
            "rules.py",
            "give another game",
        ),
    ],
    "the sensible player ends its games": [
        (
            "players.py",
            "return best(table.moves(),",
            "return Place('rose-9') if seat else best(table.moves(),",
            "players.py, line ",
            "it plays `place rose-9`",
        ),
        (
            "flow.py",
            "if not table.pile:\n        return []",
            "if not table.pile:\n        table.to_act = turn\n        return []",
            "",
            "",
        ),
    ],
    "hidden cards do not change what a view is shown": [
        (
            "flow.py",
            "words.refilling(turn)",
            "words.unwanted(reveals[0][0] or '')",
            "",
            "B is shown by `auto` what it has not seen",
        ),
        (
            "state.py",
            "Points(card, self.height(card), card) for card in",
            "Points(card, self.height(card)) for card in self.pile.cards[:1] or",
            "",
            "is shown by `",
        ),
    ],
    "the sensible player looks at what its seat sees": [
        (
            "players.py",
            "lambda move: _worth(table, seat, move)",
            "lambda move: hash((str(move), *table.pile.cards))",
            "players.py, line ",
            "hidden cards change places",
        ),
    ],
}
CASES = [(check, *fault) for check, faults in FAULTS.items() for fault in faults]


def changed(path: Path, known: str, wrong: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert known in text
    path.write_text(text.replace(known, wrong), encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_planted_fault_is_found(posy: Path, case: tuple[str, ...]) -> None:
    check, file, known, wrong, place, said = case
    changed(posy / file, known, wrong)
    (run,) = [one for one in CHECKS if str(one) == check]
    with pytest.raises(Failure) as found:
        run(load_game("posy"), 40)
    assert place in found.value.place
    assert said in found.value.message
    assert str(found.value).startswith(f"{check}: {found.value.message}\n")


@pytest.mark.usefixtures("posy")
def test_a_game_that_nobody_registered_says_how() -> None:
    game = replace(load_game("posy"), name="rosy")
    with pytest.raises(Failure) as found:
        check_game(game)
    assert found.value.check == "it is found by its name"
    assert found.value.advice.endswith("pip install --editable .")


def test_every_check_that_a_game_does_not_pass_is_named_with_the_deal(posy: Path) -> None:
    changed(posy / "state.py", "most=1", "most=0")
    (found,) = failures(load_game("posy"))
    assert str(found).splitlines() == [
        "no card is lost or doubled: the counter reshuffled is 1, but at most 0",
        "  at: posy/state.py, line 87",
        "  in: deal 0 (2 seats), after 12 plies: offer tulip-2",
        "  help: count it right, or raise its `most`",
    ]
