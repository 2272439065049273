/** The judge in a browser: its files lie beside this one, or in a folder that is named. */
import { inBrowser } from "./asking.js";
import { Questions } from "./questions.js";

export { JudgeProblem } from "./questions.js";

export class Judge extends Questions {
  constructor({ folder = new URL("judge/", import.meta.url), longest } = {}) {
    super(inBrowser(new URL("worker.js", new URL(folder, location))), longest);
  }
}
