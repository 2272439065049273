"""Explains why a line does not match the grammar. Called only for lines that do not."""

import re
from collections.abc import Mapping

from notation.edits import Edit, in_line
from notation.fault import Fault
from notation.grammar import (
    ARGUMENTS,
    AT,
    BLANK,
    CARDS,
    COMMENT,
    CONTROL_CHARACTER,
    NAME,
    NUMBER,
    PILE,
    SCORE,
    SHUFFLE,
    VERB,
)
from notation.hints import LIST_HELP, SECOND_LINE, joined_at, scores_meant, seat_meant
from notation.record import UNKNOWN_CARD
from notation.typography import explained, made_plain
from notation.wording import quote


class _Step:
    """One part of a line: its pattern, and what to say if it is missing."""

    def __init__(self, pattern: str, message: str = "", advice: str = "") -> None:
        self.match = re.compile(pattern, re.ASCII).match
        self.message = message
        self.advice = advice


_PLY_HELP = "a ply reads `12. A: verb arguments -> reveals`"
_VERB = _Step(rf"{BLANK}*{VERB}", "the verb of a move, in lower case, belongs here", _PLY_HELP)
_PLY = (
    _Step(r"[ \t(]*"),
    _Step(
        rf"{NUMBER}(?![0-9])",
        "a line of play begins with the number of its ply",
        f"{_PLY_HELP}; the number has at most 9 digits",
    ),
    _Step(r"\.", "the number of a ply is directly followed by a full stop", _PLY_HELP),
    _Step(
        rf"{BLANK}*[A-J](?={BLANK}*:|{BLANK}*[a-z](?!\S*:))",
        "the letter of a seat, A to J, belongs here",
        f"{_PLY_HELP}; seats are capital letters, not names",
    ),
    _Step(r":", "the letter of the seat is directly followed by a colon", _PLY_HELP),
    _VERB,
)
_AFTER_MARK = "cannot follow a mark"
_CARD_AS_MARK = re.compile(rf"->{BLANK}+{CARDS}{BLANK}+(\?){BLANK}+$", re.ASCII)
_PARTS = (
    _Step(
        ARGUMENTS,
        "`{}` is not part of the move",
        f"{LIST_HELP}; reveals follow `->`, comments go in {{}}",
    ),
    _Step(
        rf"{BLANK}+->{BLANK}+{CARDS}",
        "`{}` is not a card",
        "reveals are cards separated by spaces: `-> 3 11`",
    ),
    _Step(
        rf"{BLANK}+\^",
        "`{}` cannot follow `^`",
        "only a mark, comments and the time may follow `^`",
    ),
    _Step(
        rf"{BLANK}+[!?]{{1,2}}(?![!?])",
        f"`{{}}` {_AFTER_MARK}",
        "only comments and the time may follow the mark",
    ),
    _Step(
        rf"(?>{BLANK}*{COMMENT})++",
        "`{}` cannot follow a comment",
        "only the time may follow the comments",
    ),
    _Step(
        rf"{BLANK}+{AT}(?=[ \t)]|$)",
        "`{}` cannot follow the time",
        "the time ends the line of a ply",
    ),
    _Step(r"[ \t]*\)[ \t)]*", "`{}` cannot follow the `)` of a variation", "begin a new line here"),
)
"""What may follow the verb. The message is about whatever follows the part and does not fit."""

_REVEALS_HELP = "write `-> 3 11` once, directly after the move, with spaces around the arrow"
_TIME_HELP = "write it once, after a space, at the end of its ply"
_MARK_HELP = "write one of ! ? !! ?? !? ?! once, after a space, before the comments"
_UNFIT = {
    "{": ("this comment comes too late", "comments come before the time and before `)`"),
    "@": ("this is not a time", "a time reads `@1:07`, `@1:02:03` or `@0:41.5`"),
    "!": ("this cannot be a mark here", _MARK_HELP),
    "?": ("this cannot be a mark here", _MARK_HELP),
    "^": ("`^` cannot be here", "write it once, after a space, before the mark"),
}
"""What to say about a part of a ply that does not fit, by its first character."""

