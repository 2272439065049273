"""`cgn play`: seats a bot at a table of a service."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from secrets import token_hex

import click

from cli.client.connect import Service, base_url, own_address, service_options
from cli.inputs import Unreadable
from client.client import Client
from client.live_table import LiveTable, OwnSeat
from client.protocol import Rejected
from client.table_answers import TableState
from notation.read import Form, read
from notation.record import SEATS
from notation.render.visible import visible
from notation.text_writer import write_ply
from replays.bots.messages import End
from replays.bots.program import Forfeit, Program
from replays.bots.program_seat import ProgramSeat
from replays.live.kinds import KINDS
from replays.local.table import Observation, Refused
from replays.store.live_model import MATCH_ID

_SECONDS, _LONGEST = 10.0, 3_600.0

_TABLE = re.compile(rf"(?:(https?://.+)/t/)?({MATCH_ID})(?:/[a-z]*)?(?:#([{SEATS}])\.(\S+))?")
"""The id of a table, the address of its page, or a link with an invitation."""


class _Overtaken(Exception):
    """Somebody changed the table while the bot was thinking."""


@click.command()
@click.argument("table")
@click.option("--seat", type=click.Choice(SEATS), help="Its seat.  [default: that of the link]")
@click.option("--bot", "command", metavar="COMMAND", help="The command that starts the bot.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.01, _LONGEST),
    default=_SECONDS,
    metavar="SECONDS",
    help="What it may take for a move.",
)
@service_options("--url", own_address())
def play(
    table: str, *, seat: str | None, command: str | None, seconds: float, service: Service
) -> None:
    """Seat a bot at a table of a service, and let it play to the end.

    TABLE is the id of a table, the address of its page, or the link with which a player was
    invited. The token is that of the seat, or an invitation; the link has one. The bot is a program
    as docs/bots.md describes it. Who sits down with an invitation gets a token of their own, which
    is kept in the settings of this user until the game ends, so that the same command goes on.

    \b
    Examples:
      cgn play https://cards.example/t/9f3c…/join#B.cgn_… --bot "python greedy.py"
      cgn play 9f3c… --seat B --bot ./mybot --url https://cards.example --token-file seat.txt

    Exit codes: 0 fine, 1 the bot does something wrong, 2 usage, or the service refuses.
    """
    found = _TABLE.fullmatch(table.strip())
    if found is None:
        raise click.BadParameter("this is no table: give its id, or a link", param_hint="TABLE")
    address, name, own_seat, invitation = found.groups()
    if address is not None:
        service = service.elsewhere(base_url(address))
    if command is None:
        raise click.UsageError(
            f"--bot is missing: people play in a browser, at {service.url}/t/{name}/play"
        )
    seat = seat or own_seat
    if seat is None or own_seat not in (None, seat):
        raise click.UsageError("--seat B says which seat the bot takes: that of its token or link")
    try:
        program = Program(command)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--bot") from None
    with program, _seated(service, name, seat, invitation) as live:
        if KINDS[live.state.kind].has_own_records:
            raise Unreadable("at this table players report their cards, which a bot does not have")
        try:
            program.begin()
            _Play(live, ProgramSeat(program), seconds).through()
        except Forfeit as forfeit:
            click.echo(visible(f"the bot stopped: {forfeit.reason}"), err=True)
            click.echo("The game is as it was: the same command goes on with it.", err=True)
            raise SystemExit(1) from None


@contextmanager
def _seated(service: Service, name: str, seat: str, invitation: str | None) -> Iterator[LiveTable]:
    """The table, as the token of the seat sees it; sits down first if that is to be done."""
    kept = _KeptSeat(name, seat)
    own = kept.read()
    token = invitation or service.token
    if own is None and token is None:
        raise click.UsageError(
            "playing needs the token of the seat, or an invitation: --token-file"
        )
    if own is None:
        with _connected(service, token) as client:
            live = client.table(name)
            if not any(one.seat == seat and not one.taken for one in live.state.seats):
                yield live
                return
            own = OwnSeat(token_hex(16), token_hex(16))
            kept.write(own)
            try:
                live.sit(seat, token or "", own.token, own.nonce)
            except Rejected:
                kept.remove()
                raise
    with _connected(service, own.token) as client:
        live = client.table(name)
        if any(one.seat == seat and not one.sent for one in live.state.seats):
            click.echo(f"{seat} sits down, and waits for the others", err=True)
            live.send_nonce(own.nonce)
        yield live
        if live.state.finished:
            kept.remove()


@contextmanager
def _connected(service: Service, token: str | None) -> Iterator[Client]:
    with Service(service.url, token, service.retries).connected(_note) as client:
        yield client


def _note(text: str) -> None:
    click.echo(visible(text), err=True)


class _KeptSeat:
    """The secrets of a seat that was taken with an invitation, in a file that only the user reads.

    They are written before the seat is taken: a lost answer would lose the seat.
    """

    def __init__(self, table: str, seat: str) -> None:
        self._path = Path(click.get_app_dir("cgn")) / "seats" / f"{table}-{seat}.json"

    def read(self) -> OwnSeat | None:
        """The secrets; None if there are none."""
        try:
            return OwnSeat(**json.loads(self._path.read_bytes()))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError):
            raise Unreadable(f"{self._path}: this is no seat; remove the file") from None

    def write(self, own: OwnSeat) -> None:
        """Keep the secrets. Raises Unreadable if that fails."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(self._path, "w", opener=_private) as file:
                json.dump({"token": own.token, "nonce": own.nonce}, file)
        except OSError as error:
            raise Unreadable(f"{self._path}: {error.strerror}") from None

    def remove(self) -> None:
        """Forget them."""
        with suppress(OSError):
            self._path.unlink()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


