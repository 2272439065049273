"""The codes of playing: what can be wrong with a record that can be read."""

from typing import Final

from notation.codes.code import Code

PLAYING: Final = {
    "cgn.game": Code(
        "the game is not known here",
        "The tag Game names the rules by which the record is checked. There is no game of this "
        "name, or not in this version of the program. Check the spelling; the help names the "
        "nearest game.",
    ),
    "cgn.rules-version": Code(
        "this version of the game's rules is not known here",
        "The tag Rules says by which version of the engine's rules the game was played. Old "
        "versions stay playable for ever, so the record is newer than the program, or the number "
        "is a slip. Update the program, or correct the number.",
    ),
    "cgn.deck": Code(
        "the deck is not known here",
        "The tag Deck names the cards that were played with. Without the tag it is the game's "
        "own deck, and a name that begins with sha256: is that of somebody's own, made from its "
        "content. A record on such a deck can be replayed only by a program that has the deck: "
        "`cgn validate --deck FILE`, the file put into the folder of your decks, or for a service "
        "`POST /v1/decks`. Leave the tag out if the game was played with the game's own deck.",
    ),
    "cgn.seat-count": Code(
        "the game is not for this number of players",
        "Each game says for how many players it is, and its rules depend on the number. Name the "
        "players who took part, and nobody else: onlookers belong in a free tag.",
    ),
    "cgn.option": Code(
        "the game has no such option",
        "A tag in lower case is an option of the game and changes its rules, so one that the game "
        "does not have cannot be passed over. Check the spelling; what is not an option has a name "
        "that begins with a capital.",
    ),
    "cgn.option-value": Code(
        "the option cannot have this value",
        "An option takes a few values, and some of them only with certain numbers of players. "
        "The help names those that are possible here. Correct the value, or leave the tag out "
        "for the default.",
    ),
    "cgn.verb": Code(
        "the game has no move of this name",
        "A move begins with its verb, in lower case, and each game has its own few verbs. The "
        "help names the nearest one, or all of them. Some words are another game's: check the "
        "tag Game as well.",
    ),
    "cgn.argument": Code(
        "an argument of the move does not fit",
        "Each move takes its arguments in a fixed order and shape. One is missing, one is too "
        "many, or one does not look as it has to: a card, a number, a pile. The help shows how "
        "the move is written. Whether it is allowed is not asked before that.",
    ),
    "cgn.turn": Code(
        "the ply belongs to another seat",
        "The rules say whose choice is next, and it is not this seat's. Often a ply was left out "
        "above, or something that happens by itself, such as a compulsory draw, was written as a "
        "ply. Correct the seat, or put back what is missing.",
    ),
    "cgn.game-over": Code(
        "a ply follows the end of the game",
        "By the rules the game ended with an earlier ply, to which the second label points. "
        "Nothing can be played after that. Take the plies after it out; if the game did go on "
        "at the table, an earlier ply was written down wrongly.",
    ),
    "cgn.unknown-card": Code(
        "a card that the writer did not know has no meaning yet",
        "The sign _ is reserved for a card nobody at the table could see. It is read, kept and "
        "written, but no rule can be checked against it, so validation refuses it. A later "
        "version will give it its meaning.",
    ),
    "cgn.irregular": Code(
        "a move against the rules that was let stand has no meaning yet",
        "The sign ^ is reserved for a move that broke the rules and was let stand at the table. "
        "It is read, kept and written, but the game after it cannot be checked, so validation "
        "refuses it. A later version will give it its meaning. Take it out to have the move "
        "checked like any other.",
    ),
    "cgn.reveals": Code(
        "the cards revealed are not those of the replay",
        "After -> come the cards that the seat drew or that were turned up, in that order; in a "
        "game whose turns begin with a draw that is not a ply, those drawn since the last ply. The "
        "moves and the shuffles say which these are, and they are others. Correct the cards or "
        "leave them out, they need not be there; if they were right at the table, an earlier "
        "ply, the seed or a shuffle was written down wrongly.",
    ),
    "cgn.shuffle-missing": Code(
        "a shuffle is not recorded where it happens",
        "Here the rules shuffle a pile, and the record does not say its new order. Either the "
        "header has a Seed, from which every shuffle follows, or each shuffle is recorded as a "
        "line `~: deck 7 3 12` directly after the ply that causes it, those of the setup before "
        "ply 1. A line of play that records some of its shuffles records all of them, seed or not.",
    ),
    "cgn.shuffle-surplus": Code(
        "a shuffle is recorded where none happens",
        "By the rules the ply above this line does not cause this shuffle. A pile of one card or "
        "none is not shuffled either. Take the line out, or move it to below the ply that causes "
        "it.",
    ),
    "cgn.shuffle-mismatch": Code(
        "a recorded shuffle cannot be the one that happened",
        "The line names another pile than the one shuffled here, or its cards are not those of "
        "the pile, or the seed gives another order. All of them have to agree, since the rest of "
        "the game follows from them. Correct the line; if the seed is right, it can be left out, "
        "together with all other lines of this kind.",
    ),
    "cgn.seed-hash": Code(
        "the seed is not the one that was sealed",
        "SeedHash was published before the game, so that afterwards everyone can check that the "
        "seed was not chosen to suit. It is the SHA-256 of the Seed in hex, and this seed has "
        "another. One of the two was copied wrongly, or the seed was exchanged.",
    ),
    "cgn.sealed": Code(
        "the seed is not known yet",
        "The record has a SeedHash, but neither the Seed nor recorded shuffles, so nobody can say "
        "how the cards lay. It cannot be played before its seed is published. Add the Seed then.",
    ),
    "cgn.winners": Code(
        "the winners are not those that the moves give",
        "The game ended by its rules, and the rules say who won, ties included. The end line "
        "says otherwise. The help shows the line that follows from the moves; if the winners are "
        "right, a ply was written down wrongly. With Termination the winners stand as written.",
    ),
    "cgn.scores": Code(
        "the scores are not those that the moves give",
        "The end line has each seat's score in seat order, and for a game not finished the "
        "scores as if it ended now, penalties included. They are counted from the cards and are "
        "others. The help shows the line that follows from the moves; if the scores are right, a "
        "ply was written down wrongly.",
    ),
    "cgn.unfinished": Code(
        "the end line names winners, and the game is not over",
        "By the rules somebody still has a choice to make, so nobody has won yet. Plies may be "
        "missing at the end. If play stopped there, write * for the winners; if somebody was "
        "declared the winner all the same, say how with the tag Termination.",
    ),
    "cgn.cut-off": Code(
        "the record has no end line",
        "This is a warning: all that is there is legal, but a record without its end line may "
        "have been cut off, and counts as incomplete. Add the end line; for a game not finished "
        "it reads `= * 3 2`, with each seat's score.",
    ),
}
