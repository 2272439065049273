"""The progress bars of `cgn upload` and `cgn download`: removed at the end."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from threading import Thread

from tests.cli.running import EXAMPLE, ROOT
from tests.cli.stub import STORED, Answer, stubbed

RECORD = EXAMPLE.read_bytes()
STREAM = b"\n".join(RECORD + b"% after x\n" for _ in range(3)) + b"% complete: 3 records\n"
KEPT = Answer(201, json.dumps(STORED).encode())
WIPED = "\x1b[2K"


def shown(*arguments: str | Path) -> str:
    """The standard error of a successful command on a terminal."""
    ours, theirs = pty.openpty()
    output = bytearray()

    def read() -> None:
        while piece := os.read(ours, 1 << 12):
            output.extend(piece)
            if output.endswith(b"the end\r\n"):
                return

    reader = Thread(target=read)
    reader.start()
    done = subprocess.run(
        [sys.executable, "-m", "cgn", *map(str, arguments)],
        cwd=ROOT,
        env={"NO_PROXY": "*", "CGN_TOKEN": "cgn_a", "TERM": "xterm", "PATH": ""},
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        check=False,
    )
    os.write(theirs, b"the end\n")
    reader.join()
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 0, output
    return output.decode()


def test_a_download_shows_its_progress(tmp_path: Path) -> None:
    path = tmp_path / "all.cgn"
    with stubbed(
        Answer(200, b'{"replays": [], "next": null, "total": 3}'), Answer(200, STREAM)
    ) as stub:
        output = shown("download", "--all", "--from", stub.url, "-o", path)
    assert "limit=1" in stub.requests[0].path
    assert "%" in output
    assert output.endswith(f"{WIPED}{path}: 3 records\r\nthe end\r\n")


def test_a_long_upload_shows_its_progress(tmp_path: Path) -> None:
    path = tmp_path / "long.cgn"
    long = b"{%b}\n{A close" % b"}\n{".join([b"x" * 65_000] * 15)
    path.write_bytes(b"\n".join([RECORD.replace(b"{A close", long)] * 5))
    with stubbed(KEPT) as stub:
        output = shown("upload", "--to", stub.url, path)
    assert len(stub.requests) == 5
    assert "%" in output
    assert output.endswith(f"{WIPED}5 records: 5 new, 0 already there, 0 refused\r\nthe end\r\n")
