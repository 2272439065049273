"""A refusal knows where else its guard refuses, and whether the guard refuses alone."""

from engines.play import Illegal, Reason


def odd(number: int) -> None:
    """Refuses odd numbers, each tens by a rule of its own."""
    if number % 2:
        raise Illegal(odd, _odd, number)


def _odd(number: int) -> Reason:
    return Reason(f"odd-{number // 10}", "this is odd")


def test_a_guard_refuses_the_same_elsewhere_only_by_the_same_rule() -> None:
    refusal = Illegal(odd, _odd, 13)
    assert [refusal.held_at(number) for number in (15, 14, 3, 25)] == [True, False, False, False]


def test_a_guard_that_is_asked_alone_refuses_or_not() -> None:
    assert [Illegal(odd, _odd, number).refuses_alone() for number in (13, 14)] == [True, False]
