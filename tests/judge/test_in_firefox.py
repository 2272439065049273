"""The worker answers in Firefox what Python answers: a page asks it, and sends the digests here."""

import json
import shutil
import subprocess
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from tests.judge.asked import all_questions, check
from tests.judge.test_in_a_browser import ASK

FIREFOX = shutil.which("firefox")
LONGEST = 600
"""Seconds to wait on a busy machine."""

PAGE = f"""<!doctype html><meta charset="utf-8">
<link rel="icon" href="data:,">
<script type="module">
const send = (said) => fetch("/", {{ method: "POST", body: JSON.stringify(said) }});
const asked = await (await fetch("asked.json")).json();
({ASK.strip()})(["/", asked]).then(send, (error) => send(String(error)));
</script>"""


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder, and keeps what is sent."""

    def __init__(self, *about: object, said: Queue[str], directory: str) -> None:
        self.said = said
        super().__init__(*about, directory=directory)  # type: ignore[arg-type] # of the server

    def do_POST(self) -> None:
        """Keep what is sent."""
        self.said.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


@pytest.mark.skipif(FIREFOX is None, reason="firefox is not installed")
def test_every_answer_is_that_of_python(unpacked_files: Path, tmp_path: Path) -> None:
    assert FIREFOX is not None
    asked, said = all_questions(), Queue[str]()
    folder = tmp_path / "site"
    shutil.copytree(unpacked_files, folder)
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "asked.json").write_text(json.dumps([one.sent for one in asked]), encoding="utf-8")
    handler = partial(Handler, said=said, directory=str(folder))
    profile = tmp_path / "profile"
    profile.mkdir()
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        command = [FIREFOX, "--headless", "--no-remote", "--profile", str(profile), address]
        firefox = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            digests = json.loads(said.get(timeout=LONGEST))
        finally:
            firefox.terminate()
            firefox.wait()
            server.shutdown()
    assert isinstance(digests, list), digests
    check(asked, digests)
