"""What this package says of itself: its version, and the address of its repository."""

from functools import cache
from importlib.metadata import metadata


@cache
def version() -> str:
    """The version that is installed."""
    return metadata("cgn")["Version"]


@cache
def address() -> str:
    """The address of the repository, from `[project.urls]`."""
    return metadata("cgn")["Project-URL"].partition(", ")[2]


def user_agent() -> str:
    """How clients of a service name themselves: `cgn/0.1.0 (+https://cgn.example/)`."""
    return f"cgn/{version()} (+{address()})"
