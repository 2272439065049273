/** A client of a service that stores replays, such as `cgn serve`. */

import { parse } from "./read.js";
import { writeJsonLine } from "./json-writer.js";

const JSON_TYPE = "application/json";
const RECORD_TYPE = "application/vnd.cgn+json";
const LINES_TYPE = "application/jsonl";
const MOST_A_PAGE = 100;
const RETRIES = 6;
const FIRST_PAUSE = 0.5;
const LONGEST_PAUSE = 30;
const MOST_PATIENCE = 60 * 60;

/**
 * The service refuses a request, or cannot answer it: an RFC 9457 problem with its `status`, the
 * name of its type as `kind`, and `diagnostics` if it is about a record.
 */
export class ServiceProblem extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `the service answers with ${status}`);
    this.name = "ServiceProblem";
    this.status = status;
    this.kind = (problem.type ?? "").split("/").at(-1);
    this.problem = problem;
    this.diagnostics = problem.diagnostics ?? [];
  }
}

/**
 * Talks to the service at an address. Reading needs no token, writing does.
 *
 * After a temporary failure (the service is busy or restarts, the connection breaks) it waits, at
 * least as long as Retry-After says, and tries again, by default 6 times. No record is ever stored
 * twice.
 */
export class Service {
  #url;
  #token;
  #fetch;
  #retries;

  /**
   * @param {string} url
   * @param {{token?: string, fetch?: typeof globalThis.fetch, retries?: number}} how
   */
  constructor(url, { token, fetch = globalThis.fetch, retries = RETRIES } = {}) {
    this.#url = url.replace(/\/+$/, "");
    this.#token = token;
    this.#fetch = (...request) => fetch(...request);
    this.#retries = retries;
  }

  /** What checking says of each record. Nothing is stored. */
  async check(records) {
    const lines = [records].flat().map(writeJsonLine).join("");
    const answer = await this.#send("POST", "/v1/validations", { type: LINES_TYPE, body: lines });
    return JSON.parse(answer.text).records;
  }

  /** Store a record: its id, whether it is new, and other replays of the same game. */
  async upload(record, { visibility } = {}) {
    const path = `/v1/replays${queryOf({ visibility })}`;
    const body = writeJsonLine(record);
    const answer = await this.#send("POST", path, { type: RECORD_TYPE, body });
    const { id, same_game: sameGame = [] } = JSON.parse(answer.text);
    return { id, created: answer.status === 201, sameGame };
  }

  /** The record of a replay. */
  async get(id) {
    const path = `/v1/replays/${encodeURIComponent(id)}`;
    const answer = await this.#send("GET", path, { accept: RECORD_TYPE });
    return parse(answer.text, { form: "json" });
  }

  /** The replays that a query finds, one after another: pages are asked for as they are needed. */
  async *list(query = {}) {
    let after = query.after;
    do {
      const path = `/v1/replays${queryOf({ limit: MOST_A_PAGE, ...query, after })}`;
      const page = JSON.parse((await this.#send("GET", path)).text);
      yield* page.replays;
      after = page.next;
    } while (after);
  }

  /** The positions of a replay, ready to be drawn. */
  async frames(id, query = {}) {
    const path = `/v1/replays/${encodeURIComponent(id)}/frames${queryOf(query)}`;
    return JSON.parse((await this.#send("GET", path)).text);
  }

  /** The status and text of the answer. Throws a ServiceProblem if it is not a good one. */
  async #send(method, path, { type, body, accept = JSON_TYPE } = {}) {
    const headers = { Accept: accept };
    if (type) headers["Content-Type"] = type;
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    for (let tried = 0; ; tried += 1) {
      const isLast = tried >= this.#retries;
      let asked = 0;
      try {
        const answer = await this.#fetch(this.#url + path, { method, headers, body });
        const text = await answer.text(); // also fails if the connection breaks
        if (answer.ok) return { status: answer.status, text };
        asked = secondsOf(answer.headers.get("Retry-After"));
        if (isLast || !isTemporary(answer.status) || asked > MOST_PATIENCE) {
          throw new ServiceProblem(answer.status, problemOf(answer, text));
        }
      } catch (error) {
        if (isLast || error instanceof ServiceProblem) throw error;
      }
      await pause(Math.max(asked, Math.min(FIRST_PAUSE * 2 ** tried, LONGEST_PAUSE)));
    }
  }
}

/** Whether trying again may help. */
function isTemporary(status) {
  return status === 408 || status === 429 || status >= 500;
}

/** The seconds that a Retry-After asks to wait; 0 if it does not say. */
function secondsOf(header) {
  if (!header) return 0;
  const seconds = /^[0-9]+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return seconds > 0 ? seconds : 0;
}

function pause(seconds) {
  return new Promise((done) => setTimeout(done, seconds * 1000));
}

function problemOf(answer, text) {
  try {
    return Object(JSON.parse(text));
  } catch {
    return { title: answer.statusText, status: answer.status };
  }
}

/** The query string of the parameters that have a value. */
function queryOf(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}
