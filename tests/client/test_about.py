"""What the package says of itself."""

from email.message import Message

import pytest

from client import about


@pytest.mark.parametrize(
    ("urls", "said"),
    [
        (["Homepage, https://a.example/"], "cgn/1.2.3 (+https://a.example/)"),
        ([], "cgn/1.2.3"),
    ],
)
def test_clients_name_themselves_by_version_and_address(
    urls: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = Message()
    metadata["Version"] = "1.2.3"
    for url in urls:
        metadata["Project-URL"] = url
    monkeypatch.setattr(about, "metadata", lambda _: metadata)
    for cached in (about.version, about.address):
        monkeypatch.setattr(about, cached.__name__, cached.__wrapped__)
    assert about.user_agent() == said
