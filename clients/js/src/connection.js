/** The connection to a service: sends requests, again after a temporary failure. */

const JSON_TYPE = "application/json";
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

/** Sends requests to the service at an address. */
export class Connection {
  #url;
  #token;
  #fetch;
  #retries;

  constructor(url, { token, fetch = globalThis.fetch, retries = RETRIES } = {}) {
    this.#url = url.replace(/\/+$/, "");
    this.#token = token;
    this.#fetch = (...request) => fetch(...request);
    this.#retries = retries;
  }

  /** The value of an answer in JSON. */
  async json(method, path, value, headers = {}) {
    const more = value === undefined ? {} : { type: JSON_TYPE, body: JSON.stringify(value) };
    const { text } = await this.send(method, path, { ...more, headers });
    return text ? JSON.parse(text) : undefined;
  }

  /**
   * The status, headers and text of the answer; of a 304, without text.
   * Throws a ServiceProblem if it is not a good one.
   */
  async send(method, path, { type, body, accept = JSON_TYPE, headers: more = {} } = {}) {
    const headers = { Accept: accept, ...more };
    if (type) headers["Content-Type"] = type;
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    for (let tried = 0; ; tried += 1) {
      const isLast = tried >= this.#retries;
      let asked = 0;
      try {
        const answer = await this.#fetch(this.#url + path, { method, headers, body });
        const text = await answer.text(); // also fails if the connection breaks
        const { ok, status, headers: said } = answer;
        if (ok || status === 304) return { status, headers: said, text };
        asked = secondsOf(said.get("Retry-After"));
        if (isLast || !isTemporary(status) || asked > MOST_PATIENCE) {
          throw new ServiceProblem(status, problemOf(answer, text));
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

/** Waits for some seconds. */
export function pause(seconds) {
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
export function queryOf(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}
