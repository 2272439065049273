"""Steps through a record without a full screen: all steps, or line by line on a terminal.

For screen readers, line by line means words only: a fact a line, and no drawing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

import click
from rich.text import Text

from cli.common import counted
from cli.draw.position import Drawing
from cli.draw.printing import columns, print_lines, print_words
from cli.draw.spoken import Spoken, legal_in_words
from cli.stepper.cursor import Cursor
from cli.stepper.stepper import Stepper
from engines.wording import capitalized
from notation.render.visible import visible
from replays.view.frames import Frame, frame, frames, legal_moves

HELP = (
    ("Enter", "the next ply"),
    ("-", "the ply before"),
    ("37, r12, end", "that ply, that round, the last ply"),
    ("t", "the table in words, a fact a line"),
    ("s", "the scores, and where the points come from"),
    ("l", "the legal moves, as they are written"),
    ("w", "the move of this ply, as it is written"),
    ("c", "the comments on this ply"),
    ("i, o", "into the variation instead of this ply, and out of it; i again takes the next one"),
    ("/pies", "search for pies in sentences, comments and cards; / alone ends the search"),
    ("n, N", "the next, or the previous hit of a search, comment, variation, mark or mistake"),
    ("v", "the next view: all, each seat's, public"),
    ("[, ]", "the previous record of the file, the next one"),
    ("f, f Ana, f 12", "the games of the file; those with Ana; open game 12"),
    ("?", "this help"),
    ("q", "quit"),
)
"""The lines that can be entered, and what each does."""

_KEYS = {
    **{key: key for key in ("i", "o", "n", "N", "v", "[", "]")},
    "": "right",
    "-": "left",
}
"""The key of the full screen that does the same as a line that is entered."""


def print_steps(drawing: Drawing, ply: int | None, view: str | None, *, spoken: bool) -> None:
    """Print every step up to a ply (None: the last) or up to the mistake, and the position there.

    If `spoken`, nothing is drawn: all is in words. Raises UsageError if the record has no such ply.
    """
    replay, width = drawing.loaded.replay, columns()
    drawing.loaded.seek(ply)
    last = replay.ply
    if spoken:
        words = Spoken(drawing.loaded)
        replay.seek(0)
        print_words(line for drawn in _up_to(last, drawing, view) for line in words.ply(drawn))
        drawn = frame(replay, view)
        print_words([*words.due(drawn), *words.table(drawn)])
        return
    print_lines([*drawing.heading(frame(replay, view), width), Text()])
    replay.seek(0)
    print_lines(_steps(drawing, last, view))
    drawn = frame(replay, view)
    print_lines([Text(), *drawing.table(drawn, width), Text(), *drawing.outcome(drawn, width)])


def _up_to(last: int, drawing: Drawing, view: str | None) -> Iterator[Frame]:
    for drawn in frames(drawing.loaded.replay, view):
        yield drawn
        if drawn.ply == last:
            return


def _steps(drawing: Drawing, last: int, view: str | None) -> Iterator[Text]:
    """A line for each ply, with the scores if they change."""
    before: Frame | None = None
    for drawn in _up_to(last, drawing, view):
        if before is None:
            if drawn.comments:
                yield from drawing.comments(drawn, columns())
        else:
            yield _step(drawing, drawn, before, len(str(last)))
        before = drawn


def _step(drawing: Drawing, drawn: Frame, before: Frame, digits: int) -> Text:
    first = Text(f"{drawn.ply:>{digits}}. {drawn.seat} ", "bold")
    pieces = [first, *drawing.line(drawn, columns())]
    if drawn.scores != before.scores:
        pieces.append(drawing.scores(drawn))
    return Text(" ").join(pieces)


def ask_for_steps(stepper: Stepper) -> None:
    """Describe the ply, and ask for lines until one quits."""
    game = stepper.cursor.loaded
    plies = counted(game.plies, "ply", "plies")
    print_words([f"{game.replay.game.title}, {plies}. Enter steps on; ? is help."])
    if stepper.message:
        print_words([capitalized(f"{stepper.message}.")])
    print_words(_said(stepper.cursor))
    while True:
        try:
            prompt = f"{stepper.cursor.ply}>"
            answer = click.prompt(prompt, "", prompt_suffix=" ", show_default=False)
        except click.Abort:
            return
        if answer.strip() == "q":
            return
        print_words(answered(stepper, answer.strip()))


def answered(stepper: Stepper, answer: str) -> Iterable[str]:
    """Do what a line asks for. Returns the lines to print."""
    if answer in _ANSWERS:
        return _ANSWERS[answer](stepper.cursor)
    if answer.startswith("/"):
        return _search(stepper, answer[1:].strip())
    before, stepper.message = _at(stepper.cursor), ""
    if answer == "f" or (answer.startswith("f ") and not answer[2:].strip().isdecimal()):
        return _games(stepper, answer[1:].strip())
    if answer.startswith("f "):
        stepper.open_record(int(answer[1:]))
    elif answer in _KEYS:
        stepper.press(_KEYS[answer])
    elif _PLACE.fullmatch(answer):
        stepper.go_to(answer)
    else:
        return [f"{visible(answer)}: that means nothing here; ? lists what can be entered."]
    message = [capitalized(f"{stepper.message}.")] if stepper.message else []
    if _at(stepper.cursor) != before or (_PLACE.fullmatch(answer) and not message):
        return [*message, *_said(stepper.cursor)]
    return message or [_stuck(stepper.cursor)]


def _search(stepper: Stepper, text: str) -> list[str]:
    stepper.search(text)
    found = stepper.message
    return [f"{found}.", *_said(stepper.cursor)] if text else [capitalized(f"{found}.")]


def _games(stepper: Stepper, text: str) -> list[str]:
    """The games of the file that contain a text, after a line that says how to open one."""
    stepper.list_games()
    game_list, stepper.pane = stepper.game_list, ""
    if game_list is None:
        return [capitalized(f"{stepper.message}.")]
    game_list.search(text)
    listed = [
        ", ".join(filter(None, (str(game.number), game.date, game.game, game.players, game.result)))
        for game in game_list.games
    ]
    return [f"{game_list.title}. f and a number opens one.", *(f"{line}." for line in listed)]


def _at(cursor: Cursor) -> tuple[object, ...]:
    """Everything that a step can change."""
    return cursor.ply, cursor.variation, cursor.view, cursor.loaded.number


def _table(cursor: Cursor) -> list[str]:
    words, drawn = Spoken(cursor.loaded), cursor.frame
    return [*words.due(drawn), *words.table(drawn)]


def _scores(cursor: Cursor) -> list[str]:
    return Spoken(cursor.loaded).scores(cursor.frame)


def _legal(cursor: Cursor) -> list[str]:
    table = cursor.replay.table
    return legal_in_words(legal_moves(table, cursor.view), sample=not table.lists_all)


def _written(cursor: Cursor) -> list[str]:
    return [cursor.written or "There is no move before the first ply."]


def _comments(cursor: Cursor) -> list[str]:
    said = Spoken(cursor.loaded).comments(cursor.frame)
    return said or ["There is no comment on this ply."]


def _help(cursor: Cursor) -> list[str]:
    del cursor
    return [f"{line}: {what}." for line, what in HELP]


_ANSWERS: Mapping[str, Callable[[Cursor], list[str]]] = {
    "t": _table,
    "s": _scores,
    "l": _legal,
    "w": _written,
    "c": _comments,
    "?": _help,
}
"""Answers about the position, by the line that asks for them."""

_PLACE = re.compile(r"[0-9]+|r[0-9]+|end")


def _stuck(cursor: Cursor) -> str:
    """Why a step changed nothing."""
    if cursor.before_mistake:
        return " ".join(_mistake(cursor))
    return "This is the last ply." if cursor.ply else "This is the beginning."


def _said(cursor: Cursor) -> Iterator[str]:
    """The sentence of the ply, its comments and variations; then the mistake, or the winners."""
    drawn, words = cursor.frame, Spoken(cursor.loaded)
    if cursor.variation is not None:
        ply, number, count = cursor.variation
        if drawn.ply == ply:
            yield f"Variation {number} of {count}, instead of ply {ply}; o leads out of it."
    yield from words.ply(drawn) if cursor.shows_comments else words.ply(drawn)[:1]
    if cursor.before_mistake:
        yield from _mistake(cursor)
    elif drawn.due is None:
        yield from words.due(drawn)


def _mistake(cursor: Cursor) -> Iterator[str]:
    """The mistake in the next ply, and help."""
    problem = cursor.loaded.problem_in(cursor.view)
    if problem is not None:
        yield f"Ply {cursor.ply + 1} is wrong: {visible(problem.message)}."
        if problem.help:
            yield f"Help: {visible(problem.help)}."
