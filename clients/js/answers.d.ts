/** The answers of a service, and the queries that it takes: made from openapi.yaml. */

/** What all cards of one code have in common. */
export interface CardKind {
  /** Its full name. */
  title: string;
  /** Its name, as short as on the card. */
  name: string;
  /** The kind of card, particular to the game. */
  kind: string;
  /** The name of its symbol; null: it has none. */
  picture: string | null;
  /** Its own points; null: not fixed. */
  points: number | null;
  /** What else is on it; null: nothing. */
  face: PointSaladMost | PointSaladFewest | PointSaladParity | PointSaladWeights | PointSaladSet | PointSaladCompleteSet | PointSaladTypesAtLeast | PointSaladTypesMissing | PointSaladMostTotal | PointSaladFewestTotal | TheJamRecipeFace | TheJamTaskFace | TurkeyMyMayonnaiseRecipeFace | TurkeyMyMayonnaiseIngredientFace | TurkeyMyMayonnaiseSpoilFace | { [name: string]: unknown } | null;
  /** The cards among which one looks for it in a list; null: none. */
  group: string | null;
  /** What else tells it from the others of its group; null: its title does. */
  note: string | null;
}

/** A card as a view sees it. */
export interface CardView {
  /** Its number, as long as the view can follow it. */
  number: number;
  /** null: hidden or unseen; `PE_`: seen in part. */
  code: string | null;
  /** What the card shows; null: hidden. */
  label: string | null;
  /** Whether the last ply brought it. */
  changed: boolean;
  /** Whether everyone sees its face. */
  public: boolean;
}

/** What a seat may do, as things to tap: each move names a bag of them. */
export interface Choices {
  /** The seat that is asked. */
  seat: string;
  /** What for, to follow its name. */
  title: string;
  /** The kinds of moves that it may make. */
  verbs: Verb[];
  /** The legal moves, as far as they are listed. */
  moves: NamedMove[];
  /** The kinds of moves of which not all are listed: ask with `taps` what taps make. */
  opens: OpenKind[];
  /** What these moves name. */
  things: Thing[];
  /** Where plies tell the cards: what may still come, sides of cards and kinds of cards. */
  deck: Thing[];
  /** The moves of open kinds that name what was tapped. */
  made: NamedMove[];
  /** Where nobody knows who can answer: the others that may, and `nobody`. */
  instead: string[];
}

/** A ply that contradicted a view, at a table whose plies report the cards. */
export interface Contradiction {
  /** The ply. */
  ply: number;
  /** The view that it contradicted. */
  view: string;
  /** The token that sent it, by its number. */
  token: string;
}

/** A number on the table. */
export interface CounterView {
  /** Its name. */
  name: string;
  /** The seat that owns it; null: nobody. */
  owner: string | null;
  value: number;
  /** What it was before the last ply. */
  before: number;
  /** Its maximum; null: unknown. */
  most: number | null;
}

/** A mistake in a record, its place, and what to do. `docs/errors.md` has every code. */
export interface Diagnostic {
  /** Stable; `cgn explain` explains it. */
  code: string;
  severity: "error" | "warning";
  /** One line. */
  message: string;
  place: Place;
  /** What is at the place, in a few words. */
  label?: string;
  /** Where an earlier ply is the cause. */
  also?: Label;
  /** The record's number in the file or body, from 1. */
  record?: number;
  game?: string;
  /** The ply's number. */
  ply?: number;
  /** Whose ply it was. */
  seat?: string;
  /** The name of that player. */
  player?: string;
  /** What the table holds, as far as it matters. */
  table?: string;
  /** The rule, with its section. */
  rule?: string;
  /** How many moves were legal. */
  legal?: number;
  /** The legal moves most like the one written, or all. */
  nearest?: string[];
  /** What to do. */
  help?: string;
  /** How far the record is valid. */
  note?: string;
  /** Edits of the text that would mend it, the likeliest first. JSON records have none. */
  edits?: Edit[];
}

/** Which seats are asked, and for what. */
export interface Due {
  /** The seats that may act. */
  seats: string[];
  /** The name of the phase. */
  phase: string;
  /** What they do, to follow a name. */
  title: string;
}

