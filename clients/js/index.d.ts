/** CGN, the Card Game Notation: reads and writes records, names them, and talks to a service. */

import type {
  Diagnostic,
  Film,
  FramesQuery,
  MoveList,
  MovesQuery,
  NewTable,
  Entry as Replay,
  ReplayQuery,
  ReplayReview,
  ReportRow as Report,
  TableChoices,
  TableEntry,
  TableEvents,
  TableFilm,
  TableLegal,
  TableMoves,
  TableQuery,
  TableState,
} from "./answers.js";

export type {
  CardKind,
  CardView,
  Choices,
  CounterView,
  Diagnostic,
  Due,
  Edit,
  Film,
  FramesQuery,
  ViewedFrame as Frame,
  MoveList,
  MovesQuery,
  Moved,
  NewTable,
  PlayedPly,
  Entry as Replay,
  ReplayQuery,
  ReplayReview,
  ReportRow as Report,
  TableChoices,
  TableEntry,
  TableEvent,
  TableEvents,
  TableFilm,
  TableLegal,
  TableMoves,
  TableQuery,
  TableSeat,
  TableState,
  ZoneView,
} from "./answers.js";

/** The letter of a seat, in turn order. */
export type Seat = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J";
/** How records are spelled in a file. */
export type Form = "text" | "json" | "jsonl";
/** A verdict on a move. */
export type Mark = "!" | "?" | "!!" | "??" | "!?" | "?!";
/** How a game ended early. */
export type Termination = "resigned" | "time" | "abandoned" | "adjudicated";

/** One choice by one seat. */
export interface Ply {
  seat: Seat;
  move: string;
  reveals?: string[];
  irregular?: true;
  mark?: Mark;
  comments?: string[];
  /** Seconds since the start. */
  at?: number;
  /** Lines that replace this ply, each beginning with a ply. */
  variations?: Entry[][];
}

/** The recorded order of a shuffled pile, top card first. */
export interface Shuffle {
  shuffle: string;
  order: string[];
  reveals?: string[];
}

/** A line of play. */
export type Entry = Ply | Shuffle;

/** The winners (none: not finished), and a score for each seat (null: nobody knew it). */
export interface Result {
  winners: Seat[];
  scores: (number | null)[];
}

/** A game as it was written down: the object of its JSON form. */
export interface Record {
  cgn: 1;
  game: string;
  rules: string;
  deck?: string;
  /** The players' names, seat A first. */
  seats: string[];
  options?: { [name: string]: string };
  seed?: string;
  seedHash?: string;
  termination?: Termination;
  tags?: { [name: string]: string };
  comments?: string[];
  plies: Entry[];
  result?: Result;
}

/** What keeps something from being a record: a code that never changes, and the place. */
export class Problem extends Error {
  readonly code: string;
  /** From 1. In JSON only of what is not JSON at all; in JSON Lines always. */
  readonly line?: number;
  /** From 1, in code points. */
  readonly column?: number;
  /** A JSON pointer (RFC 6901). */
  readonly pointer?: string;
}

/** One record of a file, by its number from 1: the record, or what is wrong with it. */
export type Reading =
  | { number: number; record: Record; problem?: undefined }
  | { number: number; record?: undefined; problem: Problem };

/** The form of a source, or the name of its file; without either, its first bytes say it. */
export interface How {
  name?: string;
  form?: Form;
}

/** Every record of a text or of bytes, broken ones included. Throws nothing for bad input. */
export function read(source: string | Uint8Array, how?: How): Generator<Reading, void>;
/** The one record of a source. Throws its Problem, or a RangeError if there are several. */
export function parse(source: string | Uint8Array, how?: How): Record;
/** The form that the ending of a file's name stands for. */
export function formOf(name: string): Form | undefined;

/** The text of a record: canonical, but for a deck that need not be named. */
export function writeText(record: Record): string;
/** The record as a JSON document, a key and a ply a line. */
export function writeJson(record: Record): string;
/** The record on one line, as in JSON Lines. */
export function writeJsonLine(record: Record): string;

/** The one text of a record: equal records have the same. */
export function canonical(record: Record): string;
/** SHA-256 of the canonical form, in hex: the id of the record on every service. */
export function recordDigest(record: Record): Promise<string>;
/** SHA-256 of a seed, in hex, which is published before a game. */
export function seedHash(seed: string): Promise<string>;

/** The cards, top first, in the order that shuffle k of a seed gives them. */
export function shuffle<Card>(seed: string, k: number, cards: readonly Card[]): Promise<Card[]>;
/** The key of a seed: 32 bytes. */
export function keyOf(seed: string): Promise<Uint8Array>;
/** The endless words of stream k of a key, whole numbers below 2^32. */
export function words(key: Uint8Array, k: number): AsyncGenerator<number, void>;
/** An index below n from words. Throws a RangeError if they run out. */
export function indexBelow(n: number, source: AsyncIterator<number> | Iterator<number>): Promise<number>;

/** A stored upload. */
export interface Stored {
  id: string;
  created: boolean;
  sameGame: string[];
}

