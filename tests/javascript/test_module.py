"""The JavaScript module follows the specification, and agrees with the Python library."""

import json
import re
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings

import cgn
from cli.conformance.facts import differences
from cli.conformance.result import Result
from cli.conformance.suite import cases
from docs.typescript import DECLARATIONS, declarations
from engines.registry import GAMES, load_game
from tests.cli import running
from tests.cli.serving import served
from tests.docs.blocks import ROOT, titled
from tests.javascript.conftest import Node
from tests.notation.building import EXAMPLE, records
from tests.notation.test_nasty_input import DOCUMENT, LONG, edits
from tests.tries import tries

FOLDER = ROOT / "clients" / "js"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
FILES = sorted([*FOLDER.glob("*.js"), *FOLDER.glob("src/*.js")])
BLOCKS = titled("js", README)
SHARED = settings(tries(15), suppress_health_check=[HealthCheck.function_scoped_fixture])
SYNTAX = "cgn.json-syntax"


LEVELS = ("reader", "places", "shuffles")


def test_the_module_conforms_at_its_levels(node: Node) -> None:
    differing = {
        case.name: found
        for case in cases(levels=LEVELS)
        if (found := list(differences(case.expected, node.answers(case.name, case.raw))))
    }
    assert differing == {}


def test_its_page_shows_what_the_command_prints() -> None:
    result = Result(cases(levels=LEVELS), whole=True, every=False)
    words = " ".join(f"--level {level}" for level in LEVELS)
    assert f"$ cgn conformance {words} -- node clients/js/conformance.js\n{result.text()}" in README


@pytest.mark.usefixtures("node")
def test_its_program_answers_the_command() -> None:
    levels = [word for level in LEVELS for word in ("--level", level)]
    only = ("--only", "broken/json-t*", "--only", "pairs/many.cgn", "--only", "shuffles")
    program = ("node", FOLDER / "conformance.js")
    result = running.cgn("conformance", *levels, *only, "--", *program)
    assert result.stdout.endswith("The program conforms.\n")
    assert [line.split()[0] for line in result.stdout.splitlines()[:-1]] == list(LEVELS)


@given(record=records())
@SHARED
def test_a_record_is_spelled_as_by_the_library(record: cgn.Record, node: Node) -> None:
    forms = (cgn.Form.TEXT, cgn.Form.JSON, cgn.Form.JSON_LINES)
    spelled = [cgn.write(record, form) for form in forms]
    (answer,) = node.answers("", spelled[0].encode())
    assert answer["digest"] == cgn.record_digest(record)
    for text in spelled:
        text_again, *json_again = node("spell", text=text)
        assert text_again == spelled[0]
        assert list(map(json.loads, json_again)) == list(map(json.loads, spelled[1:]))


def expected_of(reading: cgn.Reading) -> dict[str, Any]:
    """The library's answer, as far as the specification settles it."""
    if reading.record is not None:
        return {"digest": cgn.record_digest(reading.record)}
    assert reading.problem is not None
    place = reading.problem.place
    if place.pointer is not None:
        return {"code": reading.problem.code, "pointer": place.pointer}
    return {"code": reading.problem.code, "line": place.line, "column": place.column}


def comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """The module's answer, reduced in the same way."""
    if "digest" in answer:
        return {"digest": answer["digest"]}
    if "pointer" in answer:
        return {"code": answer["code"], "pointer": answer["pointer"]}
    return answer


def is_settled(problem: dict[str, Any]) -> bool:
    """Whether the specification settles the place; it leaves near names open."""
    return problem.get("code") != "cgn.missing-tag"


def check_alike(name: str, raw: bytes, node: Node) -> None:
    expected = [expected_of(reading) for reading in cgn.read(BytesIO(raw), name)]
    answers = [comparable(answer) for answer in node.answers(name, raw)]
    assert [one for one in answers if is_settled(one)] == list(filter(is_settled, expected))
    assert [one.get("code") for one in answers] == [one.get("code") for one in expected]


@given(text=edits(EXAMPLE))
@SHARED
def test_a_mistake_in_text_is_found_where_the_library_finds_it(text: str, node: Node) -> None:
    check_alike("a.cgn", text.encode(errors="replace"), node)


@given(text=edits(DOCUMENT))
@SHARED
def test_a_mistake_in_json_is_found_where_the_library_finds_it(text: str, node: Node) -> None:
    check_alike("a.cgn.json", text.encode(errors="replace"), node)


SHUFFLED = ["~: deck 7 3 -> 7 x_y 3", "~: deck 7 3 -> 7 3", "~: deck 7 3 -> 7 *"]


