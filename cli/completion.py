"""`cgn completion`: prints the script that lets a shell complete the command line."""

import click
from click.shell_completion import get_completion_class

_BASH = (
    (
        "local response",
        """local response completion type value word begun i words=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        if [[ $i -gt 0 && (${COMP_WORDS[i]} == = || ${COMP_WORDS[i - 1]} == =) ]]; then
            words[-1]+=${COMP_WORDS[i]}
        else
            words+=("${COMP_WORDS[i]}")
        fi
    done
    if [[ ${words[-1]} != "${COMP_WORDS[COMP_CWORD]}" ]]; then
        word=${words[-1]#--*=}
        begun=${word%"${word##*=}"}
    fi""",
    ),
    (
        'COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD',
        'COMP_WORDS="${words[*]}" COMP_CWORD=$((${#words[@]} - 1))',
    ),
    (
        "COMPREPLY+=($value)",
        """COMPREPLY+=("${value#"$begun"}")
            if [[ $value == */ || $value == *.cgn* ]]; then
                compopt -o filenames
            fi""",
    ),
)
"""Replacements in click's script for bash.

They make variables local and quote file names. Bash splits words at `=` and completes only the part
after it, so the script joins the words again, and leaves out the part that is there already.
"""


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    With it, Tab completes commands, options, games, error codes and files of records.

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
