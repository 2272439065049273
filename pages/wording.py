"""The filters of the templates: times, signs and marks for people."""

import re
from collections.abc import Callable, Mapping
from re import fullmatch

from markupsafe import Markup, escape

from engines.wording import capitalized, listed
from notation.grammar import MEANINGS
from notation.record import Record
from notation.render.json import printable

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip


def day(date: str) -> str:
    """A date as people write it; an incomplete one is left unchanged.

    >>> day("2026-11-07"), day("2026-11")
    ('7 November 2026', '2026-11')
    """
    match = fullmatch(r"(\d{4})-(0[1-9]|1[0-2])-0?(\d{1,2})", date)
    return f"{match[3]} {_MONTHS[int(match[2]) - 1]} {match[1]}" if match else date


_SHORT = 30

_SAID: dict[str, Callable[[str], str]] = {
    "Event": str,
    "Round": "round {}".format,
    "Site": str,
    "Date": day,
}
"""The tags that describe an occasion, each with its words on the page."""


def occasion(tags: Mapping[str, str]) -> tuple[str, ...]:
    """Event, round, site and date, those that a record has.

    >>> occasion({"Date": "2026-11-21", "Event": "Tea at Mara's", "Round": "2"})
    ("Tea at Mara's", 'round 2', '21 November 2026')
    """
    return tuple([say(tags[tag]) for tag, say in _SAID.items() if tags.get(tag)])


def clock(seconds: float) -> str:
    """A time since the start.

    >>> clock(62.5), clock(3_725)
    ('1:02', '1:02:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def signed(number: int) -> str:
    r"""A number with its sign.

    >>> signed(3), ascii(signed(-2))
    ('+3', "'\\u22122'")
    """
    return f"\N{MINUS SIGN}{-number}" if number < 0 else f"+{number}"


def minus(number: int) -> str:
    """A number with a true minus sign, if it is negative."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def meaning(mark: str) -> str:
    """What a mark means."""
    return MEANINGS[mark]


def brief(title: str) -> str:
    """What is due, cut at a comma or colon if it is too long for the head of a seat.

    >>> brief("may answer: Fly Swatter, Send It Back, or pass")
    'may answer'
    """
    return title if len(title) <= _SHORT else re.split("[,:]", title)[0]


def coded(text: str) -> Markup:
    """Words in which what stands between backticks is code.

    >>> print(coded("Write `pass` <here>"))
    Write <code>pass</code> &lt;here&gt;
    """
    parts = map(escape, text.split("`"))
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in enumerate(parts)
    )


def as_json(value: object) -> str:
    """A value as JSON, for a script or a form."""
    return printable(value).decode()


FILTERS = {
    "brief": brief,
    "capitalized": capitalized,
    "clock": clock,
    "signed": signed,
    "minus": minus,
    "meaning": meaning,
    "coded": coded,
    "as_json": as_json,
}


_EARLY = {
    "resigned": "Given up",
    "time": "Time ran out",
    "adjudicated": "A referee decided",
    "abandoned": "The game stops here",
}


def ended_early(record: Record) -> str:
    """How a game ended before its rules ended it, and who won; empty if it did not.

    >>> from notation.record import Result
    >>> ended_early(Record(game="triggs", rules="1", seats=("Ana", "Bo"), plies=(),
    ...     termination="resigned", result=Result(("B",), (0, 0))))
    'Given up: Bo wins'
    """
    if record.termination is None or record.result is None:
        return ""
    winners = [record.player(seat) for seat in record.result.winners]
    why = _EARLY[record.termination]
    return f"{why}: {listed(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else why
