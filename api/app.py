"""Puts the service together: one Flask app on one store."""

from functools import partial
from time import time
from wsgiref.types import WSGIApplication

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.checking.checkers import Checkers
from api.http.addressed import Addressed
from api.http.arguments import register_queries
from api.http.cache import Cache
from api.http.metrics import Metrics, Observed, register_route
from api.http.paths import register_paths
from api.http.sessions import Sessions
from api.http.waiting import Waiting
from api.live import (
    deal,
    end,
    end_page,
    give_token,
    lobby,
    move_seat,
    play,
    play_page,
    read,
    sit,
    tables,
    take_back,
    unseal,
)
from api.live import page as table_page
from api.live.computer import COMPUTERS, Computers
from api.moving_pictures import MovingPictures
from api.openapi.description import Description
from api.policy.auth import register_guard
from api.policy.headers import Hardened, register_headers
from api.policy.rates import Rates
from api.problems import register_handlers, register_refusals
from api.reviewer import REVIEWER, Reviewer
from api.routes import app as app_page
from api.routes import (
    checks,
    decks,
    frames,
    games,
    imports,
    judge,
    logs,
    moving,
    new_game,
    own_games,
    replay,
    replays,
    reviews,
    root,
    session,
    short_ids,
    site,
    statistics,
    tokens,
    tries,
    watch,
)
from api.server.parking import Parking
from api.service import EXTENSION, Service
from api.settings import Settings
from api.statistics import STATISTICS, Statistics
from engines.registry import usable_games
from pages.pictures import pictures
from replays.store.model import Clock
from replays.store.sql.store import Store

PARKING = "cgn.parking"
"""Under which name an app keeps the Parking of its requests."""

_ROUTES = (
    *(replays, replay, frames, reviews, imports, checks, decks, games, statistics, tokens),
    *(tables, read, sit, deal, play, take_back, give_token, end, unseal, root),
)


def wall_clock() -> int:
    """The time, in seconds since the epoch."""
    return int(time())


def create_app(
    settings: Settings, store: Store, checkers: Checkers, clock: Clock = wall_clock
) -> Flask:
    """The app that serves this store with these settings.

    The games are ready before the first request: since Python 3.12, two threads that ask for the
    cards of a game at once would each make their own.
    """
    for game in usable_games():
        pictures(game)
    return connect(make_routes(settings), settings, store, checkers, clock)


def make_routes(settings: Settings) -> Description:
    """An app with every route, and what the routes say of themselves. It has no store yet."""
    app = Flask(__package__, static_folder=None)
    description = Description(app, settings)
    register_paths(app, description)
    for blueprint in dict.fromkeys(route.blueprint for route in _ROUTES):
        description.register_blueprint(blueprint)
    register_route(app)
    register_headers(app, settings)
    register_refusals(app)
    register_guard(app)
    register_queries(app)
    register_handlers(app)
    app.register_blueprint(root.docs)
    app.register_blueprint(site.blueprint)
    app.register_blueprint(judge.blueprint)
    app.register_blueprint(app_page.blueprint)
    app.register_blueprint(logs.blueprint)
    app.register_blueprint(watch.blueprint)
    app.register_blueprint(moving.blueprint)
    app.register_blueprint(short_ids.blueprint)
    app.register_blueprint(tries.blueprint)
    app.register_blueprint(table_page.blueprint)
    app.register_blueprint(play_page.blueprint)
    app.register_blueprint(lobby.blueprint)
    app.register_blueprint(move_seat.blueprint)
    app.register_blueprint(end_page.blueprint)
    app.register_blueprint(session.blueprint)
    app.register_blueprint(new_game.blueprint)
    app.register_blueprint(own_games.blueprint)
    return description


def connect(
    description: Description, settings: Settings, store: Store, checkers: Checkers, clock: Clock
) -> Flask:
    """Have the app of these routes serve a store, instead of any that it served before."""
    app, metrics = description.app, Metrics()
    computers = app.extensions[COMPUTERS] = Computers(app)
    app.extensions[REVIEWER] = Reviewer(store, checkers, metrics)
    app.extensions[STATISTICS] = Statistics(
        store, checkers, settings.statistics, settings.max_weight
    )
    app.extensions[EXTENSION] = Service(
        settings,
        store,
        clock,
        checkers,
        metrics,
        description.page,
        computers.wake,
        MovingPictures(settings.moving_pictures),
    )
    parking = app.extensions[PARKING] = Parking(
        settings.connections * 9 // 10, settings.waits, settings.threads
    )
    metrics.show_waiting(lambda: parking.waiting)
    routes: WSGIApplication = partial(Flask.wsgi_app, app)
    cache = Cache(routes, store, settings.cache, settings.cache_age)
    waiting = Waiting(cache, parking, store)
    app.wsgi_app = _behind(waiting, settings, store, clock, metrics)  # type: ignore[assignment, method-assign] # as Flask has it
    return app


def _behind(
    app: WSGIApplication, settings: Settings, store: Store, clock: Clock, metrics: Metrics
) -> WSGIApplication:
    """The app behind what every request goes through first, the last one here ahead of all."""
    app = Rates(app, settings, store, clock)
    app = Sessions(app)
    app = Hardened(Observed(app, metrics, log=settings.access_log))
    app = Addressed(app, settings.public_address)
    hops = settings.proxies
    return ProxyFix(app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops) if hops else app
