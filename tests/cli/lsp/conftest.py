"""An editor that talks to `cgn lsp`."""

from collections.abc import Iterator

import pytest

from tests.cli.lsp.client import URI, Client, connected


@pytest.fixture(scope="module")
def server() -> Iterator[Client]:
    with connected() as client:
        yield client


@pytest.fixture
def editor(server: Client) -> Iterator[Client]:
    """An editor in which no document is open."""
    yield server
    server.send("textDocument/didClose", {"textDocument": {"uri": URI}})
