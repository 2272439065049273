"""Reports failures of commands to the user: a line on standard error, never a traceback."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn, TextIO

import click
from click.exceptions import Exit, NoArgsIsHelpError

_UNUSABLE = 2
_INTERRUPTED = 128 + 2
"""The exit code after SIGINT."""
_READER_GONE = 128 + 13
"""The exit code after SIGPIPE."""

_LONGEST = 200
"""The most characters quoted of an exception, whose text may be long."""


@contextmanager
def reported() -> Iterator[None]:
    """Turn every failure into an exit code and, except for Ctrl-C and lost readers, a message.

    Click prints its own errors, which are made safe to print here. Ctrl-C and a lost reader end
    with 130 and 141, as in C programs; click would end with 1, which means invalid records.
    Unwritable output and internal errors end with 2; `python -X dev` shows the traceback of an
    internal error.
    """
    try:
        yield
    except (Exit, click.Abort, NoArgsIsHelpError):
        raise  # the message of the last is a help page
    except click.ClickException as error:
        from notation.render.visible import (  # noqa: PLC0415 - only for a failing call
            visible,
            without_secrets,
        )

        error.message = visible(without_secrets(error.message))  # type: ignore[misc] # click declares it final
        raise
    except KeyboardInterrupt:
        _silence(sys.stdout)
        _leave(_INTERRUPTED, "\n" if sys.stderr.isatty() else "")  # below the ^C of the terminal
    except BrokenPipeError:
        _leave(_READER_GONE)
    except OSError as error:
        _leave(_UNUSABLE, f"Error: cannot go on: {error.strerror or error}\n")
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        _leave(_UNUSABLE, _internal(error))


def ensure_streams() -> None:
    """Replace standard output and standard error, if they are closed, with /dev/null."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()


def _internal(error: Exception) -> str:
    """One line about an exception of ours or of a game's package: type, text and place."""
    from traceback import extract_tb  # noqa: PLC0415 - only for a failing call

    from engines.installed import package_of  # noqa: PLC0415 - as above
    from notation.render.visible import visible  # noqa: PLC0415 - as above

    frames = extract_tb(error.__traceback__)
    blamed = [(package_of(frame.filename), frame) for frame in reversed(frames)]
    package, place = next((found for found in blamed if found[0]), (None, frames[-1]))
    whose = f"the package {package} failed" if package else "internal error"
    report = "report it to its authors" if package else "please report it"
    file = "/".join(Path(place.filename).parts[-2:])
    text = visible(" ".join(str(error).split()), _LONGEST)
    raised = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return (
        f"cgn: {whose}: {raised} ({file}, line {place.lineno}); "
        f"{report} with the command and its input\n"
    )


def _leave(code: int, message: str = "") -> NoReturn:
    """Exit with this code, after writing the output so far and the message, if possible."""
    _flush_or_silence(sys.stdout)
    if message:
        with suppress(OSError):
            click.echo(message, err=True, nl=False)
    _flush_or_silence(sys.stderr)
    sys.exit(code)


def _flush_or_silence(stream: TextIO) -> None:
    try:
        stream.flush()
    except OSError:
        _silence(stream)


def _silence(stream: TextIO) -> None:
    """Discard the buffer of a stream, which Python would flush when it exits."""
    with suppress(OSError):  # a stream without a file holds nothing to discard
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")
