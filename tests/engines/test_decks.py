"""Deck files: reading, names, refusals, and games on them."""

from codecs import BOM_UTF8
from hashlib import sha256
from pathlib import Path

import pytest

from engines.deck import MAX_DECK, BadDeck, Deck, load_deck, parse_deck
from engines.registry import GAMES, OWN_DECKS, Decks, load_game
from notation.chance import Chance
from notation.fault import Fault

TOP = 'game = "triggs"\norigin = "reference"\nsource = "mine"\n'


def own(game: str, old: str, new: str) -> Deck:
    """A user's deck: the game's own with a text in its file replaced."""
    text = load_game(game).deck_file.read_text(encoding="utf-8")
    assert old in text
    return parse_deck(text.replace(old, new, 1).encode())


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"\xff", "byte 1 is not UTF-8"),
        (b"rows = [", "this is not TOML: Invalid value (at end of document)"),
        (b'game = "triggs"', "`origin` must be given, as text"),
        (b"game = 3", "`game` must be given, as text"),
        (f"{TOP}copies = 1.5".encode(), "copies: a deck holds text and whole numbers, not 1.5"),
        (f"{TOP}rows = [1, 2024-01-01]".encode(), "rows[1]: a deck holds text and whole"),
        (f"{TOP}[rows]\n1 = {1 << 60}".encode(), "rows.1: the number is too large"),
        (
            f'{TOP}rows = ["{"x" * 101}"]'.encode(),
            "rows[0]: a text may have at most 100 characters",
        ),
        (
            b"#" * (MAX_DECK + 1),
            "a deck file may have at most 262,144 bytes, and this one has more",
        ),
        (b"a = " + b"[" * 100_000, "its lists are nested too deep"),
        (f"{TOP}a = {'[' * 40}{']' * 40}".encode(), "its lists are nested too deep"),
        (f"{TOP}a = {'[1, ' * 33}1{']' * 33}".encode(), "its lists are nested too deep"),
        (b"a." * 100_000 + b"a = 1", "its tables are nested too deep"),
        (b"[" + b'"a\\"\\n b" . ' * 20_000 + b"a]", "its tables are nested too deep"),
        (b"x = [{" + b"'a b'." * 40_000 + b"a = 1}]", "its tables are nested too deep"),
        (b"a = " + b"9" * 100_000, "it has a number that is too large"),
    ],
)
def test_an_invalid_deck_file_is_refused_with_the_place(raw: bytes, message: str) -> None:
    with pytest.raises(BadDeck) as refused:
        parse_deck(raw)
    assert message in refused.value.message


def test_a_text_of_a_deck_may_have_100_characters() -> None:
    assert parse_deck(f'{TOP}row = "{"x" * 100}"'.encode()).facts["row"] == "x" * 100


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        ("triggs", "copies = 9", 'copies = "nine"', "copies: expected `int`, got `str`"),
        ("triggs", "hand_limit = 10", "hand_limit = 21", "hand_limit: expected `int` <= 20"),
        ("triggs", "copies = 9", "copies = 1", "copies: there are too few cards"),
        ("triggs", "copies = 9", "copies = 9\nspare = 1", "unknown field `spare`"),
        ("triggs", "12 = 5", "13 = 5", "rows: expected one for each value"),
        ("triggs", "12 = 5", "12 = 0", "rows[...]: expected `int` >= 1"),
        ("triggs", '["12", "11"]', '["13"]', "obsolete: 13 is not a value"),
        ("triggs", "hand_limit = 10", "hand_limit = 4", "hand_limit: it is less than hand_start"),
        ("triggs", "_draw = 5", "_draw = 11", "is less than hand_start or empty_hand_draw"),
        ("triggs", "copies = 9", "copies = 3", "copies: 30 cards never leave the game, and three"),
        (
            "point_salad",
            '"CB02"',
            '"CB01"',
            "veggies[0].cards[1].id: the code CB01 appears a second time",
        ),
        (
            "point_salad",
            '"CB02"',
            '"C 2"',
            "veggies[0].cards[1].id: a move cannot contain the code",
        ),
        ("point_salad", 'code = "CR"', 'code = "CB"', "veggies: two of them have the same code"),
        ("point_salad", 'code = "CR"', 'code = "deck"', "veggies[1].code: `deck` cannot name"),
        ("point_salad", '"most"', '"best"', "veggies[0].cards[0].kind: invalid value 'best'"),
        (
            "point_salad",
            'of = "carrot"',
            'of = "leek"',
            "veggies[0].cards[0]: there is no veggie l",
        ),
        ("point_salad", 'name = "carrot"', 'name = "onion"', "veggies: expected six different"),
        ("point_salad", "need = {carrot = 2}", "need = {}", "veggies[0].cards[11].need: expected"),
    ],
)
def test_a_deck_that_does_not_fit_its_game_is_refused_with_the_place(
    game: str, old: str, new: str, message: str
) -> None:
    with pytest.raises(BadDeck) as refused:
        Decks([own(game, old, new)])
    assert message in refused.value.message


