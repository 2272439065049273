"""The settings of the service: one declaration, and every way to set one."""

import os
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import Result

from api.settings import Declared, declared
from cli.serve.options import in_file
from tests.api.serving import free_port
from tests.cli.running import cgn

NAMES = [setting.name for setting in declared()]


def shown(*arguments: str | Path, **env: str) -> Result:
    """The settings that `cgn serve` would use."""
    return cgn("serve", "--show-config", *arguments, env={"CGN_CONFIG": None, **env})


def sources(result: Result) -> dict[str, tuple[str, str]]:
    """The value and source of each setting."""
    rows = re.findall(r"^(\w+) = (.*)  # (.*)$", result.stdout, re.MULTILINE)
    return {name: (value, source) for name, value, source in rows}


def test_the_defaults_are_those_declared() -> None:
    result = shown()
    assert tomllib.loads(result.stdout) == {one.name: one.default for one in declared()}
    assert {source for _, source in sources(result).values()} == {"default"}


@pytest.mark.parametrize("setting", declared(), ids=lambda setting: setting.name)
def test_every_default_is_within_its_bounds_and_has_a_help(
    setting: Declared, tmp_path: Path
) -> None:
    assert setting.help.endswith(".")
    assert (setting.low is None) == (type(setting.default) is not int)
    file = tmp_path / "cgn.toml"
    value = setting.default
    text = str(value).lower() if not isinstance(value, str) else f"'{value}'"
    file.write_text(f"{setting.name} = {text}\n")
    assert in_file(file) == {setting.name: value}


def test_flags_override_the_environment_and_that_overrides_the_file(tmp_path: Path) -> None:
    file = tmp_path / "cgn.toml"
    file.write_text("port = 1\nmax_page = 2\nreads = 3\n")
    result = shown("--port", "100", CGN_PORT="10", CGN_MAX_PAGE="20", CGN_CONFIG=str(file))
    settings = sources(result)
    assert settings["port"] == ("100", "--port")
    assert settings["max_page"] == ("20", "CGN_MAX_PAGE")
    assert settings["reads"] == ("3", str(file))
    assert settings["threads"][1] == "default"


def test_a_file_named_by_a_flag_replaces_that_of_the_environment(tmp_path: Path) -> None:
    for name, port in (("a", 1), ("b", 2)):
        (tmp_path / name).write_text(f"port = {port}\n")
    result = shown("--config", tmp_path / "b", CGN_CONFIG=str(tmp_path / "a"))
    assert sources(result)["port"] == ("2", str(tmp_path / "b"))


@pytest.mark.parametrize(
    ("text", "value"),
    [("true", "true"), ("YES", "true"), ("1", "true"), ("off", "false"), ("0", "false")],
)
def test_yes_and_no_have_several_spellings_in_the_environment(text: str, value: str) -> None:
    settings = sources(shown(CGN_ACCESS_LOG=text))
    assert settings["access_log"] == (value, "CGN_ACCESS_LOG")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CGN_PORT", "0"),
        ("CGN_PORT", "65536"),
        ("CGN_PORT", "80a"),
        ("CGN_PORT", "9" * 5000),
        ("CGN_READS", "-1"),
        ("CGN_ACCESS_LOG", "maybe"),
    ],
)
def test_an_invalid_value_is_refused_with_its_source(variable: str, value: str) -> None:
    result = shown(**{variable: value})
    assert (result.exit_code, result.stdout) == (2, "")
    assert variable in result.stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("prot = 1", "there is no setting `prot`; did you mean `port`"),
        ("port = '80'", 'port is a whole number, not `"80"`'),
        ("port = true", "port is a whole number"),
        ("host = 1", "host is a text"),
        ("access_log = 1", "access_log is true or false"),
        ("max_page = 1001", "max_page: 1001 is not in the range 1<=x<=1000"),
        ("port = 1.5", "port is a whole number"),
        ("port = 2026-11-01", "port is a whole number"),
        ("port", "this is not TOML"),
    ],
)
def test_a_file_is_read_strictly(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "cgn.toml"
    file.write_text(line)
    for result in (shown("--config", file), shown(CGN_CONFIG=str(file))):
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{file}: {message}" in result.stderr


def test_a_missing_file_is_reported() -> None:
    result = shown(CGN_CONFIG="/nowhere/cgn.toml")
    assert result.exit_code == 2
    assert "/nowhere/cgn.toml: No such file" in result.stderr


def test_the_shown_settings_are_a_valid_file(tmp_path: Path) -> None:
    host = 'a "b" \\ c\t'
    first = shown("--port", "9", "--host", host, "--access-log", CGN_CORS="x")
    settings = tomllib.loads(first.stdout)
    assert list(settings) == NAMES
    assert (settings["port"], settings["host"], settings["access_log"], settings["cors"]) == (
        9,
        host,
        True,
        "x",
    )
    file = tmp_path / "cgn.toml"
    file.write_text(first.stdout)
    assert tomllib.loads(shown("--config", file).stdout) == settings


class TestCommand:
    def test_help_has_a_flag_for_every_setting_with_variable_and_bounds(self) -> None:
        text = " ".join(cgn("serve", "--help").stdout.split())
        for setting in declared():
            assert setting.flag in text
            assert setting.variable in text
            assert " ".join(setting.help.split()) in text
            if setting.low is not None:
                assert f"{setting.low}<=x<={setting.high}" in text
                assert f"default: {setting.default}" in text

    def test_the_settings_are_shown_with_their_sources(self) -> None:
        result = cgn("serve", "--port", "9000", "--show-config", env={"CGN_READS": "7"})
        assert result.exit_code == 0
        assert "port = 9_000  # --port" in result.stdout
        assert "reads = 7  # CGN_READS" in result.stdout
        assert "workers = 0  # default" in result.stdout

    @pytest.mark.parametrize(
        "arguments", [["--port", "0"], ["--port", "x"], ["--config", "/nowhere"], ["--prot", "1"]]
    )
    def test_an_invalid_flag_is_a_usage_error(self, arguments: list[str]) -> None:
        result = cgn("serve", *arguments, "--show-config")
        assert result.exit_code == 2
        assert "Error" in result.stderr

    def test_an_unusable_store_is_reported(self, tmp_path: Path) -> None:
        (tmp_path / "cgn.db").write_text("this is no database, " * 100)
        result = cgn("serve", "--port", str(free_port()), "--data", tmp_path / "cgn.db")
        assert result.exit_code == 2
        assert "cgn.db" in result.stderr


def test_no_variable_of_the_service_is_set_in_tests() -> None:
    assert not {setting.variable for setting in declared()} & set(os.environ)
