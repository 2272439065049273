"""Puts the service together: one Flask app on one store."""

from time import time

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.arguments import register_queries
from api.auth import register_guard
from api.checkers import Checkers
from api.headers import register_headers
from api.limiting import Limits, register_limits
from api.metrics import Metrics, register_log, register_metrics
from api.openapi import Description
from api.problems import register_handlers
from api.routes import checks, decks, frames, games, imports, replay, replays, root
from api.routes.paths import register_paths
from api.service import EXTENSION, Service
from api.settings import Settings
from replays.store.model import Clock
from replays.store.protocol import Store

_ROUTES = (replays, replay, frames, imports, checks, decks, games, root)


def wall_clock() -> int:
    """The time, in seconds since the epoch."""
    return int(time())


def create_app(
    settings: Settings, store: Store, checkers: Checkers, clock: Clock = wall_clock
) -> Flask:
    """The app that serves this store with these settings."""
    app = Flask("api", static_folder=None)
    limits, metrics = Limits(settings), Metrics()
    description = describe(app, settings)
    app.extensions[EXTENSION] = Service(settings, store, clock, checkers, metrics, description.page)
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign] # as Flask has it done
            app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops, x_prefix=hops
        )
    register_metrics(app, metrics)
    if settings.access_log:
        register_log(app)
    register_headers(app, settings)
    register_limits(app, limits)
    register_guard(app)
    register_queries(app)
    register_handlers(app)
    app.register_blueprint(root.pages())
    return app


def describe(app: Flask, settings: Settings) -> Description:
    """Give the app its routes, and have what they say of themselves."""
    description = Description(app, settings)
    register_paths(app, description)
    for route in _ROUTES:
        description.register_blueprint(route.blueprint)
    return description
