"""Writes generated pages and parts of pages, such as errors.md and the address in SECURITY.md.

It also writes the widths of the letters in pictures, out of the fonts beside them.
"""

import tomllib
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from textwrap import fill
from typing import Any

from click import Context, Group
from fontTools.ttLib import TTFont  # type: ignore[import-untyped] # it has no types
from msgspec.json import encode

from api.checking.upload_jobs import FILES
from api.http.request_bodies import LOG, OF_A_TABLE, SMALL
from api.moving_pictures import AT_ONCE, MOST_BYTES
from api.problem_types import TYPES
from api.schemas import MAX_KEY
from api.server.http_server import HEAD, LISTED, LISTS
from api.settings import declared
from cli.main import GROUPS
from cli.main import main as cgn
from conformance.broken_records import content, examples
from engines.deck import MAX_DECK, MAX_DECK_TEXT
from engines.registry import GAMES, load_game
from engines.rulebook import Rule, every_rule
from notation.codes import CODES
from notation.diagnostics import BRIEF_EDIT, Diagnostic
from notation.grammar import MAX_DEPTH, MAX_JSON, MAX_LINE, MAX_RECORD, MAX_TAGS
from notation.read import read
from notation.render.text import render_text
from notation.render.visible import masked
from pages.svg import MOST_PLIES
from replays.store.model import KEY_LIFE, MAX_SAME_GAME
from replays.store.query import MAX_NAME, MAX_TAG, MAX_TEXT
from replays.store.sql.guest_writes import DAY, MOST_RUNNING
from replays.store.sql.guests import KEPT
from replays.validate import validate

HERE = Path(__file__).parent
PICTURES = HERE.parent / "pages" / "svg"

_LONGEST = 24
_AROUND = 3
_WIDEST = 100

_INTRODUCTION = """# Errors

This page explains every error code, with a broken example and its diagnostic. The examples are in
`conformance/broken/`; codes that only a service uses have no example. `…` stands for lines, or
parts of a line, that are left out here. In JSON, the place is a JSON pointer. `cgn explain CODE`
prints the same explanation.

`make docs` writes this page, and a test runs every example.
"""

_COMMANDS = """# Commands

The help of every command, as `cgn help COMMAND` prints it. `make docs` writes this page, and a
test runs the examples.
"""

_FIXED = {
    "bytes of a record, in text": MAX_RECORD,
    "bytes of a record, in JSON": MAX_JSON,
    "bytes of a line of text": MAX_LINE,
    "variations within variations": MAX_DEPTH,
    "options and free tags of a record": MAX_TAGS,
    "bytes of a deck": MAX_DECK,
    "characters of a text in a deck, except its source": MAX_DECK_TEXT,
    "characters of a text to search for (`q`)": MAX_TEXT,
    "characters of the name of a tag in a query": MAX_TAG,
    "characters of any other text in a query": MAX_NAME,
    "bytes of the request line and the headers together": HEAD,
    f"bytes of each of the headers {', '.join(LISTS)}": LISTED,
    "bytes of a JSON body that holds neither a record nor a table": SMALL,
    "bytes of the body of a new table, or of a call at one": OF_A_TABLE,
    "bytes of a log that is pasted on a page": LOG,
    "plies of a moving picture": MOST_PLIES,
    "moving pictures that are drawn at once": AT_ONCE,
    "bytes of pictures, for moving ones, that are kept on disk": MOST_BYTES,
    "running tables of all guests together": MOST_RUNNING,
    "seconds without an event after which the table of a guest ends": DAY,
    "seconds after its end until it is erased, with its replay": KEPT,
    "files of a form that adds games": FILES,
    "characters that an edit in an answer writes": BRIEF_EDIT,
    "characters of an Idempotency-Key": MAX_KEY,
    "seconds for which an Idempotency-Key is remembered": KEY_LIFE,
    "replays listed in `same_game`": MAX_SAME_GAME,
}
"""The limits of the service that are not settings."""

_HEADER = {"CGN", "Game", "Rules", "A", "B", "Seed"}
"""The tags that most examples begin with. They are left out unless the error is there."""


