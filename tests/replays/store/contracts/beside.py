"""Besides replays: tokens, users' decks, and maintenance."""

import re
from pathlib import Path
from typing import Any

import pytest

from engines.registry import OWN_DECKS, load_game
from replays.store.model import (
    ADMIN,
    ANYONE,
    MAX_NUMBER,
    DeckUpload,
    OverQuota,
    Usage,
    Viewer,
)
from replays.store.prepare import prepare_deck
from replays.store.query import Query
from replays.store.sql.pastes import LIFE, MAX_PASTE
from replays.store.sql.store import Store
from replays.store.tokens import digest_of
from tests.replays.store.contracts.clock import Clock
from tests.replays.store.making import record, upload, upload_of


def deck(origin: str, game: str = "triggs") -> DeckUpload:
    """A user's deck: the cards of a game with another source."""
    text = load_game(game).deck_file.read_text(encoding="utf-8")
    changed = re.sub(r'^origin = ".*"$', f'origin = "{origin}"', text, flags=re.MULTILINE)
    return prepare_deck(changed.encode())


class Beside:
    """Tokens, decks and maintenance."""

    def test_a_token_is_found_by_its_digest(self, store: Store, clock: Clock) -> None:
        made = store.tokens.create("ana", ["upload"], digest_of("cgn_a"), clock.now + 60)
        assert (made.owner, made.scopes, made.created) == ("ana", ("upload",), clock.now)
        assert made.expires == clock.now + 60
        assert made.usable(clock.now)
        assert store.tokens.find(digest_of("cgn_a")) == made
        for other in ("cgn_b", "", digest_of("cgn_a")):
            assert store.tokens.find(digest_of(other)) is None

    def test_tokens_are_listed_and_revoked_once(self, store: Store, clock: Clock) -> None:
        first = store.tokens.create("ana", ["upload", "admin"], digest_of("a"))
        second = store.tokens.create("ana", [], digest_of("b"))
        assert store.tokens.list() == [first, second]
        clock.now += 1
        assert store.tokens.revoke(first.id)
        assert not store.tokens.revoke(first.id)
        revoked = store.tokens.find(digest_of("a"))
        assert revoked is not None
        assert (revoked.revoked, revoked.usable(clock.now)) == (clock.now, False)
        assert store.tokens.list() == [revoked, second]

    @pytest.mark.parametrize("number", [-1, 0, 99, MAX_NUMBER, MAX_NUMBER + 1, 1 << 70])
    def test_revoking_an_unknown_token_does_nothing(self, store: Store, number: int) -> None:
        assert not store.tokens.revoke(number)

    def test_tokens_are_listed_by_owner_and_in_pages(self, store: Store) -> None:
        made = [store.tokens.create("ana", [], digest_of(str(number))) for number in range(3)]
        other = store.tokens.create("bo", [], digest_of("other"))
        assert store.tokens.page().entries == (*made, other)
        assert store.tokens.page("bo").entries == (other,)
        assert store.tokens.page("nobody").entries == ()
        page = store.tokens.page("ana", limit=2)
        assert page.entries == tuple(made[:2])
        rest = store.tokens.page("ana", page.next, 2)
        assert (rest.entries, rest.next) == (tuple(made[2:]), None)
        with pytest.raises(ValueError, match="limit"):
            store.tokens.page(limit=0)

    def test_a_token_is_revoked_for_its_owner_only(self, store: Store) -> None:
        made = store.tokens.create("ana", [], digest_of("a"))
        assert not store.tokens.revoke(made.id, "bo")
        assert store.tokens.list() == [made]
        assert store.tokens.revoke(made.id, "ana")
        assert not store.tokens.revoke(made.id, "ana")

    def test_usage_counts_what_an_owner_holds(self, store: Store, clock: Clock) -> None:
        assert store.usage("ana") == Usage(0, 0, 0, 0, 0)
        made = [upload("a"), upload("b")]
        store.add(made, "ana")
        store.add(made[:1], "bo")
        store.decks.add(deck("mine"), "ana")
        revoked = store.tokens.create("ana", [], digest_of("a"))
        store.tokens.revoke(revoked.id)
        store.tokens.create("ana", [], digest_of("b"), clock.now + 60)
        size = sum(one.size for one in made)
        assert store.usage("ana") == Usage(2, size, 1, 0, 1)
        store.give_up(made[0].id, Viewer("ana"))
        clock.now += 60
        assert store.usage("ana") == Usage(1, made[1].size, 1, 0, 0)

    @pytest.mark.parametrize(
        ("parts", "least"),
        [
            ({"comments": ("ha " * 20_000,) * 15}, 900_000),
            ({"comments": ("\ufdfa " * 14_000,) * 15}, 3_500_000),  # one letter, four words
            ({"players": ("Ana" * 60, "Zoë" * 60)}, 2 * 180),
            ({"tags": {f"Tag{number}": "y" * 900 for number in range(15)}}, 15 * 900),
        ],
        ids=["words", "words that grow", "names", "tags"],
    )
    def test_usage_counts_texts_as_they_are_stored_which_is_not_packed(
        self, store: Store, parts: dict[str, Any], least: int
    ) -> None:
        made = upload(**parts)
        assert len(made.body) < 3_000
        store.add([made], "ana")
        assert least <= store.usage("ana").bytes < 2.2 * least + len(made.body)
        assert list(store.check(lambda *_: None)) == []
        assert store.give_up(made.id, Viewer("ana"))
        assert store.usage("ana").bytes == 0

    @pytest.mark.parametrize("expires", [-1, MAX_NUMBER + 1])
    def test_an_impossible_expiry_is_refused(self, store: Store, expires: int) -> None:
        with pytest.raises(ValueError, match="expires"):
            store.tokens.create("ana", [], digest_of("a"), expires)
        assert store.tokens.list() == []

    def test_a_deck_is_kept_under_the_digest_of_its_content(
        self, store: Store, clock: Clock
    ) -> None:
        kept, created = store.decks.add(deck("mine"), "ana")
        assert created
        assert kept.name.startswith("sha256:")
        assert (kept.game, kept.raw, kept.added) == ("triggs", deck("mine").raw, clock.now)
        assert store.decks.get(kept.name) == kept
        again, created = store.decks.add(prepare_deck(b"# the same\n" + deck("mine").raw), "bo")
        assert (again, created) == (kept, False)
        assert store.decks.count() == 1

    def test_decks_are_listed_by_game_and_in_pages(self, store: Store) -> None:
        made = [store.decks.add(deck(str(number)), "ana")[0] for number in range(3)]
        other = store.decks.add(deck("other", "point_salad"), "ana")[0]
        assert store.decks.page().entries == (*made, other)
        assert store.decks.page("point_salad").entries == (other,)
        assert store.decks.page("no_game").entries == ()
        page = store.decks.page("triggs", limit=2)
        assert page.entries == tuple(made[:2])
        assert store.decks.page("triggs", page.next, 2).entries == tuple(made[2:])
        assert store.decks.page("triggs", page.next, 2).next is None

    def test_a_name_with_a_nul_finds_nothing(self, store: Store) -> None:
        assert store.tokens.page("ana\0").entries == ()
        assert store.decks.page("triggs\0").entries == ()

    def test_records_on_a_users_deck_are_checked_with_it(self, store: Store) -> None:
        name = store.decks.add(deck("mine"), "ana")[0].name
        made = upload_of(record(deck=name), store.decks.decks_for(name))
        store.add([made], "ana")
        (entry,) = store.page(Query(), ANYONE).entries
        assert entry.deck == name

    def test_a_missing_deck_is_found_once_it_is_added(self, store: Store) -> None:
        unknown = "sha256:" + "0" * 64
        for name in (None, "triggs/standard", "", unknown):
            assert store.decks.decks_for(name) is OWN_DECKS
        other = store.decks.add(deck("theirs"), "ana")[0]
        (kept,) = store.decks.decks_for(other.name)
        assert kept.name == other.name

    def test_an_intact_store_passes_its_check(self, store: Store) -> None:
        name = store.decks.add(deck("mine"), "ana")[0].name
        on_it = upload_of(record(deck=name), store.decks.decks_for(name))
        made = [upload("a"), upload("b", plies=9), on_it]
        store.add(made, "ana")
        store.add(made[:1], "bo")
        store.give_up(made[1].id, Viewer("ana"))
        progress: list[tuple[int, int]] = []
        assert list(store.check(lambda done, total: progress.append((done, total)))) == []
        assert progress[-1] == (2, 2)

    def test_the_check_ignores_the_order_of_tags(self, store: Store) -> None:
        tags = {"Site": "Kitchen", "Round": "2", "Event": "Club"}
        store.add([upload(tags=tags)], "ana")
        assert list(store.check(lambda *_: None)) == []

    def test_a_backup_is_a_new_file(self, store: Store, tmp_path: Path) -> None:
        store.add([upload()], "ana")
        progress: list[tuple[int, int]] = []
        path = tmp_path / "copy.db"
        store.backup(path, lambda done, total: progress.append((done, total)))
        assert progress[-1][0] == progress[-1][1] > 0
        assert path.stat().st_size > 0
        before = path.read_bytes()
        with pytest.raises(FileExistsError):
            store.backup(path, lambda *_: None)
        assert path.read_bytes() == before
        assert [entry.name for entry in tmp_path.iterdir() if "copy" in entry.name] == ["copy.db"]

    def test_a_paste_is_found_at_its_address_for_a_day(self, store: Store, clock: Clock) -> None:
        made = store.pastes.keep(b"a log", "192.0.2.1", "1a", word := "2b")
        assert (made.log, made.size, made.pasted) == (b"a log", 5, clock.now)
        assert store.pastes.get(made.id) == made
        assert store.pastes.get(word) is None
        clock.now += LIFE - 1
        assert store.pastes.get(made.id) == made
        clock.now += 1
        assert store.pastes.get(made.id) is None
        store.pastes.sweep()
        assert store.pastes.list() == []

    def test_a_paste_is_erased_by_its_word_alone(self, store: Store) -> None:
        one = store.pastes.keep(b"one", "a", "1a", word := "2b")
        other = store.pastes.keep(b"other", "a", "3c", "4d")
        assert not store.pastes.erase(other.id, word)
        assert not store.pastes.erase(one.id, "")
        assert store.pastes.erase(one.id, word)
        assert not store.pastes.erase(one.id, word)
        assert [paste.id for paste in store.pastes.list()] == [other.id]
        assert store.pastes.clear() == 1

    def test_a_paste_is_no_replay(self, store: Store) -> None:
        store.pastes.keep(b"a log", "a", "1a", "2b")
        query = Query(text="log", own=True)
        assert store.count(Query(own=True), ADMIN) == store.count(query, ADMIN) == 0
        assert store.usage("a") == Usage(0, 0, 0, 0, 0)
        assert store.changes().version == 0

    def test_a_long_paste_is_refused(self, store: Store) -> None:
        store.pastes.keep(bytes(MAX_PASTE), "a", "1a", "2b")
        with pytest.raises(OverQuota, match="bytes of a paste"):
            store.pastes.keep(bytes(MAX_PASTE + 1), "a", "3c", "4d")

    def test_for_a_new_paste_the_oldest_go(
        self, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("replays.store.sql.pastes.MAX_PASTES", 7_500)
        for name in ("1", "2", "3"):
            clock.now += 1
            store.pastes.keep(bytes(3_000), "a", name, "word")
        assert [paste.id for paste in store.pastes.list()] == ["2", "3"]
        store.pastes.keep(b"short", "a", "4", "word")
        assert [paste.id for paste in store.pastes.list()] == ["2", "3", "4"]
        store.pastes.keep(b"short", "a", "5", "word")
        assert [paste.id for paste in store.pastes.list()] == ["3", "4", "5"]
