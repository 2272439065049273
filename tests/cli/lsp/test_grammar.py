"""The TextMate grammar of `editors/`, against the grammar of the notation."""

import re
from functools import cache

from notation.grammar import COMMENT_LINE, END_LINE, PLAY_LINE, TAG_LINE
from tests.cli.lsp.textmate import Grammar
from tests.cli.running import ROOT

GRAMMAR = Grammar()
FILES = sorted([*(ROOT / "examples").glob("*.cgn"), *(ROOT / "conformance").rglob("*.cgn")])
_SIGNS = re.compile(r"[^\s]")


@cache
def lines() -> frozenset[str]:
    """Every line of these files, each once."""
    texts = [file.read_bytes().decode(errors="replace") for file in FILES]
    return frozenset(
        line
        for text in texts
        for line in text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    )


def kind_of(line: str) -> str:
    """The kind of a line in the grammar of the notation; "" for a blank or broken one."""
    play = PLAY_LINE.fullmatch(line)
    if play is not None:
        return "shuffle" if play[10] is not None else "ply"
    for kind, pattern in (("tag", TAG_LINE), ("end", END_LINE), ("comment", COMMENT_LINE)):
        if pattern.fullmatch(line):
            return kind
    return "note" if line.startswith("%") else ""


def test_both_grammars_agree_on_lines_and_every_symbol_has_a_colour() -> None:
    for line in lines():
        if kind := kind_of(line):
            begun = line.lstrip(" \t") if kind == "comment" else line
            assert GRAMMAR.kind(begun) == kind, line
            names = GRAMMAR.names(line)
            assert not [match for match in _SIGNS.finditer(line) if not names[match.start()]], line


def test_broken_lines_are_not_coloured_as_tags_or_end_lines() -> None:
    for line in lines():
        assert kind_of(line) or GRAMMAR.kind(line) not in ("tag", "end"), line


def test_these_files_have_every_kind_of_line() -> None:
    kinds = {kind_of(line) for line in lines()}
    assert kinds == {"", "tag", "ply", "shuffle", "end", "comment", "note"}


def test_the_parts_of_a_ply_have_names_of_their_own() -> None:
    line = "( 12. B: pie a-b:c with=d,e+_ -> 3 PE_ ^ !? {so \\} @ 1} {2} @0:41.5 )"
    assert GRAMMAR.tokens(line) == [
        ("punctuation.section.variation.begin.cgn", "( "),
        ("constant.numeric.ply.cgn", "12."),
        ("entity.name.type.seat.cgn", "B"),
        ("punctuation.separator.seat.cgn", ":"),
        ("keyword.other.verb.cgn", "pie"),
        ("constant.other.card.cgn", "a-b:c"),
        ("variable.parameter.cgn", "with"),
        ("keyword.operator.assignment.cgn", "="),
        ("constant.other.card.cgn", "d"),
        ("punctuation.separator.card.cgn", ","),
        ("constant.other.card.cgn", "e"),
        ("punctuation.separator.card.cgn", "+"),
        ("constant.other.card.cgn", "_"),
        ("keyword.operator.reveals.cgn", "->"),
        ("constant.other.card.cgn", "3"),
        ("constant.other.card.cgn", "PE_"),
        ("invalid.deprecated.irregular.cgn", "^"),
        ("keyword.operator.mark.cgn", "!?"),
        ("comment.block.cgn", "{so "),
        ("constant.character.escape.cgn", "\\}"),
        ("comment.block.cgn", " @ 1}"),
        ("comment.block.cgn", "{2}"),
        ("constant.numeric.time.cgn", "@0:41.5"),
        ("punctuation.section.variation.end.cgn", ")"),
    ]


def test_the_parts_of_other_lines_have_names_too() -> None:
    assert GRAMMAR.tokens('[A "a \\" b"]')[2:5] == [
        ("string.quoted.double.cgn", '"a '),
        ("constant.character.escape.cgn", '\\"'),
        ("string.quoted.double.cgn", ' b"'),
    ]
    assert [name for name, _ in GRAMMAR.tokens("= A+B 12 -3 _")] == [
        "keyword.operator.end.cgn",
        "entity.name.type.seat.cgn",
        "constant.numeric.score.cgn",
    ]
    assert [text for _, text in GRAMMAR.tokens("~: deck 7 _ -> 3")] == [
        *("~:", "deck", "7", "_", "->", "3")
    ]
