"""What WSGI (PEP 3333) passes from the server to an application, by name."""

from collections.abc import Callable
from typing import TypeAlias

Headers: TypeAlias = list[tuple[str, str]]
Write: TypeAlias = Callable[[bytes], object]

CACHED = "cgn.cached"
"""Environ key of an answer that the cache gave itself."""
