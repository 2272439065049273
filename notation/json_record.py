"""From plain JSON values to a record, each fault named by its JSON pointer."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from notation.grammar import CARD_TEXT, MARKS, MAX_DEPTH, MOVE_TEXT, PILE_TEXT
from notation.header import BadHeader, Header, check_name, check_text
from notation.nearest import did_you_mean
from notation.record import SEATS, Entry, Ply, Record, Result, Shuffle
from notation.source import header_pointer
from notation.tags import is_free, is_option

_RECORD = (
    "cgn", "game", "rules", "deck", "seats", "options", "seed", "seedHash", "termination",
    "tags", "comments", "plies", "result",
)  # fmt: skip
_PLY = ("seat", "move", "reveals", "irregular", "mark", "comments", "at", "variations")
_SHUFFLE = ("shuffle", "order")
_STRINGS = {"Game": "game", "Deck": "deck", "Seed": "seed", "SeedHash": "seedHash",
            "Termination": "termination"}  # fmt: skip
_LATEST = 36_000_000_000
_NAMES: dict[type, str] = {
    str: "a string", int: "a whole number", list: "a list", dict: "an object", bool: "true",
}  # fmt: skip

T = TypeVar("T")


class BadValue(Exception):  # noqa: N818 - it names the state of the value, as Illegal does
    """A value that no record has at this JSON pointer."""

    def __init__(self, code: str, message: str, pointer: str, advice: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer
        self.advice = advice


def read_record(value: object) -> Record:
    """The record that a JSON object spells. Raises BadValue at the first fault."""
    found = _object(value, "", _RECORD)
    header = _header(found)
    seats = len(header.seats)
    result = _result(found["result"], seats) if "result" in found else None
    reserved = header.reserved
    plies = _need(found, "plies", list, "")
    return Record(
        game=reserved["Game"],
        rules=reserved["Rules"],
        seats=tuple(header.seats[seat] for seat in SEATS[:seats]),
        deck=reserved.get("Deck"),
        options=header.options,
        seed=reserved.get("Seed"),
        seed_hash=reserved.get("SeedHash"),
        termination=reserved.get("Termination"),
        tags=header.tags,
        comments=_comments(found, ""),
        plies=_line(plies, "/plies", 0),
        result=result,
    )


def read_complete(value: object) -> int:
    """The number of records that the last line of a stream tells. Raises BadValue."""
    found = _object(value, "", ("complete", "records"))
    if found.get("complete") is not True:
        raise BadValue("cgn.json-value", "`complete` can only be true", "/complete")
    return _need(found, "records", int, "")


def _header(found: Mapping[str, Any]) -> Header:
    header = Header()
    if _need(found, "cgn", int, "") >= 0:
        header.reserved["CGN"] = str(found["cgn"])
    rules = found.get("rules")
    if isinstance(rules, int) and not isinstance(rules, bool):
        header.reserved["Rules"] = str(rules)
    elif rules is not None:
        header.reserved["Rules"] = _text(found, "rules", "")
    for name, key in _STRINGS.items():
        if key in found:
            header.reserved[name] = _text(found, key, "")
    seats = _need(found, "seats", list, "")
    if len(seats) > len(SEATS):
        raise BadValue("cgn.seats", f"{len(seats)} seats are more than ten", "/seats")
    for index, (letter, name) in enumerate(zip(SEATS, seats, strict=False)):
        header.seats[letter] = _string(name, f"/seats/{index}")
    header.options = _names(found, "options", is_option, "an option is written in lower case")
    header.tags = _names(found, "tags", is_free, "it is reserved, a seat, or an option")
    try:
        header.check()
    except BadHeader as bad:
        where = header_pointer(bad.name) if bad.name else ""
        if bad.code == "cgn.missing-tag":
            key = "game" if "Game" in bad.message else "rules"
            raise BadValue("cgn.missing-key", f'the key "{key}" is missing', "") from None
        where = "/seats" if bad.code == "cgn.seats" else where
        raise BadValue(bad.code, bad.message, where, bad.advice) from None
    return header


def _names(
    found: Mapping[str, Any], key: str, fits: Callable[[str], bool], advice: str
) -> dict[str, str]:
    values = _typed(found.get(key, {}), dict, f"/{key}")
    for name in values:
        where = f"/{key}/{_escaped(name)}"
        try:
            check_name(name)
        except BadHeader as bad:
            raise BadValue(bad.code, bad.message, where, bad.advice) from None
        if not fits(name):
            raise BadValue("cgn.tag-name", f"`{name}` cannot stand among the {key}", where, advice)
    return {name: _string(text, f"/{key}/{_escaped(name)}") for name, text in values.items()}


def _line(values: list[Any], where: str, depth: int) -> tuple[Entry, ...]:
    return tuple(_entry(value, f"{where}/{index}", depth) for index, value in enumerate(values))


def _entry(value: object, where: str, depth: int) -> Entry:
    if isinstance(value, dict) and "shuffle" in value:
        found = _object(value, where, _SHUFFLE)
        pile = _matching(found, "shuffle", PILE_TEXT.fullmatch, where, "the name of a pile")
        return Shuffle(pile, _cards(_need(found, "order", list, where), f"{where}/order"))
    found = _object(value, where, _PLY)
    seat = _text(found, "seat", where)
    if len(seat) != 1 or seat not in SEATS:
        raise BadValue(
            "cgn.json-value", f'"{seat}" is no seat', f"{where}/seat", "seats are A to J"
        )
    move = _matching(
        found, "move", MOVE_TEXT.fullmatch, where, "a verb and its arguments, parted by one space"
    )
    mark = _text(found, "mark", where) if "mark" in found else ""
    if "mark" in found and mark not in MARKS:
        raise BadValue(
            "cgn.json-value", f'"{mark}" is no mark', f"{where}/mark",
            f"the marks are {' '.join(MARKS)}",
        )  # fmt: skip
    if "irregular" in found and found["irregular"] is not True:
        raise BadValue(
            "cgn.json-value", "`irregular` can only be true", f"{where}/irregular",
            "leave it out of a regular ply",
        )  # fmt: skip
    reveals: tuple[str, ...] = ()
    if "reveals" in found:
        reveals = _cards(_need(found, "reveals", list, where), f"{where}/reveals")
    return Ply(
        seat,
        move,
        reveals,
        "irregular" in found,
        mark,
        _comments(found, where),
        _time(found["at"], f"{where}/at") if "at" in found else None,
        _variations(found, where, depth),
    )


def _variations(found: Mapping[str, Any], where: str, depth: int) -> tuple[tuple[Entry, ...], ...]:
    if "variations" not in found:
        return ()
    where = f"{where}/variations"
    if depth == MAX_DEPTH:
        raise BadValue(
            "cgn.too-deep", f"variations are nested more than {MAX_DEPTH} deep", where,
            "make the inner ones variations of an outer line",
        )  # fmt: skip
    lines = []
    for number, line in enumerate(_filled(found["variations"], where)):
        entries = _line(_filled(line, f"{where}/{number}"), f"{where}/{number}", depth + 1)
        if isinstance(entries[0], Shuffle):
            raise BadValue(
                "cgn.misplaced-shuffle", "a variation begins with a ply", f"{where}/{number}/0"
            )
        lines.append(entries)
    return tuple(lines)


def _result(value: object, seats: int) -> Result:
    found = _object(value, "/result", ("winners", "scores"))
    winners = _need(found, "winners", list, "/result")
    known = list(SEATS[:seats])
    if winners != [seat for seat in known if seat in winners]:
        raise BadValue(
            "cgn.end-syntax", "the winners stand once each, in seat order", "/result/winners",
            "list the letters of the seats that won; none, if the game is not finished",
        )  # fmt: skip
    scores = _need(found, "scores", list, "/result")
    if len(scores) != seats:
        raise BadValue(
            "cgn.end-syntax", f"{len(scores)} scores for {seats} seats", "/result/scores",
            "write one score for each seat, in seat order",
        )  # fmt: skip
    numbers = [_typed(score, int, f"/result/scores/{i}") for i, score in enumerate(scores)]
    return Result(tuple(winners), tuple(numbers))


def _time(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadValue("cgn.json-type", "a time is a number of seconds", where)
    if not 0 <= value * 1000 < _LATEST or value * 1000 != (thousandths := round(value * 1000)):
        if 0 <= value * 1000 < _LATEST and round(value, 3) == value:
            return round(value * 1000)
        raise BadValue(
            "cgn.json-value", f"{value} is no time", where,
            "seconds since the start, with at most three decimals",
        )  # fmt: skip
    return thousandths


def _cards(values: list[Any], where: str) -> tuple[str, ...]:
    for index, card in enumerate(_filled(values, where)):
        text = _string(card, f"{where}/{index}")
        if CARD_TEXT.fullmatch(text) is None:
            raise BadValue("cgn.json-value", f'"{text}" is no card', f"{where}/{index}")
    return tuple(values)


def _comments(found: Mapping[str, Any], where: str) -> tuple[str, ...]:
    if "comments" not in found:
        return ()
    values = _filled(found["comments"], f"{where}/comments")
    return tuple(_string(text, f"{where}/comments/{i}") for i, text in enumerate(values))


def _matching(
    found: Mapping[str, Any], key: str, fits: Callable[[str], object], where: str, what: str
) -> str:
    text = _text(found, key, where)
    if not fits(text):
        raise BadValue("cgn.json-value", f'"{text[:60]}" is not {what}', f"{where}/{key}")
    return text


def _object(value: object, where: str, keys: tuple[str, ...]) -> dict[str, Any]:
    found: dict[str, Any] = _typed(value, dict, where)
    for key in found:
        if key not in keys:
            raise BadValue(
                "cgn.unknown-key", f'the key "{key}" is not known here',
                f"{where}/{_escaped(key)}",
                did_you_mean(key, keys) or f"the keys are {', '.join(keys)}",
            )  # fmt: skip
    return found


def _need(found: Mapping[str, Any], key: str, kind: type[T], where: str) -> T:
    if key not in found:
        raise BadValue("cgn.missing-key", f'the key "{key}" is missing', where)
    return _typed(found[key], kind, f"{where}/{key}")


def _typed(value: object, kind: type[T], where: str) -> T:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadValue("cgn.json-type", f"here stands {_NAMES[kind]}", where)
    return value


def _filled(value: object, where: str) -> list[Any]:
    values: list[Any] = _typed(value, list, where)
    if not values:
        raise BadValue("cgn.json-value", "this list is empty", where, "leave the key out instead")
    return values


def _text(found: Mapping[str, Any], key: str, where: str) -> str:
    return _string(_need(found, key, str, where), f"{where}/{key}")


def _string(value: object, where: str) -> str:
    text = _typed(value, str, where)
    try:
        check_text(text)
    except BadHeader as bad:
        raise BadValue(bad.code, bad.message, where, bad.advice) from None
    return text


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
