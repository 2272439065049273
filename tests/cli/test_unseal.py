"""`cgn unseal`: the published seed of sealed records."""

from pathlib import Path

import pytest

from notation.chance import seed_hash
from tests.cli.running import EXAMPLE, cgn

SEED = '[Seed "tuesday-7"]'
SEED_HASH = f'[SeedHash "{seed_hash("tuesday-7")}"]'


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """The example without its seed, sealed."""
    path = tmp_path / "sealed.cgn"
    path.write_text(EXAMPLE.read_text(encoding="utf-8").replace(SEED, SEED_HASH), encoding="utf-8")
    return path


def test_the_seed_is_added_and_the_record_checked(sealed: Path) -> None:
    result = cgn("unseal", sealed, "--seed", "tuesday-7")
    assert (result.exit_code, result.stderr) == (0, f"{sealed}: 1 record unsealed\n")
    assert f"\n{SEED}\n{SEED_HASH}\n" in sealed.read_text(encoding="utf-8")
    assert cgn("validate", sealed).exit_code == 0


def test_standard_input_goes_to_standard_output(sealed: Path) -> None:
    result = cgn("unseal", "-", "--seed", "tuesday-7", stdin=sealed.read_bytes())
    assert result.exit_code == 0
    assert SEED in result.stdout


def test_a_seed_that_sealed_no_record_is_refused(sealed: Path) -> None:
    before = sealed.read_bytes()
    result = cgn("unseal", sealed, "--seed", "Tuesday-7")
    assert result.exit_code == 2
    assert f"has the SeedHash of this seed, {seed_hash('Tuesday-7')}" in result.stderr
    assert sealed.read_bytes() == before


def test_a_record_that_contradicts_the_seed_stays_unchanged(sealed: Path) -> None:
    text = sealed.read_text(encoding="utf-8").replace(
        "draw right left -> 3 3", "draw right left -> 3 4", 1
    )
    sealed.write_text(text, encoding="utf-8")
    result = cgn("unseal", sealed, "--seed", "tuesday-7")
    assert result.exit_code == 1
    assert "cgn.reveals" in result.stderr
    assert sealed.read_text(encoding="utf-8") == text
