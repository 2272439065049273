"""Settings: one declaration, and every way to set it."""

import os
import tomllib
from pathlib import Path

import pytest

from api.configuring import BadSetting, configure
from api.settings import Declared, Settings, declared
from tests.api.serving import free_port
from tests.cli.running import cgn

NAMES = [setting.name for setting in declared()]


def test_the_defaults_are_those_declared() -> None:
    configured = configure({}, {})
    assert configured.settings == Settings()
    assert set(configured.sources.values()) == {"default"}


@pytest.mark.parametrize("setting", declared(), ids=lambda setting: setting.name)
def test_every_default_is_within_its_bounds_and_has_a_help(setting: Declared) -> None:
    assert setting.help.endswith(".")
    assert configure({setting.name: setting.default}, {}).settings == Settings()
    assert (setting.low is None) == (type(setting.default) is not int)


def test_a_flag_goes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "cgn.toml"
    file.write_text("port = 1\nmax_page = 2\nreads = 3\n")
    environment = {"CGN_PORT": "10", "CGN_MAX_PAGE": "20", "CGN_CONFIG": str(file)}
    configured = configure({"port": 100, "threads": None}, environment)
    found = configured.settings
    assert (found.port, found.max_page, found.reads, found.threads) == (100, 20, 3, 96)
    sources = [configured.sources[name] for name in ("port", "max_page", "reads", "threads")]
    assert sources == ["--port", "CGN_MAX_PAGE", str(file), "default"]


def test_a_file_that_a_flag_names_goes_before_the_one_of_the_environment(tmp_path: Path) -> None:
    for name, port in (("a", 1), ("b", 2)):
        (tmp_path / name).write_text(f"port = {port}\n")
    environment = {"CGN_CONFIG": str(tmp_path / "a")}
    assert configure({}, environment, tmp_path / "b").settings.port == 2


@pytest.mark.parametrize(
    ("text", "value"), [("true", 1), ("YES", 1), ("1", 1), ("off", 0), ("0", 0)]
)
def test_yes_and_no_have_several_spellings_in_the_environment(text: str, value: int) -> None:
    assert configure({}, {"CGN_ACCESS_LOG": text}).settings.access_log is bool(value)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CGN_PORT", "0"),
        ("CGN_PORT", "65536"),
        ("CGN_PORT", "80a"),
        ("CGN_PORT", ""),
        ("CGN_PORT", "9" * 5000),
        ("CGN_READS", "-1"),
        ("CGN_ACCESS_LOG", "maybe"),
    ],
)
def test_what_cannot_be_is_refused_with_its_source(variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=variable):
        configure({}, {variable: value})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("prot = 1", "did you mean `port`"),
        ("port = '80'", "port is a whole number"),
        ("port = true", "port is a whole number"),
        ("host = 1", "host is a text"),
        ("access_log = 1", "access_log is true or false"),
        ("max_page = 1001", "max_page is from 1 to 1,000"),
        ("port = 1.5", "port is a whole number"),
        ("port", "no TOML"),
    ],
)
def test_a_file_is_read_strictly(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "cgn.toml"
    file.write_text(line)
    with pytest.raises(BadSetting, match=message):
        configure({}, {}, file)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(BadSetting, match="No such file"):
        configure({}, {"CGN_CONFIG": "/nowhere/cgn.toml"})


def test_what_is_shown_would_set_the_same(tmp_path: Path) -> None:
    host = 'a "b" \\ c\t'
    configured = configure({"port": 9, "host": host, "access_log": True}, {"CGN_CORS": "x"})
    shown = tomllib.loads(configured.shown())
    assert list(shown) == NAMES
    file = tmp_path / "cgn.toml"
    file.write_text(configured.shown())
    assert configure({}, {}, file).settings == configured.settings


class TestCommand:
    def test_every_setting_is_a_flag_told_with_its_variable_and_bounds(self) -> None:
        told = " ".join(cgn("serve", "--help").stdout.split())
        for setting in declared():
            assert setting.flag in told
            assert setting.variable in told
            assert " ".join(setting.help.split()) in told
            if setting.low is not None:
                assert f"{setting.low:,} to {setting.high:,}" in told
                assert f"default: {setting.default:,}" in told

    def test_the_settings_are_shown_with_where_they_are_from(self) -> None:
        result = cgn("serve", "--port", "9000", "--show-config", env={"CGN_READS": "7"})
        assert result.exit_code == 0
        assert "port = 9_000  # --port" in result.stdout
        assert "reads = 7  # CGN_READS" in result.stdout
        assert "workers = 1  # default" in result.stdout

    @pytest.mark.parametrize(
        "arguments", [["--port", "0"], ["--port", "x"], ["--config", "/nowhere"], ["--prot", "1"]]
    )
    def test_what_cannot_be_is_a_usage_error(self, arguments: list[str]) -> None:
        result = cgn("serve", *arguments, "--show-config")
        assert result.exit_code == 2
        assert "Error" in result.stderr

    def test_a_store_that_cannot_be_used_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "cgn.db").write_text("this is no database, " * 100)
        result = cgn("serve", "--port", str(free_port()), "--data", tmp_path / "cgn.db")
        assert result.exit_code == 2
        assert "cgn.db" in result.stderr


def test_no_variable_of_the_service_is_set_where_tests_run() -> None:
    assert not {setting.variable for setting in declared()} & set(os.environ)
