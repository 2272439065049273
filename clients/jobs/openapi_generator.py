"""The whole job with openapi-generator's client for Python."""

from os import environ
from pathlib import Path

from cgn_client import (
    ApiClient,
    ApiException,
    ChecksApi,
    Configuration,
    DecksApi,
    FramesApi,
    GameRecord,
    ImportsApi,
    ProblemBody,
    ReplaysApi,
)

EVENT = "openapi-generator-python"


def game(number: str, second: str = "draw right left") -> GameRecord:
    """A game of two plies."""
    made = GameRecord.from_dict(
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
    assert made is not None
    return made


def records(client: ApiClient) -> str:
    """Check, upload, upload again, and have one refused. The id of the one that is stored."""
    checked = ChecksApi(client).validate(game("1"))
    assert checked.records[0].verdict == "incomplete"
    replays = ReplaysApi(client)
    first = replays.upload_replay_with_http_info(game("1"))
    assert first.status_code == 201
    assert not replays.upload_replay(game("1")).created
    assert replays.upload_replay(game("2")).created
    refused = refusal(replays, game("3", "draw nowhere left"))
    assert refused.diagnostics is not None
    diagnostic = refused.diagnostics[0]
    assert (diagnostic.code, diagnostic.place.pointer) == ("cgn.argument", "/plies/1/move")
    return first.data.id


def refusal(replays: ReplaysApi, broken: GameRecord) -> ProblemBody:
    """Why a record is refused. Raises ValueError if it is not."""
    try:
        replays.upload_replay(broken)
    except ApiException as refused:
        if isinstance(refused.data, ProblemBody):
            return refused.data
        raise
    raise ValueError("a move that there is not was taken")


def reading(client: ApiClient, replay: str) -> None:
    """Get it as JSON and text, find it page by page, step through it, ask for legal moves."""
    replays, frames = ReplaysApi(client), FramesApi(client)
    assert len(replays.get_replay(replay).plies) == 2
    assert replays.get_replay_text(replay).startswith('[CGN "1"]')
    found: list[str] = []
    after: str | None = None
    while True:
        page = replays.list_replays(event=EVENT, finished=False, limit=1, after=after)
        found += [entry.id for entry in page.replays]
        after = page.next
        if after is None:
            break
    assert len(found) == 2
    assert replay in found
    for ply, frame in enumerate(frames.get_frames(replay).frames):
        assert frame.ply == ply
        assert any(zone.cards for zone in frame.zones)
    assert frames.get_frame(replay, 2, legal=True).legal


def many(client: ApiClient) -> None:
    """Import and export."""
    text = Path(environ["CGN_RECORDS"]).read_text(encoding="utf-8")
    lines = ImportsApi(client).import_replays(text, _content_type="text/vnd.cgn").lines
    stored, refused = lines
    assert stored.id is not None
    assert refused.diagnostics is not None
    assert refused.diagnostics[0].severity == "error"
    exported = ReplaysApi(client).export_replays(event=EVENT)
    assert exported.endswith("% complete: 2 records\n")


def decks(client: ApiClient) -> None:
    """Add a deck, find it, get it, and remove it."""
    api = DecksApi(client)
    raw = Path(environ["CGN_DECK"]).read_text(encoding="utf-8")
    name = api.add_deck(raw).name
    assert name in [deck.name for deck in api.list_decks(game="triggs").decks]
    assert bytes(api.get_deck(name)) == raw.encode()
    assert api.delete_deck_with_http_info(name).status_code == 204


def main() -> None:
    """Do it all."""
    settings = Configuration(host=environ["CGN_URL"], access_token=environ["CGN_TOKEN"])
    with ApiClient(settings) as client:
        replay = records(client)
        reading(client, replay)
        many(client)
        decks(client)


if __name__ == "__main__":
    main()
