// Plays a replay by itself, at a speed that can be changed.
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8]; // plies a second
const SHORTEST = 0.2; // seconds between two plies where the record's own times are followed
const LONGEST = 10;

export class Autoplay {
  #steps;
  #speed = 2; // an index of SPEEDS; the one after the last stands for the times of the record
  #playing = false;
  #timer;

  // `atEnd` says whether there is no next ply, `rewind` and `forward` show another one, and
  // `seconds` says how long the next one took, if the record has times.
  constructor(steps) {
    this.#steps = steps;
  }

  get playing() {
    return this.#playing;
  }

  async toggle() {
    if (this.#playing) return this.pause();
    this.#playing = true;
    this.draw();
    if (this.#steps.atEnd()) await this.#steps.rewind();
    this.#wait();
  }

  pause() {
    this.#playing = false;
    clearTimeout(this.#timer);
    this.draw();
  }

  #wait() {
    if (!this.#playing) return;
    if (this.#steps.atEnd()) return this.pause();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      await this.#steps.forward();
      this.#wait();
    }, 1000 * this.#seconds());
  }

  // The seconds until the next ply.
  #seconds() {
    if (this.#speed < SPEEDS.length) return 1 / SPEEDS[this.#speed];
    return Math.min(Math.max(this.#steps.seconds() || 1, SHORTEST), LONGEST);
  }

  // Changes the speed by a step, and returns it in words. Only plies with times can follow these.
  changeSpeed(by, timed) {
    this.#speed = Math.min(Math.max(this.#speed + by, 0), timed ? SPEEDS.length : SPEEDS.length - 1);
    const speed = SPEEDS[this.#speed];
    if (!speed) return "as fast as it was played";
    return speed === 1 ? "1 ply a second" : `${speed} plies a second`;
  }

  draw() {
    const button = document.getElementById("play");
    button.disabled = false;
    button.setAttribute("aria-label", this.#playing ? "Pause" : "Play");
    button.querySelector("use").setAttribute("href", this.#playing ? "#i-pause" : "#i-play");
  }
}
