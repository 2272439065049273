r"""Makes foreign text safe to print, and measures it.

Names, source lines and arguments are written by strangers. Printed raw, a control character
could control the terminal, and a bidirectional one could show a line in a different order than it
has.
"""

import re
from unicodedata import category, east_asian_width

_MOST = 2_000

HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f"  # C0, DEL and C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks and overrides of direction
    "\u2028\u2029"  # line and paragraph separators
    "\u00ad\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # unseen
    "\ud800-\udfff]"  # surrogates, which no encoding accepts
)
"""Every character that acts on a terminal, or hides."""
_HANGUL_JOINING = range(0x1160, 0x1200)

_USER = re.compile(r"(postgres(?:ql)?:/{1,2})[^\s?#]*@|(:/{1,2})[^\s/?#]*@")
"""The user and password in an address. In one of PostgreSQL, a password may have a slash."""

_PASSWORD = re.compile(
    r"((?:password|token) *= *)(?:'(?:[^'\\]|\\.)*'|[^\s&]*?(?=:?(?:\s|&|$)))", re.IGNORECASE
)


def visible(text: str, most: int = _MOST) -> str:
    r"""The text with every character that acts or hides spelt out, cut after `most` characters.

    >>> visible("Ana\x1b[31m\u202e")
    'Ana\\u{1b}[31m\\u{202e}'
    >>> visible("abcdef", most=4)
    'abc…'
    """
    if len(text) > most:
        text = text[: most - 1] + "…"
    return HIDDEN.sub(_spelt, text)


def without_secrets(text: str) -> str:
    """The text without the users and passwords of its addresses, and without its passwords.

    >>> without_secrets("https://ana:7@club.example/a.cgn: not found")
    'https://club.example/a.cgn: not found'
    >>> without_secrets("host=db password=7: not found")
    'host=db password=…: not found'
    >>> without_secrets("postgresql://ana:a/b@db/x"), without_secrets("password='a b' host=db")
    ('postgresql://db/x', 'password=… host=db')
    """
    return _PASSWORD.sub(r"\1…", _USER.sub(r"\1\2", text))


def masked(line: str) -> str:
    r"""A source line with U+FFFD for every HIDDEN character but tabs, so that columns stay true.

    >>> masked("1. A:\tdraw\x1b")
    '1. A:\tdraw\ufffd'
    """
    return HIDDEN.sub(lambda match: "\t" if match[0] == "\t" else "\ufffd", line)


def width(text: str) -> int:
    r"""How many columns a terminal gives to visible text.

    >>> width("Ana"), width("e\u0301"), width("\u5361")
    (3, 1, 2)
    """
    if text.isascii():
        return len(text)
    return sum(_width(char) for char in text)


def _spelt(match: re.Match[str]) -> str:
    return f"\\u{{{ord(match[0]):x}}}"


def _width(char: str) -> int:
    if category(char) in ("Mn", "Me", "Cf") or ord(char) in _HANGUL_JOINING:
        return 0
    return 2 if east_asian_width(char) in "WF" else 1
