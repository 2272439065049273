"""The first digits of a replay's id lead to it, if they are certain, and tell nothing else."""

import pytest

from tests.api.asking import Served, problem
from tests.replays.store.making import record


def led(served: Served, path: str, by: str | None = None) -> str:
    answer = served.get(path, by)
    assert answer.status_code == 307
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.headers["Location"]


def test_the_first_digits_lead_to_the_replay(served: Served) -> None:
    whole = served.upload(record())
    short = whole[:8]
    assert led(served, f"/v1/replays/{short}") == f"/v1/replays/{whole}"
    assert led(served, f"/r/{short}") == f"/r/{whole}"
    assert led(served, f"/r/{whole[:63]}/12?view=B&x=%C3%AB") == f"/r/{whole}/12?view=B&x=%C3%AB"


def test_seven_digits_are_too_few(served: Served) -> None:
    whole = served.upload(record())
    found = problem(served.get(f"/v1/replays/{whole[:7]}"), 404)
    assert "these have 64 hex digits" in found["detail"]


def test_digits_of_several_replays_are_not_certain(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = served.upload(record())
    monkeypatch.setattr(type(served.store), "beginning_with", lambda *_: (whole, "f" * 64))
    found = problem(served.get(f"/v1/replays/{whole[:8]}"), 404)
    assert found["detail"] == (
        f"more than one replay has an id that begins with `{whole[:8]}`; ids have 64 hex digits"
    )


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
@pytest.mark.parametrize("start", ["/v1/replays", "/r"])
def test_what_is_not_listed_is_as_if_absent(served: Served, visibility: str, start: str) -> None:
    whole = served.upload(record(), visibility=visibility)
    path = f"{start}/{whole[:8]}"
    assert led(served, path, "ana") == f"{start}/{whole}"
    for by in (None, "bo"):
        hidden = served.get(path, by)
        there = hidden.get_data().replace(whole[:8].encode(), b"00000000")
        absent = served.get(f"{start}/00000000", by)
        assert (hidden.status_code, there) == (absent.status_code, absent.get_data())
