"""Explains why a line does not match the grammar. Called only for lines that do not."""

import re
from collections.abc import Mapping

from notation.edits import Edit, in_line
from notation.encoding import UTF_16, is_wide
from notation.fault import Fault
from notation.grammar import (
    AT,
    BLANK,
    CARDS,
    COMMENT,
    CONTROL_CHARACTER,
    NAME,
    SHUFFLE,
    VERB,
)
from notation.hints import (
    LIST_HELP,
    SECOND_LINE,
    explain_sign,
    joined_at,
    plain_edit,
    scores_meant,
    seat_meant,
)
from notation.line_parts import (
    AFTER_MARK,
    AFTER_VERB,
    CARD_AS_MARK,
    END_PARTS,
    PLY_PARTS,
    SHUFFLE_PARTS,
    TAG_PARTS,
    VERB_PART,
    Step,
)
from notation.record import UNKNOWN_CARD
from notation.wording import quote

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
"""The message and advice for a part of a ply that does not fit, by its first character."""

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
"""The code, message and advice for a line, by its first character and whether it is indented."""

_OF_SYNTAX = ("cgn.ply-syntax", "cgn.shuffle-syntax", "cgn.end-syntax", "cgn.tag-syntax")
_UNSEEN = "a card that nobody saw is `_`, not `?`"
_KINDS = {"=": (END_PARTS, "cgn.end-syntax"), "~": (SHUFFLE_PARTS, "cgn.shuffle-syntax")}
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
    steps, code = _KINDS.get(kind, (PLY_PARTS, "cgn.ply-syntax"))
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
    """The fault; if a typographic sign causes it, its message names the sign.

    If plain signs alone would mend the line, the fault has that edit.
    """
    if edit := plain_edit(line):
        fault.edits = (edit,)
    if fault.code in _OF_SYNTAX and (explanation := explain_sign(line, fault.start)):
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
    if failure := _failure(line, TAG_PARTS, "cgn.tag-syntax"):
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
    """The offset of a second line after a complete shuffle; 0 if there is none."""
    second = SECOND_LINE.search(line, line.index("~") + 1)
    return second.start() if second and _WHOLE_SHUFFLE(line, 0, second.start()) else 0


def _lost_break(line: str, start: int, code: str) -> Fault:
    message = f"a line break was probably lost before {quote(line[start:].rstrip())}"
    fault = _part(line, start, message, _LINE_HELP, code)
    before = len(line[:start].rstrip(" \t"))
    fault.edits = (in_line(before, start, "\n", "Begin a new line here"),)
    return fault


def _bad_parts(line: str) -> Fault:
    """The fault in a ply after its verb."""
    at = 0
    for step in PLY_PARTS:
        at = _after(step, line, at)
    last = AFTER_VERB[0]
    for step in AFTER_VERB:
        after = _after(step, line, at)
        if after > at:
            last, at = step, after
    solid = len(line) - len(line[at:].lstrip(" \t"))
    word = max(line.rfind(sign, 0, solid) for sign in " \t}") + 1
    if SECOND_LINE.match(line, word):
        return _lost_break(line, word, "cgn.ply-syntax")
    return _unfit(line, solid, last)


def _after(step: Step, line: str, at: int) -> int:
    """The offset after the step that begins here; the same offset if the step is missing."""
    match = step.match(line, at)
    return match.end() if match else at


def _unfit(line: str, solid: int, last: Step) -> Fault:
    """The fault in the text from `solid` on; `last` is the last part that fitted."""
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
    if last is AFTER_VERB[0] and (joined := joined_at(line, solid)):
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
    """The fault in a line that begins with a comment."""
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
    """The fault in the first bad comment from here on; None if all are good."""
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


def _failure(line: str, steps: tuple[Step, ...], code: str) -> Fault | None:
    """The fault for the first missing step; None if all are there."""
    at = 0
    for step in steps:
        match = step.match(line, at)
        if match is None:
            solid = len(line) - len(line[at:].lstrip(" \t"))
            return Fault(code, step.message, step.advice, start=solid, end=solid + 1)
        at = match.end()
    return None


def _explain_word(line: str, fault: Fault) -> None:
    """Explain a verb in capitals, the arrow `=>`, or `?` for a card."""
    at = fault.start
    word = line[at:].split(maxsplit=1)[0] if line[at:].strip() else ""
    small = word.lower()
    if fault.message == VERB_PART.message and small != word and re.fullmatch(VERB, small, re.ASCII):
        fault.message, fault.advice = "a verb is written in lower case", f"write `{small}`"
        fault.end = at + len(word)
        fault.edits = (in_line(at, fault.end, small, certain=True),)
    elif word == "=>":
        fault.message, fault.advice = "the arrow before reveals is `->`, not `=>`", "write `->`"
        fault.edits = (in_line(at, at + len(word), "->", certain=True),)
    elif fault.code == "cgn.shuffle-syntax" and word == "?":
        _name_unseen(fault, at)
    elif fault.message.endswith(AFTER_MARK) and (mark := CARD_AS_MARK.search(line, 0, at)):
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
    if line[at] == "\0" and is_wide(line.encode()):
        advice = UTF_16
    else:
        advice = _CR_HELP if line[at] == "\r" else "take it out; a line break is written \\n"
    return Fault(
        "cgn.control-character",
        f"the control character U+{ord(line[at]):04X} is not allowed here",
        advice,
        start=at,
        end=at + 1,
    )
