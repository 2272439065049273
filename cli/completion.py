"""`cgn completion`: prints the script that lets a shell complete the command line."""

import click
from click.shell_completion import get_completion_class


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
    click.echo(kind(main, {}, "cgn", "_CGN_COMPLETE").source())
