"""The codes of playing: what can be wrong with a record that can be read.

Also those of comparing it with another; and those of services.
"""

from typing import Final

from notation.codes.code import Code

PLAYING: Final = {
    "cgn.game": Code(
        "the game is unknown",
        "The tag Game names the rules by which the record is checked. This version of the "
        "program has no game of that name. Check the spelling; the help names the nearest game.",
    ),
    "cgn.rules-version": Code(
        "this version of the game's rules is unknown",
        "The tag Rules says by which version of the engine's rules the game was played. Old "
        "versions stay playable for ever, so either the record is newer than the program, or "
        "the number is a slip. Update the program, or correct the number.",
    ),
    "cgn.deck": Code(
        "the deck is unknown",
        "The tag Deck names the cards that were played with. Without the tag, they are the "
        "game's own deck. A name that begins with sha256: belongs to a deck made by a user, and "
        "is computed from its content. Only a program that has such a deck can replay the "
        "record: use `cgn validate --deck FILE`, put the file into the folder of your decks, or "
        "send it to a service by `POST /v1/decks`. Leave the tag out if the game was played "
        "with the game's own deck.",
    ),
    "cgn.seat-count": Code(
        "the game is not for this number of players",
        "Each game allows certain numbers of players, and its rules depend on the number. Name "
        "the players who took part, and nobody else: onlookers belong in a free tag.",
    ),
    "cgn.option": Code(
        "the game has no such option",
        "A tag in lower case is an option of the game and changes its rules, so an unknown one "
        "cannot be ignored. Check the spelling. If it is not an option, its name must begin "
        "with a capital.",
    ),
    "cgn.option-value": Code(
        "the option cannot have this value",
        "An option takes only a few values, and some of them only with certain numbers of "
        "players. The help lists the values that are possible here. Correct the value, or leave "
        "the tag out to use the default.",
    ),
    "cgn.verb": Code(
        "the game has no move of this name",
        "A move begins with its verb, in lower case, and each game has its own few verbs. The "
        "help names the nearest one, or all of them. If the word belongs to another game, check "
        "the tag Game as well.",
    ),
    "cgn.argument": Code(
        "an argument of the move does not fit",
        "Each move takes its arguments in a fixed order and form. One is missing, there is one "
        "too many, or one does not have the right form: a card, a number, a pile. The help "
        "shows how the move is written. Whether the move is legal is checked only after that.",
    ),
    "cgn.turn": Code(
        "the ply belongs to another seat",
        "By the rules, it is another seat's choice. Often a ply above was left out, or "
        "something that happens by itself, such as a compulsory draw, was written as a ply. "
        "Correct the seat, or put back what is missing.",
    ),
    "cgn.game-over": Code(
        "a ply follows the end of the game",
        "By the rules, the game ended with an earlier ply, which the second label points to. "
        "Nothing can be played after that. Take out the plies after it; if the game did go on "
        "at the table, an earlier ply was written down wrongly.",
    ),
    "cgn.unknown-card": Code(
        "an unseen card stands where it cannot",
        "The sign _ is a card that the writer did not see. It may stand in a shuffle, in reveals, "
        "as a score, and in a move that passes cards face down; in any other move, and in a move "
        "of a game whose seed is known, name the card. After the beginning of a code, _ is a card "
        "seen in part, in a shuffle or in reveals: PE_ is any card that begins with PE. The deck "
        "must have such a card.",
    ),
    "cgn.too-many": Code(
        "a card is named more often than it exists",
        "The record leaves cards out, and each card that it names is taken for one of these. "
        "Here it names a card for which none is left: all that the deck has lie elsewhere, or "
        "were named before. The message says where. Correct this card, or one before it.",
    ),
    "cgn.irregular": Code(
        "a move against the rules that was allowed to stand is not supported yet",
        "The sign ^ is reserved for a move that broke the rules and was allowed to stand at the "
        "table. It is read, kept and written, but the game after it cannot be checked, so "
        "validation refuses it. A later version will support it. Take the sign out to have the "
        "move checked like any other.",
    ),
    "cgn.reveals": Code(
        "the cards revealed are not those of the replay",
        "After -> come the cards that the seat drew or that were turned up, in that order. In a "
        "game whose turns begin with a draw that is not a ply, they are the cards drawn since "
        "the last ply. By the moves and the shuffles, other cards were revealed. Correct the "
        "cards, or leave them out: they are optional. If they were right at the table, an "
        "earlier ply, the seed or a shuffle was written down wrongly.",
    ),
    "cgn.shuffle-missing": Code(
        "a shuffle is not recorded where it happens",
        "Here the rules shuffle a pile, but the record does not give its new order. Either the "
        "header has a Seed, from which every shuffle follows, or each shuffle is recorded on a "
        "line such as `~: deck 7 3 12`, directly after the ply that causes it; those of the "
        "setup come before ply 1. A line of play that records any shuffle must record all of "
        "them, with or without a seed.",
    ),
    "cgn.shuffle-surplus": Code(
        "a shuffle is recorded where none happens",
        "By the rules, the ply above this line does not cause this shuffle. A pile with fewer "
        "than two cards is not shuffled either. Take the line out, or move it below the ply "
        "that causes the shuffle.",
    ),
    "cgn.shuffle-mismatch": Code(
        "a recorded shuffle cannot be the one that happened",
        "The line names a different pile from the one shuffled here, or its cards are not those "
        "of the pile, or the seed gives another order. All of them must agree, since the rest "
        "of the game follows from them. Correct the line. If the seed is right, you can leave "
        "out this line, together with all other recorded shuffles.",
    ),
    "cgn.seed-hash": Code(
        "the seed is not the one that was sealed",
        "SeedHash was published before the game, so that everyone can check afterwards that the "
        "seed was not picked to suit somebody. It is the SHA-256 of the Seed in hex, and this "
        "seed has a different one. One of the two was copied wrongly, or the seed was "
        "exchanged.",
    ),
    "cgn.sealed": Code(
        "the seed is not known yet",
        "The record has a SeedHash, but neither the Seed nor recorded shuffles, so the order of "
        "the cards is unknown. The record cannot be played before its seed is published. Add "
        "the Seed then.",
    ),
    "cgn.winners": Code(
        "the winners are not those that the moves give",
        "The game ended by its rules, and the rules say who won, ties included. The end line "
        "says otherwise. The help shows the line that follows from the moves; if the winners "
        "are right, a ply was written down wrongly. With Termination, the winners are "
        "accepted as written.",
    ),
    "cgn.scores": Code(
        "the scores are not those that the moves give",
        "The end line has each seat's score in seat order. For an unfinished game, it has the "
        "scores as if the game ended now, penalties included. The scores counted from the cards "
        "are different. The help shows the line that follows from the moves; if the scores are "
        "right, a ply was written down wrongly.",
    ),
    "cgn.unfinished": Code(
        "the end line names winners, but the game is not over",
        "By the rules, somebody still has a choice to make, so nobody has won yet. Plies may be "
        "missing at the end. If play stopped there, write * for the winners; if somebody was "
        "declared the winner all the same, say how with the tag Termination.",
    ),
    "cgn.cut-off": Code(
        "the record has no end line",
        "This is a warning: everything in the record is legal, but a record without its end "
        "line may have been cut off, and counts as incomplete. Add the end line; for an "
        "unfinished game it reads `= * 3 2`, with each seat's score.",
    ),
}

COMPARING: Final = {
    "cgn.not-from": Code(
        "the record does not go on from the other one",
        "The tag From names the digest of a record and one of its plies, and all plies up to that "
        "one are the same in both. `cgn validate --from FILE` checks that, and so does a service "
        "before it begins a table that goes on from a replay. Either the file is another one, or a "
        "ply was changed in one of the two.",
    ),
}
"""Reasons to refuse a record that is right, but not as it says of another one."""

SERVING: Final = {
    "cgn.too-costly": Code(
        "a service would take too long to work on this",
        "A service estimates from the bytes of a record how long it takes to check, and refuses "
        "what is above its limit, or turns out to take too long. That spares the other users the "
        "wait. Records of games as they are played stay far below the limit; what costs most are "
        "variations. Send fewer records at once, or leave variations out; `cgn validate` checks "
        "the record on your own machine without a limit.",
    ),
}
"""Reasons of services to refuse a record that may be right."""
