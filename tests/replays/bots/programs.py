"""Small programs that play, well and badly, for the tests of bots."""

import shlex
import sys
from io import BytesIO
from textwrap import dedent

from notation.read import read
from notation.record import Record
from notation.text_writer import write_text
from replays.validate import validate

_ANSWERING = """
import json, os, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say(type="hello", protocol=1, name={name})
    elif kind in ("go", "refused"):
        if kind == "go":
            legal = message["legal"]
            at = message["id"]
        {answer}
    elif kind == "quit":
        break
"""


def bot(answer: str = "say(type='move', id=at, move=legal[0])", name: str = "test") -> str:
    """The command of a bot that does this when it is asked for a move.

    It may use `legal`, `at` (the id of the question), `say`, `kind` and `message`.
    """
    code = _ANSWERING.replace("{name}", repr(name))
    indented = dedent(answer).strip().replace("\n", "\n        ")
    return script(code.replace("{answer}", indented))


def script(code: str) -> str:
    """The command of a program in Python."""
    return shlex.join([sys.executable, "-S", "-c", dedent(code)])


def verdict(record: Record) -> str:
    """What the validator says of a record, once it was written and read."""
    return validate(next(iter(read(BytesIO(write_text(record).encode()))))).verdict