/** Replaces the text between two spots by another. */
export interface Edit {
  /** Where the text to replace begins. */
  from: TextSpot;
  /** Where it ends; the same spot if nothing is taken out. */
  to: TextSpot;
  /** What to write. Its lines end with LF, whatever those of the file end with. */
  text: string;
  /** What the edit does, for a menu. */
  title: string;
  /** Whether this is probably what the writer meant. */
  meant: boolean;
  /** Whether it is what the writer meant, unless the record is still wrong afterwards. */
  certain: boolean;
}

/** A replay in a list. */
export interface Entry {
  /** SHA-256 of the record's canonical form. */
  id: string;
  /** Its name. */
  game: string;
  /** The version of the rules. */
  rules: string;
  /** The deck; null: the game's own. */
  deck: string | null;
  /** The game's options. */
  options: { [name: string]: string };
  /** Their names, seat A first. */
  players: string[];
  /** The free tags. */
  tags: { [name: string]: string };
  /** Whether the game has ended. */
  finished: boolean;
  /** What validation says of it. */
  verdict: "valid" | "incomplete" | "undetermined";
  /** How many there are. */
  plies: number;
  /** Their seats; none: not finished. */
  winners: string[];
  /** One for each seat; null if it depends on cards that you may not know. */
  scores: (number | null)[];
  /** The most open choice of its holders. */
  visibility: "public" | "unlisted" | "private";
  /** When it was uploaded or made public. */
  uploaded: string;
}

/** The frames of a replay, or some of them. */
export interface Film {
  id: string;
  /** The view of all frames. */
  view: string;
  /** How many the record has. */
  plies: number;
  /** The cards of the record's deck, by code. */
  catalogue: { [name: string]: CardKind };
  frames: ViewedFrame[];
}

export interface From {
  /** The id of a finished replay that you may see whole. */
  replay: string;
  /** The last of its plies that is played already. */
  ply: number;
  /** Moves that are played next, by whoever is asked; only of a replay with a Seed. */
  moves?: string[];
}

/** The tiles that a seat has taken. */
export interface GrabYourBreakfastSetsDetails {
  sets: GrabYourBreakfastTileSet[];
  /** The codes of the tiles in no set. */
  left: string[];
}

/** A stack of the board. */
export interface GrabYourBreakfastStackDetails {
  /** How high its uppermost tile lies, from 1. */
  level: number;
  /** The free sides of that tile: `left`, `right`. */
  free: string[];
}

/** Tiles that make a set, perhaps with a bonus tile. */
export interface GrabYourBreakfastTileSet {
  /** What it is a set of. */
  item: string;
  /** The codes of its tiles; a bonus tile is the last. */
  tiles: string[];
  /** What set and bonus tile score. */
  points: number;
}

/** A second place, and what happened there. */
export interface Label {
  place: Place;
  message: string;
}

/** The moves of a replay. */
export interface MoveList {
  id: string;
  /** The view of all moves. */
  view: string;
  /** How many the record has. */
  plies: number;
  /** The cards of the record's deck, by code. */
  catalogue: { [name: string]: CardKind };
  /** From ply 0 on. */
  moves: PlayedPly[];
}

/** A card that the last ply moved from one zone to another. */
export interface Moved {
  /** Its number now. */
  number: number;
  /** Its code; null where the view did not see it. */
  card: string | null;
  from: Spot;
  to: Spot;
}

/** A move, and the things that it names. */
export interface NamedMove {
  /** The move as it is written. */
  move: string;
  /** Its verb. */
  verb: string;
  /** The keys of the things that each of its arguments names. */
  parts: string[][];
}

export interface NewTable {
  /** The header as in the JSON form: `cgn`, `game`, `rules`, `seats`, `seed` unless the table is dealt, and `deck`, `options`, `seedHash`, `tags` if it has any. With `from`, it may be left out, or have `seats` and `tags`: the rest is that of the replay. */
  header?: { [name: string]: unknown };
  /** The replay that it goes on from. With a Seed the later cards are those of the replay; without one, the plies tell the cards. */
  from?: From;
  /** Who finds it, and its replay: everyone; those who know its id; its owner. One that goes on from a replay is never found by more people than that. */
  visibility?: "public" | "unlisted" | "private";
  /** Whether the cards are dealt once all sit, by a seed that nobody chooses. */
  deal?: boolean;
  /** The seats that the computer plays, each by a built-in player; not where the plies tell the cards, and never all of them. */
  computer?: { [name: string]: "sensible" | "strong" };
  /** Whether the service notes when each ply was made. */
  clock?: boolean;
}

