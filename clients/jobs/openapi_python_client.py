"""The whole job with openapi-python-client."""

from http import HTTPStatus
from io import BytesIO
from os import environ
from pathlib import Path

from cgn_client import AuthenticatedClient
from cgn_client.api.checks import validate
from cgn_client.api.decks import add_deck, delete_deck, get_deck, list_decks
from cgn_client.api.frames import get_frame, get_frames
from cgn_client.api.imports import import_replays
from cgn_client.api.replays import (
    export_replays,
    get_replay,
    get_replay_text,
    list_replays,
    upload_replay,
)
from cgn_client.models import (
    DeckPage,
    Film,
    GameRecord,
    Imported,
    ProblemBody,
    ReplayPage,
    Stored,
    Validation,
    ViewedFrame,
)
from cgn_client.types import UNSET, File, Unset

EVENT = "openapi-python-client"


def game(number: str, second: str = "draw right left") -> GameRecord:
    """A game of two plies."""
    return GameRecord.from_dict(
        {
            "cgn": 1,
            "game": "triggs",
            "rules": "1",
            "seats": ["Ana", "Bo"],
            "seed": "tuesday-7",
            "tags": {"Event": EVENT, "Round": number},
            "plies": [{"seat": "A", "move": "draw right left"}, {"seat": "B", "move": second}],
        }
    )


def records(client: AuthenticatedClient) -> str:
    """Check, upload, upload again, and have one refused. The id of the one that is stored."""
    checked = validate.sync(client=client, body=game("1"))
    assert isinstance(checked, Validation)
    assert checked.records[0].verdict == "incomplete"
    first = upload_replay.sync_detailed(client=client, body=game("1"))
    assert first.status_code == HTTPStatus.CREATED
    assert isinstance(first.parsed, Stored)
    again = upload_replay.sync(client=client, body=game("1"))
    assert isinstance(again, Stored)
    assert not again.created
    assert isinstance(upload_replay.sync(client=client, body=game("2")), Stored)
    refused = upload_replay.sync(client=client, body=game("3", "draw nowhere left"))
    assert isinstance(refused, ProblemBody)
    assert not isinstance(refused.diagnostics, Unset)
    diagnostic = refused.diagnostics[0]
    assert (diagnostic.code, diagnostic.place.pointer) == ("cgn.argument", "/plies/1/move")
    return first.parsed.id


def reading(client: AuthenticatedClient, replay: str) -> None:
    """Get it as JSON and text, find it page by page, step through it, ask for legal moves."""
    read = get_replay.sync(replay, client=client)
    assert isinstance(read, GameRecord)
    assert len(read.plies) == 2
    text = get_replay_text.sync(replay, client=client)
    assert isinstance(text, str)
    assert text.startswith('[CGN "1"]')
    found: list[str] = []
    after: str | Unset = UNSET
    while True:
        page = list_replays.sync(client=client, event=EVENT, finished=False, limit=1, after=after)
        assert isinstance(page, ReplayPage)
        found += [entry.id for entry in page.replays]
        if page.next_ is None:
            break
        after = page.next_
    assert len(found) == 2
    assert replay in found
    film = get_frames.sync(replay, client=client)
    assert isinstance(film, Film)
    for ply, frame in enumerate(film.frames):
        assert frame.ply == ply
        assert any(zone.cards for zone in frame.zones)
    last = get_frame.sync(replay, 2, client=client, legal=True)
    assert isinstance(last, ViewedFrame)
    assert last.legal


def many(client: AuthenticatedClient, replay: str) -> None:
    """Import and export."""
    imported = import_replays.sync(client=client, body=game("1"))
    assert isinstance(imported, Imported)
    assert imported.lines[0].id == replay
    refused = import_replays.sync(client=client, body=game("3", "draw nowhere left"))
    assert isinstance(refused, Imported)
    assert not isinstance(refused.lines[0].diagnostics, Unset)
    assert refused.lines[0].diagnostics[0].code == "cgn.argument"
    exported = export_replays.sync(client=client, event=EVENT)
    assert isinstance(exported, str)
    assert exported.endswith("% complete: 2 records\n")


def decks(client: AuthenticatedClient) -> None:
    """Add a deck, find it, get it, and remove it."""
    raw = Path(environ["CGN_DECK"]).read_bytes()
    added = add_deck.sync(client=client, body=File(BytesIO(raw)))
    assert added is not None
    assert not isinstance(added, ProblemBody)
    listed = list_decks.sync(client=client, game="triggs")
    assert isinstance(listed, DeckPage)
    assert added.name in [deck.name for deck in listed.decks]
    file = get_deck.sync(added.name, client=client)
    assert isinstance(file, File)
    assert file.payload.read() == raw
    gone = delete_deck.sync_detailed(added.name, client=client)
    assert gone.status_code == HTTPStatus.NO_CONTENT


def main() -> None:
    """Do it all."""
    url, token = environ["CGN_URL"], environ["CGN_TOKEN"]
    with AuthenticatedClient(base_url=url, token=token) as client:
        replay = records(client)
        reading(client, replay)
        many(client, replay)
        decks(client)


if __name__ == "__main__":
    main()
