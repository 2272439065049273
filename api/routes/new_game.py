"""`/new`: the form that starts a game."""

from collections.abc import Mapping
from dataclasses import replace
from re import fullmatch
from secrets import token_hex
from typing import Any, NamedTuple

from flask import Blueprint, Response, request, url_for
from msgspec.json import decode

from api.checking.page_jobs import opening_form, opening_shuffles
from api.checking.work_queue import ask
from api.http.arguments import leave_out_the_unknown
from api.http.request_bodies import form_fields
from api.http.responses import lead, page
from api.http.sessions import OWNER, keep_token
from api.live.access import access_to
from api.live.begin import replay_to_go_on_from, seen_whole
from api.live.guests import Opener, comes_as_guest, opener
from api.live.lobby import lobby
from api.live.new_match_jobs import has_seed
from api.live.tables import created
from api.policy.auth import bearer, bearer_of, may_write
from api.problems import UNCACHED, Problem
from api.routes.session import require_own_site
from api.routes.tries import moves_of
from api.service import service
from engines.game import Game, Option
from engines.registry import title_of, usable_games
from notation.record import SEATS, Shuffle
from pages.environment import render
from pages.opening import MOST_TURNED_UP, OpeningForm
from pages.play import BETWEEN
from replays.local.built_in import STRONG
from replays.store.model import Replay, Visibility
from replays.store.sql.guests import KEPT
from replays.store.tokens import digest_of

blueprint = Blueprint("new_game", __name__)

leave_out_the_unknown(blueprint, {"form": ("from", "ply", "line")})

SEEDED, DEALT, UNSEEN = "seeded", "dealt", "unseen"
"""How the cards come: dealt here for one phone, dealt here for the phones of all, or real ones."""

COMPUTER = "Computer"
"""What a computer without a name is called."""

_UNPROCESSABLE = 422
_RANDOM = 16
"""Bytes of a seed, and of the key by which a form that is sent twice starts one game."""


class Onward(NamedTuple):
    """A replay that a game goes on from: after which ply, and with which moves first."""

    replay: Replay
    ply: int
    moves: tuple[str, ...]
    is_seeded: bool

    @property
    def line(self) -> str:
        """The moves as a form has them."""
        return BETWEEN.join(self.moves)

    @property
    def title(self) -> str:
        """The game."""
        return title_of(self.replay.entry.game)


class Filled(NamedTuple):
    """What stands in the form: the names of all seats, empty ones too, and options by name.

    `shown` are the cards that the deal of real ones turned up, empty texts among them; None as long
    as nobody was asked. `computers` are the places in the form at which the computer plays, and
    `strong` says that it plays as well as it can. If the game goes on from a replay (`onward`), it
    has that one's game, options and cards.
    """

    game: str = ""
    names: tuple[str, ...] = ("",) * len(SEATS)
    options: dict[str, str] = {}  # noqa: RUF012 - of a tuple, which nobody changes
    cards: str = UNSEEN
    shown: tuple[str, ...] | None = None
    computers: frozenset[int] = frozenset()
    strong: bool = False
    onward: Onward | None = None

    @property
    def players(self) -> list[str]:
        """The names that are filled in, and what the computer is called where it has none."""
        return [name or COMPUTER for name in self._taken.values()]

    @property
    def computer(self) -> dict[str, str]:
        """The seats that the computer plays, each by a built-in player."""
        seats = zip(SEATS, self._taken, strict=False)
        player = STRONG if self.strong else "sensible"
        return {seat: player for seat, at in seats if at in self.computers}

    @property
    def _taken(self) -> dict[int, str]:
        """The names of the seats at which somebody plays, by their place in the form."""
        return {at: name for at, name in enumerate(self.names) if name or at in self.computers}


@blueprint.get("/new")
def form() -> Response:
    """The form, for whoever may start a game here; others are told how they may.

    Raises Problem if the game is to go on from a replay that is none, or has not ended.
    """
    onward = _onward(request.args)
    if onward is None:
        return _form(Filled())
    names = onward.replay.entry.players
    return _form(Filled(names=names, cards=_cards_of(onward), onward=onward))


@blueprint.post("/new")
def start() -> Response:
    """Start a game, and lead to its table; what is wrong is said beside the form.

    Where the cards are dealt to all phones, the answer shows the invitations, this once.
    """
    require_own_site()
    fields = form_fields()
    filled = _filled(fields)
    onward = _onward({name: values[0] for name, values in fields.items()})
    if onward is not None:
        seats = len(onward.replay.entry.players)
        names, cards = filled.names[:seats], _cards_of(onward)
        filled = filled._replace(names=names, cards=cards, onward=onward)
    key = fields.get("key", [token_hex(_RANDOM)])[0]
    try:
        by = opener(key)
        if filled.onward is not None:
            return _started_for(by, _went_on(filled, filled.onward, key, by))
        game = _game(filled)
        if filled.cards == UNSEEN and not filled.computers and filled.shown is None:
            asking = ask(opening_form(request.script_root, _of_cards(filled, key)))
            if asking is not None:
                return page(asking, sends=True, headers=UNCACHED)
        made = _started(game, filled, key, by)
    except Problem as problem:
        refused = _refused(filled, key, problem)
        refused.headers.update(problem.headers)
        return refused
    return _started_for(by, made)