/** A kind of move of which not all are listed. */
export interface OpenKind {
  /** Its verb. */
  verb: string;
  /** For each argument, the keys of the things that it may name. */
  columns: string[][];
  /** For each argument, whether it may name several. */
  many: boolean[];
  /** For each argument, the number of the one that names the seat before which its cards lie; null: they lie anywhere. */
  owners: (number | null)[];
  /** For each argument, whether it may be left out. */
  optional: boolean[];
}

/** A stretch of a sentence, and what it names, if anything. */
export interface Phrase {
  text: string;
  /** The code of the card that it names. */
  card?: string;
  /** The key of the zone that it names. */
  zone?: string;
  /** The letter of the seat that it names. */
  seat?: string;
}

/** A place in a record or its file. */
export interface Place {
  /** From 1. */
  line?: number;
  /** From 1, in code points. */
  column?: number;
  /** The column after the last one. */
  endColumn?: number;
  /** A JSON pointer. */
  pointer?: string;
  /** The text of the line; a service leaves out one of over 400 characters. */
  source?: string;
}

/** A ply of a list of moves; in a variation, `ply` is the number of the ply that it replaces. */
export interface PlayedPly {
  /** How many plies were played. */
  ply: number;
  /** The round of the ply, from 1; at ply 0, that of the first. */
  round: number;
  /** Who made the ply. */
  seat: string | null;
  /** The move, with `_` for a card that the view does not see. */
  move: string | null;
  /** What the seat did. */
  sentence: Sentence | null;
  /** What happened by itself after it, in order. */
  auto: Sentence[];
  /** `!`, `?` and the like, or empty. */
  mark: string;
  /** The comments on it; at ply 0, those on the game. None in a view of an unfinished game. */
  comments: string[];
  /** Seconds since the start. */
  at: number | null;
  /** One for each seat, as if the game ended now; null: it depends on hidden cards. */
  scores: (number | null)[];
  /** The part of each score that the view sees; null: it depends on unseen cards. */
  open_scores: (number | null)[];
  /** Which seats are asked, and for what. If hidden cards decide which seat is asked, these are all seats that may be, except in the view of the seat asked. Null once the game is over. */
  due: Due | null;
  /** The lines that replace it. */
  variations: Variation[];
}

/** What a ply gave away. Where it is not sure that it gave anything away, nothing is said. */
export interface PlyReview {
  /** The number of the ply. */
  ply: number;
  /** Who made it. */
  seat: string;
  /** The move that was made. */
  move: string;
  /** The points it gave away, on average; null: not sure. */
  lost: number | null;
  /** The standard error of that. */
  error: number | null;
  /** The move that does better. */
  better: string | null;
  /** In how many guessed deals the two moves were compared. */
  deals: number;
  /** The same in words; empty: not sure. */
  sentence: string;
}

/** Each set of one of every veggie (ruling 4). */
export interface PointSaladCompleteSet {
  kind: "complete_set";
  id: string;
  points: number;
}

/** The fewest of a veggie; a tie counts, and so does none (rulings 2 and 5). */
export interface PointSaladFewest {
  kind: "fewest";
  id: string;
  of: string;
  points: number;
}

/** The fewest veggies of all kinds together; a tie counts (ruling 2). */
export interface PointSaladFewestTotal {
  kind: "fewest_total";
  id: string;
  points: number;
}

/** The most of a veggie; a tie counts, even at none (ruling 2). */
export interface PointSaladMost {
  kind: "most";
  id: string;
  of: string;
  points: number;
}

/** The most veggies of all kinds together; a tie counts (ruling 2). */
export interface PointSaladMostTotal {
  kind: "most_total";
  id: string;
  points: number;
}

