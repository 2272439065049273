"""`/new`: the form that starts a game."""

from secrets import token_hex
from typing import NamedTuple

from flask import Blueprint, Response, redirect, request, url_for
from msgspec.json import decode

from api.http.arguments import leave_out_the_unknown
from api.http.request_bodies import form_fields
from api.http.responses import page
from api.http.sessions import OWNER, keep_token
from api.live.guests import Opener, comes_as_guest, opener
from api.live.tables import created
from api.policy.auth import bearer, may_write
from api.problems import UNCACHED, Problem
from api.routes.session import require_own_site
from engines.game import Option
from engines.registry import usable_games
from notation.record import SEATS
from pages.environment import render
from replays.store.model import Visibility
from replays.store.sql.guests import KEPT

blueprint = Blueprint("new_game", __name__)

leave_out_the_unknown(blueprint, {})

SEEDED, UNSEEN = "seeded", "unseen"
"""How the cards come: dealt here for one phone, or real ones."""

_RANDOM = 16
"""Bytes of a seed, and of the key by which a form that is sent twice starts one game."""


class Filled(NamedTuple):
    """What stands in the form: the names of all seats, empty ones too, and options by name."""

    game: str = ""
    names: tuple[str, ...] = ("",) * len(SEATS)
    options: dict[str, str] = {}  # noqa: RUF012 - of a tuple, which nobody changes
    cards: str = UNSEEN


@blueprint.get("/new")
def form() -> Response:
    """The form, for whoever may start a game here; others are told how they may."""
    return _form(Filled())


@blueprint.post("/new")
def start() -> Response:
    """Start a game, and lead to its table; what is wrong is said beside the form."""
    require_own_site()
    fields = form_fields()
    filled = _filled(fields)
    key = fields.get("key", [token_hex(_RANDOM)])[0]
    try:
        by = opener(key)
        table = _started(filled, key, by)
    except Problem as problem:
        refused = _form(filled, problem.words, problem.status)
        refused.headers.update(problem.headers)
        return refused
    answer = redirect(url_for("play_page.at", table=table), 303)
    if by.token is not None:
        keep_token(answer, OWNER, f"{request.script_root}/", by.token, KEPT)
    return answer  # type: ignore[return-value] # Flask's own Response


def _started(filled: Filled, key: str, by: Opener) -> str:
    """The id of a new table. Raises Problem if the game, its names or options are not allowed."""
    game = next((game for game in usable_games() if game.name == filled.game), None)
    names = [name for name in filled.names if name]
    if game is None:
        raise Problem(422, "choose a game")
    if len(names) not in game.seats:
        seats = f"{game.seats[0]} to {game.seats[-1]}"
        raise Problem(422, f"{game.title} has {seats} players: fill in their names")
    header = {
        "cgn": 1,
        "game": game.name,
        "rules": game.rules_versions[-1],
        "seats": names,
        "options": filled.options,
    }
    if filled.cards == SEEDED:
        header["seed"] = token_hex(_RANDOM)
    asked = {
        "header": header,
        "visibility": str(Visibility.UNLISTED),
        "deal": False,
        "clock": True,
    }
    return str(decode(created(asked, key, by))["id"])


def _form(filled: Filled, wrong: str = "", status: int = 200) -> Response:
    token = bearer().token
    shown = render(
        "new.html",
        root=request.script_root,
        owner=token.owner if token is not None and may_write(token) else None,
        guest=comes_as_guest(),
        games=usable_games(),
        filled=filled,
        wrong=wrong,
        key=token_hex(_RANDOM),
        values=values_of,
    )
    return page(shown, status=status, sends=True, headers=UNCACHED)


def values_of(option: Option) -> list[str]:
    """The values that an option may have, besides its absence, with any number of seats."""
    values = dict.fromkeys(value for some in option.values.values() for value in some)
    return [value for value in values if value != option.default]


def _filled(fields: dict[str, list[str]]) -> Filled:
    game = fields.get("game", [""])[0]
    names = [name.strip() for name in fields.get("player", [])][: len(SEATS)]
    options = {
        name.removeprefix(f"{game}-"): values[0]
        for name, values in fields.items()
        if game and name.startswith(f"{game}-") and values[0]
    }
    padded = (*names, *[""] * (len(SEATS) - len(names)))
    return Filled(game, padded, options, fields.get("cards", [UNSEEN])[0])
