// Fits the table into the window: finds how the seats lie, and the size at which everything is drawn.
import { store, stored } from "./film.js";

const LEAST = 0.55; // of the usual size; where not even that fits, one seat at a time is shown
const LEAST_ON_PHONE = 0.75; // of seats that share a phone
const LEAST_ALONE = 0.5; // of one seat at a time
const MOST = 1.7;
const SMALL = 0.85; // from here down, small cards show no names
const PHONE = 720; // pixels of width
const SLACK = 4; // pixels by which browsers round a box up
const BAR = 100; // pixels by which the height changes if the browser shows or hides a bar
const CALM = 100; // milliseconds without a change of size
const STEP = 0.02; // sizes that differ by less are the same

export const whole = document.querySelector(".replay");
whole.classList.add("fitting"); // until then nothing is seen that would jump
const embedded = whole.classList.contains("embedded");
const LOW = embedded ? 0 : 500; // pixels of height below which a window scrolls as a whole

export const felt = document.querySelector(".table");
export const chairs = [...document.querySelectorAll(".seat")];
const columns = [...new Set(chairs.map((_, index) => Math.ceil(chairs.length / (index + 1))))];

// The height that is left for the table.
function room() {
  if (innerHeight < LOW) return Infinity;
  const dock = document.querySelector(".controls");
  const below = dock && getComputedStyle(dock).position === "fixed" ? dock.offsetHeight : 0;
  return innerHeight - below - (embedded ? 4 : 8) - (felt.getBoundingClientRect().top + scrollY);
}

// The height of the window that the page needs as it lies now.
export function needed() {
  const dock = document.querySelector(".controls");
  return felt.getBoundingClientRect().bottom + scrollY + dock.offsetHeight + 8;
}

const boxes = () => [...chairs, ...felt.querySelectorAll(".seat .place, .sheet li")];
const overflows = (box) => box.scrollWidth > box.clientWidth + (box.matches("li") ? 1 : SLACK);

// Draws the table at a size, and returns whether it fits.
function fitsAt(size, height) {
  felt.style.setProperty("--fit", size);
  felt.classList.toggle("small", size < SMALL);
  return felt.getBoundingClientRect().height <= height && !overflows(felt) && !boxes().some(overflows);
}

// Draws the table in a way: so many columns of seats, shared zones beside them, their halves apart.
function lie({ size, columns: number, beside, split }) {
  felt.style.setProperty("--columns", number);
  felt.classList.toggle("beside", beside);
  felt.classList.toggle("split", split);
  fitsAt(size, 0);
}

// The largest size that fits and is larger than `least`; 0 if there is none.
function largest(height, least, most) {
  if (!fitsAt(least, height)) return 0;
  let [fits, over] = [least, most];
  while (over - fits > STEP) {
    const size = (fits + over) / 2;
    if (fitsAt(size, height)) fits = size;
    else over = size;
  }
  return fits;
}

// The best of these ways: each is only looked at further if it can be larger than those before it.
function best(ways, height, least) {
  let found = { size: 0 };
  const most = Number.isFinite(height) ? MOST : 1;
  for (const way of ways) {
    lie({ ...way, size: least });
    const size = largest(height, Math.max(least, found.size + STEP), most);
    if (size) found = { ...way, size };
  }
  return found;
}

// Where nothing fits, the way that is least high. Text stays as large, so a smaller size may be no lower.
function lowest(ways) {
  let found = { height: Infinity };
  for (const size of [0.8, 0.7, 0.6, LEAST_ALONE]) {
    for (const way of ways) {
      lie({ ...way, size });
      const { height } = felt.getBoundingClientRect();
      if (height < found.height * 0.95 && fitsAt(size, Infinity)) found = { ...way, size, height };
    }
  }
  return found.size ? found : { ...ways[0], size: LEAST_ALONE };
}