/** An even or an odd number of a veggie; none of it scores 0 (ruling 3). */
export interface PointSaladParity {
  kind: "parity";
  id: string;
  of: string;
  even: number;
  odd: number;
}

/** Each whole set of these veggies; it repeats (ruling 4). */
export interface PointSaladSet {
  kind: "set";
  id: string;
  need: { [name: string]: number };
  points: number;
}

/** Each veggie of which the seat has at least this number. */
export interface PointSaladTypesAtLeast {
  kind: "types_at_least";
  id: string;
  least: number;
  points: number;
}

/** Each veggie that the seat has none of. */
export interface PointSaladTypesMissing {
  kind: "types_missing";
  id: string;
  points: number;
}

/** A number of points, perhaps negative, for each of a veggie (ruling 5). */
export interface PointSaladWeights {
  kind: "weights";
  id: string;
  weights: { [name: string]: number };
}

/** One line of a score. */
export interface Points {
  /** What it is for. */
  source: string;
  points: number;
  /** The card that gives it, if one does. */
  card: string | null;
  /** Whether it depends on cards that only its seat sees. */
  hidden: boolean;
}

/** What the plies of a game gave away, as far as the review is done. */
export interface ReplayReview {
  /** How far it is; `none`: nobody asked for it. */
  state: "none" | "running" | "finished";
  /** How many plies are done. */
  done: number;
  /** Of how many. */
  plies: number;
  /** The version of reviews that made it. */
  version: number | null;
  /** What decides the guesses, as for `cgn review`; null: an older version made it. */
  seed: string | null;
  /** Guessed deals for each ply, as for `cgn review`; null likewise. */
  deals: number | null;
  /** The plies that gave most away so far, those first. */
  most: number[];
  /** Of each ply that is done, in order; without those that took too long. */
  rows: PlyReview[];
}

/** The report of validation on one record. */
export interface ReportRow {
  /** Its number in the file or body. */
  record: number;
  /** Its name. */
  game?: string;
  /** The deck that the record names. */
  deck?: string;
  /** incomplete: a legal beginning of a game. undetermined: cards are left out, and it is not known whether any can make the record right. */
  verdict: "valid" | "incomplete" | "undetermined" | "invalid";
  /** Why it is undetermined. */
  doubt?: string;
  /** How many plies are valid. */
  plies: number;
  /** The error's code. */
  code?: string;
  /** The error's message. */
  message?: string;
  line?: number;
  column?: number;
  pointer?: string;
  ply?: number;
  seat?: string;
  /** How many moves were legal. */
  legal?: number;
  /** The nearest legal moves. */
  suggestions?: string[];
  help?: string;
  /** Those that the moves give. */
  scores?: (number | null)[];
  /** Those that the moves give. */
  winners?: string[];
  /** The id that the replay would have. */
  digest?: string;
  warnings?: Diagnostic[];
  diagnostic?: Diagnostic;
  /** Stored replays of the same game that you can find. */
  same_game?: string[];
}

/** A sentence in English. */
export interface Sentence {
  /** The sentence as plain text. */
  text: string;
  /** A short wording for a list of moves. */
  short: string;
  /** The text in stretches. */
  parts: Phrase[];
}

/** Where a card lay, or lies. */
export interface Spot {
  /** The key of the zone. */
  zone: string;
  /** Its index among the zone's cards; null where the view does not see it. */
  index: number | null;
}

/** What the seat that is asked may do, as things to tap. */
export interface TableChoices {
  id: string;
  /** The view. */
  view: string;
  /** How many events there were: the number in its ETag, `v12`. */
  version: number;
  /** How many plies stand. */
  plies: number;
  /** Null in the view of another seat, and once the game is over. */
  choices: Choices | null;
}

