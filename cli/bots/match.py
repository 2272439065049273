"""`cgn match`: plays bots against each other, each deal in every seating."""

from collections.abc import Sequence
from contextlib import closing
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from secrets import token_hex

import click
from msgspec import to_builtins

from cli.decks import UserDecks
from cli.files import unwritable
from cli.inputs import Unreadable, why
from cli.jobs import jobs_option, none_dead
from cli.progress import Bar
from cli.setup import check_set_up, checked_seed, chosen_game, option_option
from cli.suggestions import complete_game
from engines.registry import title_of
from notation.read import Form, form_of
from notation.render.json import printable
from notation.render.visible import visible, width
from replays.bots.game import FORFEIT_TAG, Terms
from replays.bots.kept_games import KeptGames, OtherGames
from replays.bots.match import BotMatch, MatchGame, Unfit, introduced, play_match
from replays.bots.standings import SequentialTest, Standing, standings
from replays.local.built_in import BUILT_IN

_DEALS, _SECONDS, _SHARE = 50, 1.0, 0.55
_LONGEST = 3_600.0
_SEED_BYTES = 8


def _bots(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """The bots. Raises BadParameter for a command that no shell would split."""
    if len(given) < 2:  # noqa: PLR2004 - one cannot play
        raise click.BadParameter(f"a match needs two bots; built in are {', '.join(BUILT_IN)}")
    return given


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...", callback=_bots)
@click.option(
    "--game",
    "name",
    required=True,
    metavar="GAME",
    shell_complete=complete_game,
    help="What they play.",
)
@click.option(
    "--seats",
    type=click.IntRange(min=2),
    metavar="N",
    help="How many seats.  [default: one for each bot, or more if the game needs more]",
)
@click.option(
    "--deals",
    type=click.IntRange(1, 100_000),
    default=_DEALS,
    metavar="N",
    help="How many deals; each is played in every seating.",
)
@click.option(
    "--seed",
    callback=checked_seed,
    metavar="TEXT",
    help="The text that decides the deals.  [default: random, and printed]",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.01, _LONGEST),
    default=_SECONDS,
    metavar="SECONDS",
    help="What a program may take for a move.",
)
@click.option(
    "--sprt",
    "share",
    type=click.FloatRange(0.5, 1, min_open=True, max_open=True),
    is_flag=False,
    flag_value=_SHARE,
    metavar="[SHARE]",
    help="End once it is clear whether the first bot wins this share, or half."
    f"  [without SHARE: {_SHARE}]",
)
@jobs_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="How to print the standings.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Append each game to this file as it ends. Games that it has are not played again.",
)
@option_option
def match(  # noqa: PLR0913 - one for each option
    bots: tuple[str, ...],
    *,
    name: str,
    seats: int | None,
    deals: int,
    seed: str | None,
    seconds: float,
    share: float | None,
    jobs: int,
    form: str,
    output: Path | None,
    options: dict[str, str],
) -> None:
    """Play bots against each other, each deal in every seating.

    A BOT is the command of a program that speaks the protocol of docs/bots.md, or `sensible`,
    `random` or `strong`, which are built in; not all games have the last. As every bot plays the
    same deals from the same seats, the luck of the deal is shared; the errors printed are those of
    the means of deals.

    A bot that does not answer in time, answers wrongly, or ends forfeits its game, and goes on with
    the next. Every record is valid: a game that was forfeited says so in its tags Termination and
    Forfeit.

    The same command with the same --seed and -o goes on where it was stopped. What programs print
    on standard error is shown.

    \b
    Examples:
      cgn match "python greedy.py" sensible --game triggs --deals 5
      cgn match "node random.mjs" random --game triggs --seed s --jobs 2 -o match.cgn
      cgn match ./mybot "python greedy.py" --game point_salad --deals 5000 --sprt

    Exit codes: 0 fine, 2 usage, a bot that cannot be started, or FILE cannot be used.
    """
    game = chosen_game(name, UserDecks())
    seats = max(len(bots), game.seats[0]) if seats is None else seats
    check_set_up(game, seats, options)
    if share is not None and len(bots) != 2:  # noqa: PLR2004 - the test is of one against another
        raise click.UsageError("--sprt compares two bots")
    seed = token_hex(_SEED_BYTES) if seed is None else seed
    this = BotMatch(Terms(game.name, options, seconds), bots, seats, deals, seed)
    names = _introduced(this)
    play = _Play(this, None if output is None else _kept(output, this, names), share)
    play.through(names, jobs)
    if form == "json":
        _print_json(this, names, play)
        return
    _print_table(this, names, play)
    if share is not None:
        click.echo(_verdict(names[0], share, play))


def _introduced(this: BotMatch) -> tuple[str, ...]:
    try:
        return introduced(this)
    except Unfit as unfit:
        raise click.UsageError(visible(str(unfit))) from None


