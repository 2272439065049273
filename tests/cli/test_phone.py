"""What a service tells whoever lets phones in."""

from io import StringIO

import pytest

from cli.serve.phone import address_of, for_phones


class Terminal(StringIO):
    """A text that says it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


def test_a_service_for_this_machine_alone_says_nothing_of_phones() -> None:
    for host in ("127.0.0.1", "localhost", "::1"):
        assert list(for_phones(host, "http://127.0.0.1:8000")) == []
        assert address_of(host) == host


def test_on_all_addresses_it_prints_the_one_in_the_network() -> None:
    address = address_of("0.0.0.0")  # noqa: S104 - nothing listens
    assert address.count(".") == 3
    assert not address.startswith("0.")
    url = f"http://{address}:8000"
    lines = list(for_phones("0.0.0.0", url))  # noqa: S104 - nothing listens
    assert url in lines[0]
    assert any("plain http" in line for line in lines)
    assert not any("█" in line for line in lines)


def test_on_a_terminal_it_draws_the_address_as_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", Terminal())
    drawn = "\n".join(for_phones("::", "http://192.168.0.7:8000"))
    code = [line for line in drawn.splitlines() if set(line) & set("█▀▄")]
    assert len(code) == 15  # two rows of a code of 25 by 25, and its border, in each line
    assert {len(line) for line in code} == {29}
    assert "\x1b" not in drawn