_SHUFFLE_HELP = "a shuffle reads `~: deck 7 3 12`, the top card first, or `~: deck 7 3 12 -> 7`"
_SHUFFLE = (
    _Step(r"[ \t(]*~"),
    _Step(r":", "`~` is directly followed by a colon", _SHUFFLE_HELP),
    _Step(rf"{BLANK}*{PILE}", "the name of a pile belongs here", _SHUFFLE_HELP),
    _Step(
        rf"{BLANK}+{CARDS}(?=[ \t)]|$)",
        "the cards of the pile belong here, separated by spaces",
        _SHUFFLE_HELP,
    ),
    _Step(rf"(?:{BLANK}+->{BLANK}+{CARDS}(?=[ \t)]|$))?"),
    _Step(
        rf"(?!{BLANK}*->)",
        "cards, separated by spaces, belong after a single `->`",
        _SHUFFLE_HELP,
    ),
    _Step(r"[ \t)]*"),
    _Step(r"$", "this is not a card", f"{_SHUFFLE_HELP}; no comment may follow"),
)
_END_HELP = "the end reads `= A 41 33`, `= A+B 41 41`, or `= * 12 9` for a game not finished"
_SCORE_HELP = f"{_END_HELP}; a score is a whole number of at most 15 digits, and nothing follows"
_END = (
    _Step("="),
    _Step(
        rf"{BLANK}*(?:[A-J](?:\+[A-J])*|\*)(?=\s|$)",
        "the winners' seats, joined by `+`, or `*` belong here",
        _END_HELP,
    ),
    _Step(
        rf"(?>{BLANK}+(?:{SCORE})(?=\s|$))++",
        "the scores belong here, one for each seat",
        _SCORE_HELP,
    ),
    _Step(rf"{BLANK}*$", "this is not a score", _SCORE_HELP),
)
_TAG_HELP = 'a tag reads `[Name "value"]`'
_TAG = (
    _Step(rf"\[{NAME}", "a tag has a name of letters, digits, - and _", _TAG_HELP),
    _Step(rf'{BLANK}+"', "the value belongs here, after a space, in double quotes", _TAG_HELP),
    _Step(r'(?>[^"\\]|\\["\\n])*+(?=["\\])', "the value's closing quote is missing", _TAG_HELP),
    _Step(r'"', 'only \\", \\\\ and \\n are escapes', "write a backslash as \\\\"),
    _Step(r"\]", "the closing bracket belongs directly after the closing quote", _TAG_HELP),
    _Step(rf"{BLANK}*$", "a tag has a line of its own", "begin a new line here"),
)
_MISPLACED = {
    ("[", False): (
        "cgn.misplaced-tag",
        "a tag belongs in the header, before the first ply",
        'is the line [CGN "1"] of the next record missing?',
    ),
    ("[", True): ("cgn.tag-syntax", "a tag begins in column 1", "remove the indentation"),
    ("%", False): (
        "cgn.misplaced-note",
        "a `%` note belongs between records",
        "take it out",
    ),
    ("%", True): ("cgn.misplaced-note", "a note begins in column 1", "remove the indentation"),
    ("=", True): ("cgn.end-syntax", "the end line begins in column 1", "remove the indentation"),
}
"""What to say about a line, by its first character and by whether it is indented."""

_OF_SYNTAX = ("cgn.ply-syntax", "cgn.shuffle-syntax", "cgn.end-syntax", "cgn.tag-syntax")
_UNSEEN = "a card that nobody saw is `_`, not `?`"
_KINDS = {"=": (_END, "cgn.end-syntax"), "~": (_SHUFFLE, "cgn.shuffle-syntax")}
_CR_HELP = "end lines with LF, or with CR and LF: save the file with Unix or Windows line ends"
_FIRST = 'a record begins with the line [CGN "1"]'
_TAB_IN_VALUE = re.compile(rf'\[{NAME}{BLANK}+"(?>[^"\\\t]|\\["\\n])*+\t', re.ASCII)
_LINE_HELP = "a ply, a shuffle and the end line each have a line of their own"
_WHOLE_SHUFFLE = re.compile(rf"[ \t(]*{SHUFFLE}{BLANK}*", re.ASCII).fullmatch
_COMMENTS = re.compile(rf"(?>{BLANK}*{COMMENT})++", re.ASCII)


def fault_of_play(line: str, players: Mapping[str, str] | None = None) -> Fault:
    """Why this line, after the header, is neither a line of play nor an end line.

    `players` maps seats to names, if they are known.
    """
    return _with_plain_signs(line, _fault_of_play(line, players or {}))


def _fault_of_play(line: str, players: Mapping[str, str]) -> Fault:
    start = line.lstrip(" \t")
    if misplaced := _MISPLACED.get((start[:1], start != line)):
        return _misplaced(line, *misplaced)
    if control := _control(line):
        return control
    if start.startswith("{"):
        return _bad_comments(line)
    kind = "~" if start.lstrip(" \t(").startswith("~") else start[:1]
    if kind == "~" and (second := _after_shuffle(line)):
        return _lost_break(line, second, "cgn.shuffle-syntax")
    steps, code = _KINDS.get(kind, (_PLY, "cgn.ply-syntax"))
    failure = _failure(line, steps, code) or _bad_parts(line)
    _explain_word(line, failure)
    hint = scores_meant(line) if kind == "=" else seat_meant(line, players)
    if hint is not None:
        failure.advice, failure.edits = hint.advice, (hint.edit,)
    return failure


