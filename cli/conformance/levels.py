"""What a program can claim: that it is a reader, gives places, shuffles, or checks a game."""

from collections.abc import Collection, Iterable

from cli.conformance.facts import ExpectedAnswer, Fact

READER = "reader"
PLACES = "places"
SHUFFLES = "shuffles"
CHECKER = "checker"

LEVELS = {
    READER: "it reads records, finds every mistake of form, writes the canonical form and JSON",
    PLACES: "it says where a mistake of form is",
    SHUFFLES: "it shuffles by seeds",
    CHECKER: "it plays the records of a game, and finds every mistake in them",
}
"""The levels with what a program of each does. A checker is one of certain games."""


def checker_of(game: str) -> str:
    """The claim of a program that checks the records of a game."""
    return f"{CHECKER} of {game}"


def claims(levels: Collection[str], games: Iterable[str]) -> list[str]:
    """What a program of these levels, which knows these games, claims. No level means all.

    >>> claims(["checker", "reader"], ["triggs"])
    ['reader', 'checker of triggs']
    """
    wanted = [level for level in LEVELS if level in levels or not levels]
    plain = [level for level in wanted if level != CHECKER]
    return plain + [checker_of(game) for game in games if CHECKER in wanted]


def asked(
    expected: ExpectedAnswer, claimed: Collection[str], without: Collection[str]
) -> ExpectedAnswer:
    """The part of an expected answer that these claims need, without some keys."""
    facts = (
        fact._replace(claims=tuple(claim for claim in fact.claims if claim in claimed))
        for fact in expected.facts
        if fact.key not in without
    )
    return expected._replace(facts=tuple(fact for fact in facts if fact.claims))


def read(key: str, value: object) -> Fact:
    """A fact that a reader must get right."""
    return Fact(key, (value,), (READER,))
