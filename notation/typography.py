"""The typographic signs that word processors and phones write instead of plain ones."""

import re

from notation.edits import Edit, between, writing
from notation.grammar import COMMENT, COMMENT_LINE, END_LINE, NAME, PLAY_LINE, TAG_LINE

_SIGNS = {
    "\u2192": ("an arrow sign", "->"),
    "\u27f6": ("an arrow sign", "->"),
    "\u21d2": ("an arrow sign", "->"),
    "\u2010": ("a hyphen sign", "-"),
    "\u2011": ("a no-break hyphen", "-"),
    "\u2012": ("a figure dash", "-"),
    "\u2013": ("an en dash", "-"),
    "\u2014": ("an em dash", "-"),
    "\u2212": ("a minus sign", "-"),
    "\u201c": ("a typographic quote", '"'),
    "\u201d": ("a typographic quote", '"'),
    "\u201e": ("a typographic quote", '"'),
    "\u201f": ("a typographic quote", '"'),
    "\u00ab": ("a typographic quote", '"'),
    "\u00bb": ("a typographic quote", '"'),
    "\u00a0": ("a no-break space", " "),
    "\u2007": ("a figure space", " "),
    "\u2009": ("a thin space", " "),
    "\u202f": ("a narrow no-break space", " "),
    "\u3000": ("a wide space", " "),
    "\u200b": ("a zero-width space", ""),
    "\u2060": ("a word joiner", ""),
    "\ufeff": ("a byte order mark", ""),
    "\u201a": ("a low quote", ","),
    "\uff0c": ("a wide comma", ","),
    "\uff1a": ("a wide colon", ":"),
    "\uff0e": ("a wide full stop", "."),
    "\uff08": ("a wide parenthesis", "("),
    "\uff09": ("a wide parenthesis", ")"),
    "\uff1d": ("a wide equals sign", "="),
    "\uff0b": ("a wide plus sign", "+"),
    "\uff5e": ("a wide tilde", "~"),
    "\u223c": ("a tilde operator", "~"),
    "\u203c": ("a double exclamation mark", "!!"),
    "\u2047": ("a double question mark", "??"),
    "\u2048": ("a question exclamation mark", "?!"),
    "\u2049": ("an exclamation question mark", "!?"),
    **{
        chr(code): (f"a Cyrillic letter that looks like {latin}", latin)
        for code, latin in zip(
            (0x410, 0x412, 0x421, 0x415, 0x41D, 0x406, 0x408), "ABCEHIJ", strict=True
        )
    },
}
"""Each sign with its name in a message, and with the plain sign of a record."""

SIGN = re.compile(f"[{''.join(_SIGNS)}]")
_SPACES = "".join(sign for sign, (_, plain) in _SIGNS.items() if plain == " ")
_QUOTES = "".join(sign for sign, (_, plain) in _SIGNS.items() if plain == '"')
_OUTSIDE = re.compile(rf"({COMMENT}|\{{.*)|[{''.join(_SIGNS)}]", re.ASCII)
"""A comment, or a sign outside. An unfinished comment takes the rest: none is tried twice."""
_TAG = re.compile(rf"\[({NAME})[ \t{_SPACES}]+[\"{_QUOTES}](.*)[\"{_QUOTES}]\][ \t{_SPACES}]*")
_LINES = (TAG_LINE, PLAY_LINE, END_LINE, COMMENT_LINE)


def plain(line: str) -> str:
    r"""The line with plain signs, except in comments and in the value of a tag.

    >>> plain("1. A: draw left \u2192 3 {so \u2192}"), plain("[Event \u201cClub\u201d]")
    ('1. A: draw left -> 3 {so \u2192}', '[Event "Club"]')
    """
    if tag := _TAG.fullmatch(line):
        return f'[{tag[1]} "{tag[2]}"]'
    return _OUTSIDE.sub(lambda found: found[1] or _SIGNS[found[0]][1], line)


def explain_sign(line: str, start: int) -> tuple[str, str] | None:
    r"""Message and help for the first such sign in the word that begins here; None without one.

    >>> explain_sign("2. B: draw left \u2192 3", 16)
    ('`\u2192` is an arrow sign, U+2192', 'write `->`')
    """
    word = re.split("[ \t]", line[start:], maxsplit=1)[0]
    if (found := SIGN.search(word)) is None:
        return None
    name, text = _SIGNS[found[0]]
    if text == "-" and word.startswith(">", found.end()):
        text = "->"
    code = f"U+{ord(found[0]):04X}"
    shown = f"`{found[0]}` is {name}, {code}" if text.strip() else f"{code} is {name}"
    return shown, f"write `{text}`" if text.strip() else "write a space" if text else "take it out"


def plain_edit(line: str) -> Edit | None:
    """The edit that makes the signs of a line plain; None if the line would still be unreadable."""
    if SIGN.search(line) is None:
        return None
    new = plain(line)
    if new == line or not any(kind.fullmatch(new) for kind in _LINES):
        return None
    edit = between(line, new, "", certain=True)
    old = line[edit.start.column - 1 : edit.end.column - 1]
    names = list(dict.fromkeys(_SIGNS[sign][0] for sign in SIGN.findall(old)))
    if len(names) == 1 and len(old) == 1 and edit.text.strip():
        title = f"{writing(edit.text)} for {names[0]}"
    else:
        title = f"Write plain characters for {' and '.join(names)}"
    return Edit(edit.start, edit.end, edit.text, title, certain=True)
