"""The checks that need no drawing, in the order in which somebody who adds a game meets them."""

from replays.general.check import Check
from replays.general.files import (
    every_card_is_in_the_catalogue,
    every_move_has_examples_that_spell_it,
    it_has_rules_and_a_deck_of_its_own,
    it_is_found_by_its_name,
    it_says_how_it_works,
    its_codes_are_explained_and_used,
    its_layout_names_what_there_is,
    no_two_zones_of_a_seat_have_the_same_title,
)
from replays.general.records import (
    a_game_played_again_has_the_same_digest,
    its_records_are_valid_in_every_form,
    the_sensible_player_ends_its_games,
    what_a_view_saw_of_a_game_is_never_invalid,
)
from replays.general.tables import (
    a_copy_is_independent,
    a_move_that_names_a_card_of_no_deck_is_refused,
    a_picture_finds_labels_counters_and_details,
    a_refused_move_changes_nothing_and_has_a_reason,
    a_score_depends_on_the_position_only,
    every_listed_move_can_be_played_and_is_listed_once,
    every_listed_move_is_read_as_it_is_written,
    no_card_is_lost_or_doubled,
    only_the_seat_to_act_plays,
    recorded_shuffles_give_the_same_game_as_the_seed,
)
from replays.general.worlds import (
    hidden_cards_do_not_change_what_a_view_is_shown,
    the_sensible_player_looks_at_what_its_seat_sees,
)

OF_FILES = tuple(
    Check(run, plays=False)
    for run in (
        it_is_found_by_its_name,
        it_has_rules_and_a_deck_of_its_own,
        its_codes_are_explained_and_used,
        every_move_has_examples_that_spell_it,
        every_card_is_in_the_catalogue,
        no_two_zones_of_a_seat_have_the_same_title,
        its_layout_names_what_there_is,
        it_says_how_it_works,
    )
)

OF_DEALS = tuple(
    Check(run)
    for run in (
        no_card_is_lost_or_doubled,
        every_listed_move_can_be_played_and_is_listed_once,
        every_listed_move_is_read_as_it_is_written,
        a_refused_move_changes_nothing_and_has_a_reason,
        a_move_that_names_a_card_of_no_deck_is_refused,
        only_the_seat_to_act_plays,
        a_score_depends_on_the_position_only,
        a_copy_is_independent,
        recorded_shuffles_give_the_same_game_as_the_seed,
        the_sensible_player_ends_its_games,
        its_records_are_valid_in_every_form,
        a_game_played_again_has_the_same_digest,
        hidden_cards_do_not_change_what_a_view_is_shown,
        the_sensible_player_looks_at_what_its_seat_sees,
        what_a_view_saw_of_a_game_is_never_invalid,
        a_picture_finds_labels_counters_and_details,
    )
)
