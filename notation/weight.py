"""Estimates from the bytes of records how long it takes to check them, without parsing any."""

import re

from notation.places import JsonSource, Source, TextSource
from notation.read import Form

TOO_COSTLY = "cgn.too-costly"
"""The code of work that a service refuses because it would take too long."""

BUDGET = 200_000
"""The most that one request to a service may weigh, unless its operator says otherwise."""

LIGHT = 2_000
"""The weight up to which others can wait for the work: some 20 milliseconds."""

_SMALL = BUDGET // 200
"""Bytes of a record that cannot be heavy: each of them weighs 200 at most."""

_BYTES = 50
_VARIATION = 10
_SEARCH = 20
_UNSEEN = {form: re.compile(rb"_[ \n]" if form is Form.TEXT else b'_"') for form in Form}
"""What a card left out looks like."""

_COMMENT = re.compile(rb"\{[^{}\n]*\}")  # excluding `{` keeps it linear on a body of nothing else
_COMMENTS = 50_000
"""Comments that are looked at; in a body of more, what stands in them counts as well."""

_LISTS = tuple(
    b'"%s":' % key
    for key in (
        *(b"seats", b"plies", b"comments", b"reveals"),
        *(b"order", b"variations", b"winners", b"scores"),
    )
)
"""The keys of JSON whose list holds no line of play, or is the list of all of them."""


def weight(raw: bytes, form: Form) -> int:
    r"""About how many times 10 microseconds it takes to check these records.

    A variation costs as much as some lines, since the table is copied for it. Where cards are
    unseen, cards that fit are searched for.

    >>> weight(b'[CGN "1"]\n\n1. A: draw left (1. A: draw right)\n', Form.TEXT)
    13
    >>> weight(b'{"plies": [{"move": "draw left", "variations": [[{"move": "x"}]]}]}', Form.JSON)
    14
    >>> weight(b'[CGN "1"]\n\n~: deck _\n1. A: draw left\n', Form.TEXT)
    80
    """
    if form is Form.TEXT:
        lines = raw.count(b"\n")
        variations = raw.count(b"(")
        if variations and raw.count(b"{") <= _COMMENTS:
            variations = _COMMENT.sub(b"", raw).count(b"(")
    else:
        lines = raw.count(b"{")
        variations = max(raw.count(b"[") - sum(map(raw.count, _LISTS)), 0)
    seen = len(raw) // _BYTES + lines + _VARIATION * variations
    return seen * _SEARCH if _UNSEEN[form].search(raw) else seen


def is_heavy(source: Source) -> bool:
    """Whether the record that was read from here weighs more than the budget."""
    if isinstance(source, TextSource) and len(source.text) > _SMALL:
        return weight(source.text.encode(), Form.TEXT) > BUDGET
    if isinstance(source, JsonSource) and len(source.raw) > _SMALL:
        return weight(source.raw, Form.JSON) > BUDGET
    return False
