"""`cgn play`: bots at the tables of a real service."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

import pytest

import cgn as library
from client.live_table import LiveTable
from tests.cli.running import ROOT, cgn
from tests.cli.serving import Served
from tests.replays.bots.programs import bot

HEADER = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"], "plies": []}
ANY = bot("import random; say(type='move', id=at, move=random.Random(at).choice(legal))")
GREEDY = f"{sys.executable} {ROOT / 'clients' / 'bots' / 'greedy.py'}"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("served") / "run.db")
    served.start()
    yield served
    served.kill()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings of a user of our own."""
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def token(service: Served) -> str:
    return service.token()


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "cgn", "play", *arguments]


def links(service: Served, table: LiveTable) -> list[str]:
    """The links of the seats."""
    return [
        f"{service.url}/t/{table.id}/join#{seat}.{secret}"
        for seat, secret in table.invitations.items()
    ]


def played(*commands: list[str], tokens: Sequence[str] = ()) -> list[tuple[int, str, str]]:
    """What commands that run at the same time print."""
    started = [
        subprocess.Popen(
            one,
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "CGN_TOKEN": token} if token else None,
        )
        for one, token in zip_longest(commands, tokens)
    ]
    done = []
    for process in started:
        out, err = process.communicate(timeout=240)
        done.append((process.returncode, out, err))
    return done


@pytest.mark.long
def test_two_bots_play_a_dealt_game_from_their_links(
    service: Served, token: str, home: Path
) -> None:
    with library.Client(service.url, token) as owner:
        table = owner.create_table({**HEADER, "game": "point_salad"}, deal=True)
        one, two = links(service, table)
        results = played(command(one, "--bot", GREEDY), command(two, "--bot", ANY))
        state = table.refresh()
    assert [code for code, _, _ in results] == [0, 0], results
    assert state.finished
    for _, out, err in results:
        assert err.startswith(("A sits down", "B sits down"))
        assert out.splitlines()[-1] == f"{service.url}/r/{state.replay}"
        assert re.match(r"[12]\. [AB]: ", out)
    assert list(home.rglob("*.json")) == []
    record = owner.replay(str(state.replay))
    checked = cgn("validate", "-", stdin=record)
    assert checked.stdout.startswith("<stdin>: valid (point_salad, ")


def test_a_bot_that_stops_leaves_the_game_and_goes_on_with_it(
    service: Served, token: str, tmp_path: Path
) -> None:
    once = f"""
        import random
        if at == 5 and not os.path.exists({str(tmp_path / "was")!r}):
            open({str(tmp_path / "was")!r}, "w").close()
            sys.exit(1)
        say(type="move", id=at, move=random.Random(at).choice(legal))
    """
    with library.Client(service.url, token) as owner:
        table = owner.create_table({**HEADER, "game": "point_salad"}, deal=True)
        one, two = links(service, table)
        other = subprocess.Popen(command(two, "--bot", ANY), cwd=ROOT, stdout=subprocess.DEVNULL)
        first = played(command(one, "--bot", bot(once)))[0]
        assert first[0] == 1
        assert "the bot stopped: it ended with exit code 1" in first[2]
        assert not table.refresh().finished
        again = played(command(table.id, "--seat", "A", "--bot", bot(once), "--url", service.url))
        assert again[0][0] == 0, again
        assert other.wait(60) == 0
        assert table.refresh().finished


def test_with_the_token_of_a_seat(service: Served, token: str) -> None:
    with library.Client(service.url, token) as owner:
        table = owner.create_table({**HEADER, "seed": "tuesday", "game": "point_salad"})
        tokens = [table.give_token(seat) for seat in "AB"]
        seats = [
            command(table.id, "--seat", seat, "--bot", ANY, "--url", service.url) for seat in "AB"
        ]
        assert [code for code, _, _ in played(*seats, tokens=tokens)] == [0, 0]
        assert table.refresh().finished


def test_an_observation_of_a_live_table_is_that_of_a_local_one(service: Served, token: str) -> None:
    with library.Client(service.url, token) as owner:
        table = owner.create_table({**HEADER, "seed": "tuesday"})
        with library.Client(service.url, table.give_token("B")) as guest:
            live, local = (
                guest.table(table.id),
                library.deal("triggs", ["Ana", "Bo"], seed="tuesday"),
            )
            for _ in range(6):
                seat = local.to_act or ""
                table.play(seat, local.legal()[0])
                local.play(local.legal()[0])
                seen, same = live.observe(), local.observe("B")
                for name in ("seat", "game", "due", "legal", "zones", "scores"):
                    assert getattr(seen, name) == getattr(same, name), name
                assert seen.record == same.record
                assert seen.frame.plies == local.plies


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("0" * 32, "--seat", "B"), "people play in a browser, at http://127.0.0.1:8000/t/000"),
        (("nonsense", "--bot", "x"), "this is no table: give its id, or a link"),
        (("0" * 32, "--bot", "x"), "--seat B says which seat the bot takes"),
        ((f"http://a.example/t/{'0' * 32}/join#B.x", "--seat", "A", "--bot", "x"), "--seat B says"),
        (("0" * 32, "--seat", "B", "--bot", "'"), "No closing quotation"),
        (("0" * 32, "--seat", "B", "--bot", "x"), "playing needs the token of the seat"),
    ],
)
def test_usage_errors(
    arguments: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CGN_TOKEN", "CGN_TOKEN_FILE", "CGN_URL"):
        monkeypatch.delenv(name, raising=False)
    found = cgn("play", *arguments)
    assert found.exit_code == 2
    assert message in found.stderr


def test_a_table_of_real_cards_is_no_table_for_bots(service: Served, token: str) -> None:
    with library.Client(service.url, token) as owner:
        table = owner.create_table(HEADER)
        seat = table.give_token("A")
    arguments = ("--seat", "A", "--bot", ANY, "--url", service.url, "--token", seat)
    found = cgn("play", table.id, *arguments)
    assert found.exit_code == 2
    assert "players report their cards" in found.stderr