def diagnose(example: Mapping[str, Any]) -> Diagnostic | None:
    """The error of the example, or its warning if it is an example of one."""
    readings = list(read(BytesIO(content(example)), example["file"]))
    report = validate(readings[example.get("record", 1) - 1])
    return report.warnings[0] if example.get("warning") else report.problem


def errors_page() -> str:
    """The page of all error codes."""
    rules = every_rule()
    titles = {"cgn": "The format", **{game: load_game(game).title for game in GAMES}}
    codes = {
        room: [code for code in [*CODES, *rules] if code.startswith(f"{room}.")] for room in titles
    }
    lines = [_INTRODUCTION]
    for room, title in titles.items():
        lines.append(_prose(f"{title}: {' · '.join(map(_link, codes[room]))}"))
    for room, title in titles.items():
        lines.append(f"## {title}\n")
        for code in codes[room]:
            lines += _section(code, rules)
    return "\n".join(lines)


def _link(code: str) -> str:
    """A link to the section of the code, in the way headings are anchored."""
    return f"[{code.partition('.')[2]}](#{code.replace('.', '')})"


def _section(code: str, rules: dict[str, Rule]) -> Iterator[str]:
    yield f"### {code}\n"
    if code in CODES:
        yield _prose(f"{_sentence(CODES[code].summary)} {CODES[code].explanation}")
    else:
        rule = rules[code]
        cited = f"(Section {rule.number} of the rules: {rule.section}.)"
        yield _prose(f"{_sentence(rule.sentence)} {cited}")
    matching = [example for example in examples() if example["code"] == code]
    if not matching:  # a code that only a service uses
        return
    first, *others = matching
    yield f"{first['why']}\n"
    yield f"```{_kind(first)}\n{_source(first)}\n```\n"
    problem = diagnose(first)
    if problem is not None:
        yield f"```text\n{_shortened(render_text(problem, more=False))}\n```\n"
    if others:
        yield "More examples:\n"
        yield from (f"- `{other['file']}`{_place(other)}: {other['why']}" for other in others)
        yield ""


def _prose(text: str) -> str:
    return fill(text, _WIDEST, break_on_hyphens=False, break_long_words=False) + "\n"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _shortened(text: str) -> str:
    """A diagnostic whose second line is cut, because its pointer may be long."""
    first, place, *rest = text.split("\n")
    return "\n".join([first, _cut(place), *rest])


def _place(example: dict[str, Any]) -> str:
    if "pointer" in example:
        return f" at `{_cut(example['pointer'])}`" if example["pointer"] else ""
    return f", {example['line']}:{example['column']}"


def _kind(example: dict[str, Any]) -> str:
    return "json" if ".json" in example["file"] else "cgn-broken"


def _source(example: dict[str, Any]) -> str:
    """The example's text, in short: long lines cut, and only what is near the place."""
    text = content(example).decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n")
    lines = [_cut(masked(line)) for line in text.rstrip("\n").split("\n")]
    at = example.get("line", 1) - 1
    if len(lines) > _LONGEST:
        lines = _near(lines, at)
    return "\n".join(_without_header(lines, at))


def _near(lines: list[str], at: int) -> list[str]:
    """The first lines, and those around the place `at`."""
    head, start, stop = lines[: 2 * _AROUND], max(at - _AROUND, 0), at + _AROUND + 1
    if start <= len(head):
        return [*lines[: max(len(head), stop)], "…"]
    return [*head, "…", *lines[start:stop], *(["…"] if stop < len(lines) else [])]


def _without_header(lines: list[str], at: int) -> list[str]:
    """The lines without the usual header, if the place `at` is below it."""
    size = len(_HEADER)
    if at < size or {line[1:].partition(" ")[0] for line in lines[:size]} != _HEADER:
        return lines
    return lines[size:] if lines[size] == "…" else ["…", *lines[size:]]


def _cut(line: str) -> str:
    return line if len(line) <= _WIDEST else f"{line[: _WIDEST - 1]}…"


def moves_table(game: str) -> str:
    """The moves of a game, from their declarations."""
    specs = load_game(game).moves.specs
    lines = ["| move | meaning | examples |", "|---|---|---|"]
    for spec in specs:
        shown = ", ".join(f"`{example}`" for example in spec.examples)
        lines.append(f"| `{spec.usage}` | {spec.meaning} | {shown} |")
    lines += ["", "Each move as a regular expression, whole and with single spaces:", ""]
    lines += ["```", *(spec.pattern for spec in specs), "```"]
    return "\n".join(lines)