/** What lists say of a table. */
export interface TableEntry {
  id: string;
  /** Where its chance comes from. */
  kind: "dealt" | "seeded" | "sealed" | "unseen";
  /** Its name. */
  game: string;
  /** Their names, seat A first. */
  players: string[];
  /** Who created it. */
  owner: string;
  /** Who finds it, and its replay. */
  visibility: "public" | "unlisted" | "private";
  /** How many events there were: the number in its ETag, `v12`. */
  version: number;
  /** How many plies stand. */
  plies: number;
  /** Whether the game has ended. */
  finished: boolean;
  /** Null, unless it ended early: resigned, time, abandoned, adjudicated. */
  termination: string | null;
  /** The seats that won; none: nobody, or not yet. */
  winners: string[];
  /** The id of the replay made of it; null: none, or not yet. */
  replay: string | null;
  /** The seats that the computer plays, each by a built-in player. */
  computer: { [name: string]: string };
  /** When it was created. */
  created: string;
  /** When it ends as abandoned unless somebody goes on; null: it has ended. */
  expires: string | null;
}

/** What happened at a table. */
export interface TableEvent {
  /** The version that it made. */
  version: number;
  /** What was done. */
  act: "created" | "seated" | "nonce" | "dealt" | "plies" | "takeback" | "resigned" | "ended" | "seed" | "published";
  /** When. */
  time: string;
  /** What it says besides, as docs/tables.md has it. */
  details: { [name: string]: unknown };
  /** Whether none of its plies was taken back. */
  stands: boolean;
}

/** What happened at a table, or what happened since a version. */
export interface TableEvents {
  id: string;
  /** How many events there were: the number in its ETag, `v12`. */
  version: number;
  /** How many plies stand. */
  plies: number;
  /** How many plies stand as they stood at `since`; 0 without it. */
  keep: number;
  /** All of them, or those after `since`. */
  events: TableEvent[];
}

/** The frames of a table, or those that came since a version. */
export interface TableFilm {
  id: string;
  /** The view of all frames. */
  view: string;
  /** The version of the table. */
  version: number;
  /** How many plies stand. */
  plies: number;
  /** How many plies stand as they stood at `since`; 0 without it. */
  keep: number;
  /** From ply 0 on, or those after the ones kept. */
  frames: ViewedFrame[];
  /** The cards of the deck, by code; not with `since`. */
  catalogue?: { [name: string]: CardKind };
}

/** The legal moves of the seat that is asked. */
export interface TableLegal {
  id: string;
  /** The view. */
  view: string;
  /** How many events there were: the number in its ETag, `v12`. */
  version: number;
  /** How many plies stand. */
  plies: number;
  /** As they are written; null in the view of another seat. */
  legal: string[] | null;
  /** Whether these are all, and not a sample of too many. */
  lists_all: boolean | null;
}

/** The moves of a table, or those since a version. */
export interface TableMoves {
  id: string;
  /** The view of all moves. */
  view: string;
  /** How many events there were: the number in its ETag, `v12`. */
  version: number;
  /** How many plies stand. */
  plies: number;
  /** How many plies stand as they stood at `since`; 0 without it. */
  keep: number;
  /** Whether the game has ended. */
  finished: boolean;
  /** What is asked, and of whom: where hidden cards decide that, of all seats that may be asked, unless the view is that of the seat asked. Null once the game is over. */
  due: Due | null;
  /** The id of the replay made of it; null: none, or not yet. */
  replay: string | null;
  /** From ply 0 on, or those after the ones kept. */
  moves: PlayedPly[];
  /** The cards of the deck, by code; not with `since`. */
  catalogue?: { [name: string]: CardKind };
}

/** A seat of a dealt table. */
export interface TableSeat {
  /** The seat. */
  seat: string;
  /** Whether somebody sits there. */
  taken: boolean;
  /** The SHA-256 of its nonce; null: it is free. */
  commit: string | null;
  /** Whether it has sent its nonce. */
  sent: boolean;
}

