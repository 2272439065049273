"""`cgn validate --fix`: mends mistakes in text files where only one correction fits."""

from collections.abc import Iterator
from io import BytesIO

import click

from cli.files import content_of, print_diff, rewrite
from cli.inputs import Inputs, Unreadable, is_stream
from engines.registry import Decks
from notation.read import Form, form_of, sniffed
from notation.render.visible import visible
from notation.split_records import chunks
from notation.text_reader import RawText, is_silent
from replays.mend import Mended, mend
from replays.validate import INVALID


def fix(inputs: Inputs, decks: Decks, *, diff: bool) -> int:
    """Mend each file in place; print each edit, and what no edit mends, on standard error.

    With `diff`, write nothing: print the lines that would change. Returns the number of records
    that change or stay invalid. Raises UsageError for standard input and services.
    """
    if any(map(is_stream, inputs.files)):
        raise click.UsageError(
            "--fix rewrites files: standard input and services cannot be rewritten"
        )
    found = 0
    for file in inputs.files:
        try:
            found += _fix(file, decks, diff=diff)
        except Unreadable as error:
            inputs.fail(error)
    return found


def _fix(file: str, decks: Decks, *, diff: bool) -> int:
    """Mend one file. Returns the number of its records that change or stay invalid."""
    old = content_of(file)
    if (form_of(file) or sniffed(BytesIO(old))[0]) is not Form.TEXT:
        raise Unreadable(
            f"{file}: --fix mends records in text, not in JSON; `cgn convert` writes them as text"
        )
    parts, found, number = list[bytes](), 0, 0
    for raw, mended in _mended(old, file, decks):
        parts.append(raw if mended is None else mended.raw)
        if mended is not None:
            number += 1
            found += bool(mended.edits) or mended.report.verdict == INVALID
            for edit in mended.edits:
                click.echo(f"{visible(file)}:{edit.start.line}: {visible(edit.title)}", err=True)
            if mended.report.problem is not None:
                told = "what is still wrong was left as it is: no correction of it is certain"
                click.echo(f"{visible(file)}: record {number}: {told}", err=True)
    new = b"".join(parts)
    if new == old:
        return found
    if diff:
        print_diff(file, old, new)
    else:
        rewrite(file, new)
    return found


def _mended(old: bytes, file: str, decks: Decks) -> Iterator[tuple[bytes, Mended | None]]:
    """The pieces of a file; a record comes with its mended form.

    Raises Unreadable if a record is too long to be read whole.
    """
    number = 0
    for chunk in chunks(BytesIO(old)):
        if chunk.overlong:
            raise Unreadable(f"{file}: record {number + 1} is too long to be mended")
        if is_silent(chunk):
            yield chunk.raw, None
        else:
            number += 1
            yield chunk.raw, mend(RawText(file, number, chunk), decks)
