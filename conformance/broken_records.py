"""The broken records of the suite, and what broken.json says of each."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

BROKEN = Path(__file__).parent / "broken"


def examples() -> list[dict[str, Any]]:
    """The entries of broken.json."""
    entries: list[dict[str, Any]] = json.loads((BROKEN.parent / "broken.json").read_text())
    return entries


def content(example: Mapping[str, Any]) -> bytes:
    """The bytes of an example's file."""
    if "parts" in example:
        return "".join(text * times for text, times in example["parts"]).encode()
    return (BROKEN / str(example["file"])).read_bytes()
