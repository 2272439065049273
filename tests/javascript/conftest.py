"""One process of Node for the tests of the JavaScript module."""

import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


class Node:
    """A Node process with the module loaded."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def answers(self, name: str, raw: bytes) -> list[dict[str, Any]]:
        """The module's answers for a file of the suite."""
        decoded: list[dict[str, Any]] = self("answers", name=name, bytes=b64encode(raw).decode())
        return decoded

    def __call__(self, job: str, **request: object) -> Any:  # noqa: ANN401 - any JSON value
        """The result of a job. An error in it fails the test."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"job": job, **request}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer.get("value")


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    if shutil.which("node") is None:
        pytest.skip("node is not installed: the JavaScript module is not tested")
    command = ["node", str(HERE / "worker.js")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        yield Node(process)
        assert process.stdin is not None
        process.stdin.close()