/** A table as a view sees it. */
export interface TableState {
  id: string;
  /** Where its chance comes from. */
  kind: "dealt" | "seeded" | "sealed" | "unseen";
  /** Its name. */
  game: string;
  /** Their names, seat A first. */
  players: string[];
  /** Who created it. */
  owner: string;
  /** Who finds it, and its replay. */
  visibility: "public" | "unlisted" | "private";
  /** How many events there were: the number in its ETag, `v12`. */
  version: number;
  /** How many plies stand. */
  plies: number;
  /** Whether the game has ended. */
  finished: boolean;
  /** Null, unless it ended early: resigned, time, abandoned, adjudicated. */
  termination: string | null;
  /** The seats that won; none: nobody, or not yet. */
  winners: string[];
  /** The id of the replay made of it; null: none, or not yet. */
  replay: string | null;
  /** The seats that the computer plays, each by a built-in player. */
  computer: { [name: string]: string };
  /** When it was created. */
  created: string;
  /** When it ends as abandoned unless somebody goes on; null: it has ended. */
  expires: string | null;
  /** The header as in the JSON form; no seed while the table runs. */
  header: { [name: string]: unknown };
  /** The view: `all`, `public` or a seat. */
  view: string;
  /** What is asked, and of whom: where hidden cards decide that, of all seats that may be asked, unless the view is that of the seat asked. Null once the game is over. */
  due: Due | null;
  /** One a seat, as if the game ended now; null: it rests on hidden cards. */
  scores: (number | null)[];
  /** The seats that have resigned, with their teams: they play no more. */
  resigned?: string[];
  /** Of a dealt table: the SHA-256 of the service's secret. */
  secretHash?: string;
  /** Of a dealt table. */
  seats?: TableSeat[];
  /** At a table whose plies report the cards, once it has ended without a replay. */
  contradictions?: Contradiction[];
  /** By seat, only in the answer that creates a dealt table. */
  invitations?: { [name: string]: string };
}

/** A place between two characters of a file: its line, and the column after it. */
export interface TextSpot {
  line: number;
  column: number;
}

/** The bids for Karlsman so far. */
export interface TheJamBidDetails {
  /** The last bid; 0: there is none. */
  points: number;
  /** The seat that made it. */
  bidder: string | null;
  /** The jams that it named. */
  jams: string[];
  /** The seats that passed, or were outbid. */
  out: string[];
  /** The seats that are asked now and later. */
  to_come: string[];
}

/** Something that a task or a tea party wants. */
export interface TheJamPartDetails {
  /** `jam`, `pie`, or `card` for any with this fruit below. */
  kind: string;
  /** Its fruit. */
  fruit: string;
  /** The recipe that serves here; null: none. */
  by: string | null;
}

/** A tea party, whose parts stand on three tasks. */
export interface TheJamPartyDetails {
  /** The codes of these tasks. */
  cards: string[];
  parts: TheJamPartDetails[];
  /** Its points. */
  points: number;
}

/** A recipe card: the fruits of the recipe above, and the fruit below. */
export interface TheJamRecipeFace {
  of: "recipe";
  fruits: string[];
  ingredient: string;
}

/** A task: its part of the score. Its recipes serve nothing else. */
export interface TheJamTaskDetails {
  /** Its code. */
  card: string;
  parts: TheJamPartDetails[];
  /** Its points. */
  points: number;
}

/** A task: the fruits it shows, how many of them score its points, and its tea party. */
export interface TheJamTaskFace {
  of: "task";
  shows: string[];
  need: number;
  tea_jams: string[];
  tea_pies: string[];
}

/** The tasks of a seat, and the recipes that meet them, each of which serves one only. */
export interface TheJamTasksDetails {
  tasks: TheJamTaskDetails[];
  parties: TheJamPartyDetails[];
}

/** The ingredients on fresh recipes. */
export interface TheJamUnderDetails {
  /** For each card, the index of its recipe among the fresh ones. */
  on: number[];
}

/** A thing that moves name, and that can be tapped. */
export interface Thing {
  /** `hand.A/9`: the cards of a code in a zone; `at:left`: a zone or a counter; `seat:B`; `deck/9`: a kind of card; `word:double`: any other word. */
  key: string;
  /** What it is called. */
  name: string;
  /** What else tells a card from others. */
  note?: string;
  /** Where a card lies. */
  where?: string;
  /** The numbers of its cards in the frame. */
  cards?: number[];
  /** How many cards of a kind may still come. */
  left?: number;
  /** The kinds among which one looks for it. */
  group?: string;
}

/** An ingredient: its category, none for tofu, and whether it may fill two slots. */
export interface TurkeyMyMayonnaiseIngredientFace {
  of: "ingredient";
  category: string | null;
  double: boolean;
}

