"""The queries of the lists of replays and tables. One more filter is one more field here."""

from calendar import timegm
from dataclasses import dataclass

from engines.game import Game
from notation.record import SEATS
from replays.play_out import INCOMPLETE, UNDETERMINED, VALID
from replays.store.filters import (
    Condition,
    Filter,
    ListQuery,
    Option,
    Text,
    equals,
    filters_of,
)
from replays.store.model import VERDICTS
from replays.store.sql.dialect import Dialect, Lookup
from replays.store.words import fold, phrases_in

MAX_NAME = 200
"""Characters of a name or a tag to search for."""

MAX_TAG = 64
"""Characters of the name of a tag to search for."""

MAX_TEXT = 1_000
"""Characters of a text to search for."""

MAX_IDS = 100
"""Ids that a query may name."""

_WHOLE = "(r.finished OR h.holder IS NOT NULL OR :admin)"
"""Whether a viewer may see a replay `r` whole; `h` is their hold."""

_ID = "[0-9a-f]{64}"
_OF_YEAR = "(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?"
_DATE = f"[0-9]{{4}}{_OF_YEAR}"
_SINCE_1970 = f"(19[7-9]|2[0-9]{{2}})[0-9]{_OF_YEAR}"
_UPLOADED = rf"({_SINCE_1970}(\.\.({_SINCE_1970})?)?|\.\.{_SINCE_1970})"
_WHEN = "a date such as 2026, 2026-11 or 2026-11-17, from 1970 on, or a range: 2026-03..2026-05"
_DAY = 24 * 60 * 60

UPLOADED = "r.uploaded"
"""The time of upload of a replay `r`, as a condition has it; a holder may be told another one."""

_OF_VERDICT = {
    VALID: "r.finished AND NOT r.undetermined",
    INCOMPLETE: "NOT r.finished AND NOT r.undetermined",
    UNDETERMINED: "r.undetermined",
}

_EARLIER = (
    "SELECT 1 FROM player q WHERE q.name = p.name AND q.number = p.number AND q.seat < p.seat"
)
"""Another seat with the same name, so that each replay is found once."""

_PLAYER = Lookup("player p", f"p.name = :player AND NOT EXISTS ({_EARLIER})", "p.number")
_OPPONENT = Lookup("player p", f"p.name = :opponent AND NOT EXISTS ({_EARLIER})", "p.number")
_WINNER = Lookup(
    "player p", f"p.name = :winner AND p.won AND NOT EXISTS ({_EARLIER} AND q.won)", "p.number"
)
_EVENT = Lookup("tag g", "g.name = 'Event' AND g.value = :event", "g.number")
_TAG = Lookup("tag g", "g.name = :tag AND g.value = :tag_value", "g.number")
_SITS = "t.key IN (SELECT game_table FROM table_player WHERE name = :player)"


def _has_id(ids: tuple[str, ...], _: Dialect) -> Condition:
    named = {f"id{number}": one for number, one in enumerate(ids)}
    # NULL is no replay's id, and no empty list of them is SQL
    return f"r.id IN ({', '.join(['NULL', *[f':{name}' for name in named]])})", named


def _begins(date: str, _: Dialect) -> Condition:
    where = f"r.date IS NOT NULL AND substr(r.date, 1, {len(date)}) = :date"
    return where, {"date": date}


def _tagged(tag: str, _: Dialect) -> Condition:
    name, _equals, value = tag.partition("=")
    return _TAG, {"tag": name, "tag_value": fold(value)}


def _within(dates: str, _: Dialect) -> Condition:
    first, is_range, last = dates.partition("..")
    last = last if is_range else first
    conditions, values = list[str](), dict[str, int]()
    if first:
        conditions.append(f"{UPLOADED} >= :since")
        values["since"], _end = _span(first)
    if last:
        conditions.append(f"{UPLOADED} < :until")
        _begin, values["until"] = _span(last)
    return " AND ".join(conditions), values


