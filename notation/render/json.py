"""JSON for programs: texts as they are, with unsafe characters escaped."""

import json

from msgspec import to_builtins

from notation.render.visible import HIDDEN


def printable(value: object) -> bytes:
    r"""The value as one line of JSON, in UTF-8, with every character that acts or hides escaped.

    Structs are written as their fields say.

    >>> printable({"file": "\x9b\u202eZoë"}).decode()
    '{"file":"\\u009b\\u202eZoë"}'
    """
    text = json.dumps(to_builtins(value), ensure_ascii=False, separators=(",", ":"))
    return HIDDEN.sub(lambda match: json.dumps(match[0])[1:-1], text).encode()
