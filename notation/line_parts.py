"""The parts of a line in order, each with the message for a line that lacks it."""

import re

from notation.grammar import (
    ARGUMENTS,
    AT,
    BLANK,
    CARDS,
    COMMENT,
    NAME,
    NUMBER,
    PILE,
    SCORE,
    VERB,
)
from notation.hints import LIST_HELP


class Step:
    """One part of a line: its pattern, and the message and advice if it is missing."""

    def __init__(self, pattern: str, message: str = "", advice: str = "") -> None:
        self.match = re.compile(pattern, re.ASCII).match
        self.message = message
        self.advice = advice


_PLY_HELP = "a ply reads `12. A: verb arguments -> reveals`"
VERB_PART = Step(rf"{BLANK}*{VERB}", "the verb of a move, in lower case, belongs here", _PLY_HELP)
PLY_PARTS = (
    Step(r"[ \t(]*"),
    Step(
        rf"{NUMBER}(?![0-9])",
        "a line of play begins with the number of its ply",
        f"{_PLY_HELP}; the number has at most 9 digits",
    ),
    Step(r"\.", "the number of a ply is directly followed by a full stop", _PLY_HELP),
    Step(
        rf"{BLANK}*[A-J](?={BLANK}*:|{BLANK}*[a-z](?!\S*:))",
        "the letter of a seat, A to J, belongs here",
        f"{_PLY_HELP}; seats are capital letters, not names",
    ),
    Step(r":", "the letter of the seat is directly followed by a colon", _PLY_HELP),
    VERB_PART,
)
AFTER_MARK = "cannot follow a mark"
CARD_AS_MARK = re.compile(rf"->{BLANK}+{CARDS}{BLANK}+(\?){BLANK}+$", re.ASCII)
AFTER_VERB = (
    Step(
        ARGUMENTS,
        "`{}` is not part of the move",
        f"{LIST_HELP}; reveals follow `->`, comments go in {{}}",
    ),
    Step(
        rf"{BLANK}+->{BLANK}+{CARDS}",
        "`{}` is not a card",
        "reveals are cards separated by spaces: `-> 3 11`",
    ),
    Step(
        rf"{BLANK}+\^",
        "`{}` cannot follow `^`",
        "only a mark, comments and the time may follow `^`",
    ),
    Step(
        rf"{BLANK}+[!?]{{1,2}}(?![!?])",
        f"`{{}}` {AFTER_MARK}",
        "only comments and the time may follow the mark",
    ),
    Step(
        rf"(?>{BLANK}*{COMMENT})++",
        "`{}` cannot follow a comment",
        "only the time may follow the comments",
    ),
    Step(
        rf"{BLANK}+{AT}(?=[ \t)]|$)",
        "`{}` cannot follow the time",
        "the time ends the line of a ply",
    ),
    Step(r"[ \t]*\)[ \t)]*", "`{}` cannot follow the `)` of a variation", "begin a new line here"),
)
"""What may follow the verb. The message is about whatever follows the part and does not fit."""

_SHUFFLE_HELP = "a shuffle reads `~: deck 7 3 12`, the top card first, or `~: deck 7 3 12 -> 7`"
SHUFFLE_PARTS = (
    Step(r"[ \t(]*~"),
    Step(r":", "`~` is directly followed by a colon", _SHUFFLE_HELP),
    Step(rf"{BLANK}*{PILE}", "the name of a pile belongs here", _SHUFFLE_HELP),
    Step(
        rf"{BLANK}+{CARDS}(?=[ \t)]|$)",
        "the cards of the pile belong here, separated by spaces",
        _SHUFFLE_HELP,
    ),
    Step(rf"(?:{BLANK}+->{BLANK}+{CARDS}(?=[ \t)]|$))?"),
    Step(
        rf"(?!{BLANK}*->)",
        "cards, separated by spaces, belong after a single `->`",
        _SHUFFLE_HELP,
    ),
    Step(r"[ \t)]*"),
    Step(r"$", "this is not a card", f"{_SHUFFLE_HELP}; no comment may follow"),
)
_END_HELP = "the end reads `= A 41 33`, `= A+B 41 41`, or `= * 12 9` for a game not finished"
_SCORE_HELP = f"{_END_HELP}; a score is a whole number of at most 15 digits, and nothing follows"
END_PARTS = (
    Step("="),
    Step(
        rf"{BLANK}*(?:[A-J](?:\+[A-J])*|\*)(?=\s|$)",
        "the winners' seats, joined by `+`, or `*` belong here",
        _END_HELP,
    ),
    Step(
        rf"(?>{BLANK}+(?:{SCORE})(?=\s|$))++",
        "the scores belong here, one for each seat",
        _SCORE_HELP,
    ),
    Step(rf"{BLANK}*$", "this is not a score", _SCORE_HELP),
)
_TAG_HELP = 'a tag reads `[Name "value"]`'
TAG_PARTS = (
    Step(rf"\[{NAME}", "a tag has a name of letters, digits, - and _", _TAG_HELP),
    Step(rf'{BLANK}+"', "the value belongs here, after a space, in double quotes", _TAG_HELP),
    Step(r'(?>[^"\\]|\\["\\n])*+(?=["\\])', "the value's closing quote is missing", _TAG_HELP),
    Step(r'"', 'only \\", \\\\ and \\n are escapes', "write a backslash as \\\\"),
    Step(r"\]", "the closing bracket belongs directly after the closing quote", _TAG_HELP),
    Step(rf"{BLANK}*$", "a tag has a line of its own", "begin a new line here"),
)
