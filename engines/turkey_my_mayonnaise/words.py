"""The sentences of Turkey My Mayonnaise. Knows no table."""

from collections.abc import Sequence

from engines import wording
from engines.turkey_my_mayonnaise.cards import (
    DUMPSTER,
    FRIDGE,
    INSPECTOR,
    SEND_BACK,
    SPREE,
    SWATTER,
    TMM,
)
from engines.turkey_my_mayonnaise.names import (
    OwnedRecipe,
    a,
    attack,
    card,
    owners,
    prey,
    some,
    takes_article,
    the,
    theirs,
    title,
    titles,
)
from engines.wording import Sentence, enumerate_parts, in_points, number, say, seat

_DIVES = {
    DUMPSTER: (wording.card(DUMPSTER, "dives into the dumpster"), "dumpster"),
    SPREE: (wording.card(SPREE, "goes on a shopping spree"), "shopping spree"),
}

_MAYONNAISE = ("plays ", card(TMM), " and ")
_BACK = wording.card(SEND_BACK, "sends it back")


def drawing(cards: Sequence[str | None]) -> Sentence:
    """Cards are drawn; None for a hidden one.

    >>> drawing(["R25", None]).text, drawing([None]).text, drawing([None] * 4).text
    ('draws R25 and a card', 'draws a card', 'draws four cards')
    >>> drawing([]).text
    'draws nothing: no card is left'
    """
    if not cards:
        return say("draws nothing: no card is left", short="draw nothing")
    return say("draws ", *some(cards), short=f"draw{_shown(cards)}")


def refreshing(cards: Sequence[str], draws: int) -> Sentence:
    """Cards are discarded, and this many will be drawn.

    >>> refreshing(["ham", "swatter", "R07"], 4).text
    'discards ham, a Fly Swatter and R07 instead of drawing; draws four next turn'
    """
    rest = f" instead of drawing; draws {number(draws)} next turn"
    return say("discards ", *some(cards), rest, short=f"refresh {titles(cards)}")


def banking(recipe: str, points: int, total: int) -> Sentence:
    """A bank is called; the total is what the seat or team has with it.

    >>> banking("R15", 23, 51).text
    'banks R15 for 23 points (51 in all)'
    """
    rest = f" for {in_points(points)} ({total} in all)"
    return say("banks ", card(recipe), rest, short=f"bank {recipe}")


def scrapping(recipe: str) -> Sentence:
    """A recipe is discarded."""
    return say("throws ", card(recipe), " away", short=f"scrap {recipe}")


def starting(recipe: str, need: Sequence[str]) -> Sentence:
    """A recipe card is played; the need is the name of a category for each slot.

    >>> starting("R05", ["meat", "meat", "cheese"]).text
    'starts R05: meat, meat, cheese'
    """
    return say("starts ", card(recipe), f": {', '.join(need)}", short=f"recipe {recipe}")


def adding(code: str, points: int, recipe: str, *, double: bool) -> Sentence:
    """An ingredient is played.

    >>> adding("ham", 3, "R15", double=False).text
    'puts ham (3) on R15'
    >>> adding("double-meat-7", 7, "R15", double=True).text
    'puts a double meat 7 on R15, twice'
    """
    worth = "" if takes_article(code) else f" ({points})"
    short = f"add {title(code)} → {recipe}{_twice(double)}"
    return say("puts ", a(code), worth, " on ", card(recipe), _twice(double), short=short)


def replacing(code: str, over: str, recipe: str, *, double: bool) -> Sentence:
    """An ingredient takes the place of another.

    >>> replacing("bacon", "ham", "R07", double=False).text
    'swaps ham for bacon on R07'
    """
    return say(
        "swaps ", the(over), " for ", a(code), " on ", card(recipe), _twice(double),
        short=f"swap {title(over)} for {title(code)}, {recipe}{_twice(double)}",
    )  # fmt: skip


def adding_bonus(code: str, points: int, recipe: str) -> Sentence:
    """A bonus is played."""
    gain = wording.card(code, in_points(points))
    return say("adds ", gain, " to ", card(recipe), short=f"{title(code)} → {recipe}")


def penalizing(code: str, points: int, at: OwnedRecipe) -> Sentence:
    """A recipe is attacked with a penalty.

    >>> penalizing("penalty-5", 5, OwnedRecipe("R03", ("B", "E"))).text
    "takes 5 points off B and E's R03"
    """
    return say(
        "takes ", wording.card(code, in_points(points)), " off ", *theirs(at),
        short=f"{title(code)} → {at.recipe}",
    )  # fmt: skip


