"""The pack of 52 cards that authors of games have ready."""

import pytest

from cgn.authoring import BadDeck, describe_playing_cards, playing_cards
from pages.pictures import symbols


def test_a_pack_lies_suit_after_suit_from_low_to_high() -> None:
    pack = playing_cards()
    assert len(pack) == 52
    assert [*pack][:3] == ["2C", "3C", "4C"]
    assert [*pack][11:14] == ["KC", "AC", "2D"]
    assert [*pack][-1] == "AS"
    assert [card.value for card in pack.values()] == [*range(13)] * 4


def test_its_order_and_what_is_high_follow_the_lists() -> None:
    pack = playing_cards(["spades", "hearts"], ["A", "7", "Q"])
    assert [*pack] == ["AS", "7S", "QS", "AH", "7H", "QH"]
    assert (pack["QH"].value, pack["AH"].value, pack["QH"].title) == (2, 0, "queen of hearts")


@pytest.mark.parametrize(
    ("suits", "ranks", "said"),
    [
        (["stars"], ["2"], 'suits: there is no "stars"; there are clubs, diamonds, hearts, spades'),
        (["clubs"], ["1"], 'ranks: there is no "1"'),
        (["clubs", "clubs"], ["2"], 'suits: "clubs" is there twice'),
    ],
)
def test_what_a_pack_does_not_have_is_refused(
    suits: list[str], ranks: list[str], said: str
) -> None:
    with pytest.raises(BadDeck, match=said):
        playing_cards(suits, ranks)


def test_each_suit_has_a_picture() -> None:
    kinds = describe_playing_cards(playing_cards().values()).values()
    assert {kind.picture for kind in kinds} == {kind.kind for kind in kinds}
    assert {kind.picture for kind in kinds} <= symbols().keys()