@dataclass(slots=True)
class _Play:
    """A bot at a table: it is asked whenever its seat is."""

    live: LiveTable
    seat: ProgramSeat
    seconds: float
    told: list[tuple[str, str]] = field(default_factory=list)
    """The plies that the bot knows of; none before the game was begun for it."""

    def through(self) -> None:
        """Play to the end of the game. Raises Forfeit."""
        begun = False
        for state in self.live.watch():
            if state.finished:
                self._end(state)
                return
            if not state.is_asked:
                continue
            try:
                seen = self.live.observe()
            except ValueError:
                continue  # it has ended meanwhile
            if not seen.legal:
                continue  # somebody was quicker: the next state says what is asked
            plies = [(ply.seat, ply.move) for ply in seen.record.moves]
            if not begun or plies[: len(self.told)] != self.told:  # plies were taken back
                self.seat.start(seen, self.seconds)
            begun, self.told = True, plies
            with suppress(_Overtaken):
                self.seat.move(seen, self._player(seen))

    def _player(self, seen: Observation) -> Callable[[str], None]:
        def play_move(move: str) -> None:
            try:
                state = self.live.play(seen.seat, move)
            except Rejected as rejected:
                raise _refusal(rejected) from None
            click.echo(f"{state.plies}. {seen.seat}: {visible(move)}")

        return play_move

    def _end(self, state: TableState) -> None:
        """Tell the bot how the game ended, and say it."""
        last: tuple[str, ...] = ()
        if state.replay is not None:
            record = next(iter(read(BytesIO(self.live.record(Form.TEXT).raw)))).record
            plies = () if record is None else record.moves[len(self.told) :]
            numbered = enumerate(plies, start=len(self.told) + 1)
            last = tuple([write_ply(ply, number) for number, ply in numbered])
        end = End(last, state.winners, state.scores, state.termination or "")
        self.seat.program.end(end)
        scores = ", ".join(["_" if score is None else str(score) for score in state.scores])
        winners = " and ".join(state.winners)
        click.echo(f"{winners or 'nobody'} won, with the scores {scores}")
        if state.replay is not None:
            click.echo(f"{self.live.url}/r/{state.replay}")


def _refusal(rejected: Rejected) -> Exception:
    """What a refused ply means for the bot, or else the refusal itself."""
    if rejected.status == HTTPStatus.PRECONDITION_FAILED:
        return _Overtaken()
    diagnostics = rejected.problem.diagnostics
    if diagnostics:
        return Refused(diagnostics[0].code, lambda: diagnostics[0])
    return rejected