/** Why a request was refused (RFC 9457). */
export class ServiceProblem extends Error {
  readonly status: number;
  /** The name of its type: `not-found`. The service explains it at `/problems/not-found`. */
  readonly kind: string;
  readonly problem: { type?: string; detail?: string; title?: string; [more: string]: unknown };
  readonly diagnostics: Diagnostic[];
}

/**
 * Talks to the service at an address. After a temporary failure it waits and tries again, `retries`
 * times at most (6). Every method throws a ServiceProblem if it is refused, and the error of `fetch`
 * if no answer comes.
 */
export class Service {
  constructor(url: string, how?: { token?: string; fetch?: typeof globalThis.fetch; retries?: number });
  /** What checking says of each record. Nothing is stored. */
  check(records: Record | readonly Record[]): Promise<Report[]>;
  /** Store a record. Needs a token. */
  upload(record: Record, how?: { visibility?: "public" | "unlisted" | "private" }): Promise<Stored>;
  /** The record of a replay. */
  get(id: string): Promise<Record>;
  /** The replays that a query finds; pages are asked for as they are needed. */
  list(query?: ReplayQuery): AsyncGenerator<Replay, void>;
  /** The positions of a replay, ready to be drawn. */
  frames(id: string, query?: FramesQuery): Promise<Film>;
  /** The moves of a replay, in words, with the scores after each. */
  moves(id: string, query?: MovesQuery): Promise<MoveList>;
  /** What the plies of a replay gave away, as far as its review is done. */
  review(id: string): Promise<ReplayReview>;
  /** Have a replay of one's own reviewed; `review` shows how far that is. */
  startReview(id: string): Promise<ReplayReview>;
  /** The games in progress that a query finds, the newest first. */
  tables(query?: TableQuery): AsyncGenerator<TableEntry, void>;
  /** The game in progress with this id. */
  table(id: string): Promise<LiveTable>;
  /**
   * Create a table for a header. Needs a token. With `deal`, the table's `invitations` have one for each
   * seat that the computer does not play.
   */
  createTable(header: Header, how?: Omit<NewTable, "header">): Promise<LiveTable>;
  /** Remove a table of one's own whose game has ended. Its replay stays. */
  deleteTable(id: string): Promise<void>;
}

/** What a record has before its plies: the header of a new table. */
export type Header = Omit<Record, "plies" | "result" | "termination" | "comments">;

/** The other fields of a ply that is sent to a table. */
export type PlyMore = Partial<Pick<Ply, "reveals" | "irregular" | "mark" | "comments" | "at">>;

/** The secrets of a player who sat down: the token that plays, and the nonce for the deal. */
export interface OwnSeat {
  token: string;
  nonce: string;
}

/**
 * A game in progress, as the token of its service sees it. `refresh`, `watch` and every call that changes
 * the table update its `state`. A call that is lost is sent again, and nothing happens twice. If somebody
 * else changed the table first, a call that changes it throws a ServiceProblem with status 412, and `state`
 * is then the new one.
 */
export class LiveTable {
  private constructor();
  readonly id: string;
  /** The last known state. */
  readonly state: TableState;
  /** Of a table just created to be dealt: the invitation to each seat. */
  readonly invitations: { readonly [seat: string]: string };
  /** The state of the table now. */
  refresh(): Promise<TableState>;
  /** The legal moves of the seat that is asked; null if another one is. */
  legal(): Promise<TableLegal>;
  /** What the seat that is asked may do, as things to tap; the `made` moves with these taps. */
  choices(how?: { taps?: readonly string[]; answers?: string }): Promise<TableChoices>;
  /** The positions, or those that are new since a version; once there is a replay, all of it. */
  frames(since?: number): Promise<TableFilm | Film>;
  /** The moves in words, or those that are new since a version; once there is a replay, all of it. */
  moves(since?: number): Promise<TableMoves | MoveList>;
  /** What happened at the table, or what is new since a version. */
  events(since?: number): Promise<TableEvents>;
  /** The record as this client sees it. */
  record(): Promise<Record>;
  /** The last known state, and that after each change, until the game has ended. */
  watch(): AsyncGenerator<TableState, void>;
  /** Play a ply. */
  play(seat: Seat, move: string, more?: PlyMore): Promise<TableState>;
  /** Keep only the first plies. For the owner of a table that was not dealt. */
  takeBack(to: number): Promise<TableState>;
  /** End the game before its rules do. */
  end(termination?: Termination, more?: Partial<Result>): Promise<TableState>;
  /** Send the seed of a sealed game that has ended. */
  sendSeed(seed: string): Promise<TableState>;
  /** A new token for a seat, or a new invitation for one of a table to be dealt. */
  giveToken(seat: Seat): Promise<string>;
  /**
   * Sit down at a table to be dealt, with a token and a nonce, by default new ones. Keep both: a service
   * with the token plays, and `sendNonce` sends the nonce.
   */
  sit(seat: Seat, invitation: string, own?: Partial<OwnSeat>): Promise<OwnSeat>;
  /** Send a seat's part of the deal, once all seats are taken. */
  sendNonce(nonce: string): Promise<TableState>;
}
