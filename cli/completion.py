"""`cgn completion`: prints the script that lets a shell complete the command line."""

import click
from click.shell_completion import get_completion_class

_BASH = (
    ("local response", "local response completion type value"),
    (
        "COMPREPLY+=($value)",
        """COMPREPLY+=("$value")
            if [[ $value == */ || $value == *.cgn* ]]; then
                compopt -o filenames
            fi""",
    ),
)
"""What bash needs beyond click's script: no names left in the shell, and file names quoted."""


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    With it, Tab completes commands, options, games, codes of errors, and files of records.

    \b
    Examples:
      cgn completion bash >> ~/.bashrc
      cgn completion zsh >> ~/.zshrc
      cgn completion fish > ~/.config/fish/completions/cgn.fish
    """
    from cli.main import main  # noqa: PLC0415 - the group that finds this command

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"there is no completion for {shell}")
    script = kind(main, {}, "cgn", "_CGN_COMPLETE").source()
    if shell == "bash":
        for clicks, ours in _BASH:
            script = script.replace(clicks, ours)
    click.echo(script)
