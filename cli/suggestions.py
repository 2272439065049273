"""Completes arguments for the shell: commands, games, codes, files, views."""

from pathlib import Path

from click import Context, Group, Parameter
from click.shell_completion import CompletionItem

from replays.many.paths import ENDINGS


def complete_command(context: Context, _: Parameter, incomplete: str) -> list[CompletionItem]:
    """The commands that begin with the text typed so far."""
    root = context.find_root().command
    names = root.list_commands(context) if isinstance(root, Group) else []
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def complete_game(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """The games that begin with the text typed so far."""
    from engines.registry import game_names  # noqa: PLC0415 - only for a shell that asks

    return [CompletionItem(name) for name in game_names() if name.startswith(incomplete)]


def complete_code(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """The error codes that begin with the text typed so far, each with its summary."""
    from engines.rulebook import every_code  # noqa: PLC0415 - only for a shell that asks

    return [
        CompletionItem(code, help=text.summary)
        for code, text in every_code().items()
        if code.startswith(incomplete)
    ]


def complete_view(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """The views that a record can have."""
    from notation.record import SEATS  # noqa: PLC0415 - only for a shell that asks

    views = ["all", *SEATS, "public"]
    return [CompletionItem(view) for view in views if view.startswith(incomplete)]


def complete_option(context: Context, _: Parameter, incomplete: str) -> list[CompletionItem]:
    """`Name=value` pairs for the options of the game earlier on the line."""
    from engines.registry import game_or_none  # noqa: PLC0415 - only for a shell that asks

    given = [context.params.get("game"), *context.args]
    game = next((game for name in given if name and (game := game_or_none(name))), None)
    if game is None:
        return []
    pairs = {
        f"{option.name}={value}": option.meaning
        for option in game.options
        for values in option.values.values()
        for value in values
    }
    return [CompletionItem(p, help=text) for p, text in pairs.items() if p.startswith(incomplete)]


def complete_file(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """Files of records that begin with the text typed so far, and folders.

    If there are none, the shell completes file names as usual.
    """
    return _files(incomplete, ENDINGS)


def complete_deck(_: Context, __: Parameter, incomplete: str) -> list[CompletionItem]:
    """Deck files and folders, as `complete_file` finds files of records."""
    return _files(incomplete, (".toml",))


def _files(incomplete: str, endings: tuple[str, ...]) -> list[CompletionItem]:
    folder, slash, start = incomplete.rpartition("/")
    try:
        entries = sorted(Path(f"{folder}{slash}" or ".").iterdir())
    except OSError:
        entries = []
    fitting = [e for e in entries if e.name.startswith(start) and (start or e.name[0] != ".")]
    folders = [entry for entry in fitting if entry.is_dir()]
    files = [entry for entry in fitting if entry.name.endswith(endings) and entry.is_file()]
    if not files and not folders:
        return [CompletionItem(incomplete, type="file")]
    if not files:
        return [CompletionItem(incomplete, type="dir")]
    names = [f"{entry.name}/" if entry in folders else entry.name for entry in files + folders]
    return [CompletionItem(f"{folder}{slash}{name}") for name in names]
