"""Where the documentation is."""

from pathlib import Path

_HERE = Path(__file__).parent

DOCS = _HERE / "docs" if (_HERE / "docs").is_dir() else _HERE.parent / "docs"
"""Beside this file where the package is installed, else in the checkout."""
