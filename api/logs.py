"""Where the logs go: the server's and ours, all of them to standard error."""

from logging import Formatter, LogRecord
from typing import Any

from notation.render.visible import visible

_STREAM = {"class": "logging.StreamHandler", "stream": "ext://sys.stderr"}


class OneLine(Formatter):
    """Writes what clients sent in one line, every character that acts or hides spelt out."""

    def format(self, record: LogRecord) -> str:
        """The line of a request."""
        return visible(super().format(record))


LOGS: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "generic": {"format": "[%(levelname)s] %(message)s"},
        "access": {"()": OneLine},
    },
    "handlers": {
        "console": {**_STREAM, "formatter": "generic"},
        "access": {**_STREAM, "formatter": "access"},
    },
    "loggers": {
        "waitress": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "waitress.queue": {"level": "ERROR"},
        "cgn": {"handlers": ["console"], "level": "INFO", "propagate": False},
        "cgn.access": {"handlers": ["access"], "propagate": False},
    },
}
"""How the service logs. waitress would log each request that waits for a thread."""