def stealing(code: str, source: OwnedRecipe, to: str, *, double: bool) -> Sentence:
    """An ingredient is attacked with a steal.

    >>> stealing("double-meat-7", OwnedRecipe("R26", ("B",)), "R13", double=True).text
    "steals the double meat 7 from B's R26 for R13, twice"
    """
    return say(
        "steals ", the(code), " from ", *theirs(source), " for ", card(to), _twice(double),
        short=f"steal {_carried(code, source.recipe, to, double=double)}",
    )  # fmt: skip


def spoiling(spoiler: str, code: str, source: OwnedRecipe) -> Sentence:
    """An ingredient is attacked with a spoil card, or with the Fridge.

    >>> spoiling("spoil-veggie", "pepper", OwnedRecipe("R05", ("C",))).text
    "spoils C's pepper on R05"
    >>> spoiling("fridge", "brie", OwnedRecipe("R03", ("B",))).text
    "unplugs the fridge: B's brie on R03 spoils"
    """
    what = prey(code, source)
    if spoiler == FRIDGE:
        fridge = wording.card(FRIDGE, "the fridge")
        short = f"fridge: {title(code)} of {source.recipe}"
        return say("unplugs ", fridge, ": ", *what, " spoils", short=short)
    return say(wording.card(spoiler, "spoils"), " ", *what, short=_spoil(code, source))


def taking(code: str, source: OwnedRecipe, to: str, *, double: bool) -> Sentence:
    """An opponent's card is taken with Turkey My Mayonnaise.

    >>> taking("brie", OwnedRecipe("R26", ("B",)), "R15", double=False).text
    "plays Turkey My Mayonnaise and moves brie from B's R26 to R15"
    """
    return say(
        *_MAYONNAISE, "moves ", the(code), " from ", *theirs(source), " to ", card(to),
        _twice(double),
        short=f"{title(TMM)}: take {_carried(code, source.recipe, to, double=double)}",
    )  # fmt: skip


def claiming(recipe: OwnedRecipe) -> Sentence:
    """An opponent's recipe is taken with Turkey My Mayonnaise.

    >>> claiming(OwnedRecipe("R03", ("B",))).text
    "plays Turkey My Mayonnaise and takes over B's empty R03"
    """
    return say(
        *_MAYONNAISE, "takes over ", *owners(recipe), " empty ", card(recipe.recipe),
        short=f"{title(TMM)}: claim {recipe.recipe}",
    )  # fmt: skip


def moving(code: str, source: str, to: str, *, double: bool) -> Sentence:
    """An own card is moved with Turkey My Mayonnaise."""
    return say(
        *_MAYONNAISE, "moves ", the(code), " from ", card(source), " to ", card(to),
        _twice(double), short=f"{title(TMM)}: move {_carried(code, source, to, double=double)}",
    )  # fmt: skip


def diving(dive: str, cards: Sequence[str | None]) -> Sentence:
    """A dive turns up these cards.

    >>> diving("spree", ["ham", "steal"]).text
    'goes on a shopping spree and turns up ham and a steal'
    >>> diving("dumpster", []).text
    'dives into the dumpster and turns up nothing'
    """
    said, short = _DIVES[dive]
    return say(
        said, " and turns up ", *(some(cards) if cards else ["nothing"]),
        short=f"{short}{_shown(cards)}",
    )  # fmt: skip


def keeping(code: str, discarded: str) -> Sentence:
    """A card that was turned up is kept, and one is discarded.

    >>> keeping("swatter", "ham").text
    'keeps the Fly Swatter and discards ham'
    """
    return say(
        "keeps ", the(code), " and discards ", a(discarded),
        short=f"keep {title(code)}, discard {title(discarded)}",
    )  # fmt: skip


def discarding(code: str) -> Sentence:
    """A card is discarded, which is the play."""
    return say("discards ", a(code), " instead of playing", short=f"discard {title(code)}")


def leaving_out(recipes: Sequence[str]) -> Sentence:
    """The turn ends with these recipes left out.

    >>> leaving_out(["R07", "R15"]).text
    'leaves R07 and R15 out'
    """
    left = enumerate_parts([card(recipe) for recipe in recipes])
    return say("leaves ", *left, " out", short="end the turn")


def swatting(played: str, by: str) -> Sentence:
    """An attack is over.

    >>> swatting("penalty-5", "B").text
    "swats B's penalty with the Fly Swatter"
    """
    return say("swats ", seat(by), "'s ", attack(played), " with ", the(SWATTER), short="swat")