def _started_for(by: Opener, made: dict[str, Any]) -> Response:
    """The answer to whoever opened a table: it, or its invitations. A guest keeps their token."""
    access = access_to(made["id"])
    if by.token is not None:
        asked = service()
        keeper = bearer_of(f"Bearer {by.token}", asked.store, asked.clock)
        access = replace(access, bearer=keeper)
    if access.match.is_dealt:
        answer = lead(url_for("play_page.at", table=made["id"]))
    else:
        answer = lobby(access, made["invitations"])
    if by.token is not None:
        keep_token(answer, OWNER, f"{request.script_root}/", by.token, KEPT)
    return answer


def _game(filled: Filled) -> Game:
    """The game that was chosen. Raises Problem (422) if none was, or if it has other seats."""
    game = next((game for game in usable_games() if game.name == filled.game), None)
    if game is None:
        raise Problem(422, "choose a game")
    if len(filled.players) not in game.seats:
        seats = f"{game.seats[0]} to {game.seats[-1]}"
        raise Problem(422, f"{game.title} has {seats} players: fill in their names")
    return game


def _of_cards(filled: Filled, key: str, wrong: str = "") -> OpeningForm:
    """The form of the cards that lie open."""
    return OpeningForm(
        key=key,
        game=filled.game,
        names=filled.names,
        options=filled.options,
        cards=filled.cards,
        shown=filled.shown,
        wrong=wrong,
    )


def _refused(filled: Filled, key: str, problem: Problem) -> Response:
    """The page of the form that was sent, with what is wrong."""
    if filled.shown is None or problem.status != _UNPROCESSABLE:
        return _form(filled, problem.words, problem.status)
    asking = ask(opening_form(request.script_root, _of_cards(filled, key, problem.words)))
    if asking is None:
        return _form(filled, problem.words, problem.status)
    return page(asking, status=problem.status, sends=True, headers=UNCACHED)


def _started(game: Game, filled: Filled, key: str, by: Opener) -> dict[str, Any]:
    """A new table, as programs get it. Raises Problem if its names or cards are not allowed."""
    header = {
        "cgn": 1,
        "game": game.name,
        "rules": game.rules_versions[-1],
        "seats": filled.players,
        "options": filled.options,
    }
    if filled.cards == SEEDED:
        header["seed"] = digest_of(key)[: 2 * _RANDOM]  # the same form starts the same game
    if filled.cards == UNSEEN and not filled.computers:
        shuffles = ask(opening_shuffles(_of_cards(filled, key)))
        header["plies"] = list(map(_entry, shuffles))
    asked = {
        "header": header,
        "visibility": str(Visibility.UNLISTED),
        "deal": filled.cards == DEALT,
        "computer": filled.computer,
        "clock": True,
    }
    table: dict[str, Any] = decode(created(asked, key, by))
    return table


def _onward(asked: Mapping[str, str]) -> Onward | None:
    """The replay that a game is to go on from. Raises Problem if it cannot."""
    if "from" not in asked:
        return None
    stored = replay_to_go_on_from(asked["from"])
    ply, moves = asked.get("ply", "0"), moves_of(asked.get("line", ""))
    if fullmatch("[0-9]{1,6}", ply) is None or int(ply) >= stored.entry.plies:
        raise Problem(422, "a game goes on from a ply before the last one")
    return Onward(stored, int(ply), moves, ask(has_seed(seen_whole(stored))))


def _cards_of(onward: Onward) -> str:
    """How the cards of a game come that goes on from a replay."""
    return SEEDED if onward.is_seeded else UNSEEN


def _went_on(filled: Filled, onward: Onward, key: str, by: Opener) -> dict[str, Any]:
    """A table that goes on from a replay, as programs get it. Raises Problem if none does so."""
    origin = {"replay": onward.replay.entry.id, "ply": onward.ply, "moves": onward.moves}
    asked = {
        "header": {"seats": filled.players},
        "origin": origin,
        "visibility": str(Visibility.UNLISTED),
        "deal": False,
        "computer": filled.computer,
        "clock": True,
    }
    table: dict[str, Any] = decode(created(asked, key, by))
    return table


def _entry(shuffle: Shuffle) -> dict[str, Any]:
    """A shuffle in the JSON form."""
    revealed = {"reveals": list(shuffle.reveals)} if shuffle.reveals else {}
    return {"shuffle": shuffle.pile, "order": list(shuffle.order), **revealed}


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
    shown = tuple(fields["shown"][:MOST_TURNED_UP]) if "shown" in fields else None
    padded = (*names, *[""] * (len(SEATS) - len(names)))
    places = map(str, range(len(SEATS)))
    computers = frozenset(map(int, set(places).intersection(fields.get("computer", []))))
    return Filled(
        game,
        padded,
        options,
        fields.get("cards", [UNSEEN])[0],
        shown,
        computers,
        "strong" in fields,
    )