def notation_page() -> str:
    """The page of the notation, with its tables of moves rewritten."""
    return _rewritten("notation.md", {f"moves: {game}": moves_table(game) for game in GAMES})


def settings_table() -> str:
    """Every setting of the service, from its declaration."""
    lines = [
        "| flag | variable | default | from | to | what it is for |",
        "|---|---|---|---|---|---|",
    ]
    for setting in declared():
        default = setting.default
        shown = f"{default:,}" if type(default) is int else f"`{str(default).lower()}`"
        low, high = ("" if end is None else f"{end:,}" for end in (setting.low, setting.high))
        names = f"`{setting.flag}` | `{setting.variable}`"
        lines.append(f"| {names} | {shown} | {low} | {high} | {setting.help} |")
    return "\n".join(lines)


def limits_table() -> str:
    """Every limit of the service that is not a setting."""
    lines = ["| limit | at most |", "|---|---|"]
    lines += [f"| {what} | {most:,} |" for what, most in _FIXED.items()]
    return "\n".join(lines)


def problems_table() -> str:
    """Every type of problem that the service answers."""
    rows = (f"| {kind.status} | `{kind.name}` | {kind.meaning} |" for kind in TYPES.values())
    return "\n".join(["| status | type | meaning |", "|---|---|---|", *rows])


def service_page() -> str:
    """The page of the service, with its tables of problems and limits rewritten."""
    tables = {
        "problems": problems_table(),
        "settings": settings_table(),
        "limits": limits_table(),
    }
    return _rewritten("service.md", tables)


def commands_page() -> str:
    """The page of all commands: the help of each, as `cgn help` prints it, 80 columns wide."""
    root = Context(cgn, info_name="cgn", terminal_width=80, **cgn.context_settings)
    parts = [_COMMANDS]
    for title, commands in GROUPS.items():
        parts.append(f"## {title}\n")
        for name in commands:
            parts += _helps(cgn, name, root)
    return "\n".join(parts)


def _helps(group: Group, name: str, parent: Context) -> Iterator[str]:
    """The help of a command, and of those below it. Raises KeyError if there is none."""
    command = group.get_command(parent, name)
    if command is None:
        raise KeyError(name)
    context = Context(command, parent=parent, info_name=name)
    yield f"### {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, Group):
        for one in command.list_commands(context):
            yield from _helps(command, one, context)


def letter_widths() -> str:
    """For each font of pictures, by its weight, how wide letters are in thousandths of the size."""
    found = {
        font.stem.partition("-")[2]: _widths_in(font) for font in sorted(PICTURES.glob("*.ttf"))
    }
    return encode(found, order="deterministic").decode().replace("},", "},\n") + "\n"


def _widths_in(file: Path) -> dict[str, int]:
    font = TTFont(file)
    em, advances = font["head"].unitsPerEm, font["hmtx"]
    letters = font.getBestCmap().items()
    return {chr(code): round(1000 * advances[name][0] / em) for code, name in letters}


def security_page() -> str:
    """The page that says where to report a vulnerability: at the address in pyproject.toml."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return _rewritten("../SECURITY.md", {"address": f"<{project['urls']['Homepage']}>"})


def _rewritten(page: str, tables: Mapping[str, str]) -> str:
    """A page with the tables between its marks, by their names, replaced by these."""
    text = (HERE / page).read_text(encoding="utf-8")
    for name, table in tables.items():
        head, start, rest = text.partition(f"<!-- {name} -->\n")
        _, end, tail = rest.partition("<!-- end -->")
        text = f"{head}{start}\n{table}\n\n{end}{tail}"
    return text


def main() -> None:
    """Write the generated pages and parts of pages."""
    pages = {
        "commands.md": commands_page(),
        "errors.md": errors_page(),
        "notation.md": notation_page(),
        "service.md": service_page(),
        "../SECURITY.md": security_page(),
        "../pages/svg/widths.json": letter_widths(),
    }
    for name, text in pages.items():
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