def sending_back_penalty(points: int, at: OwnedRecipe) -> Sentence:
    """A penalty is turned against another recipe.

    >>> sending_back_penalty(5, OwnedRecipe("R07", ("B",))).text
    "sends it back: takes 5 points off B's R07"
    """
    aim = [f"takes {in_points(points)} off ", *theirs(at)]
    return say(_BACK, ": ", *aim, short=f"send back → {at.recipe}")


def sending_back_steal(code: str, source: OwnedRecipe, to: str, *, double: bool) -> Sentence:
    """A steal is turned against another ingredient."""
    aim = stealing(code, source, to, double=double)
    return say(_BACK, ": ", *aim.parts, short=f"send back: {aim.short}")


def sending_back_spoil(code: str, source: OwnedRecipe) -> Sentence:
    """A spoil is turned against another ingredient.

    >>> sending_back_spoil("brie", OwnedRecipe("R07", ("B",))).text
    "sends it back: B's brie on R07 spoils"
    """
    what = prey(code, source)
    return say(_BACK, ": ", *what, " spoils", short=f"send back: {_spoil(code, source)}")


def sending_back_nothing(attackers: Sequence[str]) -> Sentence:
    """An attack is over, because the attackers have nothing that it could hit.

    >>> sending_back_nothing(["C"]).text
    'sends it back, but C has nothing to hit'
    """
    have = "has" if len(attackers) == 1 else "have"
    who = enumerate_parts([seat(letter) for letter in attackers])
    return say(_BACK, ", but ", *who, f" {have} nothing to hit", short="send back, no effect")


def inspecting(recipe: str) -> Sentence:
    """A bank is stopped."""
    return say("stops the bank of ", card(recipe), " with ", the(INSPECTOR), short="inspect")


def declining() -> Sentence:
    """An answer is declined."""
    return say("lets it happen", short="pass")


def having_no_card() -> Sentence:
    """A turn passes without a play."""
    return say("has no card to play", short="pass")


def penalized(points: int, at: OwnedRecipe) -> Sentence:
    """A penalty was not blocked.

    >>> penalized(5, OwnedRecipe("R03", ("B",))).text
    "B's R03 loses 5 points"
    """
    return say(*theirs(at), f" loses {in_points(points)}")


def stolen(code: str, source: OwnedRecipe, to: OwnedRecipe, *, double: bool) -> Sentence:
    """A steal was not blocked.

    >>> stolen("ham", OwnedRecipe("R26", ("B",)), OwnedRecipe("R13", ("C",)), double=False).text
    "ham goes from B's R26 to C's R13"
    """
    return say(the(code), " goes from ", *theirs(source), " to ", *theirs(to), _twice(double))


def spoiled(code: str, source: OwnedRecipe) -> Sentence:
    """A spoil was not blocked."""
    return say(*prey(code, source), " spoils")


def fizzled(played: str) -> Sentence:
    """An attack that was sent back has no target."""
    return say("the ", attack(played), " has no effect")


def banked(recipe: OwnedRecipe, points: int) -> Sentence:
    """A bank was not stopped.

    >>> banked(OwnedRecipe("R15", ("A",)), 23).text
    "A's R15 is banked for 23 points"
    """
    return say(*theirs(recipe), f" is banked for {in_points(points)}")


def will_miss(letter: str) -> Sentence:
    """A seat whose bank was stopped loses its next turn."""
    return say(seat(letter), " will miss a turn")


def misses(letter: str) -> Sentence:
    """A seat misses its turn."""
    return say(seat(letter), " misses a turn")


def none_playable() -> Sentence:
    """Nothing that a dive has just turned up can be played or kept."""
    return say("none of them can be played or kept")


def dive_over(rest: Sequence[str | None]) -> Sentence:
    """Dives close, and what was not chosen is discarded.

    >>> dive_over(["ham", "steal"]).text
    'ham and a steal are discarded with the dive'
    """
    are = "is" if len(rest) == 1 else "are"
    return say(*some(rest), f" {are} discarded with the dive")


def _shown(cards: Sequence[str | None]) -> str:
    return f" → {titles(cards)}" if any(cards) else ""


def _spoil(code: str, source: OwnedRecipe) -> str:
    return f"spoil {title(code)} of {source.recipe}"


def _carried(code: str, source: str, to: str, *, double: bool) -> str:
    return f"{title(code)} of {source} → {to}{_twice(double)}"


def _twice(double: bool) -> str:  # noqa: FBT001 - says of one card how it lies
    return ", twice" if double else ""
