/** The questions that a judge answers, whatever its worker runs in. */
import { Asker } from "./asking.js";

export { JudgeProblem } from "./asking.js";

export class Questions {
  #asker;

  constructor(open, longest) {
    this.#asker = new Asker(open, longest);
  }

  async ready() {
    await this.#asker.prepare();
  }

  check(log, how) {
    return this.#asker.ask({ ask: "check", ...how }, log);
  }

  positions(log, how) {
    return this.#asker.ask({ ask: "positions", ...how }, log);
  }

  legal(log, how) {
    return this.#asker.ask({ ask: "legal", ...how }, log);
  }

  try(log, how) {
    return this.#asker.ask({ ask: "try", ...how }, log);
  }

  frames(log, how) {
    return this.#asker.ask({ ask: "frames", ...how }, log);
  }

  close() {
    this.#asker.close();
  }
}
