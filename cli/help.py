"""`cgn help`: prints the help of a command, as its --help does."""

import click

from cli.suggestions import complete_command


@click.command()
@click.argument("command", nargs=-1, metavar="[COMMAND]", shell_complete=complete_command)
@click.pass_context
def help(context: click.Context, command: tuple[str, ...]) -> None:  # noqa: A001 - the command's name
    """Print the help of a command: the same as COMMAND --help.

    Without COMMAND, all commands are listed.

    \b
    Examples:
      cgn help
      cgn help show
      cgn help store export

    Exit codes: 0 fine, 2 there is no such command.
    """
    root = context.find_root()
    with root.command.make_context(root.info_name, [*command, "--help"]) as asked:
        root.command.invoke(asked)
