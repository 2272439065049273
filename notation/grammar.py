"""The lines of the text form as regular expressions, and its limits. One grammar for all games.

docs/notation.md gives the same grammar as ABNF; a test compares the two.
"""

import re

MAX_LINE = 65_536
"""Bytes in one line of text, its line end included."""

MAX_RECORD = 1_048_576
"""Bytes in one record of text."""

MAX_JSON = 4_194_304
"""Bytes in one record of JSON."""

MAX_DEPTH = 32
"""Variations within variations."""

MAX_JSON_DEPTH = 200
"""Objects and lists within one another in JSON; 32 variations take about 100."""

MAX_TAGS = 256
"""Options and free tags in one header."""

MAX_PLAYER = 200
"""Code points in a player's name: 100 replays with names of 60,000 made a list of 102 MB."""

MAX_VALUE = 1_000
"""Code points in any other value of a header."""

MAX_HEADER = 16_384
"""Bytes in the lines of a header, in the canonical form."""

MAX_TIME = 35_999_999.999
"""The latest time of a ply, in seconds: 9999:59:59.999."""

MAX_SCORE = 10**15 - 1
"""The largest score: 15 digits."""

MEANINGS = {
    "!": "a good move",
    "?": "a mistake",
    "!!": "a brilliant move",
    "??": "a blunder",
    "!?": "an interesting move",
    "?!": "a dubious move",
}
"""The meaning of each mark for a ply."""

MARKS = tuple(MEANINGS)

BLANK = r"[ \t]"
CONTROL = r"\x00-\x1f\x7f-\x9f"

# A group that is repeated possessively is also atomic, `(?>x)*+`: before Python 3.11.5, any other
# group continued from where its last round had failed.
CODE = r"[A-Za-z0-9]++(?>[:.\-]++[A-Za-z0-9]++)*+"
ATOM = rf"(?:{CODE}|_)"
SEEN = rf"(?:{CODE}(?:[:.\-]*+_|)|_)"
ITEM = rf"{ATOM}(?>[+,]{ATOM})*+"
KEY = r"[a-z][a-z0-9\-]*"
VERB = r"[a-z][a-z0-9\-]*+"
PILE = r"[A-Za-z][A-Za-z0-9\-]*+"
ARGUMENTS = rf"(?>{BLANK}++(?:{KEY}=)?{ITEM})*+"
MOVE = rf"{VERB}{ARGUMENTS}"
CARDS = rf"{SEEN}(?>{BLANK}++{SEEN})*+"
COMMENT = rf"\{{(?>[^}}\\{CONTROL}]++|\\[}}\\n])*+\}}"
AT = r"@(?:[0-9]{1,4}:[0-5]?[0-9]|[0-9]{1,5}):[0-5][0-9](?:\.[0-9]{1,3})?"
NAME = r"[A-Za-z][A-Za-z0-9_\-]*"
VALUE = rf'"(?>[^"\\{CONTROL}]++|\\["\\n])*+"'
SCORE = r"0|-?[1-9][0-9]{0,14}|_"
NUMBER = r"[0-9]{1,9}+"

_TAG = rf"\[({NAME}){BLANK}+({VALUE})\]{BLANK}*"
TAG_LINE = re.compile(_TAG, re.ASCII)
TAG_LINES = re.compile(f"^{_TAG}$", re.ASCII | re.MULTILINE)

# Most plies end with their move or reveals: `(?:x|)` sees by one character that it does not
# apply, which `(?:x)?` does not, and the look-ahead spares the four parts behind it.
PLY = (
    rf"({NUMBER})\.{BLANK}*([A-J]):{BLANK}*({MOVE})"
    rf"(?:{BLANK}+->{BLANK}+({CARDS})|)"
    rf"(?:(?=[ \t{{])"
    rf"(?:{BLANK}+(\^)|)"
    rf"(?:{BLANK}+([!?]{{1,2}})|)"
    rf"((?>{BLANK}*{COMMENT})*+)"
    rf"(?:{BLANK}+({AT})|)"
    rf"|)"
)
SHUFFLE = rf"~:{BLANK}*({PILE}){BLANK}+({CARDS})(?:{BLANK}+->{BLANK}+({CARDS})|)"
END = rf"={BLANK}*([A-J](?:\+[A-J])*|\*)((?:{BLANK}+(?:{SCORE}))+)"

PLAY_LINE = re.compile(
    rf"^([ \t(]*)(?:{PLY}|{SHUFFLE})([ \t)]*)$",
    re.ASCII | re.MULTILINE,
)
"""A line of play: opening parentheses, a ply or a shuffle, closing parentheses.

Groups: opening, number, seat, move, reveals, irregular, mark, comments, time, pile, order, its
reveals, closing.
"""

END_LINE = re.compile(rf"{END}{BLANK}*", re.ASCII)
COMMENT_LINE = re.compile(rf"{BLANK}*(?:{COMMENT}{BLANK}*)+", re.ASCII)
MOVE_TEXT = re.compile(rf"{VERB}(?> (?:{KEY}=)?{ITEM})*+", re.ASCII)
CARD_TEXT = re.compile(SEEN, re.ASCII)
PILE_TEXT = re.compile(PILE, re.ASCII)
CONTROL_CHARACTER = re.compile(f"[{CONTROL}]")

_COMMENTS = re.compile(COMMENT, re.ASCII)
_ESCAPES = re.compile(r"\\(.)")


def unescape(text: str) -> str:
    r"""The text of an escaped comment or header value.

    >>> unescape(r'both \} and \\ and \n') == 'both } and \\ and \n'
    True
    """
    if "\\" not in text:
        return text
    return _ESCAPES.sub(lambda m: "\n" if m[1] == "n" else m[1], text)


def comments_in(text: str) -> list[str]:
    """The texts of the comments in a part of a line.

    >>> comments_in("{a slip} {or not}")
    ['a slip', 'or not']
    """
    return [unescape(comment[1:-1]) for comment in _COMMENTS.findall(text)]


def escape(text: str, closing: str) -> str:
    r"""The text as written before this closing character (`}` or `"`).

    >>> escape('say "no"', '"')
    'say \\"no\\"'
    """
    return text.replace("\\", "\\\\").replace(closing, "\\" + closing).replace("\n", "\\n")


def portable(pattern: str) -> str:
    """A regular expression of the grammar for ECMA 262: nothing possessive or atomic."""
    plain = pattern.replace("*+", "*").replace("++", "+").replace("}+", "}")
    return plain.replace("(?>", "(?:")


def in_seconds(milliseconds: int) -> float:
    """A time in seconds, an integer if they are whole.

    >>> in_seconds(37_000), in_seconds(41_500)
    (37, 41.5)
    """
    whole, rest = divmod(milliseconds, 1000)
    return milliseconds / 1000 if rest else whole


def read_time(text: str) -> float:
    """The seconds of a time, written with or without its `@`.

    >>> read_time("@1:02:03.5"), read_time("@75:00")
    (3723.5, 4500)
    """
    clock, _, fraction = text.lstrip("@").partition(".")
    seconds = 0
    for part in clock.split(":"):
        seconds = seconds * 60 + int(part)
    return in_seconds(seconds * 1000 + int(fraction.ljust(3, "0"))) if fraction else seconds


def write_time(time: float) -> str:
    """The one way to write a time in seconds, without its `@`.

    >>> write_time(41), write_time(3723.5)
    ('0:41', '1:02:03.5')
    """
    seconds, rest = divmod(round(time * 1000), 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    clock = f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"
    return f"{clock}.{rest:03}".rstrip("0") if rest else clock
