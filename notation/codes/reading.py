"""The codes of reading: what can be wrong before a game is known."""

from typing import Final

from notation.codes.code import Code

READING: Final = {
    "cgn.encoding": Code(
        "the file is not UTF-8",
        "A record is UTF-8, so that names and comments read the same everywhere. The byte shown "
        "does not fit there in UTF-8. Save the file again as UTF-8; an editor that offers "
        '"Unicode" may mean UTF-16, which is something else.',
    ),
    "cgn.control-character": Code(
        "the text holds a control character",
        "Control characters cannot be seen, and some of them command a terminal. Only tabs "
        "between words and line ends are allowed. Take the character out; inside a comment or a "
        "header value, a line break is written \\n.",
    ),
    "cgn.line-too-long": Code(
        "a line is longer than the format allows",
        "A line of text has at most 65,536 bytes, and one of JSON Lines, which is a whole record, "
        "4,194,304, so that a reader needs little memory whatever it is given. A line that long "
        "is most often not a record at all. A long comment can be split into several.",
    ),
    "cgn.record-too-long": Code(
        "a record is longer than the format allows",
        "A record has at most 1,048,576 bytes as text and 4,194,304 as JSON, so that a reader "
        "needs little memory whatever it is given. Often two records have run together: each "
        'begins with its own line [CGN "1"].',
    ),
    "cgn.no-record": Code(
        "there is no record here",
        'A record of text begins with the line [CGN "1"]; JSON is one object. The file is empty, '
        "or something else is where the record should begin. Put the line first, and the "
        "other tags below it.",
    ),
    "cgn.tag-syntax": Code(
        "a header line is not written as a tag",
        'A tag reads [Name "value"] and has a line of its own. Inside the value, a quotation '
        'mark is written \\", a backslash \\\\ and a line break \\n; there are no other escapes.',
    ),
    "cgn.tag-name": Code(
        "a name cannot be the name of a tag",
        "A tag's name consists of the letters A to Z and a to z, digits, - and _, and begins with "
        "a letter. A name that begins with a capital is a free tag, one in lower case an option "
        "of the game, and a single capital from A to J a seat.",
    ),
    "cgn.duplicate-tag": Code(
        "the header has a tag twice",
        "Each name may be there once, since nobody could tell which of two values counts. Leave "
        "one of them out, or give it another name.",
    ),
    "cgn.missing-tag": Code(
        "a tag that every record needs is missing",
        "CGN, Game and Rules say how the record is to be read and by which rules it was played. "
        "Without them it means nothing for certain, and nothing is guessed. Add the line.",
    ),
    "cgn.too-many-tags": Code(
        "the header has more tags than the format allows",
        "A header has at most 256 options and free tags, so that a reader needs little time "
        "whatever it is given. More than that is most often not a header at all. Longer remarks "
        "may be written as comments.",
    ),
    "cgn.near-tag": Code(
        "a free tag or an option has nearly the name of a known tag",
        "This is a warning: any name may be a free tag, and is kept. But a name that nearly is "
        "that of a reserved or usual tag, that of an option of the game but for capitals, or a "
        "single letter that is not a seat, is most often a slip, and then the tag does not do what "
        "it was meant to. So is an option named like a reserved tag or a seat, in lower case. "
        "Write the name suggested, or leave it if it was meant.",
    ),
    "cgn.version": Code(
        "the record is in a version of the format that is not known here",
        "A reader refuses a version that it does not know, rather than read it wrongly. The "
        "message names the version found, the help those that are known. If the record is newer "
        "than the program, update the program.",
    ),
    "cgn.seats": Code(
        "the seats are not lettered from A without a gap",
        "Seats are named by the letters A to J in turn order, beginning with the start seat, and "
        "there are at least two. With a letter left out, nobody could tell who follows whom. "
        'Name every player, one line each: [A "Ana"], [B "Bo"].',
    ),
    "cgn.termination": Code(
        "the termination is not one of the known words",
        "Termination says that a game ended early, and how: resigned, time, abandoned or "
        "adjudicated. A game that ran to its end has none. Use one of these words, or take the "
        "tag out.",
    ),
    "cgn.misplaced-tag": Code(
        "a tag is among the plies",
        "The header ends with the first line that is not a tag; what it says holds for the "
        'whole game. Move the tag up. If it begins the next record, the line [CGN "1"] above it '
        "is missing.",
    ),
    "cgn.misplaced-note": Code(
        "a line that begins with % is inside a record",
        "Such lines are notes of whoever passes records on. They belong between records and are "
        "not part of any, so readers skip them there. Take the line out, or write a comment in "
        "braces instead.",
    ),
    "cgn.misplaced-comment": Code(
        "a comment is on a line of its own after ply 1",
        "A comment belongs to a ply and is on its line, so that it is clear to which one. "
        "Only the comments of the whole game have lines of their own, and those come before "
        "ply 1. Move it to the end of the line above.",
    ),
    "cgn.unterminated-comment": Code(
        "a comment does not end on its line",
        "A comment begins with { and ends with } on the same line. A line break within it is "
        "written \\n, and a closing brace that belongs to its text \\}.",
    ),
    "cgn.escape": Code(
        "a backslash does not begin an escape",
        "In a comment there are three escapes: \\} for a closing brace, \\\\ for a backslash and "
        "\\n for a line break. Anything else after a backslash is an error, so that the text "
        "has one meaning. Write the backslash twice.",
    ),
    "cgn.ply-syntax": Code(
        "a line is not written as a ply",
        "A ply reads `12. A: verb arguments -> reveals`, and after that may come ^, a mark such "
        "as !, comments in braces and a time such as @1:07, in this order. The caret shows the "
        "first character that does not fit.",
    ),
    "cgn.ply-number": Code(
        "a ply has another number than its place gives it",
        "Plies are numbered from 1 without a gap; a variation begins with the number of the ply "
        "it replaces. Numbers are checked, since one left out or written twice most often means "
        "that a line was lost or copied twice. Number the plies anew, or put back what is "
        "missing.",
    ),
    "cgn.shuffle-syntax": Code(
        "a line that begins with ~ is not written as a shuffle",
        "A recorded shuffle reads `~: deck 7 3 12`: the name of the pile, then its cards, the "
        "top one first. All cards of the pile are there, each as often as it lies in it.",
    ),
    "cgn.misplaced-shuffle": Code(
        "a shuffle follows a variation",
        "A recorded shuffle comes directly after the ply that causes it, and a variation of that "
        "ply follows below. Otherwise nobody could tell to which line of play it belongs. Move "
        "it above the variation.",
    ),
    "cgn.misplaced-variation": Code(
        "there is no ply that this variation could replace",
        "A variation in parentheses replaces the ply before it, so there has to be one, and "
        "the variation itself begins with a ply. Move it to below the ply it replaces.",
    ),
    "cgn.unbalanced": Code(
        "a parenthesis has no partner",
        "A variation opens with ( before its first ply and closes with ) after its last, and may "
        "hold others. Each variation begins on a line of its own. Add the parenthesis that is "
        "missing, or take this one out.",
    ),
    "cgn.too-deep": Code(
        "variations are nested too deep",
        "Variations may hold variations, 32 deep, so that a reader needs little memory whatever "
        "it is given. JSON nested deeper than that is not a record. Make the inner variations "
        "those of an outer line.",
    ),
    "cgn.end-syntax": Code(
        "the end line is not written as one",
        "The end reads `= A 41 33`: the winners' seats in seat order, joined by +, or * for a "
        "game not finished, then one score for each seat. It begins in the first column.",
    ),
    "cgn.after-end": Code(
        "something follows the end of the record",
        "The end line closes a record; only the next record, blank lines and notes that begin "
        "with % may follow. Move the end line below the last ply, or begin the next record with "
        'the line [CGN "1"]. Likewise nothing follows the line that completes a stream of JSON '
        "Lines.",
    ),
    "cgn.json-syntax": Code(
        "the text is not JSON",
        "The JSON form is strict JSON in UTF-8: no comments, no comma after the last item, no NaN "
        "and no half of a surrogate pair. The place shown is the first that does not fit. If the "
        "text ends too early, the file may have been cut off.",
    ),
    "cgn.duplicate-key": Code(
        "an object has a key twice",
        "JSON leaves open which of two values counts, and programs differ. So that every reader "
        "reads the same game, each key is there once. Leave one of them out.",
    ),
    "cgn.unknown-key": Code(
        "an object has a key that the format does not know",
        "A key that is not known cannot be kept or checked, and passing it over would change the "
        "record in silence. The help names the nearest key, or all of them. What is not part of "
        'the format has its place under "tags".',
    ),
    "cgn.missing-key": Code(
        "an object lacks a key that it needs",
        "A record needs cgn, game, rules, seats and plies, a ply its seat and move, a shuffle its "
        "order, and a result its winners and scores. Nothing is guessed where one is missing. "
        "Add the key.",
    ),
    "cgn.json-type": Code(
        "a value has another type than it needs",
        "Every key takes one type of value: a string, a number, a list, an object. A number in "
        'quotation marks is a string, so "3" is not 3. Cards are strings even where they look '
        "like numbers.",
    ),
    "cgn.json-value": Code(
        "a value has the right type, and cannot be what it is",
        "The text or number does not fit its place: a seat is a letter from A to J, a move a verb "
        "with its arguments separated by single spaces, a time a number of seconds with at most "
        "three decimals. What would be empty or false is left out. The message says which value "
        "it is.",
    ),
    "cgn.complete-count": Code(
        "a stream does not hold as many records as it says",
        'A stream of JSON Lines may end with {"complete": true, "records": N}, so that the reader '
        "can tell whether all of it came through. Another number of records was there. The "
        "stream was cut, or lines were added or taken out: fetch it again, or correct the number.",
    ),
}
