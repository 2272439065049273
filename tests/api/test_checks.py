"""POST /v1/validations and /v1/conversions: the command line's two jobs. Nothing is stored."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from notation.json_writer import write_json, write_json_line
from notation.text_writer import write_text
from replays.digests import canonical_text, record_digest
from tests.api.asking import JSON, LINES, RECORD_JSON, TEXT, Served, problem
from tests.api.conftest import Serve
from tests.cli.running import broken, cgn
from tests.replays.store.making import record

GOOD, CUT = record(), record(plies=5)
BAD = write_text(CUT) + "6. B: draw nowhere\n"


class TestValidations:
    def test_every_record_gets_a_verdict(self, served: Served) -> None:
        body = "\n".join([write_text(GOOD), write_text(CUT), BAD, "[CGN nonsense\n"])
        answer = served.post("/v1/validations", body)
        report = answer.json
        assert answer.status_code == 200
        verdicts = [row["verdict"] for row in report["records"]]
        assert verdicts == ["valid", "incomplete", "invalid", "invalid"]
        assert [report[verdict] for verdict in ("valid", "incomplete", "invalid")] == [1, 1, 2]
        good, cut, bad, _ = report["records"]
        assert (good["digest"], good["plies"]) == (record_digest(GOOD), len(GOOD.plies))
        assert good["winners"]
        assert cut["warnings"][0]["code"] == "cgn.cut-off"
        assert bad["code"] == bad["diagnostic"]["code"] == "cgn.argument"
        assert "same_game" not in bad

    def test_the_verdict_is_that_of_the_command_line(self, served: Served, tmp_path: Path) -> None:
        path = broken(tmp_path)
        (row,) = served.post("/v1/validations", path.read_bytes()).json["records"]
        printed = cgn("validate", path, "--format", "json").stdout
        assert f'"message":"{row["message"]}"' in printed
        assert f'"digest":"{row["digest"]}"' in printed

    def test_nothing_is_stored(self, served: Served) -> None:
        served.post("/v1/validations", GOOD, "ana")
        assert served.json("/v1/replays?own=1&total=1", "ana")["total"] == 0

    def test_stored_replays_of_the_same_game_are_named(self, served: Served) -> None:
        stored = served.upload(replace(GOOD, comments=("Kept.",)))
        (row,) = served.post("/v1/validations", GOOD).json["records"]
        assert row["same_game"] == [stored]

    @pytest.mark.parametrize(
        ("kind", "body"),
        [(JSON, write_json(GOOD)), (RECORD_JSON, write_json(GOOD)), (LINES, write_json_line(GOOD))],
    )
    def test_json_is_accepted(self, served: Served, kind: str, body: str) -> None:
        assert served.post("/v1/validations", body, kind=kind).json["valid"] == 1


class TestConversions:
    @pytest.mark.parametrize(
        ("kind", "accept", "body", "expected"),
        [
            (TEXT, JSON, write_text(GOOD), write_json(GOOD)),
            (TEXT, RECORD_JSON, write_text(GOOD), write_json(GOOD)),
            (JSON, TEXT, write_json(GOOD), write_text(GOOD)),
            (TEXT, TEXT, write_text(GOOD).replace("\n", "\r\n"), write_text(GOOD)),
            (LINES, TEXT, write_json_line(GOOD) * 2, f"{write_text(GOOD)}\n{write_text(GOOD)}"),
            (
                TEXT,
                LINES,
                f"{write_text(GOOD)}\n{write_text(CUT)}",
                write_json_line(GOOD) + write_json_line(CUT),
            ),
        ],
    )
    def test_a_format_becomes_another_without_loss(
        self, served: Served, kind: str, accept: str, body: str, expected: str
    ) -> None:
        answer = served.ask("POST", "/v1/conversions", body=body, kind=kind, accept=accept)
        assert (answer.status_code, answer.text) == (200, expected)
        assert answer.content_type.startswith(accept)

    def test_the_canonical_form_leaves_out_the_games_own_deck(self, served: Served) -> None:
        named = replace(GOOD, deck="triggs/standard")
        for accept, expected in (
            (TEXT, write_text(named)),
            (f"{TEXT}; form=canonical", canonical_text(named)),
        ):
            body = write_text(named)
            answer = served.ask("POST", "/v1/conversions", body=body, kind=TEXT, accept=accept)
            assert answer.text == expected

    def test_the_rules_are_not_checked(self, served: Served) -> None:
        assert served.post("/v1/conversions", BAD).status_code == 200

    def test_an_unreadable_record_is_422_with_its_diagnostic(self, served: Served) -> None:
        error = problem(served.post("/v1/conversions", f"{write_text(GOOD)}\n[CGN x"), 422)
        assert error["diagnostics"][0]["record"] == 2

    def test_several_records_are_no_json_document(self, served: Served) -> None:
        body = f"{write_text(GOOD)}\n{write_text(CUT)}"
        answer = served.ask("POST", "/v1/conversions", body=body, kind=TEXT, accept=JSON)
        assert "JSON Lines" in problem(answer, 422)["detail"]

    def test_another_kind_is_406(self, served: Served) -> None:
        answer = served.ask("POST", "/v1/conversions", body=BAD, kind=TEXT, accept="text/csv")
        problem(answer, 406)


@pytest.mark.parametrize("path", ["/v1/validations", "/v1/conversions"])
def test_too_many_records_are_413_with_the_limit(serve: Serve, path: str) -> None:
    served = serve(max_records=2)
    accept = TEXT if path == "/v1/conversions" else JSON
    for count, status in ((2, 200), (3, 413)):
        body = "\n".join([write_text(CUT)] * count)
        answer = served.ask("POST", path, body=body, kind=TEXT, accept=accept)
        assert answer.status_code == status
    assert problem(answer, 413)["limit"] == {"name": "max_records", "value": 2}
