/** CGN, the Card Game Notation: reads and writes records, names them, and talks to a service. */

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

/** A diagnostic of `cgn validate`; docs/errors.md has every code. */
export interface Diagnostic {
  code: string;
  severity: "error" | "warning";
  message: string;
  place: { file?: string; line?: number; column?: number; endColumn?: number; pointer?: string };
  help?: string;
  edits?: Edit[];
  [more: string]: unknown;
}

/** Replaces the text between two spots, in a record of text; they count from 1, columns in code points. */
export interface Edit {
  from: { line: number; column: number };
  to: { line: number; column: number };
  text: string;
  title: string;
  meant: boolean;
  certain: boolean;
}

/** What checking says of a record. */
export interface Report {
  record: number;
  game: string | null;
  verdict: "valid" | "incomplete" | "undetermined" | "invalid";
  [more: string]: unknown;
}

/** A stored upload. */
export interface Stored {
  id: string;
  created: boolean;
  sameGame: string[];
}

/** A replay in a list. */
export interface Replay {
  id: string;
  game: string;
  [more: string]: unknown;
}

/** The parameters of a request: those of `openapi.yaml`. */
export interface Query {
  [name: string]: string | number | boolean | undefined;
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
  list(query?: Query): AsyncGenerator<Replay, void>;
  /** The positions of a replay, ready to be drawn. */
  frames(id: string, query?: Query): Promise<{ frames: unknown[]; [more: string]: unknown }>;
}
