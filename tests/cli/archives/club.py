"""An archive with files of every form and records of every kind."""

from gzip import compress
from pathlib import Path

from tests.cli.running import EXAMPLE, JAM, OTHER, begun_game, cgn

TRIGGS = EXAMPLE.read_bytes()
SALAD = OTHER.read_bytes()
DAMAGED = TRIGGS.replace(b"88. B: cross 10 10,10", b"88. B: cross 10 10,9+2")
UNREADABLE = TRIGGS.replace(b"\n12. ", b"\n12 ")


def club(folder: Path) -> Path:
    """Fill the folder with files; two of their records are unreadable."""
    (folder / "a.cgn").write_bytes(
        b"% log\n" * 700 + TRIGGS + b"\n% sent\n\n" + UNREADABLE + SALAD.rstrip() + b"\n" + DAMAGED
    )
    (folder / "b.cgn.gz").write_bytes(compress(SALAD + b"\n" + begun_game("s").encode() + TRIGGS))
    (folder / "c.cgn.json").write_bytes(cgn("convert", JAM, "--format", "json").stdout_bytes)
    lines = cgn("convert", EXAMPLE, OTHER, "--format", "jsonl").stdout_bytes
    (folder / "d.cgn.jsonl").write_bytes(
        lines + b"{}\n\n" + lines + b'{"complete":true,"records":5}\n'
    )
    return folder
