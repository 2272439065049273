"""The result of a run: which files of each level agree, what differs, what may be claimed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.json import encode, format  # noqa: A004 - the library's own name

from cli.common import counted
from cli.conformance.facts import Difference, claims_of
from cli.conformance.levels import claims
from cli.conformance.suite import SUITE, Case, known_games
from client.about import address
from notation.render.visible import visible

_LONGEST = 400
"""Characters of a value that are shown in text."""


class Result:
    """Counts the files that agree, and keeps the differences: `every` one, or the first.

    Only a `whole` run, which leaves out no file and no key, shows that a program may claim
    something.
    """

    def __init__(self, chosen: Sequence[Case], *, whole: bool, every: bool) -> None:
        self._whole = whole
        self._every = every
        self._kept: list[tuple[Case, Difference]] = []
        self._files = {
            claim: files
            for claim in claims((), known_games())
            if (files := [case for case in chosen if claim in claims_of(case.expected)])
        }
        self._differing: Counter[str] = Counter()

    def add(self, case: Case, found: Sequence[Difference]) -> None:
        """Add the differences in a file."""
        self._differing.update({claim for difference in found for claim in difference.claims})
        if found and (self._every or not self._kept):
            self._kept += [(case, difference) for difference in found[: None if self._every else 1]]

    @property
    def differs(self) -> bool:
        """Whether there is any difference."""
        return bool(self._kept)

    @property
    def badge(self) -> str | None:
        """A line for a README with what the program may claim, in Markdown; None if nothing."""
        passed = [claim for claim in self._files if claim not in self._differing]
        return f"[CGN 1: {', '.join(passed)}]({address()})" if self._whole and passed else None

    def text(self) -> str:
        """The result for people."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        for number, (case, difference) in enumerate(self._kept, 1):
            which = f"Difference {number:,}" if self._every else "The first difference"
            yield from shown(case, difference, which)
            yield ""
        width = max(map(len, self._files)) + 2
        for claim, files in self._files.items():
            yield f"{claim:{width}}{self._counts(claim, files)}"
        if not self.differs:
            yield "The program conforms."
        if self.badge is not None:
            yield f"For your README: {self.badge}"

    def _counts(self, claim: str, files: Sequence[Case]) -> str:
        said = counted(len(files), "file")
        agrees = "agrees" if len(files) == 1 else "agree"
        if differing := self._differing[claim]:
            said = f"{len(files) - differing:,} of {said}"
        return f"{said} {agrees} ({counted(_records(claim, files), 'record')})"

    def json(self) -> str:
        """The result for programs."""
        levels = [
            {
                "level": claim,
                "files": len(files),
                "agreeing": len(files) - self._differing[claim],
                "records": _records(claim, files),
            }
            for claim, files in self._files.items()
        ]
        kept = [_as_json(case, difference) for case, difference in self._kept]
        value = {"conforms": not self.differs, "levels": levels, "differences": kept}
        return format(encode(value | {"badge": self.badge}), indent=2).decode()


def _records(claim: str, files: Sequence[Case]) -> int:
    return sum(claim in claims_of([one]) for case in files for one in case.expected)


def shown(case: Case, difference: Difference, which: str) -> Iterator[str]:
    """A difference in words, which begin with `which` one it is."""
    at = f", at `{difference.key}`" if difference.key else ""
    yield f"{which} is in {case.name}, record {difference.record}{at}:"
    rows = {"expected": difference.expected, "found": difference.found}
    rows |= {"why": difference.why} if difference.why else {}
    rows |= {"answer": difference.answer} if difference.answer is not None else {}
    rows |= {"level": ", ".join(difference.claims)}
    file = SUITE / case.name
    rows |= {"file": str(file)} if file.is_file() else {}
    for label, text in rows.items():
        yield f"  {label:<8}  {visible(text.strip(), _LONGEST)}"


def _as_json(case: Case, difference: Difference) -> dict[str, Any]:
    return {
        "file": case.name,
        "record": difference.record,
        "key": difference.key or None,
        "expected": difference.expected,
        "found": difference.found,
        "why": difference.why or None,
        "levels": list(difference.claims),
    }
