"""`cgn download` from services that give wrong answers or none."""

from pathlib import Path

import pytest
from click.testing import Result

from tests.cli.running import EXAMPLE, OTHER, cgn
from tests.cli.serving import ALONE
from tests.cli.stub import Answer, stubbed

ID = "712b14f0dc3773d94abdef2153b6fa2cb282b32441a562c4b25cbe334bfe1b28"
RECORD = EXAMPLE.read_bytes()
FIRST = RECORD + b"% after one\n"
SECOND = b"\n" + RECORD + b"% after two\n"
REST = RECORD + b"% after two\n% complete: 1 record\n"
BOTH = RECORD + b"\n" + RECORD + b"% complete: 2 records\n"


def download(url: str, *arguments: str | Path, **env: str | None) -> Result:
    return cgn("download", *arguments, env={**ALONE, "CGN_URL": url, **env})


@pytest.mark.parametrize("cut", [True, False], ids=["cut", "ended without its last line"])
def test_a_stream_without_its_last_line_is_resumed_after_its_last_record(
    tmp_path: Path, pauses: list[float], *, cut: bool
) -> None:
    part = Answer(200, FIRST + RECORD[:-100], cut=cut)
    for arguments in ([], ["-o", str(tmp_path / "all.cgn")]):
        with stubbed(part, Answer(503), Answer(200, REST)) as stub:
            result = download(stub.url, "--all", *arguments)
        assert result.exit_code == 0
        whole = (tmp_path / "all.cgn").read_bytes() if arguments else result.stdout_bytes
        assert whole == BOTH
        first, again, last = (request.path for request in stub.requests)
        assert first == "/v1/replays?order=oldest&notes=true"
        assert again == last == f"{first}&after=one"
    assert pauses == [0.5, 1] * 2


def test_a_stream_that_ends_on_purpose_is_followed_by_another_at_once(pauses: list[float]) -> None:
    with stubbed(Answer(200, FIRST + b"% after one\n"), Answer(200, REST)) as stub:
        result = download(stub.url, "--all")
    assert (result.exit_code, result.stdout_bytes, result.stderr) == (0, BOTH, "")
    assert stub.requests[1].path == f"{stub.requests[0].path}&after=one"
    assert pauses == []


@pytest.mark.usefixtures("pauses")
def test_without_the_last_line_no_file_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "all.cgn"
    with stubbed(Answer(200, FIRST + SECOND), Answer(200, b"")) as stub:
        result = download(stub.url, "--all", "-o", path)
        assert result.exit_code == 2
        assert (
            f"{path}.part: 2 records so far; the same command resumes the download" in result.stderr
        )
        assert result.stderr.endswith(f"Error: {stub.url}: the answer broke off\n")
        assert not path.exists()
        result = download(stub.url, "--all")
        assert result.exit_code == 2
        assert "complete" not in result.stdout
        stub.answers[:] = [Answer(200, b"% complete: 0 records\n")]
        assert download(stub.url, "--all", "-o", path).exit_code == 0
        assert stub.requests[-1].path.endswith("&after=two")
    assert path.read_bytes() == BOTH


@pytest.fixture
def short_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limit on lines, records and answers."""
    for module in ("connection", "protocol", "receiver"):
        monkeypatch.setattr(f"client.{module}.LONGEST", 1 << 16)


@pytest.mark.usefixtures("short_answers")
@pytest.mark.parametrize(
    "body",
    [
        FIRST + b"% complete: 2 records\n",
        RECORD + b"% complete: 0 records\n",
        FIRST + b"% complete\n",
        RECORD + b"% after \n",
        RECORD + b"% after a\x1bb\n",
        b"x" * 100_000,
        b"x\n" * 50_000,
    ],
    ids=lambda body: body[-20:].decode(),
)
def test_a_wrong_stream_is_reported(tmp_path: Path, body: bytes) -> None:
    with stubbed(Answer(200, body)) as stub:
        result = download(stub.url, "--all", "-o", tmp_path / "all.cgn")
    assert result.exit_code == 2
    assert f"{stub.url} does not answer as a CGN service does" in result.stderr
    assert "\x1b" not in result.stderr
    assert not (tmp_path / "all.cgn").exists()
    assert len(stub.requests) == 1


def test_a_single_replay_is_retried(tmp_path: Path, pauses: list[float]) -> None:
    path = tmp_path / "game.cgn"
    path.write_text("what was here before")
    with stubbed(Answer(200, RECORD[:999], cut=True)) as stub:
        assert download(stub.url, ID, "-o", path, "--retries", "2").exit_code == 2
        assert path.read_text() == "what was here before"
        assert pauses == [0.5, 1]
        stub.answers[:] = [Answer(500), Answer(200, RECORD)]
        assert download(stub.url, ID, "-o", path).exit_code == 0
    assert path.read_bytes() == RECORD


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer(200, RECORD, {"Content-Type": "text/html"}), "asked for, text/html came"),
        (Answer(200, RECORD, {"Content-Type": ""}), "asked for, none came"),
        (Answer(200, b"<html>"), "what came is not a record"),
        (Answer(200, b""), "what came is not a record"),
        (Answer(200, BOTH), "what came is not a record"),
        (Answer(200, OTHER.read_bytes()), "the record that came has the id "),
    ],
    ids=["another type", "no type", "no record", "nothing", "two records", "another record"],
)
def test_only_the_replay_asked_for_replaces_a_file(
    tmp_path: Path, answer: Answer, message: str
) -> None:
    path = tmp_path / "game.cgn"
    path.write_text("what was here before")
    with stubbed(answer) as stub:
        result = download(stub.url, ID, "-o", path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{stub.url} does not answer as a CGN service does: " in result.stderr
    assert message in result.stderr
    assert path.read_text() == "what was here before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_stream_of_another_type_is_refused(tmp_path: Path) -> None:
    with stubbed(Answer(200, BOTH, {"Content-Type": "text/html"})) as stub:
        result = download(stub.url, "--all", "-o", tmp_path / "all.cgn")
    assert result.exit_code == 2
    assert "asked for, text/html came" in result.stderr
    assert not (tmp_path / "all.cgn").exists()


@pytest.mark.usefixtures("short_answers")
def test_an_endless_answer_is_abandoned() -> None:
    with stubbed(Answer(200, b"x" * 200_000)) as stub:
        result = download(stub.url, ID)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "an answer does not end" in result.stderr


def test_a_token_of_the_environment_goes_to_its_own_service_only() -> None:
    with stubbed(Answer(200, RECORD)) as stub:
        elsewhere = f"{stub.url}/v1/replays/{ID}"
        download("http://cards.example", elsewhere, CGN_TOKEN="cgn_a")  # noqa: S106 - of nobody
        download("http://cards.example", elsewhere, "--token", "cgn_b")
        download(f"{stub.url}/", elsewhere, CGN_TOKEN="cgn_c")  # noqa: S106 - of nobody
        download(stub.url, ID, CGN_TOKEN="cgn_d")  # noqa: S106 - of nobody
        download(stub.url, ID)
    sent = [request.headers.get("Authorization") for request in stub.requests]
    assert sent == [None, "Bearer cgn_b", "Bearer cgn_c", "Bearer cgn_d", None]
