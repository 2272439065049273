/** CGN's rules in a worker: checks records, lists legal moves, tries moves and makes frames. */

import type { Choices, ReportRow as Report, ViewedFrame as Frame } from "./answers.js";

export type {
  CardKind,
  CardView,
  Choices,
  CounterView,
  Diagnostic,
  Due,
  Edit,
  Moved,
  NamedMove,
  OpenKind,
  Place,
  Points,
  ReportRow as Report,
  Sentence,
  Spot,
  Thing,
  Verb,
  ViewedFrame as Frame,
  ZoneView,
} from "./answers.js";

/** A log in any form: text, or the bytes of a file. */
export type Log = string | Uint8Array | ArrayBuffer;

/** Which of the records of a log is meant, and what it needs. */
export interface How {
  /** Its number, from 1 (1). */
  record?: number;
  /** The files of the users' decks that it names, as text. */
  decks?: readonly string[];
}

/** What checking says of a record. */
export interface Checked {
  report: Report;
  /** Its diagnostics in words, with the lines of the log; empty if there are none. */
  text: string;
}

/** SHA-256 of a record, of its game, and of the position at each ply from 0 on, in hex. */
export interface Positions {
  record: string;
  game: string;
  positions: string[];
}

/** What may be played. */
export interface Legal {
  /** The letters of the seats that are asked. */
  seats: string[];
  /** Their moves; null: it depends on cards that nobody told. */
  moves: string[] | null;
  /** Whether these are all, and not examples of too many. */
  is_whole: boolean;
}

/** A line that was tried. */
export interface Tried {
  /** The record up to the end of the line, as text. */
  record: string;
  /** The position there. */
  frame: Frame;
  /** What may follow, as things to tap; null once the game is over. */
  choices: Choices | null;
}

/** Why there is no answer. */
export class JudgeProblem extends Error {
  /**
   * `refused`: the judge says why. `timeout`: it took too long, and was ended. `failed`: it does not start, or
   * has stopped. `closed`: it was closed.
   */
  readonly kind: "refused" | "timeout" | "failed" | "closed";
  /** If it is refused for a mistake in the record: that of its diagnostic. */
  readonly code: string | null;
  /** If it is refused because a deck is missing: its name. Send its file in `decks`. */
  readonly deck: string | null;
}

/**
 * A judge in a worker of its own, which starts with the first question. Questions are answered one after
 * another. All methods but `close` throw a JudgeProblem if there is no answer.
 */
export class Judge {
  /**
   * `folder` is the address of the files of `judge/`, with a slash at its end; it has the origin of the page. In
   * Node, and without it, they lie beside this module. An answer may take `longest` milliseconds (20,000);
   * after that the worker is ended, and the next question starts another.
   */
  constructor(how?: { folder?: string | URL; longest?: number });
  /** Start now, and not with the first question. */
  ready(): Promise<void>;
  /** What is to be said of every record of a log. Mistakes in them are no problems. */
  check(log: Log, how?: Pick<How, "decks">): Promise<Checked[]>;
  /** The digests of a record, and of its positions. */
  positions(log: Log, how?: How): Promise<Positions>;
  /** The legal moves after a ply (0: before the first). */
  legal(log: Log, how?: How & { ply?: number }): Promise<Legal>;
  /** Play these moves after a ply in the place of what follows; `taps` are keys of things of the choices. */
  try(log: Log, how?: How & { ply?: number; moves?: readonly string[]; taps?: readonly string[] }): Promise<Tried>;
  /** The positions from ply `first` (0) to `last`, as a `view` sees them: `all`, `public`, or a seat. */
  frames(log: Log, how: How & { first?: number; last: number; view?: string }): Promise<Frame[]>;
  /** End the worker, and with it all questions that are not answered. */
  close(): void;
}
