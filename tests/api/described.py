"""openapi.yaml, read once for all tests: the pure Python parser takes half a second each time."""

from typing import Any

import yaml

from docs.openapi import DESCRIPTION


def parsed(text: bytes) -> dict[str, Any]:
    """A description of the service."""
    document: dict[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader)
    return document


COMMITTED = DESCRIPTION.read_bytes()
DOCUMENT = parsed(COMMITTED)
