"""The judge answers in Node what Python answers."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.judge.asked import all_questions, check

pytestmark = pytest.mark.long

HERE = Path(__file__).parent


def test_every_answer_is_that_of_python(unpacked_files: Path) -> None:
    asked = all_questions()
    done = subprocess.run(
        ["node", str(HERE / "ask.mjs"), str(unpacked_files)],
        input=json.dumps([one.sent for one in asked]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    check(asked, json.loads(done.stdout))
