"""A minimal editor that speaks the Language Server Protocol with `cgn lsp`."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any

from tests.cli.running import ROOT

URI = "file:///club/game.cgn"


@dataclass
class Client:
    """An editor connected to a server. `notes` keeps the server's notifications."""

    to: IO[bytes]
    back: IO[bytes]
    notes: list[dict[str, Any]] = field(default_factory=list)
    last_id: int = 0
    version: int = 0

    def send(self, method: str, params: object, **more: object) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params, **more}
        body = json.dumps(message).encode()
        self.to.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        self.to.flush()

    def receive(self) -> dict[str, Any]:
        size = 0
        while line := self.back.readline().strip():
            name, _, value = line.partition(b": ")
            assert name in (b"Content-Length", b"Content-Type"), line
            size = int(value) if name == b"Content-Length" else size
        assert size, "the server has gone"
        message: dict[str, Any] = json.loads(self.back.read(size))
        return message

    def ask(self, method: str, params: object) -> Any:  # noqa: ANN401 - as the protocol has it
        """Send a request, and return its result. Notifications in between are kept."""
        self.last_id += 1
        self.send(method, params, id=self.last_id)
        while (message := self.receive()).get("id") != self.last_id:
            self.notes.append(message)
        assert "error" not in message, message
        return message["result"]

    def note(self, method: str) -> Any:  # noqa: ANN401 - as the protocol has it
        """The parameters of the next notification with this method."""
        while True:
            for index, message in enumerate(self.notes):
                if message.get("method") == method:
                    return self.notes.pop(index)["params"]
            self.notes.append(self.receive())

    def open(self, text: str, uri: str = URI) -> None:
        self.version += 1
        item = {"uri": uri, "languageId": "cgn", "version": self.version, "text": text}
        self.send("textDocument/didOpen", {"textDocument": item})

    def change(self, text: str, uri: str = URI) -> None:
        self.version += 1
        document = {"uri": uri, "version": self.version}
        params = {"textDocument": document, "contentChanges": [{"text": text}]}
        self.send("textDocument/didChange", params)

    def diagnostics(self, uri: str = URI) -> list[dict[str, Any]]:
        """The diagnostics of the last text sent."""
        while True:
            params = self.note("textDocument/publishDiagnostics")
            if params["uri"] == uri and params.get("version") == self.version:
                diagnostics: list[dict[str, Any]] = params["diagnostics"]
                return diagnostics

    def at(self, method: str, line: int, character: int, uri: str = URI) -> Any:  # noqa: ANN401
        """Send a request about a place; lines count from 0."""
        place = {"line": line, "character": character}
        return self.ask(method, {"textDocument": {"uri": uri}, "position": place})

    def labels(self, line: int, character: int) -> list[str]:
        """The completions at a place."""
        return [item["label"] for item in self.at(COMPLETION, line, character)["items"]]

    def fixes(self, span: dict[str, Any], uri: str = URI) -> list[dict[str, Any]]:
        """The quick fixes for a range."""
        context = {"diagnostics": list[object]()}
        params = {"textDocument": {"uri": uri}, "range": span, "context": context}
        actions: list[dict[str, Any]] = self.ask("textDocument/codeAction", params)
        return actions

    def formatted(self, text: str, uri: str = URI) -> str:
        """The last text sent, after formatting."""
        options = {"tabSize": 4, "insertSpaces": True}
        params = {"textDocument": {"uri": uri}, "options": options}
        return applied(text, self.ask("textDocument/formatting", params))


COMPLETION = "textDocument/completion"
HOVER = "textDocument/hover"


@contextmanager
def connected(units: str | None = None, *, markdown: bool = True) -> Iterator[Client]:
    """An editor that counts columns in these units (None: it does not say), with its server.

    The server has to exit by itself with 0 and no output on standard error.
    """
    command = [sys.executable, "-m", "cgn", "lsp"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        client = Client(server.stdin, server.stdout)
        form = ["markdown"] if markdown else ["plaintext"]
        general = {} if units is None else {"positionEncodings": [units]}
        capabilities = {"textDocument": {"hover": {"contentFormat": form}}, "general": general}
        client.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        client.send("initialized", {})
        yield client
        client.ask("shutdown", None)
        client.send("exit", None)
        server.stdin.close()
        assert server.wait(60) == 0
        assert server.stderr.read() == b""


def offset(text: str, place: dict[str, int], codec: str = "utf-16-le", width: int = 2) -> int:
    """The index of the character at a place in the editor's units."""
    lines = text.split("\n")
    before = sum(len(line) + 1 for line in lines[: place["line"]])
    raw = lines[place["line"]].encode(codec)[: place["character"] * width]
    return before + len(raw.decode(codec))


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """Apply edits that do not overlap to a text."""
    for edit in sorted(edits, key=lambda edit: -offset(text, edit["range"]["start"])):
        start, end = (offset(text, edit["range"][end]) for end in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


def marked(text: str, diagnostic: dict[str, Any]) -> str:
    """The part of a text that a diagnostic marks."""
    span = diagnostic["range"]
    return text[offset(text, span["start"]) : offset(text, span["end"])]
