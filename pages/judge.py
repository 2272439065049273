"""The judge in the page: the files that browsers check logs with, if `cgn-judge` is installed.

They come from a wheel of their own, and are used only if they were made from this very version.
"""

from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct
from msgspec.json import decode

INSTALL = "pip install 'cgn[judge]'"
"""The command that brings the files; in a checkout, `make judge` does."""

IN_A_BROWSER = find_spec("pyodide") is not None
"""Whether this code is itself the judge in a page."""


class Sizes(Struct, frozen=True):
    """The bytes of a file: as it is, as brotli, and as gzip."""

    size: int
    br: int
    gz: int


class Manifest(Struct, frozen=True):
    """What the wheel says of its files.

    Attributes:
        version: that of cgn from which they were made.
        rooms: the digest of each room that they contain, in the checkout.
        digest: the digest of all files, which is part of their addresses.
        files: the sizes of each file by its name.
    """

    version: str
    rooms: dict[str, str]
    digest: str
    files: dict[str, Sizes]


@cache
def folder() -> Path | None:
    """The folder of the wheel; None if it is not installed."""
    spec = find_spec("cgn_judge")
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


@cache
def manifest() -> Manifest | None:
    """What is installed, of any version; None if nothing is, or if it was not built."""
    home = folder()
    file = None if home is None else home / "manifest.json"
    return None if file is None or not file.exists() else decode(file.read_bytes(), type=Manifest)


@cache
def _own_version() -> str:
    """The version of cgn. To read it takes 0.35 ms, and `/app` asked for it 17 times."""
    return version("cgn")


def offered() -> Manifest | None:
    """What is installed, if it is of this version."""
    found = manifest()
    return found if found is not None and found.version == _own_version() else None


def why_not() -> str:
    """Why what is installed is not offered, and what to do; empty if it is, or nothing is."""
    found, own = manifest(), _own_version()
    if found is None or found.version == own:
        return ""
    return (
        f"cgn-judge {found.version} is left out, since cgn is {own}: browsers send logs here to be"
        f" checked; install that of this version: {INSTALL}"
    )


def what_to_install() -> str:
    """What is missing before the judge can be packed, and what to do; empty if nothing is."""
    found, own = manifest(), _own_version()
    if found is not None and found.version == own:
        return ""
    state = "is not installed" if found is None else f"is {found.version} here"
    return f"cgn-judge {own}, which {state}: {INSTALL}, or `make judge` in a checkout"


def judge_address(root: str | None) -> str:
    """Where a service at `root` has the files; empty if it has none."""
    found = offered()
    return "" if root is None or found is None else f"{root}/static/judge/{found.digest}/"


def has_judge() -> bool:
    """Whether the browser that gets a page can have the judge, or has drawn it with the judge."""
    return IN_A_BROWSER or offered() is not None


def packed(name: str, encoding: str) -> bytes:
    """A file that the manifest lists, as `br` or `gz`."""
    home = folder()
    assert home is not None  # noqa: S101 - for mypy: the manifest lies there
    return (home / "files" / f"{name}.{encoding}").read_bytes()
