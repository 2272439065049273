"""The worker answers in Firefox what Python answers."""

import json
import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.judge.asked import all_questions, check
from tests.judge.firefox import firefox, needs_firefox
from tests.judge.test_in_a_browser import ASK

pytestmark = [needs_firefox, pytest.mark.long]

PAGE = f"""<!doctype html><meta charset="utf-8">
<link rel="icon" href="data:,">
<script type="module">
const show = (said) => document.body.append(JSON.stringify(said));
const asked = await (await fetch("asked.json")).json();
({ASK.strip()})(["/", asked]).then(show, (error) => show(String(error)));
</script>"""


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder."""

    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


def test_every_answer_is_that_of_python(unpacked_files: Path, tmp_path: Path) -> None:
    asked = all_questions()
    folder = tmp_path / "site"
    shutil.copytree(unpacked_files, folder)
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "asked.json").write_text(json.dumps([one.sent for one in asked]), encoding="utf-8")
    handler = partial(Handler, directory=str(folder))
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        firefox(tmp_path / "profile") as window,
    ):
        Thread(target=server.serve_forever, daemon=True).start()
        window.go(f"http://127.0.0.1:{server.server_port}/")
        digests = json.loads(window.text_of("body"))
        server.shutdown()
    assert isinstance(digests, list), digests
    check(asked, digests)
