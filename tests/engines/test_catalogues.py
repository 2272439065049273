"""Catalogues of cards."""

from engines.deck import parse_deck
from engines.registry import load_game


def test_a_fruit_of_a_users_deck_is_known_by_its_own_name() -> None:
    game = load_game("the_jam")
    text = game.deck_file.read_text(encoding="utf-8").replace("walnut", "hazelnut")
    jam = game.on(parse_deck(text.encode())).catalogue["hazelnut-jam:peach"]
    assert (jam.title, jam.name, jam.picture) == ("hazelnut jam", "hazelnut", "jar")


def test_a_veggie_without_a_symbol_has_no_picture() -> None:
    game = load_game("point_salad")
    text = game.deck_file.read_text(encoding="utf-8").replace("pepper", "leek")
    leek = game.on(parse_deck(text.encode())).catalogue["PE01"]
    assert (leek.kind, leek.picture) == ("leek", None)


def test_the_kinds_of_turkeys_cards_without_points_are_what_they_do() -> None:
    catalogue = load_game("turkey_my_mayonnaise").catalogue
    answers = [code for code, card in catalogue.items() if card.kind == "answer"]
    assert answers == ["swatter", "send-back", "inspector"]
    assert [catalogue[code].kind for code in ("tmm", "steal")] == ["tmm", "steal"]


def test_the_kinds_of_breakfast_are_the_items_and_bonus() -> None:
    catalogue = load_game("grab_your_breakfast").catalogue
    codes = ("coffee", "coffee-cup", "toast", "jam")
    assert [catalogue[code].kind for code in codes] == ["coffee", "coffee", "toast", "bonus"]