function foundWay() {
  const phone = innerWidth <= PHONE && !embedded;
  const either = [false, true];
  const ways = (numbers) =>
    numbers.flatMap((number) =>
      (phone ? [false] : either).flatMap((beside) => either.map((split) => ({ columns: number, beside, split }))));
  whole.classList.remove("staged");
  felt.style.removeProperty("--stage");
  const all = phone && !document.querySelector(".side-by-side") ? { size: 0 } : best(ways(columns), room(), phone ? LEAST_ON_PHONE : LEAST);
  if (all.size) return all;
  whole.classList.add("staged", "measuring");
  const one = best(ways([1]), room(), LEAST_ALONE);
  return { ...(one.size ? one : lowest(ways([1]))), staged: true };
}

// The way found before for this game in a window of this size: finding it takes about 20 layouts.
const wayKey = () => ["fit", whole.dataset.address || location.pathname, whole.dataset.view, innerWidth, innerHeight].join(" ");

function knownWay() {
  const way = JSON.parse(stored("sessionStorage", wayKey()) ?? "null");
  if (!way) return null;
  whole.classList.toggle("staged", Boolean(way.staged));
  whole.classList.toggle("measuring", Boolean(way.staged));
  lie(way);
  return way.staged || fitsAt(way.size, room()) ? way : null;
}

// The fonts of the page, once they are there. `fonts.ready` would not wait for one that nothing has asked
// for yet: on a busy machine tables were fitted to the letters of another font, and kept so.
export const fontsLoaded = () => Promise.allSettled([...document.fonts].map((font) => font.load()));

export function fit() {
  for (const place of felt.querySelectorAll(".place")) place.style.minHeight = "";
  const way = knownWay() ?? foundWay();
  lie(way);
  const high = document.querySelector(".seats").offsetHeight;
  if (way.staged) felt.style.setProperty("--stage", `${high}px`);
  whole.classList.remove("measuring", "fitting");
  store("sessionStorage", wayKey(), JSON.stringify(way));
}

// A place that a ply needs larger than was foreseen stays so. The seats keep lying as they do; if the
// table does not fit any more, it is drawn smaller.
export function keep() {
  if (!felt.style.getPropertyValue("--fit")) return;
  for (const place of felt.querySelectorAll(".place")) {
    const [region, ...copies] = place.children;
    if (!copies[0]?.getClientRects().length) continue; // only what changed is shown, in less room or more
    const kept = Math.max(parseFloat(place.style.minHeight) || 0, ...copies.map((copy) => copy.offsetHeight));
    if (region.offsetHeight > kept + 1) place.style.minHeight = `${region.offsetHeight}px`;
  }
  if (whole.classList.contains("staged")) return;
  const height = room() + 1;
  let size = Number(felt.style.getPropertyValue("--fit"));
  while (size > 0.4 && felt.getBoundingClientRect().height > height) fitsAt((size *= 1 - STEP), height);
}

// On paper the table is drawn as in the window, no larger than its page.
const PAPER = { width: 970, height: 640 }; // pixels that A4 and US Letter have below the title, across
addEventListener("beforeprint", () => {
  const size = Number(felt.style.getPropertyValue("--fit"));
  if (!size) return; // it is not fitted yet
  const { width, height } = felt.getBoundingClientRect();
  const room = PAPER.height - document.getElementById("sentence").offsetHeight;
  felt.style.setProperty("--fit", size * Math.min(1, PAPER.width / width, room / height));
  addEventListener("afterprint", () => fitsAt(size, 0), { once: true });
});

// Fits again once the window has another size. A phone that hides its bar of addresses is no other one.
export function fitAgain(then) {
  let [width, height] = [innerWidth, innerHeight];
  let timer;
  addEventListener("resize", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (innerWidth === width && Math.abs(innerHeight - height) < BAR) return;
      [width, height] = [innerWidth, innerHeight];
      fit();
      then();
    }, CALM);
  });
}
