"""Where the logs go: the server's and ours, all of them to standard error."""

from logging import Filter, Formatter, LogRecord
from types import MappingProxyType

from notation.render.visible import visible

_STREAM = {"class": "logging.StreamHandler", "stream": "ext://sys.stderr"}


class OneLine(Formatter):
    """Has what clients wrote stand in one line, every character that acts or hides spelt out."""

    def format(self, record: LogRecord) -> str:
        """The line of a request."""
        return visible(super().format(record))


class Lasting(Filter):
    """Leaves out what the server says whenever a client goes away before its answer ends."""

    def filter(self, record: LogRecord) -> bool:
        """Whether it is worth a line."""
        return not record.getMessage().startswith("ASGI transport error")


LOGS = MappingProxyType(
    {
        "formatters": {
            "generic": {"format": "[%(levelname)s] %(message)s"},
            "access": {"()": OneLine},
        },
        "filters": {"lasting": {"()": Lasting}},
        "handlers": {
            "console": {**_STREAM, "formatter": "generic", "filters": ["lasting"]},
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
