"""The kit passes this implementation, and fails it if any one rule is changed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

import pytest

from cli.conformance import facts
from cli.conformance.facts import Answer, Difference
from cli.conformance.suite import PARTS, Case, cases
from tests.conformance.changed_rule import CHANGES, answered, change

COPIES = get_context("forkserver")
"""Makes processes that have imported our code and done nothing else, so that no cache is full."""

COPIES.set_forkserver_preload(["tests.conformance.changed_rule"])


unchanged = cache(answered)


def differences(
    chosen: Iterable[Case], answers: Callable[[str, bytes], Sequence[Answer]] = unchanged
) -> Iterator[Difference]:
    for case in chosen:
        yield from facts.differences(case.expected, answers(case.name, case.raw))


@pytest.mark.parametrize("part", [*PARTS[:-1], "unseen/[rw]*"])
def test_this_implementation_conforms(part: str) -> None:
    assert list(differences(cases([part]))) == []


def test_this_implementation_conforms_as_a_reader() -> None:
    assert list(differences(cases(["broken"], levels=["reader", "places"]))) == []


@pytest.mark.parametrize("rule", CHANGES)
def test_an_implementation_with_one_changed_rule_does_not(rule: str) -> None:
    chosen = cases([CHANGES[rule].shown_by])
    assert chosen
    with ProcessPoolExecutor(1, COPIES, initializer=change, initargs=(rule,)) as copy:
        found = differences(chosen, lambda *file: copy.submit(answered, *file).result())
        assert next(found, None) is not None
