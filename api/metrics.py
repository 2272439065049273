"""Counts requests and how long they take, in the text format of Prometheus."""

import logging
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from threading import Lock
from time import perf_counter

from flask import Flask, Response, g, request

_LOG = logging.getLogger("cgn.access")

TYPE = "text/plain; version=0.0.4; charset=utf-8"

_METHODS = ("GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS")
_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """What one process has counted since it started. Knows nothing of what was stored."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets = [0] * (len(_BOUNDS) + 1)
        self._seconds = 0.0

    def add(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request: its method, the pattern of its path, its answer, how long it took."""
        with self._lock:
            self._requests[method, route, status] += 1
            self._seconds += seconds
            self._buckets[bisect_left(_BOUNDS, seconds)] += 1

    def lines(self) -> Iterator[str]:
        """The counts, a line each."""
        with self._lock:
            requests, buckets = Counter(self._requests), tuple(self._buckets)
            seconds = self._seconds
        yield "# HELP cgn_requests_total Requests answered."
        yield "# TYPE cgn_requests_total counter"
        for (method, route, status), count in sorted(requests.items()):
            labels = f'method="{method}",route="{route}",status="{status}"'
            yield f"cgn_requests_total{{{labels}}} {count}"
        yield "# HELP cgn_request_seconds Time until the answer begins."
        yield "# TYPE cgn_request_seconds histogram"
        for bound, count in zip(_BOUNDS, accumulate(buckets), strict=False):
            yield f'cgn_request_seconds_bucket{{le="{bound}"}} {count}'
        yield f'cgn_request_seconds_bucket{{le="+Inf"}} {requests.total()}'
        yield f"cgn_request_seconds_sum {seconds:.6f}"
        yield f"cgn_request_seconds_count {requests.total()}"


def register_metrics(app: Flask, metrics: Metrics) -> None:
    """Have the app count what it answers."""

    @app.before_request
    def begin() -> None:
        g.begun = perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        route = request.url_rule.rule if request.url_rule else "none"
        method = request.method if request.method in _METHODS else "other"
        metrics.add(method, route, response.status_code, perf_counter() - g.begun)
        return response


def register_log(app: Flask) -> None:
    """Have the app log every request that it answers."""

    @app.after_request
    def log(response: Response) -> Response:
        asked = f"{request.method} {request.path} {request.environ['SERVER_PROTOCOL']}"
        _LOG.info('%s "%s" %d', request.remote_addr, asked, response.status_code)
        return response
