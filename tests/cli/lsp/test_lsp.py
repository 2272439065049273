"""`cgn lsp`, over its protocol."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.lsp.client import COMPLETION, HOVER, URI, Client, applied, connected, marked
from tests.cli.lsp.texts import BEGUN, TRIGGS, TWO, WRONG, end_of
from tests.cli.running import EXAMPLE, JAM, OTHER, ROOT, cgn
from tests.cli.terminal import needs_tmux, terminal


@pytest.fixture(scope="module")
def bytewise() -> Iterator[Client]:
    """An editor that counts columns in bytes, and knows no Markdown."""
    with connected("utf-8", markdown=False) as client:
        yield client


def test_a_good_record_gets_no_diagnostic(editor: Client) -> None:
    editor.open(TRIGGS)
    assert editor.diagnostics() == []


def test_a_mistake_is_marked_with_code_message_help_and_explanation(editor: Client) -> None:
    editor.open(WRONG)
    (diagnostic,) = editor.diagnostics()
    assert marked(WRONG, diagnostic) == "9+2"
    assert (diagnostic["code"], diagnostic["severity"], diagnostic["source"]) == (
        "triggs.sum",
        1,
        "cgn",
    )
    assert diagnostic["message"] == "ply 88 (Bo, B): 9+2 makes 11, not 10"
    facts = diagnostic["data"]
    assert facts[0].startswith("table: Bo holds 2 2 6 6 ")
    assert "help: did you mean `cross 10 10,10`?" in facts
    assert [one["message"] for one in diagnostic["relatedInformation"]] == facts
    address, _, line = diagnostic["codeDescription"]["href"].partition("#L")
    page = Path(address.removeprefix("file://")).read_text(encoding="utf-8")
    assert page.split("\n")[int(line) - 1] == "### triggs.sum"


def test_an_unfinished_record_is_information_and_no_warning(editor: Client) -> None:
    editor.open(TWO)
    (diagnostic,) = editor.diagnostics()
    assert (diagnostic["code"], diagnostic["severity"]) == ("cgn.cut-off", 3)


def test_the_cause_in_an_earlier_ply_is_linked(editor: Client) -> None:
    text = (ROOT / "conformance" / "broken" / "triggs-extra-due.cgn").read_text(encoding="utf-8")
    editor.open(text)
    diagnostic = editor.diagnostics()[-1]
    related, *_ = diagnostic["relatedInformation"]
    assert related["location"]["uri"] == URI
    assert related["location"]["range"]["start"]["line"] < diagnostic["range"]["start"]["line"]


def test_columns_are_counted_as_the_editor_counts(editor: Client, bytewise: Client) -> None:
    line = "1. A: draw left {🃏} @x\n"
    with connected("utf-32") as by_signs:
        for client, width in ((editor, 2), (bytewise, 4), (by_signs, 1)):
            client.open(BEGUN + line)
            (diagnostic,) = client.diagnostics()
            before = line.index("@") - 1
            assert diagnostic["range"]["start"]["character"] == before + width
            items = client.at(COMPLETION, end_of(BEGUN)[0], 0)["items"]
            assert items


def test_only_lf_crlf_and_cr_end_lines(editor: Client) -> None:
    text = (
        BEGUN.replace("Ana", "A\u2028\u0085na").replace("\n", "\r\n") + "1. A: drew left right\r\n"
    )
    editor.open(text)
    assert [one["code"] for one in editor.diagnostics()] == ["cgn.control-character"]
    text = text.replace("\u0085", "")
    editor.change(text)
    (diagnostic,) = editor.diagnostics()
    assert (diagnostic["code"], diagnostic["range"]["start"]) == (
        "cgn.verb",
        {"line": 6, "character": 6},
    )


def test_each_record_of_a_file_gets_its_own_diagnostics(editor: Client) -> None:
    text = f'% a log\n{WRONG}\n{TRIGGS}\n[CGN "1"]\n[Game "trigs"]\n\n{WRONG}'
    editor.open(text)
    diagnostics = editor.diagnostics()
    assert [one["code"] for one in diagnostics] == ["triggs.sum", "cgn.missing-tag", "triggs.sum"]
    assert [marked(text, one) for one in diagnostics] == ["9+2", '[CGN "1"]', "9+2"]


def test_diagnostics_follow_the_typed_text(editor: Client) -> None:
    editor.open(TRIGGS)
    for typed in range(0, 30, 3):
        editor.change(TRIGGS[: len(TRIGGS) - typed])
    editor.change(WRONG)
    assert [one["code"] for one in editor.diagnostics()] == ["triggs.sum"]
    editor.change(TRIGGS)
    assert editor.diagnostics() == []


def test_a_file_without_a_record_says_so_once_something_is_in_it(editor: Client) -> None:
    editor.open("")
    assert editor.diagnostics() == []
    editor.change("hello\n")
    assert [one["code"] for one in editor.diagnostics()] != []
    editor.change("% only a note\n")
    assert [one["code"] for one in editor.diagnostics()] == ["cgn.no-record"]


def test_json_is_checked_too(editor: Client) -> None:
    uri = "file:///club/game.cgn.json"
    text = cgn("convert", EXAMPLE, "--format", "json").stdout.replace(
        "cross 10 10,10", "cross 10 10,9+2"
    )
    editor.open(text, uri)
    (diagnostic,) = editor.diagnostics(uri)
    assert (diagnostic["code"], marked(text, diagnostic)) == ("triggs.sum", "9+2")
    assert editor.fixes(diagnostic["range"], uri) == []
    assert editor.formatted(text, uri) == text


@pytest.mark.parametrize("file", [EXAMPLE, OTHER, JAM])
def test_hovering_shows_what_show_draws(file: Path, editor: Client) -> None:
    text = file.read_text(encoding="utf-8")
    editor.open(text)
    lines = text.split("\n")
    for ply in (1, 12, 25):
        at = next(i for i, line in enumerate(lines) if line.startswith(f"{ply}. "))
        shown = editor.at(HOVER, at, 4)["contents"]
        drawn = cgn("show", file, "--ply", str(ply)).stdout
        assert shown == {
            "kind": "markdown",
            "value": "```text\n" + "\n".join(map(str.rstrip, drawn.split("\n"))) + "```",
        }


def test_hovering_names_the_record_among_several(editor: Client) -> None:
    editor.open(TWO + "\n" + TWO)
    line = end_of(TWO + "\n" + TWO)[0] - 1
    assert "record 2" in editor.at(HOVER, line, 3)["contents"]["value"]


def test_hovering_shows_positions_of_variations(editor: Client) -> None:
    text = TWO + "( 2. B: draw left left\n  3. A: draw left left )\n3. A: draw left right\n"
    editor.open(text)
    line = end_of(TWO)[0]
    inner = editor.at(HOVER, line + 1, 5)["contents"]["value"]
    assert "ply 3 of 3" in inner
    main = BEGUN + "1. A: draw right left\n2. B: draw left left\n3. A: draw left left\n"
    drawn = cgn("show", "-", stdin=main).stdout
    assert inner.split("\n")[1:-1] == [line.rstrip() for line in drawn.split("\n")][:-1]


def test_hovering_works_above_a_half_typed_line(editor: Client) -> None:
    editor.open(TWO + "3. A: cross 3 (")
    line = end_of(TWO)[0]
    assert "Bo draws" in editor.at(HOVER, line - 1, 0)["contents"]["value"]
    assert editor.at(HOVER, 0, 0) is None


def test_hovering_over_a_wrong_ply_draws_the_position_before_it(editor: Client) -> None:
    editor.open(WRONG)
    line = end_of(WRONG[: WRONG.index("88. B:")])[0]
    shown = editor.at(HOVER, line, 0)["contents"]["value"]
    told, drawn = shown.removeprefix("```text\n").removesuffix("\n```").split("\n\n", 1)
    assert told.startswith("ply 88 (Bo, B): 9+2 makes 11, not 10\ntable: Bo holds 2 2 6 6 ")
    before = cgn("show", EXAMPLE, "--ply", "87").stdout.splitlines()
    assert drawn.splitlines()[1:] == [one.rstrip() for one in before][1:]


def test_hovering_says_why_there_is_no_position(editor: Client) -> None:
    text = TRIGGS.replace("3. A: cross 3 3,3", "3. A: cross 4 3,3")
    editor.open(text)
    line = end_of(text[: text.index("9. B:")])[0]
    shown = editor.at(HOVER, line, 0)["contents"]["value"]
    assert "no position: ply 3 is wrong: " in shown


def test_hovering_over_a_line_that_cannot_be_read_says_why(editor: Client) -> None:
    text = TWO + "3. A: cross 3 (\n"
    editor.open(text)
    shown = editor.at(HOVER, end_of(TWO)[0], 0)["contents"]["value"]
    assert "a variation begins on a line of its own" in shown


def test_hovering_in_json_says_what_is_wrong(editor: Client) -> None:
    uri = "file:///club/wrong.cgn.json"
    text = cgn("convert", EXAMPLE, "--format", "json").stdout.replace(
        "cross 10 10,10", "cross 10 10,9+2"
    )
    editor.open(text, uri)
    line = next(i for i, one in enumerate(text.split("\n")) if "9+2" in one)
    assert "9+2 makes 11" in editor.at(HOVER, line, 0, uri)["contents"]["value"]


def test_an_editor_without_markdown_gets_plain_text(bytewise: Client) -> None:
    bytewise.open(TWO)
    shown = bytewise.at(HOVER, end_of(TWO)[0] - 1, 0)["contents"]
    assert shown["kind"] == "plaintext"
    assert shown["value"].startswith("Triggs")


def test_backticks_in_a_record_do_not_end_the_drawing(editor: Client) -> None:
    text = TWO.replace("Ana", "A```a")
    editor.open(text)
    shown = editor.at(HOVER, end_of(text)[0] - 1, 0)["contents"]["value"]
    assert shown.startswith("````text\n")
    assert shown.endswith("\n````")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("3. A: cross 3 3,4", "3. A: cross 3 3,3"),
        ("3. A: drwa left left", "3. A: draw left left"),
        ("3. A: drwa left left -> 1 2 {late} @0:10", "3. A: draw left left -> 1 2 {late} @0:10"),
        ("3. A: draw lefft left", "3. A: draw left left"),
    ],
)
def test_did_you_mean_is_a_quick_fix_of_a_move(wrong: str, right: str, editor: Client) -> None:
    text = TWO + wrong + "\n"
    editor.open(text)
    diagnostic = editor.diagnostics()[0]
    fixes = editor.fixes(diagnostic["range"])
    preferred = [fix for fix in fixes if fix["isPreferred"]]
    assert fixes[0] in preferred
    (edit,) = fixes[0]["edit"]["changes"][URI]
    assert applied(text, [edit]) == TWO + right + "\n"
    assert fixes[0]["diagnostics"][0]["code"] == diagnostic["code"]
    nearest = [fix["title"] for fix in fixes]
    assert len(set(nearest)) == len(nearest)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('[Game "trigs"]', '[Game "triggs"]'),
        ('[Gaem "triggs"]', '[Game "triggs"]'),
        ('[Game "triggs"]\n[Evnet "x"]', '[Game "triggs"]\n[Event "x"]'),
        ('[Game "triggs"]\n[seed "x"]', '[Game "triggs"]\n[Seed "x"]'),
        ('[Game "triggs"]\n[Termination "resgned"]', '[Game "triggs"]\n[Termination "resigned"]'),
        ('[Game "point_salad"]\n[Rounds "2"]', '[Game "point_salad"]\n[rounds "2"]'),
        ('[Game "the_jam"]\n[variant "kid"]', '[Game "the_jam"]\n[variant "kids"]'),
        ('[Game "point_salad"]\n[round "2"]', '[Game "point_salad"]\n[rounds "2"]'),
    ],
)
def test_did_you_mean_is_a_quick_fix_of_the_header(wrong: str, right: str, editor: Client) -> None:
    text = BEGUN.replace('[Game "triggs"]', wrong)
    editor.open(text)
    editor.diagnostics()
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    made = [applied(text, fix["edit"]["changes"][URI]) for fix in editor.fixes(whole)]
    assert BEGUN.replace('[Game "triggs"]', right) in made


def test_the_end_line_is_a_quick_fix(editor: Client) -> None:
    good = TRIGGS.rstrip("\n")
    for text in (good.replace("= B 39 41", "= A 39 41"), good[: good.rindex("\n= ")]):
        editor.open(text)
        (diagnostic,) = editor.diagnostics()
        (fix,) = editor.fixes(diagnostic["range"])
        assert applied(text, fix["edit"]["changes"][URI]) == good


def test_fixes_are_those_of_the_given_place(editor: Client) -> None:
    editor.open(WRONG)
    editor.diagnostics()
    top = {"line": 0, "character": 0}
    assert editor.fixes({"start": top, "end": top}) == []


def test_fixes_are_offered_anywhere_on_the_line(editor: Client) -> None:
    editor.open(WRONG)
    (diagnostic,) = editor.diagnostics()
    line = diagnostic["range"]["start"]["line"]
    for character in (0, 60):
        at = {"line": line, "character": character}
        titles = [fix["title"] for fix in editor.fixes({"start": at, "end": at})]
        assert titles[0] == "Write `cross 10 10,10`"


def test_plies_are_renumbered_from_a_line_on(editor: Client) -> None:
    lines = TRIGGS.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("30. "))
    text = "\n".join([*lines[:at], lines[at - 1], *lines[at:]]).replace(
        "\n1. A: draw", "\n1. A draw"
    )
    editor.open(text)
    place = {"line": at, "character": 0}
    (action,) = editor.fixes({"start": place, "end": place})
    assert (action["title"], action["kind"]) == ("Renumber from here", "refactor.rewrite")
    new = applied(text, action["edit"]["changes"][URI]).split("\n")
    assert [line.split(".")[0] for line in new[at - 1 : at + 3]] == ["29", "30", "31", "32"]
    top = {"line": 0, "character": 0}
    assert editor.fixes({"start": top, "end": top})[-1]["title"] == "Renumber from here"


def test_a_forgotten_ply_can_be_put_in_before_one_out_of_turn(editor: Client) -> None:
    text = TWO + "3. B: draw left left\n4. A: draw left right\n"
    editor.open(text)
    diagnostic = editor.diagnostics()[0]
    fixes = {fix["title"]: fix for fix in editor.fixes(diagnostic["range"])}
    fix = fixes["Put a ply of Ana in before this one"]
    assert not fix["isPreferred"]
    mended = applied(text, fix["edit"]["changes"][URI])
    assert mended == TWO + "3. A: \n4. B: draw left left\n5. A: draw left right\n"


def test_formatting_is_fmt(editor: Client) -> None:
    loose = TRIGGS.replace(": cross", ":   cross").replace('[B "Bo"]\n', "") + "\n\n"
    loose = loose.replace("[Game", '[B "Bo"]\n[Game')
    editor.open(loose)
    assert editor.formatted(loose) == cgn("fmt", "-", stdin=loose).stdout == TRIGGS


def test_a_formatted_document_is_unchanged(editor: Client) -> None:
    editor.open(TRIGGS.replace("\n", "\r\n"))
    params = {"textDocument": {"uri": URI}, "options": {"tabSize": 4, "insertSpaces": True}}
    assert editor.ask("textDocument/formatting", params) == []


def test_formatting_touches_only_the_lines_that_change(editor: Client) -> None:
    text = TRIGGS.replace("16. A: cross", "16. A:  cross")
    editor.open(text)
    params = {"textDocument": {"uri": URI}, "options": {"tabSize": 4, "insertSpaces": True}}
    (edit,) = editor.ask("textDocument/formatting", params)
    assert edit["newText"].startswith("16. A: cross")
    assert "\n" not in edit["newText"]


def test_a_broken_record_is_not_formatted(editor: Client) -> None:
    text = TWO + "3. A cross\n"
    editor.open(text)
    assert editor.formatted(text) == text
    shown = editor.note("window/showMessage")
    assert shown["message"].startswith("not formatted: line 9: ")


def test_a_closed_document_has_no_diagnostics(editor: Client) -> None:
    editor.open(WRONG)
    assert editor.diagnostics() != []
    editor.send("textDocument/didClose", {"textDocument": {"uri": URI}})
    assert editor.note("textDocument/publishDiagnostics")["diagnostics"] == []


def test_no_half_typed_text_stops_the_server(editor: Client) -> None:
    text = TWO + "( 2. B: draw left left {so} )\n3. A: cross 3 3,3 -> 3 ! @0:41\n= * 0 0\n"
    editor.open("")
    for cut in range(len(text)):
        typed = text[:cut]
        editor.change(typed)
        line, character = end_of(typed)
        editor.at(HOVER, line, character)
        editor.labels(line, character)
    at = {"line": 0, "character": 0}
    assert editor.fixes({"start": at, "end": at}) == []
    editor.diagnostics()


def test_the_server_ends_with_the_editor() -> None:
    command = [sys.executable, "-m", "cgn", "lsp"]
    done = subprocess.run(command, cwd=ROOT, input=b"", capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@needs_tmux
def test_on_a_terminal_it_says_that_editors_start_it() -> None:
    with terminal("cgn lsp") as screen:
        assert "an editor starts this command" in screen.wait_for("docs/editors.md")
