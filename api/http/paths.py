"""The parts of paths that vary: ids, plies, digests of decks, names of games."""

import re
from typing import Any

from flask import Flask
from flask_smorest import Api
from werkzeug.routing import BaseConverter, Map

from engines.game import GAME_NAME
from notation.record import SEATS
from notation.render.visible import visible
from replays.store.live_model import MATCH_ID


class PathPart(BaseConverter):
    """A variable part of a path; `words` say what it is, for the message to whoever mistypes it."""

    words: str


class Id(PathPart):
    """A replay's id: 64 hex digits."""

    regex = "[0-9a-f]{64}"
    words = "the id of a replay: these have 64 hex digits, in lower case"


class ShortId(PathPart):
    """The first digits of a replay's id: so many that a guess finds none."""

    regex = "[0-9a-f]{8,63}"
    words = Id.words


class TableId(PathPart):
    """A table's id: 32 hex digits."""

    regex = MATCH_ID
    words = "the id of a table: these have 32 hex digits, in lower case"


class PasteId(PathPart):
    """The digits of a paste: 32 hex digits."""

    regex = "[0-9a-f]{32}"
    words = "the address of a paste: these have 32 hex digits, in lower case"


class SeatLetter(PathPart):
    """The letter of a seat."""

    regex = f"[{SEATS}]"
    words = f"a seat: these are {SEATS[0]} to {SEATS[-1]}"


class Number(PathPart):
    """A whole number."""

    regex = "0|[1-9][0-9]{0,8}"
    words = "a whole number of at most nine digits"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


class DeckName(PathPart):
    """The name of a user's deck."""

    regex = "sha256:[0-9a-f]{64}"
    words = "the name of a deck: these are `sha256:` and 64 hex digits, in lower case"


class GameName(PathPart):
    """The name of a game."""

    regex = GAME_NAME
    words = "the name of a game: these have lower-case letters, digits and `_`"


_CONVERTERS: dict[str, type[PathPart]] = {
    "id": Id,
    "short": ShortId,
    "table": TableId,
    "paste": PasteId,
    "seat": SeatLetter,
    "ply": Number,
    "token": Number,
    "deck": DeckName,
    "game": GameName,
}


_VARIED = re.compile(rf"<({'|'.join(_CONVERTERS)}):[a-z]+>([.a-z]*)")
"""A step of a route that varies, as in `<id:replay>.cgn`: its converter, and what follows."""

_SHOWN = 80
"""Characters of a part that is wrong; the longest that is right, a deck's name, has 71."""


def register_paths(app: Flask, api: Api) -> None:
    """Teach the app these parts of paths, and describe them.

    A path stands for what it says: `/v1//replays` is none, and leads nowhere by way of Host.
    """
    app.url_map.merge_slashes = False
    app.url_map.converters.update(_CONVERTERS)
    for converter in set(_CONVERTERS.values()):
        api.register_converter(converter, _schema)


def misspelt(routes: Map, path: str, *, quoted: bool) -> str | None:
    """What is wrong with a path of which only one variable part is wrong, which may be quoted."""
    parts = path.split("/")
    found: dict[int, str] = {}
    for rule in routes.iter_rules():
        steps = rule.rule.split("/")
        unfit = [pair for pair in zip(steps, parts, strict=False) if not _fits(*pair)]
        if len(steps) != len(parts) or len(unfit) != 1:
            continue
        ((step, part),) = unfit
        if (varied := _VARIED.fullmatch(step)) and part and part.endswith(varied[2]):
            written = f"`{visible(part.removesuffix(varied[2]), _SHOWN)}`" if quoted else "this"
            found[len(varied[2])] = f"{written} is not {_CONVERTERS[varied[1]].words}"
    return found[max(found)] if found else None


def _fits(step: str, part: str) -> bool:
    varied = _VARIED.fullmatch(step)
    if varied is None:
        return step == part
    return (
        re.fullmatch(f"(?:{_CONVERTERS[varied[1]].regex}){re.escape(varied[2])}", part) is not None
    )


def _schema(converter: BaseConverter) -> dict[str, Any]:
    if isinstance(converter, Number):
        return {"type": "integer", "minimum": 0, "maximum": 10**9 - 1}
    return {"type": "string", "pattern": f"^{converter.regex}$"}
