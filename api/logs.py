"""Where the logs go: the server's and ours, all of them to standard error."""

from logging import Formatter, LogRecord
from types import MappingProxyType

from notation.render.visible import visible

_STREAM = {"class": "logging.StreamHandler", "stream": "ext://sys.stderr"}


class OneLine(Formatter):
    """Has what clients wrote stand in one line, every character that acts or hides spelt out."""

    def format(self, record: LogRecord) -> str:
        """The line of a request."""
        return visible(super().format(record))


LOGS = MappingProxyType(
    {
        "formatters": {
            "generic": {"format": "[%(levelname)s] %(message)s"},
            "access": {"()": OneLine},
        },
        "handlers": {
            "console": {**_STREAM, "formatter": "generic"},
            "access": {**_STREAM, "formatter": "access"},
        },
        "loggers": {
            "_granian": {"handlers": ["console"], "level": "INFO", "propagate": False},
            "granian.access": {"handlers": ["access"], "level": "INFO", "propagate": False},
            "cgn": {"handlers": ["console"], "level": "INFO", "propagate": False},
        },
    }
)
"""What the server is told of its logs."""
