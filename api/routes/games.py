"""`/v1/games`: what is known of the games."""

from functools import cache

from flask import Response

from api.http.arguments import Blueprint
from api.http.responses import FIXED, answer, cache_until_changed
from api.openapi.operations import described
from api.problems import Problem
from api.shapes import shaped
from client import answers
from engines.registry import game_names, load_game, usable_games
from notation.fault import Fault
from notation.nearest import did_you_mean

blueprint = Blueprint("games", __name__, url_prefix="/v1", description="The games.")


@blueprint.get("/games")
@described(blueprint, "listGames")
@blueprint.response(200, "GameList")
def list_games() -> Response:
    """List the games.

    By name, with their seats, versions of the rules, and options.
    """
    cache_until_changed(FIXED)
    return answer(shaped({"games": usable_games()}, answers.GameList))


@blueprint.get("/games/<game:game>")
@described(blueprint, "getGame", 404)
@blueprint.response(200, "Game")
def get_game(game: str) -> Response:
    """Describe a game.

    Its seats, options and moves, its deck and its cards, its rules, and the JSON Schema of its
    records.
    """
    names = game_names()
    if game not in names:
        advice = did_you_mean(game, names) or f"the games are {', '.join(names)}"
        raise Problem(404, f"there is no such game; {advice}")
    try:
        about = _about(game)
    except Fault as fault:
        raise Problem(404, fault.message) from None
    cache_until_changed(FIXED)
    return answer(about)


@cache
def _about(name: str) -> answers.Game:
    game = load_game(name)
    return shaped(
        {
            "name": game.name,
            "title": game.title,
            "seats": game.seats,
            "rules_versions": game.rules_versions,
            "options": game.options,
            "moves": game.moves.specs,
            "deck": game.deck,
            "catalogue": game.catalogue,
            "rules": game.rules.read_text(encoding="utf-8"),
            "schema": game.schema(),
        },
        answers.Game,
    )
