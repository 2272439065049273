"""Counts requests and how long they take, for Prometheus, and logs them if that is asked for."""

import logging
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, request
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
)
from prometheus_client.exposition import generate_latest

from api.http.wsgi import Headers, Write

TYPE = "text/plain; version=0.0.4; charset=utf-8"

ROUTE = "cgn.route"
"""Environ key of the pattern of the path, once it is known."""

_LOG = logging.getLogger("cgn.access")
disable_created_metrics()  # type: ignore[no-untyped-call] # it has no annotations

_METHODS = ("GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS")
_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """What one process has counted since it started. Knows nothing of what was stored."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "cgn_requests",
            "Requests answered.",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "cgn_request_seconds",
            "Time until the answer begins.",
            registry=self._registry,
            buckets=_BOUNDS,
        )
        self._open_tables = Counter(
            "cgn_open_tables",
            "Tables that guests asked for.",
            ("outcome",),
            registry=self._registry,
        )
        self._computer = Counter(
            "cgn_computer",
            "What the computer did at tables.",
            ("outcome",),
            registry=self._registry,
        )
        self._review = Counter(
            "cgn_review_plies",
            "Plies that were reviewed.",
            ("outcome",),
            registry=self._registry,
        )

    def show_waiting(self, count: Callable[[], int]) -> None:
        """Show how many requests wait for a change."""
        gauge = Gauge("cgn_waiting", "Requests that wait for a change.", registry=self._registry)
        gauge.set_function(count)

    def add_open_table(self, outcome: str) -> None:
        """Count a table that a guest asked for: `opened`, `refused` for the day, or `full`."""
        self._open_tables.labels(outcome).inc()

    def add_computer(self, outcome: str) -> None:
        """Count what the computer did: `played`, `failed` (it tries again), or `resigned`."""
        self._computer.labels(outcome).inc()

    def add_review(self, outcome: str) -> None:
        """Count a ply of a review: `done`, or `failed`, of which nothing is said."""
        self._review.labels(outcome).inc()

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request: its method, the pattern of its path, its answer, how long it took."""
        self._requests.labels(method if method in _METHODS else "other", route, status).inc()
        self._seconds.observe(seconds)

    def text(self) -> bytes:
        """The counts, as Prometheus reads them."""
        return generate_latest(self._registry)


class Observed:
    """A WSGI application whose answers are counted, and logged if `log` is true."""

    def __init__(self, app: WSGIApplication, metrics: Metrics, *, log: bool) -> None:
        self._app = app
        self._metrics = metrics
        self._log = log

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle one request."""
        begun = perf_counter()

        def counted(status: str, headers: Headers, *rest: Any) -> Write:  # noqa: ANN401 - PEP 3333
            method = environ["REQUEST_METHOD"]
            route = environ.get(ROUTE, "none")
            self._metrics.add(method, route, int(status[:3]), perf_counter() - begun)
            if self._log:
                path = environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
                asked = f"{method} {path} {environ['SERVER_PROTOCOL']}"
                _LOG.info('%s "%s" %s', environ.get("REMOTE_ADDR"), asked, status[:3])
            return start(status, headers, *rest)

        return self._app(environ, counted)


def register_route(app: Flask) -> None:
    """Note the route that each request takes."""

    @app.before_request
    def tell() -> None:
        if request.url_rule is not None:
            request.environ[ROUTE] = request.url_rule.rule
