"""The version of this package, and the address of its repository."""

from functools import cache
from importlib.metadata import metadata


@cache
def version() -> str:
    """The installed version."""
    return metadata("cgn")["Version"]


@cache
def address() -> str:
    """The address of the repository, from `[project.urls]`; "" if it is not in the metadata.

    A checkout installed before the address was in `pyproject.toml` has none.
    """
    urls = metadata("cgn").get_all("Project-URL", [])
    return urls[0].partition(", ")[2] if urls else ""


def user_agent() -> str:
    """The User-Agent of clients: `cgn/0.1.0 (+https://cgn.example/)`."""
    return f"cgn/{version()} (+{address()})" if address() else f"cgn/{version()}"
