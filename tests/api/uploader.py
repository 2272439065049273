"""A process that uploads over HTTP: `python uploader.py PORT TOKEN NAME COUNT THREADS`.

It prints `ready`, then reads a record as text from standard input, in which `@` stands for the
name of an upload: the process's name and a number, or the number alone if its name is `same`. It
prints the status and id of each answer, and ends when the service no longer answers.
"""

import json
import os
import sys
from http.client import HTTPConnection, HTTPException
from threading import Thread

_PATIENCE = 30


def _send(port: int, token: str, bodies: list[bytes]) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "text/vnd.cgn"}
    for body in bodies:
        try:
            connection.request("POST", "/v1/replays", body, headers)
            answer = connection.getresponse()
            reply = json.loads(answer.read())
        except (OSError, HTTPException, ValueError):
            return
        os.write(1, f"{answer.status} {reply.get('id', reply)}\n".encode())


def main(port: str, token: str, name: str, count: str, threads: str) -> None:
    """Upload this many records with this many threads."""
    os.write(1, b"ready\n")
    text = sys.stdin.read()
    names = [str(number) if name == "same" else f"{name} {number}" for number in range(int(count))]
    bodies = [text.replace("@", each).encode() for each in names]
    shares = [bodies[first :: int(threads)] for first in range(int(threads))]
    working = [Thread(target=_send, args=(int(port), token, share)) for share in shares]
    for thread in working:
        thread.start()
    for thread in working:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
