"""Files that are hard to cut, and a way to cut them into small pieces."""

from pathlib import Path

import pytest

from replays.many import archive, ranges

BOM = b"\xef\xbb\xbf"
TEXT = (
    BOM + b'[CGN "1"]\nx\n[CGN [CGN \n\xbb\xbf[CGN \n[CGN "1"]\r\n[Game "triggs"]\n[Rules "1"]\n'
    b'[A "\xff"]\n[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n[Seed "x"]\n\n'
    b"= * 0 0\n" + BOM + b"[CGN "
)
LINES = BOM + b'\n{"cgn":1}\n\xff\r\n[\n{"complete":true,"records":3}\n \n{}\n'


def hostile(folder: Path) -> Path:
    """A folder with such a file in each form that can be cut."""
    (folder / "hostile.cgn").write_bytes(TEXT)
    (folder / "hostile.cgn.jsonl").write_bytes(LINES)
    return folder


def cut_into(size: int, patch: pytest.MonkeyPatch) -> None:
    """Cut all files and streams into pieces of this many bytes."""
    patch.setattr(archive, "_SMALLEST", size)
    patch.setattr(archive, "_LARGEST", size)
    patch.setattr(ranges, "_BLOCK", size + 8)
