"""Completions of `cgn lsp`."""

import re

import pytest

from tests.cli.lsp.client import COMPLETION, Client, applied
from tests.cli.lsp.texts import TRIGGS, TWO, end_of
from tests.cli.running import cgn


def test_the_legal_moves_complete_a_line(editor: Client) -> None:
    text = TWO + "3. A: "
    editor.open(text)
    shown = cgn("show", "-", "--legal", stdin=TWO, env={"COLUMNS": "200"}).stdout
    legal = shown.partition("Legal moves:\n")[2].splitlines()
    assert len(legal) > 5
    assert sorted(editor.labels(*end_of(text))) == sorted(line.strip() for line in legal)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("3. A: cross 3 3,", "cross 3 3,3"),
        ("3. A: 3 3,3", "cross 3 3,3"),
        ("3. A: rl", "draw right left"),
        ("3. A:rl", "draw right left"),
        ("3. A: Draw R L", "draw right left"),
        ("", "3. A: draw left left"),
        ("3", "3. A: draw left left"),
        ("3.", "3. A: draw left left"),
        ("3. A", "3. A: draw left left"),
        ("  rl", "3. A: draw right left"),
        ("3 3,3", "3. A: cross 3 3,3"),
        ("( 2. B: m l", "draw middle left"),
        ("( rl", "2. B: draw right left"),
    ],
)
def test_typed_text_is_completed_as_in_the_recorder(typed: str, first: str, editor: Client) -> None:
    text = TWO + typed
    editor.open(text)
    items = editor.at(COMPLETION, *end_of(text))["items"]
    assert items[0]["label"] == first
    completed = applied(text, [items[0]["textEdit"]]).removeprefix(TWO)
    before = re.match(r"[ (]*(?:\d+\. [A-J]: ?(?=.*\S))?", typed)
    assert before is not None
    kept = before[0] if ":" in typed else before[0][: len(typed) - len(typed.lstrip(" ("))]
    assert completed == kept + first
    assert items[0]["detail"]


@pytest.mark.parametrize(
    "typed",
    [
        "3. B: ",
        "3. A: draw right left ->",
        "3. A: draw right left {and ",
        "3. A: draw right left ! ",
        "~: deck ",
        "{a comment ",
        "[Event ",
        "% ",
        "3. A: zzz",
    ],
)
def test_nothing_is_offered_where_no_move_belongs(typed: str, editor: Client) -> None:
    editor.open(TWO + typed)
    assert editor.labels(*end_of(TWO + typed)) == []


def test_nothing_is_offered_after_a_mistake(editor: Client) -> None:
    text = TWO + "3. A: cross 3 4,4\n4. B: "
    editor.open(text)
    assert editor.labels(*end_of(text)) == []


def test_lines_in_the_middle_are_completed_whatever_follows(editor: Client) -> None:
    lines = TRIGGS.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("16. A: "))
    lines[at] = "16. A: cro"
    text = "\n".join(lines)
    editor.open(text)
    items = editor.at(COMPLETION, at, len("16. A: cro"))["items"]
    assert "cross 11 11,11" in [item["label"] for item in items]
    lines[at] = "16. A: cross 11 9,9 {why not}"
    editor.change("\n".join(lines))
    (edit,) = {str(item["textEdit"]["range"]) for item in editor.at(COMPLETION, at, 12)["items"]}
    assert str({"line": at, "character": len("16. A: cross 11 9,9")}) in edit


def test_the_end_line_is_offered_when_the_game_is_over(editor: Client) -> None:
    text = TRIGGS[: TRIGGS.rindex("= ")]
    editor.open(text + "=")
    assert editor.labels(*end_of(text)) == ["= B 39 41"]
    assert editor.labels(*end_of(text + "=")) == ["= B 39 41"]


def test_unseen_cards_do_not_stop_completion(editor: Client) -> None:
    text = cgn("new", "triggs", "--seats", "Ana,Bo").stdout + "1. A: lr"
    editor.open(text)
    assert editor.labels(*end_of(text)) == ["draw left right"]