def fault_of_tag(line: str) -> Fault:
    """Why this line, in the header or at the start of a record, is not a tag."""
    return _with_plain_signs(line, _fault_of_tag(line))


def _with_plain_signs(line: str, fault: Fault) -> Fault:
    """The fault, which names a typographic sign at its place.

    It has the edit that mends it if only such signs are wrong with the line.
    """
    if edit := made_plain(line):
        fault.edits = (edit,)
    if fault.code in _OF_SYNTAX and (explanation := explained(line, fault.start)):
        fault.message, fault.advice = explanation
    return fault


def _fault_of_tag(line: str) -> Fault:
    if control := _control(line) or _tab_in_value(line):
        return control
    start = line.lstrip(" \t")
    if start.startswith("[") and start != line:
        return _misplaced(line, *_MISPLACED["[", True])
    if not start.startswith("["):
        return _whole(line, "cgn.no-record", "there is no record here", _FIRST)
    if failure := _failure(line, _TAG, "cgn.tag-syntax"):
        return failure
    if line.startswith("[CGN"):
        return Fault("cgn.tag-syntax", "one space belongs after CGN", _FIRST, start=4, end=5)
    return _whole(line, "cgn.no-record", "a record begins with the tag CGN", _FIRST)


def fault_after_end(line: str) -> Fault:
    """Why this line may not follow the end of a record."""
    return _control(line) or _whole(
        line,
        "cgn.after-end",
        "nothing of this record may follow its end line",
        'the next record begins with the line [CGN "1"]',
    )


def _after_shuffle(line: str) -> int:
    """Where a second line begins after a complete shuffle; 0 if there is none."""
    second = SECOND_LINE.search(line, line.index("~") + 1)
    return second.start() if second and _WHOLE_SHUFFLE(line, 0, second.start()) else 0


def _lost_break(line: str, start: int, code: str) -> Fault:
    message = f"a line break was probably lost before {quote(line[start:].rstrip())}"
    fault = _part(line, start, message, _LINE_HELP, code)
    before = len(line[:start].rstrip(" \t"))
    fault.edits = (in_line(before, start, "\n", "Begin a new line here"),)
    return fault


def _bad_parts(line: str) -> Fault:
    """What is wrong with a ply after its verb."""
    at = 0
    for step in _PLY:
        at = _after(step, line, at)
    last = _PARTS[0]
    for step in _PARTS:
        after = _after(step, line, at)
        if after > at:
            last, at = step, after
    solid = len(line) - len(line[at:].lstrip(" \t"))
    word = max(line.rfind(sign, 0, solid) for sign in " \t}") + 1
    if SECOND_LINE.match(line, word):
        return _lost_break(line, word, "cgn.ply-syntax")
    return _unfit(line, solid, last)


def _after(step: _Step, line: str, at: int) -> int:
    """Where the step that begins at this offset ends; the same offset if the step is missing."""
    match = step.match(line, at)
    return match.end() if match else at


def _unfit(line: str, solid: int, last: _Step) -> Fault:
    """What to say about the text from here on; `last` is the last part that fitted."""
    rest = line[solid:]
    if rest.startswith("{") and (bad := _bad_comment(line, solid)) is not None:
        return bad
    if rest.startswith(("(", ")")):
        message = "a variation begins on a line of its own, and ends at the end of one"
        return Fault("cgn.unbalanced", message, "split the line", start=solid, end=solid + 1)
    if "->" in (line[solid : solid + 2], line[solid - 1 : solid + 1]):
        return _bad_reveals(line, line.index("->", solid - 1))
    if rest.startswith("@") and re.match(rf"{AT}(?=\s|\)|$)", rest, re.ASCII):
        return _part(line, solid, "a time cannot be here", _TIME_HELP)
    if unfit := _UNFIT.get(rest[:1]):
        return _part(line, solid, *unfit)
    message, advice = last.message.format(rest[:1]), last.advice
    edits: tuple[Edit, ...] = ()
    if last is _PARTS[0] and (joined := joined_at(line, solid)):
        message = f"a {'list' if rest[0] == ',' else 'sum'} has no spaces"
        advice = f"write {quote(joined.text)}; {LIST_HELP}"
        edits = (joined,)
    fault = _part(line, solid, message, advice)
    fault.edits = edits
    return fault


def _bad_reveals(line: str, arrow: int) -> Fault:
    whole = line[arrow - 1] in " \t" and re.match(rf"->{BLANK}+{CARDS}", line[arrow:], re.ASCII)
    message = "`->` cannot be here" if whole else "`->` belongs between the move and cards"
    return _part(line, arrow, message, _REVEALS_HELP)