/** A recipe: the category of each slot that it needs filled, and of each that it may have. */
export interface TurkeyMyMayonnaiseRecipeFace {
  of: "recipe";
  need: string[];
  extras: string[];
}

/** A recipe that is out. */
export interface TurkeyMyMayonnaiseSandwichDetails {
  /** The slots that have to be filled. */
  need: TurkeyMyMayonnaiseSlotDetails[];
  /** The slots that may be filled. */
  extras: TurkeyMyMayonnaiseSlotDetails[];
  /** The bonuses and penalties on it. */
  beside: string[];
  /** What it would bank. */
  worth: number;
  /** How many cards it needs until it can be banked; 0: it is ready. */
  to_go: number;
  /** The seat that must miss a turn before it banks this; null: none. */
  stopped: string | null;
}

/** A slot of a recipe. */
export interface TurkeyMyMayonnaiseSlotDetails {
  /** What it is for. */
  category: string;
  /** The card that fills it; null: none does. */
  card: string | null;
  /** Whether that card fills two slots. */
  doubled: boolean;
}

/** A spoil card: the category that it hits, none if it hits all of them. */
export interface TurkeyMyMayonnaiseSpoilFace {
  of: "spoil";
  category: string | null;
}

/** A line that replaces a ply. */
export interface Variation {
  /** Its JSON pointer in the record. */
  line: string;
  moves: PlayedPly[];
}

/** A kind of move. */
export interface Verb {
  /** Its verb. */
  verb: string;
  /** What a button says that makes such a move. */
  title: string;
  /** What it is for. */
  meaning: string;
}

/** One position, and the ply that led to it (at ply 0: none). */
export interface ViewedFrame {
  /** How many plies were played. */
  ply: number;
  /** The round of the ply, from 1; at ply 0, that of the first. */
  round: number;
  /** Who made the ply. */
  seat: string | null;
  /** The move, with `_` for a card that the view does not see. */
  move: string | null;
  /** What the seat did. */
  sentence: Sentence | null;
  /** What happened by itself after it, in order. */
  auto: Sentence[];
  /** `!`, `?` and the like, or empty. */
  mark: string;
  /** The comments on it; at ply 0, those on the game. None in a view of an unfinished game. */
  comments: string[];
  /** Seconds since the start. */
  at: number | null;
  /** One for each seat, as if the game ended now; null: it depends on hidden cards. */
  scores: (number | null)[];
  /** The part of each score that the view sees; null: it depends on unseen cards. */
  open_scores: (number | null)[];
  /** Which seats are asked, and for what. If hidden cards decide which seat is asked, these are all seats that may be, except in the view of the seat asked. Null once the game is over. */
  due: Due | null;
  /** How many plies the record has. */
  plies: number;
  /** The view: `all`, `public` or a seat. */
  view: string;
  /** The cards that it revealed; null: hidden or unseen; `PE_`: seen in part. */
  reveals: (string | null)[];
  /** The piles that it shuffled. */
  shuffled: string[];
  /** How many variations replace it. */
  variations: number;
  /** The lines of each score, without those that the view does not see. */
  breakdown: Points[][];
  /** The seats that share a score, group by group in turn order. */
  allies: string[][];
  /** The points that win; null in games that end otherwise. */
  target: number | null;
  /** The seat to act; null once the game is over, or if `due` has several seats. */
  to_act: string | null;
  /** The winners, once the game is over. */
  winners: string[];
  /** What decided between seats with the most points; null without a tie. */
  tie: Sentence | null;
  /** The cards that it moved from one zone to another. */
  moved: Moved[];
  zones: ZoneView[];
  counters: CounterView[];
  /** With `legal`: the legal moves; null if the view does not see the cards. */
  legal?: string[] | null;
  /** Whether `legal` has every legal move, and not a sample of too many. */
  lists_all?: boolean | null;
}

