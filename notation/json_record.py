"""Makes a record of plain JSON values; a Fault has the place in them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from notation.end_line import check_result
from notation.fault import Fault
from notation.grammar import (
    CARD_TEXT,
    MARKS,
    MAX_DEPTH,
    MAX_SCORE,
    MAX_TIME,
    MOVE_TEXT,
    PILE_TEXT,
    in_seconds,
)
from notation.header import RESERVED, Header, header_where, is_free, is_option, is_seat
from notation.hints import SECOND_LINE
from notation.json_shape import keys, required
from notation.json_values import (
    as_list,
    as_object,
    as_text,
    as_texts,
    as_true,
    as_whole,
    as_word,
    below,
    each,
    wrong_type,
)
from notation.record import SEATS, Entry, Ply, Record, Result, Shuffle
from notation.wording import quote

_MOST_VERSION = 10**9
"""The largest version of the format or of rules that can be written as a number."""

_TIME_ADVICE = "seconds since the start, with at most three decimals, up to 35999999.999"
_MOVE_ADVICE = (
    "a move is a verb, then arguments separated by single spaces; write lists and sums without "
    "spaces: `draw left middle`, `discard 9,9`"
)
_SEAT_ADVICE = "write the letter of the seat, A to J, not the player's name"


def to_record(value: object) -> Record:
    """The record that a JSON value spells. Raises Fault if it spells none."""
    values = as_object(value, needed=("cgn",))
    header = _header(values)
    seats = len(header.seats)
    with below("comments"):
        comments = as_texts(values.get("comments", []))
    with below("plies"):
        plies = _line(values["plies"], 0)
    result = None
    if "result" in values:
        with below("result"):
            result = _result(values["result"], seats)
    return header.record(comments, plies, result)


def _header(values: dict[str, Any]) -> Header:
    header = Header()
    _add(header, "CGN", values["cgn"], _version)
    as_object(values, keys(Record), required(Record))
    _add(header, "Rules", values["rules"], _rules)
    for name in RESERVED:
        (key,) = header_where(name)
        if key in values and name not in header.reserved:
            _add(header, name, values[key], as_text)
    with below("seats"):
        names = _seats(values["seats"])
    for seat, name in zip(SEATS, names, strict=False):
        header.add(seat, name)
    for key, is_named in (("options", is_option), ("tags", is_free)):
        with below(key):
            for name, value in as_object(values.get(key, {})).items():
                with below(name):
                    if not is_named(name):
                        raise _misnamed(name, option=key == "options")
                    header.add(name, as_text(value))
    header.check()
    return header


def _add(header: Header, name: str, value: object, read: Callable[[object], str]) -> None:
    """Add a header line, whose name has a key in JSON; `read` makes its text from the value."""
    with below(*header_where(name)):
        text = read(value)
    header.add(name, text)


def _version(value: object) -> str:
    return str(as_whole(value, _MOST_VERSION))


def _rules(value: object) -> str:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return _version(value) if is_number else as_text(value)


def _seats(value: object) -> tuple[str, ...]:
    names = as_texts(value)
    if len(names) > len(SEATS):
        message = f"{len(names)} seats; there are at most {len(SEATS)}"
        raise Fault("cgn.seats", message, "name the players who took part, and no others")
    return names


def _misnamed(name: str, *, option: bool) -> Fault:
    if option:
        return Fault(
            "cgn.tag-name",
            f"{quote(name)} is not the name of an option",
            "options have names in lower case and belong in `options`; free tags belong in `tags`",
        )
    home = header_where(name)[0]
    if home == "tags":
        advice = "free tags begin with a capital: letters, digits, - and _"
    else:
        advice = f"this belongs in `{home}`"
    return Fault("cgn.tag-name", f"{quote(name)} is not the name of a free tag", advice)


def _line(value: object, depth: int) -> tuple[Entry, ...]:
    return each(value, partial(_entry, depth=depth))


def _entry(value: object, depth: int) -> Entry:
    if isinstance(value, dict) and "shuffle" in value:
        return _shuffle(value)
    parts = as_object(value, keys(Ply), required(Ply))
    read: dict[str, Any] = {}
    for key, part in parts.items():
        try:
            read[key] = _variations(part, depth) if key == "variations" else _PARTS[key](part)
        except Fault as fault:
            fault.under(key)
            raise
    return Ply(**read)


def _shuffle(value: dict[str, Any]) -> Shuffle:
    values = as_object(value, keys(Shuffle), required(Shuffle))
    with below("shuffle"):
        pile = as_word(values["shuffle"], PILE_TEXT, "the name of a pile")
    with below("order"):
        order = _cards(values["order"])
    with below("reveals"):
        return Shuffle(pile, order, _cards(values["reveals"]) if "reveals" in values else ())


def _seat(value: object) -> str:
    if not isinstance(value, str):
        raise wrong_type(value, "a string")
    if not is_seat(value):
        raise Fault("cgn.json-value", f"{quote(value)} is not a seat", _SEAT_ADVICE)
    return value


def _move(value: object) -> str:
    advice = _MOVE_ADVICE
    if isinstance(value, str) and (second := SECOND_LINE.search(value)):
        advice = f"write {quote(value[second.start() :])} as an entry of its own"
    return as_word(value, MOVE_TEXT, "a move", advice)


def _cards(value: object) -> tuple[str, ...]:
    cards = as_list(value)
    if not cards:
        raise Fault("cgn.json-value", "this list is empty", "leave the key out, or name cards")
    return each(cards, _card)


def _card(value: object) -> str:
    return as_word(value, CARD_TEXT, "the code of a card")


def _mark(value: object) -> str:
    if not isinstance(value, str):
        raise wrong_type(value, "a string")
    if value not in MARKS:
        advice = f"the marks are {' '.join(MARKS)}"
        raise Fault("cgn.json-value", f"{quote(value)} is not a mark", advice)
    return value


def _time(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise wrong_type(value, "a number of seconds")
    if not 0 <= value <= MAX_TIME:
        raise Fault("cgn.json-value", "this time is out of range", _TIME_ADVICE)
    time = in_seconds(round(value * 1000))
    if time != value:
        raise Fault("cgn.json-value", "this time is too precise", _TIME_ADVICE)
    return time


def _variations(value: object, depth: int) -> tuple[tuple[Entry, ...], ...]:
    if depth == MAX_DEPTH:
        raise Fault(
            "cgn.too-deep",
            f"variations are nested more than {MAX_DEPTH} deep",
            "make the inner ones variations of an outer line",
        )
    return each(value, partial(_variation, depth=depth + 1))


def _variation(value: object, depth: int) -> tuple[Entry, ...]:
    line = _line(value, depth)
    if not line or isinstance(line[0], Shuffle):
        raise Fault(
            "cgn.misplaced-variation", "a variation begins with a ply, which replaces this one"
        )
    return line


def _result(value: object, seats: int) -> Result:
    values = as_object(value, keys(Result), required(Result))
    with below("winners"):
        winners = each(values["winners"], _seat)
    with below("scores"):
        scores = each(values["scores"], _score)
    check_result(winners, scores, seats)
    return Result(winners, scores)


def _score(value: object) -> int | None:
    return None if value is None else as_whole(value, MAX_SCORE)


_PARTS: dict[str, Callable[[object], Any]] = {
    "seat": _seat,
    "move": _move,
    "reveals": _cards,
    "irregular": as_true,
    "mark": _mark,
    "comments": as_texts,
    "at": _time,
}
