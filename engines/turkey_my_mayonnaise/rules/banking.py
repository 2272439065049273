"""Banking recipes and stopping banks (section 4 of rules.md)."""

from collections.abc import Iterator, Sequence

from engines.play import Illegal, Play, Reason, Reveals, Seen
from engines.turkey_my_mayonnaise import words
from engines.turkey_my_mayonnaise.cards import INSPECTOR
from engines.turkey_my_mayonnaise.flow import WHO_INSPECTS, stop_bank
from engines.turkey_my_mayonnaise.moves import Bank, Inspect
from engines.turkey_my_mayonnaise.rules.checks import InTurn, described, held, own_recipe, waiting
from engines.turkey_my_mayonnaise.rules.reach import own_recipes
from engines.turkey_my_mayonnaise.state import VERDICT, Turkey
from engines.wording import Sentence


class Banking(InTurn[Bank]):
    """Call a bank, at any time in a turn."""

    move = Bank

    def check(self, table: Turkey, seat: str, move: Bank) -> None:
        own_recipe(table, seat, move.recipe, "recipe")
        not_stopped(table, seat, move.recipe)
        is_complete(table, seat, move.recipe)

    def candidates(self, table: Turkey, seat: str) -> Iterator[Bank]:
        own = own_recipes(table, seat)
        return (Bank(recipe) for recipe, slot in own if slot.complete)

    def apply(self, table: Turkey, seat: str, move: Bank) -> Reveals:
        table.banking, table.resume = move.recipe, table.phase
        return table.ask(WHO_INSPECTS)

    def sentence(self, table: Turkey, seat: str, move: Bank, reveals: Seen) -> Sentence:
        slot = table.out[move.recipe]
        points = slot.value()
        return words.banking(move.recipe, points, table.banked[slot.team] + points)


class Inspecting(Play[Turkey, Inspect]):
    """Stop a bank. Only seats that hold a Health Inspector are asked."""

    move = Inspect
    phases = frozenset((VERDICT,))
    exact = True

    def check(self, table: Turkey, seat: str, move: Inspect) -> None:
        """Whoever is asked may stop the bank."""

    def candidates(self, table: Turkey, seat: str) -> Sequence[Inspect]:
        return (Inspect(),)

    def apply(self, table: Turkey, seat: str, move: Inspect) -> Reveals:
        table.discard.put(table.hands[seat].take(INSPECTOR))
        return stop_bank(table)

    def sentence(self, table: Turkey, seat: str, move: Inspect, reveals: Seen) -> Sentence:
        return words.inspecting(table.banking)

    def untimely(self, table: Turkey, seat: str, move: Inspect) -> Reason:
        return waiting(table, seat) or Reason(
            "no-answer-due",
            "no bank waits for an answer",
            label="nothing to inspect",
            table=held(table, seat),
        )


def not_stopped(table: Turkey, seat: str, recipe: str) -> None:
    """A recipe whose bank was stopped waits until the caller has missed its turn (4)."""
    slot = table.out.get(recipe)
    if slot is not None and slot.stopped is not None:
        raise Illegal(not_stopped, _stopped, table, seat, recipe)


def _stopped(table: Turkey, seat: str, recipe: str) -> Reason:
    caller = table.out[recipe].stopped
    return Reason(
        "stopped",
        f"the bank of {recipe} was stopped, and {caller} has not missed a turn since then",
        at=("recipe",),
        label="not yet",
        table=f"has {described(table, recipe)}",
        since="the bank was stopped here",
    )


def is_complete(table: Turkey, seat: str, recipe: str) -> None:
    """Only a recipe whose need is covered is banked (4)."""
    slot = table.out.get(recipe)
    if slot is None or not slot.complete:
        raise Illegal(is_complete, _incomplete, table, seat, recipe)


def _incomplete(table: Turkey, seat: str, recipe: str) -> Reason:
    return Reason(
        "incomplete",
        f"the need of {recipe} is not covered",
        at=("recipe",),
        label="not complete",
        table=f"has {described(table, recipe)}",
        since=f"from here on {recipe} was not complete",
    )
