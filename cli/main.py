"""The `cgn` command: finds the subcommand, and imports only its file."""

import sys
from importlib import import_module
from typing import Any

import click
from click.exceptions import NoSuchCommand

from cli.failures import ensure_streams, reported

GROUPS = {
    "Look at a game": {
        "step": "Step through a game, move by move.",
        "show": "Draw one position of a game.",
        "open": "Step through a game in the browser.",
        "export": "Make one HTML file of a game, or a picture of it.",
        "review": "Say which plies of a game gave points away.",
    },
    "Check records": {
        "validate": "Check records against the rules.",
        "diff": "Show where two records or positions differ.",
        "fmt": "Rewrite records in their canonical form.",
        "explain": "Explain an error code.",
        "conformance": "Run a program against the conformance suite.",
        "differ": "Find a game in which a program differs from our engines.",
    },
    "Write a game down": {
        "new": "Begin the record of a game.",
        "record": "Write a game down while it is played.",
        "simulate": "Play complete games from a seed.",
        "complete": "Put cards in the place of unseen ones.",
        "redact": "Reduce records to what a seat, or everyone, saw.",
        "unseal": "Add the published seed to sealed records.",
    },
    "Let programs play": {
        "match": "Play bots against each other, each deal in every seating.",
        "bot": "Check that a bot keeps to the protocol.",
        "play": "Seat a bot at a table of a service.",
    },
    "Work with archives": {
        "table": "Make a table of records, one row each.",
        "filter": "Take the records that fit conditions.",
        "stats": "Count games, wins, lengths and points.",
        "split": "Share records out to many files.",
        "merge": "Put the records of many files into one.",
        "dedupe": "Find records that are there more than once.",
        "strip": "Take comments, times or names out of records.",
        "convert": "Convert records between text, JSON and JSON Lines.",
    },
    "Run and use a service": {
        "serve": "Store and serve replays over HTTP.",
        "store": "Look after a store of replays: check, backup, export, import.",
        "token": "Create, list and revoke tokens of the service.",
        "upload": "Send records to a service, which stores them.",
        "download": "Get replays from a service.",
    },
    "Add a game": {
        "new-game": "Write a package with a small game, to change it into yours.",
        "test-game": "Check that what holds in every game holds in one.",
    },
    "Help and editors": {
        "games": "List the games, or describe one.",
        "help": "Print the help of a command.",
        "completion": "Print the completion script of a shell.",
        "lsp": "Serve editors: errors, completions, positions while you type.",
    },
}
"""Every command with its summary, in the groups and the order of the help page."""

COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}
"""Every command with its summary. Each command has a file of its own."""

_FOLDERS = {
    **dict.fromkeys(("table", "filter", "split", "merge", "strip", "dedupe", "stats"), "archives"),
    **dict.fromkeys(("conformance", "differ"), "conformance"),
    "lsp": "lsp",
    **dict.fromkeys(("serve", "store", "token"), "serve"),
    **dict.fromkeys(("match", "bot"), "bots"),
    **dict.fromkeys(("new-game", "test-game"), "authors"),
    **dict.fromkeys(("upload", "download", "play"), "client"),
}
"""The folder of a command's file; the files of the others lie beside this one."""

_FILES = {"test-game": "check_game"}
"""The file of a command that is not called like it; pytest would take that one for a test."""

_EXTRAS = ("client", "lsp", "serve")
"""The folders whose commands need the extra of this name."""


class MissingExtra(click.ClickException):
    """A command needs libraries that are not installed. Exit code 2."""

    exit_code = 2

    def __init__(self, command: str, library: str, extra: str) -> None:
        super().__init__(
            f"`cgn {command}` needs {library}, which is not installed: pip install 'cgn[{extra}]'"
        )


class LazyGroup(click.Group):
    """A group that imports a command's file only when that command runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of the help page."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name. Raises NoSuchCommand if there is none.

        Raises MissingExtra if the libraries that it needs are not installed.
        """
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:  # a shell asks for completions
                return None
            raise NoSuchCommand(cmd_name, possibilities=COMMANDS, ctx=ctx)
        folder = _FOLDERS.get(cmd_name)
        name = _FILES.get(cmd_name, cmd_name.replace("-", "_"))
        path = f".{folder}.{name}" if folder else f".{name}"
        try:
            module = import_module(path, __package__)
        except ModuleNotFoundError as error:
            # A library that is not installed is missing as a whole: a module of a package that is
            # there, such as somebody's own `api`, is a mistake that no extra mends.
            if folder not in _EXTRAS or error.name is None or "." in error.name:
                raise
            raise MissingExtra(cmd_name, error.name, folder) from None
        command: click.Command = getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in their groups, without importing any."""
        del ctx
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:{width}}", text) for name, text in commands.items()])

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as click has it
        """Run the command line, to the last byte of its output. No failure is left uncaught."""
        ensure_streams()
        with reported():
            try:
                return super().main(*args, **kwargs)
            finally:
                sys.stdout.flush()

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:  # noqa: ANN401 - as click has it
        """As click does, but report failures our way."""
        with reported():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """As click does, but report failures our way."""
        with reported():
            return super().invoke(ctx)


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "show_default": True}
)
@click.version_option(None, "--version", "-V", package_name="cgn", message="cgn %(version)s")
def main() -> None:
    """Card Game Notation: write card games down, check them, replay them.

    \b
    Examples:
      cgn validate club/*.cgn
      cgn step game.cgn
      cgn simulate triggs --seats 3 --seed tuesday | cgn validate -

    Exit codes: 0 fine, 1 invalid records (diff: they differ), 2 usage or unreadable, 130 Ctrl-C.
    """
