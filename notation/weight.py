"""Estimates the cost of checking records from their bytes, without parsing any."""

import re

from notation.places import JsonSource, Source, TextSource
from notation.read import Form

TOO_COSTLY = "cgn.too-costly"
"""The code of work that a service refuses because it would take too long."""

BUDGET = 200_000
"""The most that one request to a service may weigh, unless its operator says otherwise."""

LIGHT = 2_000
"""The most that light work weighs, some 20 milliseconds: other clients can wait that long."""

_SMALL = BUDGET // 200
"""Bytes of a record that cannot be heavy: a byte weighs 200 at most, as `(` beside unseen cards."""

_BYTES = 50
"""Bytes that cost as much as a line."""

_VARIATION = 10
"""Lines that cost as much as a variation, for which the table is copied."""

_SEARCH = 20
"""How many times as long a record takes that leaves cards out: fitting cards are searched for."""

_UNSEEN = {form: re.compile(rb"_[ \n]" if form is Form.TEXT else b'_"') for form in Form}
"""The end of a card that was left out, whole or in part."""

_COMMENT = re.compile(rb"\{[^{}\n]*\}")  # excluding `{` keeps it linear on a body of nothing else
_COMMENTS = 50_000
"""The most comments that are skipped; if there are more, brackets in comments count as well."""

_LISTS = tuple(
    b'"%s":' % key
    for key in (
        *(b"seats", b"plies", b"comments", b"reveals"),
        *(b"order", b"variations", b"winners", b"scores"),
    )
)
"""The keys of JSON whose lists are not variations."""


def weight(raw: bytes, form: Form) -> int:
    r"""The estimated time to check these records, in units of 10 microseconds.

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
    """Whether the record of this source weighs more than the budget."""
    if isinstance(source, TextSource) and len(source.text) > _SMALL:
        return weight(source.text.encode(), Form.TEXT) > BUDGET
    if isinstance(source, JsonSource) and len(source.raw) > _SMALL:
        return weight(source.raw, Form.JSON) > BUDGET
    return False
