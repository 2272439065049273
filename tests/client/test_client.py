"""`cgn.Client` against a service: lists, decks, tokens, and repeated removals."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import cgn
from client.answers import Stored
from client.client import Client
from client.live_table import OwnSeat
from client.protocol import Problem, Rejected
from engines.registry import load_game
from tests.cli.running import EXAMPLE
from tests.cli.serving import Served, served
from tests.cli.stub import Answer, stubbed, wired

DECK = load_game("triggs").deck_file.read_bytes().replace(b"copies = 9", b"copies = 10")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service whose pages have two entries."""
    with served(tmp_path_factory.mktemp("client"), max_page=2) as process:
        yield process


@pytest.fixture
def client(service: Served) -> Iterator[Client]:
    """A client with a new token of Ana's."""
    with Client(service.url, service.token()) as connected:
        yield connected


def test_a_token_with_a_line_end_is_refused_and_not_shown(service: Served) -> None:
    with pytest.raises(ValueError, match=r"no line ends") as refused:
        Client(service.url, "cgn_secret\n")
    assert "secret" not in str(refused.value)


def test_a_list_goes_on_over_its_pages(client: Client) -> None:
    made = [client.create_token().id for _ in range(5)]
    assert [token.id for token in client.tokens()][-5:] == made
    assert [token.id for token in client.tokens("ana")][-5:] == made


def test_a_deck_is_added_read_and_removed(client: Client) -> None:
    deck = client.add_deck(DECK)
    assert deck.game == "triggs"
    assert client.deck(deck.name) == DECK
    assert list(client.decks("triggs")) == [deck]
    assert list(client.decks("the_jam")) == []
    client.delete_deck(deck.name)
    assert list(client.decks()) == []


def test_what_a_client_uploads_again_is_stored_again(client: Client) -> None:
    def upload(visibility: str) -> Stored | Problem:
        ((_, outcome),) = client.upload(cgn.read(EXAMPLE), visibility)
        return outcome

    first = upload("private")
    assert isinstance(first, Stored)
    assert first.created
    client.delete(first.id)
    assert upload("private") == first
    assert [entry.id for entry in client.replays({"own": "1"})] == [first.id]
    assert upload("public") == replace(first, created=False, held=True)


def test_what_is_gone_after_a_lost_answer_was_removed(
    service: Served, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.connection.sleep", lambda _: None)
    deck = client.add_deck(DECK)
    with wired(service.port) as wire, Client(wire.url, service.token()) as lossy:
        wire.passing = [0]
        lossy.delete_deck(deck.name)
        assert list(client.decks()) == []
        with pytest.raises(Rejected) as refused:
            lossy.delete_deck(deck.name)
    assert refused.value.problem.kind == "not-found"


def test_an_answer_that_is_cut_anywhere_is_asked_for_again(
    service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.connection.sleep", lambda _: None)
    with stubbed(Answer(body=DECK)) as stub, wired(int(stub.url.rpartition(":")[2])) as wire:
        for passing in range(1, 200):
            wire.passing = [passing]
            with Client(wire.url) as client:
                assert client.deck("x") == DECK
    assert len(stub.requests) == 2 * 199
    with wired(service.port) as wire:
        for passing in range(1, 900, 7):
            wire.passing = [passing]
            with Client(wire.url) as client:
                assert client.games()


def test_a_seat_is_taken_again_with_what_was_saved_before_the_call(service: Served) -> None:
    header = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}
    with Client(service.url, service.token()) as owner:
        table = owner.create_table(header, deal=True)
    invitation = table.invitations["B"]
    with Client(service.url, invitation) as guest:
        saved = OwnSeat("ab" * 16, "cd" * 16)
        for _ in range(2):
            assert guest.table(table.id).sit("B", invitation, saved.token, saved.nonce) == saved
        with pytest.raises(Rejected):
            guest.table(table.id).sit("B", invitation)
    with Client(service.url, saved.token) as player:
        assert player.table(table.id).state.view == "B"


def test_a_table_goes_on_from_a_replay(service: Served) -> None:
    with Client(service.url, service.token()) as owner:
        ((_, stored),) = owner.upload(cgn.read(EXAMPLE))
        assert isinstance(stored, Stored)
        replay = stored.id
        origin = {"replay": replay, "ply": 3}
        table = owner.create_table({"seats": ["Cy", "Di"]}, origin=origin)
        assert (table.state.plies, table.state.players) == (3, ("Cy", "Di"))
        assert table.state.header["tags"] == {"From": f"{replay} 3"}


def test_the_moves_and_the_record_of_a_table_say_what_they_were_made_from(service: Served) -> None:
    header = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"], "seed": "at"}
    with Client(service.url, service.token()) as owner:
        table = owner.create_table(header)
        table.play("A", (table.legal().legal or ())[0])
        for answer in (table.legal(), table.record(), table.choices(["at:left"])):
            assert (answer.version, answer.plies) == (2, 1)


def test_the_choices_of_a_table_are_its_legal_moves_with_what_they_name(service: Served) -> None:
    header = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"], "seed": "taps"}
    with Client(service.url, service.token()) as owner:
        table = owner.create_table(header)
        found = table.choices().choices
        assert found is not None
        assert [one.move for one in found.moves] == [*(table.legal().legal or ())]
        keys = {thing.key for thing in found.things}
        assert {key for one in found.moves for key in one.things} == keys
        with Client(service.url) as anyone:
            assert anyone.table(table.id).choices().choices is None
        with pytest.raises(Rejected, match="at most 16 taps"):
            table.choices(["at:left"] * 17)


def test_a_client_gives_up_an_answer_that_stands_still(
    service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.connection.sleep", lambda _: None)
    said: list[str] = []
    with wired(service.port) as wire:
        wire.stalls, wire.passing = True, [10]
        with Client(wire.url, notify=said.append, timeout=0.1) as client:
            assert client.games()
    assert "no answer in time" in said[0]
    with pytest.raises(ValueError, match="positive"):
        Client(service.url, timeout=0)


def test_a_client_asks_through_its_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with (
        stubbed(Answer(body=b'{"games": []}')) as proxy,
        Client("http://cards.example", proxy=proxy.url) as client,
    ):
        assert client.games() == ()
    (request,) = proxy.requests
    assert request.path == "http://cards.example/v1/games"
    assert request.headers["User-Agent"].startswith(f"cgn/{cgn.__version__}")
