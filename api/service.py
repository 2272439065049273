"""What every route works with, as `create_app` put it together."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from flask import current_app

from api.checking.checkers import Checkers
from api.http.metrics import Metrics
from api.live.memo import Memo
from api.moving_pictures import MovingPictures
from api.settings import Settings
from replays.store.model import Clock
from replays.store.sql.store import Store

EXTENSION = "cgn"
"""Under which name an app keeps its service."""

_REMEMBERED = 32 << 20
"""Bytes of answers about tables."""


@dataclass(frozen=True, slots=True)
class Service:
    """One running service.

    Its settings, its store, its clock, its checkers, its counts, and what /openapi.yaml says of it.
    `postponed` are tables that it could not end, and when it tries again; `memo` has what was made
    of tables; `wake` tells the computer at a table which version an event has made; `moving` are
    its moving pictures.
    """

    settings: Settings
    store: Store
    clock: Clock
    checkers: Checkers
    metrics: Metrics
    description: Callable[[], bytes]
    wake: Callable[[str, int], None]
    moving: MovingPictures
    postponed: dict[str, int] = field(default_factory=dict)
    memo: Memo = field(default_factory=lambda: Memo(_REMEMBERED))


def service() -> Service:
    """The service of the app that handles this request."""
    return cast("Service", current_app.extensions[EXTENSION])
