"""The codes of reading: what can be wrong before a game is known."""

from typing import Final

from notation.codes.code import Code

READING: Final = {
    "cgn.encoding": Code(
        "the file is not UTF-8",
        "A record is UTF-8, so that names and comments read the same everywhere. The byte shown "
        'is not valid UTF-8. Save the file again as UTF-8; an editor that offers "Unicode" may '
        "mean UTF-16, which is something else.",
    ),
    "cgn.control-character": Code(
        "the text holds a control character",
        "Control characters cannot be seen, and some of them command a terminal. Only tabs "
        "between words and line ends are allowed. Take the character out; inside a comment or a "
        "header value, a line break is written \\n.",
    ),
    "cgn.line-too-long": Code(
        "a line is longer than the format allows",
        "A line of text may have 65,536 bytes. In JSON Lines, where a line is a whole record, "
        "it may have 4,194,304. The limits let a reader work with little memory. A line that "
        "long is usually not a record at all. Split a long comment into several.",
    ),
    "cgn.record-too-long": Code(
        "a record is longer than the format allows",
        "A record may have 1,048,576 bytes as text and 4,194,304 as JSON. The limits let a "
        "reader work with little memory. Often two records have run together: each begins with "
        'its own line [CGN "1"].',
    ),
    "cgn.no-record": Code(
        "there is no record here",
        'A record of text begins with the line [CGN "1"]; in JSON it is one object. The file is '
        "empty, or it has something else where the record should begin. Put that line first, "
        "and the other tags below it.",
    ),
    "cgn.tag-syntax": Code(
        "a header line is not written as a tag",
        'A tag reads [Name "value"] and has a line of its own. Inside the value, a quotation '
        'mark is written \\", a backslash \\\\ and a line break \\n; there are no other escapes.',
    ),
    "cgn.tag-name": Code(
        "this name cannot be the name of a tag",
        "A tag's name consists of the letters A to Z and a to z, digits, - and _, and begins "
        "with a letter. A name that begins with a capital is a free tag, a name in lower case "
        "is an option of the game, and a single capital from A to J is a seat.",
    ),
    "cgn.duplicate-tag": Code(
        "the header has a tag twice",
        "Each name may appear only once, since nobody could tell which of two values counts. "
        "Leave one of them out, or give it another name.",
    ),
    "cgn.missing-tag": Code(
        "a tag that every record needs is missing",
        "CGN, Game and Rules say how to read the record and by which rules it was played. "
        "Without them the record has no certain meaning, and nothing is guessed. Add the line.",
    ),
    "cgn.too-many-tags": Code(
        "the header has more tags than the format allows",
        "A header may have 256 options and free tags. The limit lets a reader work quickly. A "
        "header with more than that is usually not a header at all. Write longer remarks as "
        "comments.",
    ),
    "cgn.header-too-long": Code(
        "the header is longer than the format allows",
        "A player's name may have 200 characters, any other value of the header 1,000, and all "
        "lines of the header together 16,384 bytes in the canonical form. Lists of records show "
        "their headers, so the limit keeps them short. Write longer remarks as comments.",
    ),
    "cgn.near-tag": Code(
        "a free tag or an option has nearly the name of a known tag",
        "This is a warning: any name may be a free tag, and is kept. But some names are most "
        "likely slips, and then the tag does not do what it was meant to do: a name close to "
        "that of a reserved or usual tag, an option of the game written with capitals, a single "
        "letter that is not a seat, or a reserved tag or a seat written in lower case. Write "
        "the name suggested, or leave the tag as it is if it was meant.",
    ),
    "cgn.date": Code(
        "the tag Date is not a date as other programs read it",
        "This is a warning: the tag is kept as it is. But lists are sorted and searched by it, as "
        "text. A date is written with year, month and day, `2026-11-17`; a month is `2026-11` and "
        "a year `2026`. A time may follow the day.",
    ),
    "cgn.from": Code(
        "the tag From does not name a record and a ply",
        "This is a warning: the tag is kept as it is. A game that goes on from another one names "
        "it by the tag From: the digest of its record, 64 lower-case hex digits, a space, and the "
        "last ply that both have. From that, a service links the two.",
    ),
    "cgn.same-name": Code(
        "two players have the same name",
        "This is a warning. It is no error, because two people may have one name. But statistics "
        "and searches go by names, so these two are counted as one player.",
    ),
    "cgn.version": Code(
        "the record is in an unknown version of the format",
        "A reader refuses a version that it does not know rather than misread it. The message "
        "names the version found, and the help names the known ones. If the record is newer "
        "than the program, update the program.",
    ),
    "cgn.seats": Code(
        "the seats are not lettered from A without a gap",
        "Seats are named by the letters A to J in turn order, beginning with the start seat, "
        "and there are at least two. If a letter were left out, nobody could tell who follows "
        'whom. Name every player, one line each: [A "Ana"], [B "Bo"].',
    ),
    "cgn.termination": Code(
        "the termination is not one of the known words",
        "Termination says that a game ended early, and how: resigned, time, abandoned or "
        "adjudicated. A game that ran to its end has none. Use one of these words, or take the "
        "tag out.",
    ),
    "cgn.misplaced-tag": Code(
        "a tag is among the plies",
        "The header ends with the first line that is not a tag, and applies to the whole game. "
        'Move the tag up. If it begins the next record, the line [CGN "1"] above it is missing.',
    ),
    "cgn.misplaced-note": Code(
        "a line that begins with % is inside a record",
        "Such lines are notes by the people or programs that pass records on. They belong between "
        "records and are not part of any record, so readers skip them there. Take the line out, or "
        "write a comment in braces instead.",
    ),
    "cgn.misplaced-comment": Code(
        "a comment is on a line of its own after ply 1",
        "A comment belongs to a ply and is written on its line, so that it is clear which ply "
        "it is about. Only comments on the whole game have lines of their own, and those come "
        "before ply 1. Move the comment to the end of the line above.",
    ),
    "cgn.unterminated-comment": Code(
        "a comment does not end on its line",
        "A comment begins with { and ends with } on the same line. Inside it, a line break is "
        "written \\n and a closing brace \\}.",
    ),
    "cgn.escape": Code(
        "a backslash does not begin an escape",
        "A comment has three escapes: \\} for a closing brace, \\\\ for a backslash and \\n for a "
        "line break. Anything else after a backslash is an error, so that the text has only one "
        "meaning. Write the backslash twice.",
    ),
    "cgn.ply-syntax": Code(
        "a line is not written as a ply",
        "A ply reads `12. A: verb arguments -> reveals`. After that may come ^, a mark such as "
        "!, comments in braces and a time such as @1:07, in this order. The caret shows the "
        "first character that does not fit.",
    ),
    "cgn.ply-number": Code(
        "the number of a ply is not the one that belongs here",
        "Plies are numbered from 1 without a gap; a variation begins with the number of the ply "
        "it replaces. Numbers are checked, because a missing or repeated one usually means that "
        "a line was lost or copied twice. Renumber the plies, or put back the missing ones.",
    ),
    "cgn.shuffle-syntax": Code(
        "a line that begins with ~ is not written as a shuffle",
        "A recorded shuffle reads `~: deck 7 3 12`: the name of the pile, then its cards, the "
        "top one first. It lists every card of the pile.",
    ),
    "cgn.misplaced-shuffle": Code(
        "a shuffle follows a variation",
        "A recorded shuffle comes directly after the ply that causes it, before any variation "
        "of that ply. Otherwise nobody could tell which line of play it belongs to. Move it "
        "above the variation.",
    ),
    "cgn.misplaced-variation": Code(
        "there is no ply that this variation could replace",
        "A variation in parentheses replaces the ply before it, so there must be one, and the "
        "variation itself begins with a ply. Move it below the ply it replaces.",
    ),
    "cgn.unbalanced": Code(
        "a parenthesis has no partner",
        "A variation opens with ( before its first ply and closes with ) after its last. It may "
        "contain other variations, and each begins on a line of its own. Add the missing "
        "parenthesis, or take this one out.",
    ),
    "cgn.too-deep": Code(
        "variations are nested too deep",
        "Variations may be nested 32 deep. The limit lets a reader work with little memory. "
        "JSON may be nested 200 deep. Make the inner variations part of an outer "
        "line.",
    ),
    "cgn.end-syntax": Code(
        "a line that begins with = is not written as an end line",
        "The end line reads `= A 41 33`: the winners' seats in seat order, joined by +, or * "
        "for an unfinished game; then one score for each seat. It begins in the first column.",
    ),
    "cgn.after-end": Code(
        "something follows the end of the record",
        "The end line closes a record. Only the next record, blank lines and notes that begin "
        "with % may follow. Move the end line below the last ply, or begin the next record with "
        'the line [CGN "1"]. In JSON Lines, nothing may follow the line that completes the '
        "stream.",
    ),
    "cgn.json-syntax": Code(
        "the text is not JSON",
        "The JSON form is strict JSON in UTF-8: no comments, no comma after the last item, no "
        "NaN and no half of a surrogate pair. The place shown is the first that does not fit. "
        "If the text ends too early, the file may have been cut off.",
    ),
    "cgn.duplicate-key": Code(
        "an object has a key twice",
        "JSON does not say which of two values counts, and programs differ. Each key may appear "
        "only once, so that every reader reads the same game. Leave one of them out.",
    ),
    "cgn.unknown-key": Code(
        "an object has a key that the format does not know",
        "An unknown key can be neither kept nor checked, and skipping it would silently change "
        "the record. The help names the nearest key, or all known ones. Anything that is not "
        'part of the format belongs under "tags".',
    ),
    "cgn.missing-key": Code(
        "an object lacks a key that it needs",
        "A record needs cgn, game, rules, seats and plies; a ply needs seat and move; a shuffle "
        "needs its order; a result needs winners and scores. A missing value is not guessed. "
        "Add the key.",
    ),
    "cgn.json-type": Code(
        "a value has the wrong type",
        "Every key takes one type of value: a string, a number, a list or an object. A number "
        'in quotation marks is a string, so "3" is not 3. Cards are always strings, even if '
        "they look like numbers.",
    ),
    "cgn.json-value": Code(
        "a value has the right type, but is not allowed",
        "The text or number does not fit its place. A seat is a letter from A to J, a move is a "
        "verb with its arguments separated by single spaces, and a time is a number of seconds "
        "with at most three decimals. A key whose value would be empty or false is left out. "
        "The message names the value.",
    ),
    "cgn.complete-count": Code(
        "a stream does not hold as many records as it says",
        'A stream of JSON Lines may end with {"complete": true, "records": N}, so that the '
        "reader can tell whether all of it arrived. This stream holds a different number of "
        "records. It was cut off, or lines were added or removed: fetch it again, or correct "
        "the number.",
    ),
}