def _span(date: str) -> tuple[int, int]:
    """The first second of a year, month or day in UTC, and the first one after it.

    A day that its month lacks is empty, at the end of the month.

    >>> _span("1970"), _span("1970-01-02"), _span("1970-02"), _span("1970-01-31")
    ((0, 31536000), (86400, 172800), (2678400, 5097600), (2592000, 2678400))
    >>> _span("1970-02-30")
    (5097600, 5097600)
    """
    match [int(part) for part in date.split("-")]:
        case [year, month, day]:
            first, end = _second(year, month, day), _second(year + month // 12, month % 12 + 1)
            return min(first, end), min(first + _DAY, end)
        case [year, month]:
            return _second(year, month), _second(year + month // 12, month % 12 + 1)
        case [year]:
            return _second(year), _second(year + 1)
    raise ValueError(date)


def _second(year: int, month: int = 1, day: int = 1) -> int:
    """The first second of a day; days that a month lacks are those of the next one."""
    return timegm((year, month, day, 0, 0, 0))


def _has_words(text: str, dialect: Dialect) -> Condition:
    phrases = phrases_in(text)
    return (dialect.words, dialect.phrases(phrases)) if phrases else ("FALSE", {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Query(ListQuery):
    """A query of replays. A filter that is None finds any.

    Without `own` only public ones are found, and unlisted ones by `ids`. An admin's `own` are all.
    """

    ids: tuple[str, ...] | None = Filter(
        Text(
            65 * MAX_IDS - 1,
            f"{_ID}(,{_ID}){{0,{MAX_IDS - 1}}}",
            f"up to {MAX_IDS} ids of replays, each of 64 hex digits, with commas between them",
        ),
        f"The ids of up to {MAX_IDS} replays, with commas; unlisted ones too.",
        where=_has_id,
        read=lambda given: tuple(given.split(",")),
    ).field()
    game_digest: str | None = Filter(
        Text(64, _ID, "a digest: 64 hex digits, in lower case"),
        "The digest of a game: its replays that you may see whole.",
        where=lambda digest, _: (f"r.game_digest = :digest AND {_WHOLE}", {"digest": digest}),
        parameter="digest",
    ).field()
    game: str | None = Filter(
        Game,
        "The name of the game.",
        "triggs",
        where=equals("r.game"),
        option=Option("Replays of a game.", "GAME"),
    ).field()
    player: str | None = Filter(
        Text(MAX_NAME),
        "The whole name of a player, in any case.",
        "Ana",
        where=lambda name, _: (_PLAYER, {"player": fold(name)}),
        option=Option("Replays with this player.", "NAME"),
    ).field()
    opponent: str | None = Filter(
        Text(MAX_NAME),
        "The whole name of another player, in any case: with `player`, the games of two.",
        "Bo",
        where=lambda name, _: (_OPPONENT, {"opponent": fold(name)}),
        option=Option("Replays with this other player, too.", "NAME"),
    ).field()
    winner: str | None = Filter(
        Text(MAX_NAME),
        "The whole name of a winner, in any case.",
        "Bo",
        where=lambda name, _: (_WINNER, {"winner": fold(name)}),
        option=Option("Replays that this player won.", "NAME"),
    ).field()
    event: str | None = Filter(
        Text(MAX_NAME),
        "The whole tag Event, in any case.",
        "Tuesday club",
        where=lambda name, _: (_EVENT, {"event": fold(name)}),
        option=Option("Replays of this event.", "NAME"),
    ).field()
    date: str | None = Filter(
        Text(
            10,
            _DATE,
            "a date such as 2026, 2026-11 or 2026-11-17",
            stored="YYYY, YYYY-MM or YYYY-MM-DD",
        ),
        "The beginning of the tag Date: a year, month or day.",
        "2026-11",
        where=_begins,
        option=Option("Replays of a year, month or day: 2026-11.", "DATE"),
    ).field()
    tag: str | None = Filter(
        Text(
            MAX_TAG + 1 + MAX_NAME,
            rf"[A-Z][A-Za-z0-9_-]{{0,{MAX_TAG - 1}}}=[^\u0000-\u001f\u007f-\u009f]{{1,{MAX_NAME}}}",
            "a tag and its whole value, such as Round=2",
            stored="NAME=VALUE",
        ),
        "A tag and its whole value, in any case.",
        "Round=2",
        where=_tagged,
        option=Option("Replays with this tag: Round=2.", "NAME=VALUE"),
    ).field()
    uploaded: str | None = Filter(
        Text(22, _UPLOADED, _WHEN, stored="YYYY, YYYY-MM or YYYY-MM-DD, or a range of these"),
        "The day, month or year in UTC in which it was uploaded, or made public; or a range.",
        "2026-03..2026-05",
        where=_within,
        option=Option("Replays uploaded on a day (UTC), or in a range: 2026-03..2026-05.", "DATE"),
    ).field()
    origin: str | None = Filter(
        Text(64, _ID, "the id of a replay: 64 hex digits, in lower case"),
        "The id of a replay: those that go on from it, or have a line that was tried in it.",
        where=equals("r.origin"),
        parameter="from",
        option=Option("Replays that go on from this one, by its id.", "ID"),
    ).field()
    seats: int | None = Filter(
        range(1, len(SEATS) + 1),
        "How many players there are.",
        2,
        where=equals("r.seats"),
        option=Option("Replays with this number of players.", "N"),
    ).field()
    finished: bool | None = Filter(
        bool,
        "Whether the game has ended.",
        example=True,
        where=lambda ended, _: ("r.finished" if ended else "NOT r.finished", {}),
        option=Option("Replays that have ended, or have not.", opposite="unfinished"),
    ).field()
    verdict: str | None = Filter(
        VERDICTS,
        "What validation says of it.",
        "undetermined",
        where=lambda verdict, _: (_OF_VERDICT[verdict], {}),
        option=Option("Replays of this verdict."),
    ).field()
    text: str | None = Filter(
        Text(MAX_TEXT, stored=f"1 to {MAX_TEXT:,} characters"),
        "Words to find in names, event, site or comments.",
        "club",
        where=_has_words,
        parameter="q",
        option=Option("Replays with these words in names or comments.", "WORDS"),
    ).field()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchQuery(ListQuery):
    """A query of tables. A filter that is None finds any.

    Without `own` only public ones are found.
    """

    game: str | None = Filter(
        Game, "The name of the game.", "triggs", where=equals("t.game")
    ).field()
    player: str | None = Filter(
        Text(MAX_NAME),
        "The whole name of a player, in any case.",
        "Ana",
        where=lambda name, _: (_SITS, {"player": fold(name)}),
    ).field()
    owner: str | None = Filter(
        Text(MAX_NAME), "Who created it.", "ana", where=equals("t.owner")
    ).field()
    finished: bool | None = Filter(
        bool,
        "Whether the game has ended.",
        example=False,
        where=lambda ended, _: (f"t.termination IS {'NOT ' if ended else ''}NULL", {}),
    ).field()


FILTERS, MATCH_FILTERS = filters_of(Query), filters_of(MatchQuery)
"""The filters of the lists of replays and of tables, by the fields of their queries."""