/** Cards that lie together, as a view sees them. */
export interface ZoneView {
  /** Its name among all zones. */
  key: string;
  /** Its name. */
  name: string;
  /** Its name for people. */
  title: string;
  /** The seat that owns it; null: nobody. */
  owner: string | null;
  /** How many cards a player may keep here; null: any number. */
  most: number | null;
  /** Whether the order of the cards matters. */
  ordered: boolean;
  /** Zones of one row lie side by side. */
  row: string | null;
  /** Whether its cards lie side by side, all of them visible. */
  spread: boolean;
  /** The top one first; of an unordered zone, in natural order. */
  cards: CardView[];
  /** Facts that its cards do not show; null: none. */
  details: GrabYourBreakfastStackDetails | GrabYourBreakfastSetsDetails | TheJamBidDetails | TheJamUnderDetails | TheJamTasksDetails | TurkeyMyMayonnaiseSandwichDetails | { [name: string]: unknown } | null;
}

/** List replays: what a query may ask for. */
export interface ReplayQuery {
  /** With `If-None-Match`: how many seconds the answer may wait for a change before it is a 304. Where too many wait, that comes at once. */
  wait?: number;
  /** The most entries in a page, by default 20; the most records in a stream, by default all. */
  limit?: number;
  /** The cursor to continue from: `next` of the page before. */
  after?: string;
  /** The ids of up to 100 replays, with commas; unlisted ones too. */
  ids?: string;
  /** The digest of a game: its replays that you may see whole. */
  digest?: string;
  /** The name of the game. */
  game?: string;
  /** The whole name of a player, in any case. */
  player?: string;
  /** The whole name of another player, in any case: with `player`, the games of two. */
  opponent?: string;
  /** The whole name of a winner, in any case. */
  winner?: string;
  /** The whole tag Event, in any case. */
  event?: string;
  /** The beginning of the tag Date: a year, month or day. */
  date?: string;
  /** A tag and its whole value, in any case. */
  tag?: string;
  /** The day, month or year in UTC in which it was uploaded, or made public; or a range. */
  uploaded?: string;
  /** The id of a replay: those that go on from it, or have a line that was tried in it. */
  from?: string;
  /** How many players there are. */
  seats?: number;
  /** Whether the game has ended. */
  finished?: boolean;
  /** What validation says of it. */
  verdict?: "valid" | "incomplete" | "undetermined";
  /** Words to find in names, event, site or comments. */
  q?: string;
  /** Only replays that the token's owner holds, private ones too. */
  own?: boolean;
  /** Whether to count what the query finds, up to 10,000. */
  total?: boolean;
  /** By time of upload. */
  order?: "newest" | "oldest";
  /** In a stream, write a line `% after CURSOR` after each record: where to continue if the stream breaks off. */
  notes?: boolean;
}

/** Get the frames of a replay: what a query may ask for. */
export interface FramesQuery {
  /** What to show: `all`, what a seat sees, or what everyone sees (`public`). By default, all that you may see. */
  view?: string;
  /** A variation to show instead of the game, by its JSON pointer in the record. Its plies are numbered from the deal on, like those of the game that it leaves. */
  line?: string;
  /** Include the legal moves, if the view sees the cards of the seat to act. */
  legal?: boolean;
  /** The first ply; 0 is before the first. */
  from?: number;
  /** The last ply; by default that of the game or variation. */
  to?: number;
}

/** Get the moves of a replay: what a query may ask for. */
export interface MovesQuery {
  /** What to show: `all`, what a seat sees, or what everyone sees (`public`). By default, all that you may see. */
  view?: string;
  /** A variation to show instead of the game, by its JSON pointer in the record. Its plies are numbered from the deal on, like those of the game that it leaves. */
  line?: string;
}

/** List tables: what a query may ask for. */
export interface TableQuery {
  /** With `If-None-Match`: how many seconds the answer may wait for a change before it is a 304. Where too many wait, that comes at once. */
  wait?: number;
  /** The most entries in a page, by default 20; the most records in a stream, by default all. */
  limit?: number;
  /** The cursor to continue from: `next` of the page before. */
  after?: string;
  /** The name of the game. */
  game?: string;
  /** The whole name of a player, in any case. */
  player?: string;
  /** Who created it. */
  owner?: string;
  /** Whether the game has ended. */
  finished?: boolean;
  /** Only tables that the token's owner created, private ones too. */
  own?: boolean;
}
