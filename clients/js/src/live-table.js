/** A game in progress on a service. */

import { encode, hex } from "./bytes.js";
import { pause, queryOf } from "./connection.js";
import { parse } from "./read.js";
import { sha256 } from "./sha256.js";

const WAIT = 25; // seconds that the service may wait with an answer
const RECORD_TYPE = "application/vnd.cgn+json";

/** 32 random digits, in hex. */
export function randomHex() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * A game in progress, as the token of its service sees it. `state` is its last known state;
 * `refresh`, `watch` and every call that changes the table update it. A call that is lost is sent
 * again, and nothing happens twice. If somebody else changed the table first, a call that changes it
 * throws a ServiceProblem with status 412, and `state` is then the new one.
 */
export class LiveTable {
  #connection;
  #path;

  constructor(connection, id, state = undefined) {
    this.#connection = connection;
    this.#path = `/v1/tables/${encodeURIComponent(id)}`;
    this.id = id;
    this.state = state;
    this.invitations = state?.invitations ?? {};
  }

  /** The state of the table now. */
  async refresh() {
    this.state = await this.#get("");
    return this.state;
  }

  /** The legal moves of the seat that is asked; null if another one is. */
  legal() {
    return this.#get("/legal");
  }

  /** What the seat that is asked may do, as things to tap. */
  choices({ taps = [], answers } = {}) {
    return this.#get("/choices", { taps: taps.join(",") || undefined, answers });
  }

  /** The positions, or those that are new since a version; after the end, those of the replay. */
  frames(since) {
    return this.#get("/frames", { since });
  }

  /** The moves in words, or those that are new since a version; after the end, of the replay. */
  moves(since) {
    return this.#get("/moves", { since });
  }

  /** What happened at the table, or what is new since a version. */
  events(since) {
    return this.#get("/events", { since });
  }

  /** The record as this client sees it. */
  async record() {
    const { text } = await this.#connection.send("GET", `${this.#path}/record`, { accept: RECORD_TYPE });
    return parse(text, { form: "json" });
  }

  /**
   * The last known state, and that after each change, until the game has ended. The service is asked to answer with
   * the next change. Where it says at once that there is none, because too many wait, this pauses as long as it says.
   */
  async *watch() {
    let shown;
    for (;;) {
      if (this.state.version !== shown) {
        shown = this.state.version;
        yield this.state;
      } else if (this.state.finished) {
        return;
      } else {
        const asked = Date.now();
        const headers = { "If-None-Match": `"v${shown}", "v${shown}-gz"` }; // as it is, or packed
        const answer = await this.#connection.send("GET", `${this.#path}?wait=${WAIT}`, { headers });
        if (answer.text) this.state = JSON.parse(answer.text);
        const early = Date.now() - asked < (WAIT / 2) * 1000;
        if (this.state.version === shown && early) await pause(secondsToWait(answer.headers));
      }
    }
  }

  /** Play a ply; `more` has its other fields, such as `reveals`, `comments` and `at`. */
  play(seat, move, more = {}) {
    return this.#change("/plies", { seat, move, ...more });
  }

  /** Keep only the first plies. For the owner of a table that was not dealt. */
  takeBack(to) {
    return this.#change("/takebacks", { to });
  }

  /** End the game before its rules do; `more` has `winners`, and `scores` of real cards. */
  end(termination, more = {}) {
    return this.#change("/end", { termination, ...more });
  }

  /** Send the seed of a sealed game that has ended. */
  sendSeed(seed) {
    return this.#change("/seed", { seed });
  }

  /** A new token for a seat, or a new invitation for one of a table to be dealt. */
  async giveToken(seat) {
    const given = await this.#connection.json("POST", `${this.#path}/tokens`, { seat });
    return given.token ?? given.invitation;
  }

  /**
   * Sit down at a table to be dealt, with a token and a nonce, by default new ones. Keep both: a
   * service with the token plays, and `sendNonce` sends the nonce.
   */
  async sit(seat, invitation, { token = randomHex(), nonce = randomHex() } = {}) {
    const body = { invitation, token: digestOf(token), commit: digestOf(nonce) };
    await this.#connection.json("POST", `${this.#path}/seats/${seat}`, body);
    return { token, nonce };
  }

  /** Send a seat's part of the deal, once all seats are taken. */
  async sendNonce(nonce) {
    for await (const { seats } of this.watch()) if (seats.every(({ taken }) => taken)) break;
    await this.#connection.json("POST", `${this.#path}/nonce`, { nonce });
    return this.refresh();
  }

  /** Change the table, unless its version is no longer the last known one. */
  async #change(path, body) {
    const version = { "If-Match": `"v${this.state.version}"` };
    try {
      this.state = await this.#connection.json("POST", this.#path + path, body, version);
    } catch (error) {
      if (error.status === 412) await this.refresh();
      throw error;
    }
    return this.state;
  }

  #get(path, query = {}) {
    return this.#connection.json("GET", this.#path + path + queryOf(query));
  }
}

/** The seconds that an answer says to wait, by default 1, and up to a fifth longer. */
function secondsToWait(headers) {
  const age = /max-age=(\d+)/.exec(headers.get("Cache-Control") ?? "")?.[1];
  const said = headers.get("Poll-After") ?? age ?? "1";
  return (/^\d+$/.test(said) ? Number(said) : 1) * (1 + Math.random() / 5);
}

function digestOf(text) {
  return hex(sha256(encode(text)));
}