def test_a_seat_always_finds_a_card_to_draw_for_an_empty_hand() -> None:
    game = Decks([own("triggs", "copies = 9", "copies = 4")])
    assert next(iter(game)).facts["copies"] == 4


def test_a_veggie_needs_the_cards_that_six_seats_use() -> None:
    line = '    {id = "CB18", kind = "types_missing", points = 5},\n'
    with pytest.raises(BadDeck, match=r"veggies\[0\].cards: cabbage has 17 cards"):
        Decks([own("point_salad", line, "")])


def test_a_deck_for_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadDeck, match='unknown game "trigs"; did you mean `triggs`'):
        Decks([own("triggs", '"triggs"', '"trigs"')])


@pytest.mark.parametrize("name", GAMES)
def test_a_games_own_deck_has_two_names(name: str) -> None:
    game = load_game(name)
    deck = parse_deck(load_game(name).deck_file.read_bytes())
    assert deck.name == game.deck.digest
    for named in (None, game.deck.name, game.deck.digest):
        assert OWN_DECKS.game(name, named) is game


def test_the_digest_depends_on_the_content_only() -> None:
    shuffled = (
        b'source = "mine"  # a comment\norigin="reference"\ngame = "triggs"\nrows = {b=2, a=1}'
    )
    plain = f"{TOP}[rows]\na = 1\nb = 2\n".encode()
    assert parse_deck(shuffled).name == parse_deck(plain).name
    assert parse_deck(plain.replace(b"1", b"3")).name != parse_deck(plain).name
    content = b'{"game":"triggs","origin":"reference","rows":{"a":1,"b":2},"source":"mine"}\n'
    assert parse_deck(plain).name == f"sha256:{sha256(content).hexdigest()}"


def test_a_byte_order_mark_and_windows_line_ends_are_ignored() -> None:
    plain = f"{TOP}[rows]\na = 1\n".encode()
    for raw in (BOM_UTF8 + plain, plain.replace(b"\n", b"\r\n")):
        assert parse_deck(raw).name == parse_deck(plain).name


def test_a_users_deck_replaces_the_games_own() -> None:
    deck = own("triggs", "copies = 9", "copies = 8")
    game = Decks([deck]).game("triggs", deck.name)
    table = game.set_up(game, 2, {}, Chance("s"))
    assert sum(len(zone) for zone in table.zones()) == 96
    assert load_game("triggs").cards.copies == 9


def test_the_order_of_rows_in_a_deck_file_is_ignored() -> None:
    deck = own("triggs", "[rows]\n1 = 2\n2 = 2\n", "[rows]\n2 = 2\n1 = 2\n")
    assert deck.name == load_game("triggs").deck.digest
    assert load_game("triggs").on(deck).cards == load_game("triggs").cards
    assert list(load_game("triggs").on(deck).cards.rows)[:2] == ["1", "2"]


def test_a_users_points_and_texts_are_used() -> None:
    deck = own("point_salad", "points = 10}", "points = 11}")
    game = Decks([deck]).game("point_salad", deck.name)
    assert game.cards.texts["CB01"] == "11 for most carrot"
    assert load_game("point_salad").cards.texts["CB01"] == "10 for most carrot"


@pytest.mark.parametrize(
    ("named", "advice"),
    [
        ("sha256:00", "ask for its file, and give it to `--deck`, or to a service"),
        ("triggs/standart", "did you mean `triggs/standard`?"),
        ("mine", 'leave the tag out, or write [Deck "triggs/standard"]'),
    ],
)
def test_an_unknown_deck_is_refused(named: str, advice: str) -> None:
    with pytest.raises(Fault) as refused:
        OWN_DECKS.game("triggs", named)
    assert refused.value.code == "cgn.deck"
    assert advice in str(refused.value.advice)


def test_a_deck_of_another_game_is_refused() -> None:
    deck = own("triggs", "copies = 9", "copies = 8")
    with pytest.raises(Fault, match="is for triggs"):
        Decks([deck]).game("point_salad", deck.name)


def test_a_deck_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_bytes(load_game("triggs").deck_file.read_bytes())
    assert load_deck(path, "triggs").name == "triggs/standard"
