/** Something that is wrong with a record, and where. */

/**
 * What a reader says of a record that breaks a rule of the form. `code` never changes; `line` and
 * `column` are counted from 1, in code points; of JSON there is a `pointer`, in JSON Lines with the
 * `line`.
 */
export class Problem extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{at?: number, line?: number, steps?: (string | number)[], place?: object}} where
   *   what is known of the place: an offset in a line and that line's index, or steps in a record
   */
  constructor(code, message, where = {}) {
    super(message);
    this.name = "Problem";
    this.code = code;
    Object.defineProperty(this, "where", { value: { ...where }, writable: true });
    Object.assign(this, where.place);
  }

  /** The same problem with these steps in front of its place. */
  under(...steps) {
    this.where.steps = [...steps, ...(this.where.steps ?? [])];
    return this;
  }
}

/** What `read` returns; steps are put in front of the place of a problem in it. */
export function below(steps, read) {
  try {
    return read();
  } catch (problem) {
    throw problem instanceof Problem ? problem.under(...steps) : problem;
  }
}

/** The JSON pointer (RFC 6901) of steps. */
export function pointer(steps) {
  const escaped = (step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1");
  return steps.map((step) => `/${escaped(step)}`).join("");
}

/** The number of code points before this offset, and one. */
export function columnOf(line, at) {
  return [...line.slice(0, at)].length + 1;
}