def _part(line: str, start: int, message: str, advice: str, code: str = "cgn.ply-syntax") -> Fault:
    word = re.match(r"\S+", line[start:])
    end = start + (word.end() if word else 1)
    return Fault(code, message, advice, start=start, end=end)


def _bad_comments(line: str) -> Fault:
    """What is wrong with a line that begins with a comment."""
    if (bad := _bad_comment(line, line.index("{"))) is not None:
        return bad
    match = _COMMENTS.match(line)
    at = match.end() if match else 0
    if line[at:].strip(" \t"):
        solid = len(line) - len(line[at:].lstrip(" \t"))
        advice = "comments on the whole game have lines of their own, before ply 1"
        return _part(line, solid, "this cannot follow a comment", advice)
    return _whole(
        line,
        "cgn.misplaced-comment",
        "a comment belongs on the line of its ply",
        "put it at the end of the line above; only comments on the whole game come before ply 1",
    )


def _bad_comment(line: str, start: int) -> Fault | None:
    """What is wrong with the first bad comment from here on; None if all are good."""
    comment = re.compile(COMMENT, re.ASCII)
    while (match := comment.match(line, start)) is not None:
        following = line.find("{", match.end())
        if following < 0:
            return None
        start = following
    broken = re.compile(r"\{(?>[^}\\\t]|\\[}\\n])*+").match(line, start)
    stop = broken.end() if broken else start
    if line.startswith("\t", stop):
        return _control_at(line, stop)
    if stop < len(line):
        return Fault(
            "cgn.escape",
            f"`{line[stop : stop + 2]}` is not an escape",
            "in a comment, write a backslash as \\\\",
            start=stop,
            end=min(stop + 2, len(line)),
        )
    return Fault(
        "cgn.unterminated-comment",
        "this comment does not end on its line",
        "close it with `}`; a line break within it is written \\n",
        start=start,
        end=len(line.rstrip()),
    )


def _failure(line: str, steps: tuple[_Step, ...], code: str) -> Fault | None:
    """What to say about the first step that is missing; None if all are there."""
    at = 0
    for step in steps:
        match = step.match(line, at)
        if match is None:
            solid = len(line) - len(line[at:].lstrip(" \t"))
            return Fault(code, step.message, step.advice, start=solid, end=solid + 1)
        at = match.end()
    return None


def _explain_word(line: str, fault: Fault) -> None:
    """Say of a verb in capitals, or of a `?` for a card, what to write."""
    at = fault.start
    word = line[at:].split(maxsplit=1)[0] if line[at:].strip() else ""
    small = word.lower()
    if fault.message == _VERB.message and small != word and re.fullmatch(VERB, small, re.ASCII):
        fault.message, fault.advice = "a verb is written in lower case", f"write `{small}`"
        fault.end = at + len(word)
        fault.edits = (in_line(at, fault.end, small, certain=True),)
    elif word == "=>":
        fault.message, fault.advice = "the arrow before reveals is `->`, not `=>`", "write `->`"
        fault.edits = (in_line(at, at + len(word), "->", certain=True),)
    elif fault.code == "cgn.shuffle-syntax" and word == "?":
        _name_unseen(fault, at)
    elif fault.message.endswith(_AFTER_MARK) and (mark := _CARD_AS_MARK.search(line, 0, at)):
        _name_unseen(fault, mark.start(1))


def _name_unseen(fault: Fault, at: int) -> None:
    fault.message, fault.advice = _UNSEEN, "write `_`"
    fault.edits = (in_line(at, at + 1, UNKNOWN_CARD, certain=True),)


def _whole(line: str, code: str, message: str, advice: str) -> Fault:
    start = len(line) - len(line.lstrip(" \t"))
    return Fault(code, message, advice, start=start, end=max(len(line.rstrip()), start + 1))


def _misplaced(line: str, code: str, message: str, advice: str) -> Fault:
    """The fault in a line that is out of place, or only indented."""
    fault = _whole(line, code, message, advice)
    if fault.start:
        fault.edits = (in_line(0, fault.start, "", "Remove the indentation"),)
    return fault


def _control(line: str) -> Fault | None:
    match = CONTROL_CHARACTER.search(line.replace("\t", " "))
    return _control_at(line, match.start()) if match else None


def _tab_in_value(line: str) -> Fault | None:
    match = _TAB_IN_VALUE.match(line)
    return _control_at(line, match.end() - 1) if match else None


def _control_at(line: str, at: int) -> Fault:
    return Fault(
        "cgn.control-character",
        f"the control character U+{ord(line[at]):04X} is not allowed here",
        _CR_HELP if line[at] == "\r" else "take it out; a line break is written \\n",
        start=at,
        end=at + 1,
    )
