/** A client of a service that stores replays, such as `cgn serve`. */

import { parse } from "./read.js";
import { writeJsonLine } from "./json-writer.js";

const JSON_TYPE = "application/json";
const RECORD_TYPE = "application/vnd.cgn+json";
const LINES_TYPE = "application/jsonl";
const MOST_A_PAGE = 100;

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

/** Talks to the service at an address. Reading needs no token, writing does. */
export class Service {
  #url;
  #token;
  #fetch;

  /**
   * @param {string} url
   * @param {{token?: string, fetch?: typeof globalThis.fetch}} how
   */
  constructor(url, { token, fetch = globalThis.fetch } = {}) {
    this.#url = url.replace(/\/+$/, "");
    this.#token = token;
    this.#fetch = (...request) => fetch(...request);
  }

  /** What checking says of each record. Nothing is stored. */
  async check(records) {
    const lines = [records].flat().map(writeJsonLine).join("");
    const answer = await this.#send("POST", "/v1/validations", { type: LINES_TYPE, body: lines });
    return (await answer.json()).records;
  }

  /** Store a record: its id, whether it is new, and other replays of the same game. */
  async upload(record, { visibility } = {}) {
    const path = `/v1/replays${queryOf({ visibility })}`;
    const body = writeJsonLine(record);
    const answer = await this.#send("POST", path, { type: RECORD_TYPE, body });
    const { id, same_game: sameGame = [] } = await answer.json();
    return { id, created: answer.status === 201, sameGame };
  }

  /** The record of a replay. */
  async get(id) {
    const path = `/v1/replays/${encodeURIComponent(id)}`;
    const answer = await this.#send("GET", path, { accept: RECORD_TYPE });
    return parse(await answer.text(), { form: "json" });
  }

  /** The replays that a query finds, one after another: pages are asked for as they are needed. */
  async *list(query = {}) {
    let after = query.after;
    do {
      const path = `/v1/replays${queryOf({ limit: MOST_A_PAGE, ...query, after })}`;
      const page = await (await this.#send("GET", path)).json();
      yield* page.replays;
      after = page.next;
    } while (after);
  }

  /** The positions of a replay, ready to be drawn. */
  async frames(id, query = {}) {
    const path = `/v1/replays/${encodeURIComponent(id)}/frames${queryOf(query)}`;
    return (await this.#send("GET", path)).json();
  }

  /** The answer to a request. Throws a ServiceProblem if it is not a good one. */
  async #send(method, path, { type, body, accept = JSON_TYPE } = {}) {
    const headers = { Accept: accept };
    if (type) headers["Content-Type"] = type;
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    const answer = await this.#fetch(this.#url + path, { method, headers, body });
    if (answer.ok) return answer;
    throw new ServiceProblem(answer.status, await problemOf(answer));
  }
}

async function problemOf(answer) {
  try {
    return Object(await answer.json());
  } catch {
    return { title: answer.statusText, status: answer.status };
  }
}

/** The query string of the parameters that have a value. */
function queryOf(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}