@pytest.mark.parametrize("line", [*SHUFFLED, *LONG], ids=range(len(SHUFFLED) + len(LONG)))
def test_a_nasty_line_is_read_alike_in_no_time(line: str, node: Node) -> None:
    head = '[CGN "1"]\n[Game "g"]\n[Rules "1"]\n[A "a"]\n[B "b"]\n\n'
    check_alike("a.cgn", (head + line + "\n").encode(), node)


def test_the_module_knows_the_games_own_decks(node: Node) -> None:
    for name in GAMES:
        deck = load_game(name).deck
        for named in (deck.name, deck.digest):
            record = cgn.Record(game=name, rules="1", seats=("a", "b"), plies=(), deck=named)
            (answer,) = node.answers("", cgn.write(record).encode())
            assert answer["canonical"] == cgn.canonical_text(record)


def checked(block: str) -> str:
    """A script that runs a block, and throws unless each value is that of its comment."""
    script = re.sub(r'^import .* from "cgn";\n', "", block, flags=re.MULTILINE)
    return re.sub(r"^(?!const |for )(.+); // (.+)$", r"check(\1, \2);", script, flags=re.MULTILINE)


CHECK = """
const check = (value, expected) => {
  if (JSON.stringify(value) !== JSON.stringify(expected)) {
    throw new Error(`${JSON.stringify(value)} is not ${JSON.stringify(expected)}`);
  }
};
"""


def test_the_examples_of_the_page_hold(node: Node, tmp_path: Path) -> None:
    script = CHECK + "\n".join(checked(block) for _, block in BLOCKS)
    assert script.count("check(") > 15
    with served(tmp_path) as service:
        environment = {"url": service.url, "token": service.token()}
        node("run", script=script, given=environment)


@pytest.mark.parametrize("body", ["<html>", "null", "[]", "{}"])
def test_a_refusal_that_explains_nothing_is_named_by_its_status(node: Node, body: str) -> None:
    script = """
    const fetch = async () => new Response(body, { status: 502 });
    return new Service("", { fetch, retries: 0 }).get("x").catch((error) => error.message);
    """
    assert node("run", script=script, given={"body": body}) == "the service answers with 502"


def test_a_request_is_sent_again_after_a_temporary_failure(node: Node) -> None:
    script = """
    const cut = () => new Response(new ReadableStream({ start: (s) => s.error(new Error("cut")) }));
    const busy = () => new Response("{}", { status: 503, headers: { "Retry-After": "0" } });
    const good = () => new Response('{"replays": [{"id": "a"}]}');
    const answers = [cut, busy, good];
    let asked = 0;
    const fetch = async () => answers[asked++]();
    const found = [];
    for await (const replay of new Service("", { fetch }).list()) found.push(replay.id);
    asked = 0;
    const refused = await new Service("", { fetch, retries: 1 }).frames("x").catch((e) => e.status);
    return [found, refused, asked];
    """
    assert node("run", script=script) == [["a"], 503, 2]


def test_a_change_that_was_lost_is_sent_again_for_the_same_version(node: Node) -> None:
    script = """
    const sent = [];
    const state = (version) => JSON.stringify({ id: "t", version, plies: 0, finished: false });
    const answers = [
      () => new Response(state(3)),
      () => new Response("{}", { status: 503, headers: { "Retry-After": "0" } }),
      () => new Response(state(4)),
      () => new Response("{}", { status: 412 }),
      () => new Response(state(9)),
    ];
    const fetch = async (url, { method, headers }) => {
      sent.push([method, url, headers["If-Match"] ?? ""]);
      return answers.shift()();
    };
    const table = await new Service("", { fetch }).table("t");
    await table.play("A", "draw left left");
    const refused = await table.takeBack(0).catch((error) => error.status);
    return [sent, refused, table.state.version];
    """
    sent, refused, version = node("run", script=script)
    plies, takebacks = "/v1/tables/t/plies", "/v1/tables/t/takebacks"
    assert sent == [
        ["GET", "/v1/tables/t", ""],
        ["POST", plies, '"v3"'],
        ["POST", plies, '"v3"'],
        ["POST", takebacks, '"v4"'],
        ["GET", "/v1/tables/t", ""],
    ]
    assert (refused, version) == (412, 9)


