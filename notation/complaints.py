"""Why a line of text is none that the grammar knows. Called only for lines that failed it."""

import re
from dataclasses import dataclass

from notation.grammar import (
    AT,
    ATOM,
    BLANK,
    CARDS,
    COMMENT,
    CONTROL_CHARACTER,
    MOVE,
    NAME,
    NUMBER,
    PILE,
    SCORE,
    VERB,
)


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with a line, from `column` up to `end`, both counted from 1."""

    code: str
    message: str
    column: int
    end: int
    label: str = ""
    help: str | None = None


@dataclass(frozen=True, slots=True)
class _Step:
    """One part of a line: what it looks like, and what to say where it is not there."""

    pattern: str
    message: str
    help: str
    code: str = "cgn.ply-syntax"
    optional: bool = False


_PLY_HELP = "a ply reads `12. A: verb arguments -> reveals`"
_PLY_STEPS = (
    _Step(r"[ \t(]*", "", ""),
    _Step(NUMBER, "a line of play begins with the number of its ply", _PLY_HELP),
    _Step(r"\.", "the number of a ply is followed by a full stop", _PLY_HELP),
    _Step(rf"{BLANK}*[A-J](?={BLANK}*[:a-z])", "here stands the letter of a seat", _PLY_HELP),
    _Step(r":", "the letter of the seat is followed by a colon", _PLY_HELP),
    _Step(rf"{BLANK}*{VERB}", "here stands the verb of a move, in lower case", _PLY_HELP),
)
_TAIL_STEPS = (
    _Step(
        rf"{BLANK}+->{BLANK}+{CARDS}",
        "",
        "reveals are cards parted by spaces: `-> 3 11`",
        optional=True,
    ),
    _Step(rf"{BLANK}+\^", "", "", optional=True),
    _Step(rf"{BLANK}+[!?]{{1,2}}(?![!?])", "", "", optional=True),
    _Step(rf"(?:{BLANK}*{COMMENT})+", "", "", optional=True),
    _Step(rf"{BLANK}+{AT}", "", "", optional=True),
    _Step(r"[ \t)]*", "", "", optional=True),
)
_MARK_HELP = "one of ! ? !! ?? !? ?! stands after the reveals"
_ARGUMENT_HELP = "an argument is `card`, `key=value`, a list joined by commas or a sum joined by +"
_LATE_REVEALS = "the reveals stand too late", "they come directly after the move"
_NO_REVEALS = (
    "after `->` stand the cards revealed",
    "write `-> 3 11`, or leave the arrow out",
)
_SHUFFLE_HELP = "a shuffle reads `~: deck 7 3 12`, the top card first"
_SHUFFLE_STEPS = (
    _Step(r"[ \t(]*~", "", ""),
    _Step(r":", "`~` is followed by a colon", _SHUFFLE_HELP, "cgn.shuffle-syntax"),
    _Step(
        rf"{BLANK}*{PILE}", "here stands the name of a pile", _SHUFFLE_HELP, "cgn.shuffle-syntax"
    ),
    _Step(rf"{BLANK}+{CARDS}", "here stand the cards", _SHUFFLE_HELP, "cgn.shuffle-syntax"),
    _Step(r"[ \t)]*", "", "", optional=True),
)
_END_HELP = "the end reads `= A 41 33`, or `= * 12 9` for a game not finished"
_END_STEPS = (
    _Step(r"=", "", ""),
    _Step(
        rf"{BLANK}*(?:[A-J](?:\+[A-J])*|\*)(?![A-Za-z+*])",
        "here stand the winners' seats joined by `+`, or `*`",
        _END_HELP,
        "cgn.end-syntax",
    ),
    _Step(
        rf"(?:{BLANK}+(?:{SCORE})(?![^\s]))+",
        "here stands one score for each seat",
        _END_HELP,
        "cgn.end-syntax",
    ),
)
_TAG_HELP = 'a tag reads `[Name "value"]`'
_TAG_STEPS = (
    _Step(
        rf"\[{NAME}", "a tag has a name of letters, digits, - and _", _TAG_HELP, "cgn.tag-syntax"
    ),
    _Step(rf'{BLANK}+"', "the value stands in double quotes", _TAG_HELP, "cgn.tag-syntax"),
    _Step(
        r'(?:[^"\\]|\\["\\n])*+(?=["\\])',
        "the value's closing quote is missing",
        _TAG_HELP,
        "cgn.tag-syntax",
    ),
    _Step(
        r'"',
        'only \\", \\\\ and \\n are escapes',
        "write a backslash as \\\\",
        "cgn.tag-syntax",
    ),
    _Step(r"\]", "the closing bracket is missing", _TAG_HELP, "cgn.tag-syntax"),
)


_MISPLACED = {
    ("[", False): (
        "cgn.misplaced-tag",
        "a tag stands in the header, before the first ply",
        'is the line [CGN "1"] of the next record missing?',
    ),
    ("[", True): ("cgn.tag-syntax", "a tag begins in column 1", "indent nothing"),
    ("%", False): (
        "cgn.misplaced-note",
        "a note of the transport stands between records",
        "take it out",
    ),
    ("=", True): ("cgn.end-syntax", "the end line begins in column 1", "indent nothing"),
}
"""What to say of a line by its first character, and by whether it is indented."""


def complain(line: str) -> Complaint:
    """Why this line, after the header, is no line of play and no end line."""
    if control := _control(line):
        return control
    start = line.lstrip(" \t")
    if misplaced := _MISPLACED.get((start[:1], start != line)):
        return _whole(line, *misplaced)
    if start.startswith("="):
        return _first_failure(line, _END_STEPS) or _leftover(line, line.rstrip(), "cgn.end-syntax")
    if start.startswith("{"):
        return _bad_comment(line, line.index("{")) or _whole(
            line,
            "cgn.misplaced-comment",
            "a comment stands on the line of its ply",
            "put it at the end of the line above; only the game's own stand before ply 1",
        )
    if re.match(r"[ \t(]*~", line):
        return _first_failure(line, _SHUFFLE_STEPS) or _bad_ply(line)
    return _bad_ply(line)


def complain_tag(line: str) -> Complaint:
    """Why this line is no tag."""
    if control := _control(line):
        return control
    if not line.startswith("["):
        advice = 'a record begins with the line [CGN "1"]'
        return _whole(line, "cgn.no-record", "there is no record here", advice)
    if (failure := _first_failure(line, _TAG_STEPS)) is not None:
        return failure
    if not line.startswith("[CGN ") and re.fullmatch(r"\[.*\][ \t]*", line):
        advice = 'put [CGN "1"] above it'
        return _whole(line, "cgn.no-record", "a record begins with the tag CGN", advice)
    stop = line.rindex("]") + 1
    return Complaint(
        "cgn.tag-syntax",
        "a tag has a line of its own",
        stop + 1,
        len(line.rstrip()) + 1,
        help="begin a new line here",
    )


def complain_tail(line: str) -> Complaint:
    """Why this line may not stand after the end of a record."""
    return _control(line) or _whole(
        line,
        "cgn.after-end",
        "nothing of this record may follow its end line",
        'the next record begins with the line [CGN "1"]',
    )


def _bad_ply(line: str) -> Complaint:
    if (failure := _first_failure(line, _PLY_STEPS)) is not None:
        return failure
    head = re.match("".join(step.pattern for step in _PLY_STEPS[:-1]), line, re.ASCII)
    at = head.end() if head else 0
    move = re.compile(rf"{BLANK}*{MOVE}", re.ASCII).match(line, at)
    at = move.end() if move else at
    for step in _TAIL_STEPS:
        found = re.compile(step.pattern, re.ASCII).match(line, at)
        at = found.end() if found else at
    return _rest(line, at)


_UNFIT = {
    "{": ("this comment stands too late", "comments come before the time"),
    "@": ("this is no time", "a time reads `@1:07`, `@1:02:03` or `@0:41.5`"),
    "!": ("this is no mark here", _MARK_HELP),
    "?": ("this is no mark here", _MARK_HELP),
    "^": ("`^` stands too late", "it comes before the mark"),
}
"""What to say of a part of a ply by its first character, where it does not fit."""


def _rest(line: str, at: int) -> Complaint:
    """What to say of the text from here on, where the parts of a ply no longer fit."""
    solid = len(line) - len(line[at:].lstrip(" \t"))
    rest = line[solid:]
    if rest.startswith("{") and (bad := _bad_comment(line, solid)) is not None:
        return bad
    if rest.startswith("->"):
        late = re.match(rf"->{BLANK}+{ATOM}", rest) is not None
        return _part(line, solid, *(_LATE_REVEALS if late else _NO_REVEALS))
    if unfit := _UNFIT.get(rest[0]):
        return _part(line, solid, *unfit)
    if rest.startswith(("(", ")")):
        return Complaint(
            "cgn.unbalanced",
            "a variation begins on a line of its own",
            solid + 1,
            solid + 2,
            help="begin a new line here",
        )
    if solid > 0 and line[solid - 1] in " \t":
        return _part(line, solid, "this is no argument of a move", _ARGUMENT_HELP)
    return _part(line, solid, f"`{rest[0]}` cannot stand here", _PLY_HELP)


def _part(line: str, start: int, message: str, advice: str) -> Complaint:
    word = re.match(r"\S+", line[start:])
    return Complaint(
        "cgn.ply-syntax",
        message,
        start + 1,
        start + 1 + (word.end() if word else 1),
        help=advice,
    )


def _bad_comment(line: str, start: int) -> Complaint | None:
    """What is wrong with the first bad comment from here on, if one is."""
    comment = re.compile(COMMENT, re.ASCII)
    while (match := comment.match(line, start)) is not None:
        following = line.find("{", match.end())
        if following < 0:
            return None
        start = following
    broken = re.compile(r"\{(?:[^}\\]|\\[}\\n])*+").match(line, start)
    stop = broken.end() if broken else start
    if stop < len(line):
        return Complaint(
            "cgn.escape",
            f"`{line[stop : stop + 2]}` is no escape",
            stop + 1,
            min(stop + 2, len(line)) + 1,
            help="in a comment, write a backslash as \\\\",
        )
    return Complaint(
        "cgn.unterminated-comment",
        "this comment does not end on its line",
        start + 1,
        len(line.rstrip()) + 1,
        help="close it with `}`; a line break within it is written \\n",
    )


def _first_failure(line: str, steps: tuple[_Step, ...]) -> Complaint | None:
    at = 0
    for step in steps:
        match = re.compile(step.pattern, re.ASCII).match(line, at)
        if match is None:
            if step.optional:
                continue
            column = len(line) - len(line[at:].lstrip(" \t")) + 1
            return Complaint(step.code, step.message, column, column + 1, help=step.help)
        at = match.end()
    return None


def _leftover(line: str, solid: str, code: str) -> Complaint:
    match = re.compile(rf"=.*?(?:{BLANK}+(?:{SCORE})(?=\s|$))+", re.ASCII).match(line)
    column = (match.end() if match else 0) + 1
    return Complaint(code, "this is no score", column, len(solid) + 1, help=_END_HELP)


def _whole(line: str, code: str, message: str, advice: str) -> Complaint:
    start = len(line) - len(line.lstrip(" \t")) + 1
    return Complaint(code, message, start, max(len(line.rstrip()), start) + 1, help=advice)


def _control(line: str) -> Complaint | None:
    match = CONTROL_CHARACTER.search(line.replace("\t", " "))
    if match is None:
        return None
    return Complaint(
        "cgn.control-character",
        f"the control character U+{ord(match[0]):04X} is not allowed here",
        match.start() + 1,
        match.start() + 2,
        help="take it out; is this a text file?",
    )
