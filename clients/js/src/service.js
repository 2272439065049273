/** A client of a service that stores replays, such as `cgn serve`. */

import { Connection, queryOf } from "./connection.js";
import { LiveTable, randomHex } from "./live-table.js";
import { parse } from "./read.js";
import { writeJsonLine } from "./json-writer.js";

const RECORD_TYPE = "application/vnd.cgn+json";
const LINES_TYPE = "application/jsonl";
const MOST_A_PAGE = 100;

/**
 * Talks to the service at an address. Reading needs no token, writing does.
 *
 * After a temporary failure (the service is busy or restarts, the connection breaks) it waits, at
 * least as long as Retry-After says, and tries again, by default 6 times. No record is ever stored
 * twice.
 */
export class Service {
  #connection;

  /**
   * @param {string} url
   * @param {{token?: string, fetch?: typeof globalThis.fetch, retries?: number}} how
   */
  constructor(url, how = {}) {
    this.#connection = new Connection(url, how);
  }

  /** What checking says of each record. Nothing is stored. */
  async check(records) {
    const lines = [records].flat().map(writeJsonLine).join("");
    const answer = await this.#connection.send("POST", "/v1/validations", { type: LINES_TYPE, body: lines });
    return JSON.parse(answer.text).records;
  }

  /** Store a record: its id, whether it is new, and other replays of the same game. */
  async upload(record, { visibility } = {}) {
    const path = `/v1/replays${queryOf({ visibility })}`;
    const body = writeJsonLine(record);
    const answer = await this.#connection.send("POST", path, { type: RECORD_TYPE, body });
    const { id, same_game: sameGame = [] } = JSON.parse(answer.text);
    return { id, created: answer.status === 201, sameGame };
  }

  /** The record of a replay. */
  async get(id) {
    const path = `/v1/replays/${encodeURIComponent(id)}`;
    const answer = await this.#connection.send("GET", path, { accept: RECORD_TYPE });
    return parse(answer.text, { form: "json" });
  }

  /** The replays that a query finds, one after another: pages are asked for as they are needed. */
  list(query = {}) {
    return this.#pages("/v1/replays", "replays", query);
  }

  /** The positions of a replay, ready to be drawn. */
  frames(id, query = {}) {
    const path = `/v1/replays/${encodeURIComponent(id)}/frames${queryOf(query)}`;
    return this.#connection.json("GET", path);
  }

  /** The moves of a replay, in words, with the scores after each. */
  moves(id, query = {}) {
    const path = `/v1/replays/${encodeURIComponent(id)}/moves${queryOf(query)}`;
    return this.#connection.json("GET", path);
  }

  /** What the plies of a replay gave away, as far as its review is done. */
  review(id) {
    return this.#connection.json("GET", `/v1/replays/${encodeURIComponent(id)}/review`);
  }

  /** Have a replay of one's own reviewed; `review` shows how far that is. */
  startReview(id) {
    return this.#connection.json("POST", `/v1/replays/${encodeURIComponent(id)}/review`);
  }

  /** The games in progress that a query finds, the newest first. */
  tables(query = {}) {
    return this.#pages("/v1/tables", "tables", query);
  }

  /** The game in progress with this id. */
  async table(id) {
    const table = new LiveTable(this.#connection, id);
    await table.refresh();
    return table;
  }

  /**
   * Create a table for a header in its JSON form. With `deal`, the table's `invitations` have one
   * for each seat that the computer does not play.
   */
  async createTable(header, how = {}) {
    const key = { "Idempotency-Key": randomHex() }; // a lost answer makes no second table
    const state = await this.#connection.json("POST", "/v1/tables", { header, ...how }, key);
    return new LiveTable(this.#connection, state.id, state);
  }

  /** Remove a table of one's own whose game has ended. Its replay stays. */
  async deleteTable(id) {
    await this.#connection.send("DELETE", `/v1/tables/${encodeURIComponent(id)}`);
  }

  /** What is listed on all pages of a list. */
  async *#pages(path, name, query) {
    let after = query.after;
    do {
      const asked = queryOf({ limit: MOST_A_PAGE, ...query, after });
      const page = await this.#connection.json("GET", path + asked);
      yield* page[name];
      after = page.next;
    } while (after);
  }
}