def _kept(output: Path, this: BotMatch, names: Sequence[str]) -> KeptGames:
    if form_of(output.name) is not Form.TEXT or output.suffix == ".gz":
        raise click.UsageError(f"-o: games are appended as text: let {output.name} end in .cgn")
    try:
        return KeptGames(output, this, names)
    except OtherGames as other:
        advice = "give the --seed, bots and options of the file, or name another file"
        raise Unreadable(f"{output}: {other}; {advice}") from None
    except OSError as error:
        raise Unreadable(why(output, error)) from None


class _Play:
    """Plays what is missing of a match, until a sequential test says that it is enough.

    Attributes:
        games: those that were played, by their rounds.
        verdict: what the test says; None if nothing yet.
    """

    def __init__(self, match: BotMatch, kept: KeptGames | None, share: float | None) -> None:
        self._match, self._kept = match, kept
        self._test = None if share is None else SequentialTest(share)
        self.games = {} if kept is None else dict(kept.games)
        for _, pairings in groupby(match.pairings(), attrgetter("deal")):
            self._count([pairing.round for pairing in pairings])

    @property
    def verdict(self) -> bool | None:
        """What the sequential test says."""
        return None if self._test is None else self._test.verdict

    def through(self, names: Sequence[str], jobs: int) -> None:
        """Play the games, in this number of processes."""
        bar, total = Bar(), self._match.deals * len(self._match.bots)
        if self._kept is not None and self.games:
            there, left = len(self.games), total - len(self.games)
            path = visible(str(self._kept.path))
            click.echo(f"{path} has {there:,} of {total:,} games; {left:,} are played", err=True)
        results = play_match(self._match, names, self.games, jobs)
        with closing(results), none_dead():
            while self.verdict is None and (game := next(results, None)) is not None:
                self._add(game)
                bar(len(self.games), total)
                if game.finished.loser is not None:
                    bar.note(f"{game.pairing.round}: {game.finished.record.tags[FORFEIT_TAG]}")
        bar.clear()

    def _add(self, game: MatchGame) -> None:
        if self._kept is not None:
            try:
                self._kept.add(game)
            except OSError as error:
                raise unwritable(self._kept.path, error) from None
        self.games[game.pairing.round] = game
        seatings = range(1, len(self._match.bots) + 1)
        self._count([f"{game.pairing.deal}.{seating}" for seating in seatings])

    def _count(self, rounds: Sequence[str]) -> None:
        """Let the test know of a deal, once it was played in every seating."""
        if self._test is not None and all(one in self.games for one in rounds):
            self._test.add([self.games[one] for one in rounds])


def _print_table(match: BotMatch, names: Sequence[str], play: _Play) -> None:
    games = list(play.games.values())
    if not games:
        return
    click.echo(
        f"{title_of(match.terms.game)}, {match.seats} seats: {len(games):,} games of"
        f" {len({game.pairing.deal for game in games}):,} deals, seed {match.seed}"
    )
    rows = [_HEAD, *[_row(names[row.bot], row) for row in standings(len(names), games)]]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for cells in rows:
        padded = [
            cell + " " * (room - width(cell)) for cell, room in zip(cells, widths, strict=True)
        ]
        click.echo("  ".join(padded).rstrip())
    if endless := _endless(games):
        click.echo(
            f"{endless:,} of {len(games):,} games did not end in {match.terms.max_plies:,} plies;"
            " the highest score won them"
        )


def _endless(games: Sequence[MatchGame]) -> int:
    """How many games were ended because they had too many plies."""
    ended = [game.finished for game in games if game.finished.loser is None]
    return sum(one.record.termination == "adjudicated" for one in ended)


_HEAD = ("bot", "games", "share of wins", "lead in points", "forfeits", "a move")


def _row(name: str, row: Standing) -> tuple[str, ...]:
    time = ""
    if row.move_seconds is not None and row.slowest is not None:
        time = f"{row.move_seconds * 1000:.1f} ms, at most {row.slowest * 1000:.0f}"
    share = f"{row.share:.1%}".replace("%", " %")
    return (
        name,
        f"{row.games:,}",
        share if row.share_error is None else f"{share} ± {row.share_error * 100:.1f}",
        f"{row.lead:+.2f}" + ("" if row.lead_error is None else f" ± {row.lead_error:.2f}"),
        f"{row.forfeits:,}",
        time,
    )


def _verdict(name: str, share: float, play: _Play) -> str:
    wins, half = f"a share of {share:g}", "half"
    if play.verdict is None:
        return f"It is not clear yet whether {name} wins {wins} or {half}."
    if not play.verdict:
        wins, half = half, wins
    return f"{name} wins {wins} rather than {half}."


def _print_json(match: BotMatch, names: Sequence[str], play: _Play) -> None:
    games = list(play.games.values())
    rows = standings(len(names), games) if games else ()
    found = {
        "game": match.terms.game,
        "seats": match.seats,
        "seed": match.seed,
        "games": len(games),
        "adjudicated": _endless(games),
        "sprt": play.verdict,
        "bots": [{"name": names[row.bot], **to_builtins(row)} for row in rows],
    }
    click.echo(printable(found))
