// Plays a replay by itself: each ply stays for as long as one needs to read it, or as it was played.
const SPEEDS = [0.5, 1, 2, 4, 8]; // times as fast as one reads
const READING = SPEEDS.indexOf(1);
const READ = 18; // letters in a second
const GLANCE = 0.9; // seconds to see what changed
const SHORTEST = 0.2; // seconds between two plies where the record's own times are followed
const LONGEST = 10;

export class Autoplay {
  #steps;
  #speed = READING; // an index of SPEEDS; the one after the last stands for the times of the record
  #playing = false;
  #timer;

  // `atEnd` says whether there is no next ply, `rewind` and `forward` show another one, `letters` says
  // how much there is to read at the shown one, and `seconds` how long the next one took, if the record
  // has times.
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
    const reading = GLANCE + this.#steps.letters() / READ;
    if (this.#speed < SPEEDS.length) return reading / SPEEDS[this.#speed];
    return Math.min(Math.max(this.#steps.seconds() || reading, SHORTEST), LONGEST);
  }

  // Changes the speed by a step, and returns it in words. Only plies with times can follow these.
  changeSpeed(by, timed) {
    this.#speed = Math.min(Math.max(this.#speed + by, 0), SPEEDS.length - (timed ? 0 : 1));
    this.draw();
    return this.#words();
  }

  // Takes the next speed, and after the last one the first.
  nextSpeed(timed) {
    this.#speed = (this.#speed + 1) % (SPEEDS.length + (timed ? 1 : 0));
    this.draw();
    return this.#words();
  }

  #words() {
    const speed = SPEEDS[this.#speed];
    if (!speed) return "as fast as it was played";
    return speed === 1 ? "as fast as one reads" : `${speed} times as fast as one reads`;
  }

  draw() {
    const button = document.getElementById("play");
    button.disabled = false;
    button.setAttribute("aria-label", this.#playing ? "Pause" : "Play");
    button.querySelector("use").setAttribute("href", this.#playing ? "#i-pause" : "#i-play");
    const speed = document.getElementById("speed");
    speed.disabled = false;
    speed.textContent = SPEEDS[this.#speed] ? `${SPEEDS[this.#speed]}×` : "live";
    speed.setAttribute("aria-label", `Speed: ${this.#words()}`);
  }
}