def test_a_watcher_whose_answer_comes_early_waits_as_long_as_the_service_says(node: Node) -> None:
    script = """
    const state = (version, finished) => JSON.stringify({ id: "t", version, finished });
    const answers = [
      [state(1, false), { status: 200 }],
      [null, { status: 304, headers: { "Poll-After": "7" } }],
      [state(2, true), { status: 200 }],
    ];
    const known = [];
    const fetch = async (url, { headers }) => {
      known.push(headers["If-None-Match"] ?? "");
      return new Response(...answers.shift());
    };
    const waited = [];
    const patient = globalThis.setTimeout;
    globalThis.setTimeout = (done, ms) => patient(done, waited.push(ms) * 0);
    const versions = [];
    try {
      const table = await new Service("", { fetch }).table("t");
      for await (const { version } of table.watch()) versions.push(version);
    } finally {
      globalThis.setTimeout = patient;
    }
    return [versions, known, waited];
    """
    versions, known, waited = node("run", script=script)
    assert versions == [1, 2]
    assert known == ["", '"v1", "v1-gz"', '"v1", "v1-gz"']
    assert len(waited) == 1
    assert 7000 <= waited[0] <= 8400


def test_players_sit_down_and_play_a_dealt_game(node: Node, tmp_path: Path) -> None:
    script = """
    const service = new Service(url, { token });
    const header = { cgn: 1, game: "triggs", rules: "1", seats: ["Ana", "Bo"] };
    const table = await service.createTable(header, { deal: true });
    const players = [];
    for (const [seat, invitation] of Object.entries(table.invitations)) {
      const own = await table.sit(seat, invitation);
      players.push([await new Service(url, { token: own.token }).table(table.id), own.nonce]);
    }
    for (const [seat, nonce] of players) await seat.sendNonce(nonce);
    const [[ana], [bo]] = players;
    const { legal } = await ana.legal();
    const hidden = (await bo.legal()).legal;
    const { choices } = await ana.choices();
    await ana.refresh();
    const { plies } = await ana.play("A", legal[0]);
    const ids = [];
    for await (const { id } of service.tables({ own: true })) ids.push(id === table.id);
    const { moves } = await bo.moves();
    const { events } = await table.events(1);
    await ana.end("resigned");
    const { replay } = await bo.refresh();
    const again = await service.moves(replay);
    const short = await service.createTable({ ...header, seed: "x" });
    await short.end("abandoned");
    await service.deleteTable(short.id);
    const gone = await service.table(short.id).catch((problem) => problem.kind);
    return { legal: legal.length > 0, hidden, choices: choices !== null, plies, ids,
      moves: moves.length, events: events.length > 0, again: again.moves.length, gone };
    """
    with served(tmp_path) as service:
        given = {"url": service.url, "token": service.token()}
        found = node("run", script=script, given=given)
    assert found == {
        "legal": True,
        "hidden": None,
        "choices": True,
        "plies": 1,
        "ids": [True],
        "moves": 2,
        "events": True,
        "again": 2,
        "gone": "not-found",
    }


@pytest.mark.usefixtures("node")
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_a_file_is_a_module_that_node_accepts(file: Path) -> None:
    subprocess.run(["node", "--check", str(file)], check=True)


def test_the_types_of_answers_are_those_of_the_description() -> None:
    description = yaml.safe_load((ROOT / "openapi.yaml").read_bytes())
    assert DECLARATIONS.read_text(encoding="utf-8") == declarations(description), "make openapi"


def test_the_types_declare_what_the_module_exports() -> None:
    index = (FOLDER / "src" / "index.js").read_text(encoding="utf-8")
    types = (FOLDER / "index.d.ts").read_text(encoding="utf-8")
    lists = re.findall(r"^export \{ (.+) \} from", index, re.MULTILINE)
    exported = {name for names in lists for name in names.split(", ")}
    declared = re.findall(r"^export (?:class|function) (\w+)", types, re.MULTILINE)
    assert sorted(exported) == sorted(declared)


@pytest.mark.parametrize("name", ["Service", "LiveTable"])
def test_the_types_declare_the_methods_of_a_class(node: Node, name: str) -> None:
    types = (FOLDER / "index.d.ts").read_text(encoding="utf-8")
    body = types.split(f"export class {name} {{")[1].split("\n}\n")[0]
    declared = re.findall(r"^  (?:private )?(\w+)\(", body, re.MULTILINE)
    given = f"return Object.getOwnPropertyNames({name}.prototype)"
    assert sorted(declared) == sorted(node("run", script=given))


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_the_module_depends_on_nothing(file: Path) -> None:
    named = re.findall(r'from "([^"]+)"', file.read_text(encoding="utf-8"))
    allowed = ("./", "node:") if file.name == "conformance.js" else ("./",)
    assert all(name.startswith(allowed) for name in named)


def test_the_package_has_the_files_that_it_names() -> None:
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    assert all((FOLDER / name).exists() for name in package["files"])
    assert (FOLDER / package["exports"]["."]["default"]).exists()
    assert (FOLDER / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert "dependencies" not in package
