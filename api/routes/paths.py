"""The parts of paths that vary: ids, plies, digests of decks, names of games."""

from typing import Any

from flask import Flask
from flask_smorest import Api
from werkzeug.routing import BaseConverter

from engines.game import GAME_NAME
from notation.record import SEATS
from replays.store.table_model import TABLE_ID


class Id(BaseConverter):
    """A replay's id: 64 hex digits."""

    regex = "[0-9a-f]{64}"


class TableId(BaseConverter):
    """A table's id: 32 hex digits."""

    regex = TABLE_ID


class SeatLetter(BaseConverter):
    """The letter of a seat."""

    regex = f"[{SEATS}]"


class Number(BaseConverter):
    """A whole number."""

    regex = "0|[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


class DeckName(BaseConverter):
    """The name of a user's deck."""

    regex = "sha256:[0-9a-f]{64}"


class GameName(BaseConverter):
    """The name of a game."""

    regex = GAME_NAME


_CONVERTERS = {
    "id": Id,
    "table": TableId,
    "seat": SeatLetter,
    "ply": Number,
    "token": Number,
    "deck": DeckName,
    "game": GameName,
}


def register_paths(app: Flask, api: Api) -> None:
    """Have the app know these parts of paths, and have them described.

    A path stands for what it says: `/v1//replays` is none, and leads nowhere by way of Host.
    """
    app.url_map.merge_slashes = False
    app.url_map.converters.update(_CONVERTERS)
    for converter in set(_CONVERTERS.values()):
        api.register_converter(converter, _schema)


def _schema(converter: BaseConverter) -> dict[str, Any]:
    if isinstance(converter, Number):
        return {"type": "integer", "minimum": 0, "maximum": 10**9 - 1}
    return {"type": "string", "pattern": f"^{converter.regex}$"}
