// Where not all seats fit at once, shows those that a ply changes: of several, only what changed.
import { chairs, felt, whole } from "./fit.js";

const strip = document.querySelector(".strip");

const cardsIn = (html, which) => [...(html ?? "").matchAll(which)].map(([, number]) => number);

// Whether a ply changed a region: a card that came has a mark there, one that left has none. A card
// with a mark may stand for several, of which no other has its number on the page.
function changed(id, now, before) {
  const region = document.getElementById(id);
  if (region.matches(".new, :has(.new)")) return true;
  const here = new Set(cardsIn(now, /data-number="(\d+)"/g));
  return cardsIn(before, /data-number="(\d+)"(?! data-moved)/g).some((number) => !here.has(number));
}

let lying = []; // the seats that are shown, in the order in which they lie

// What may lie elsewhere after a ply: the seats that take turns, and their parts.
export const onStage = () => [...document.querySelectorAll(".staged .seat.on"), ...document.querySelectorAll(".staged .seat.on .group")];

// Lays these seats out: one that was shown before keeps its place, or it would jump.
function layOut(seats) {
  const kept = seats.map((_, place) => seats.find((seat) => seat === lying[place]));
  const fresh = seats.filter((seat) => !kept.includes(seat));
  lying = kept.map((seat) => seat ?? fresh.shift());
  lying.forEach((seat, place) => seat.style.setProperty("--place", place));
}

let areBeside = false; // whether seats had to lie beside each other once: from then on they do, or they would jump

// Shows the seat that acts and those that the ply changed, or one that was chosen. `now` are the
// regions of the ply by their ids, `before` those of the ply before it.
export function stage(now, before, chosen) {
  for (const [id, html] of now ?? []) {
    if (id.startsWith("zone-")) document.getElementById(id)?.toggleAttribute("data-changed", changed(id, html, before?.get(id)));
  }
  const acting = document.getElementById("sentence").dataset.seat;
  const is = (seat, letter) => seat.dataset.letters.includes(letter);
  const parts = (seat) => seat.querySelector("[data-changed]") !== null;
  const on = chairs.filter((seat) => (chosen ? is(seat, chosen) : is(seat, acting) || parts(seat)));
  whole.classList.remove("tight");
  for (const seat of chairs) {
    seat.classList.toggle("on", on.includes(seat));
    seat.classList.toggle("acts", is(seat, acting));
    seat.classList.toggle("part", on.length > 1 && parts(seat));
    document.getElementById(`strip-${seat.dataset.letters[0]}`)?.classList.toggle("on", on.includes(seat));
  }
  layOut(on);
  const most = parseFloat(felt.style.getPropertyValue("--stage"));
  const seats = document.querySelector(".seats");
  const high = () => seats.offsetHeight;
  whole.classList.remove("pair");
  const isTight = on.length > 1 && (areBeside || high() > most + 1);
  whole.classList.toggle("tight", isTight); // only what changed, of the seat that acts too
  if (!areBeside && isTight && high() > most + 1) {
    const below = high();
    whole.classList.add("pair"); // beside each other, if that is lower
    areBeside = high() < below;
  }
  whole.classList.toggle("pair", isTight && areBeside);
}

// The strip of scores shows another seat, until the next ply.
strip?.addEventListener("click", (event) => {
  const letter = event.target.closest(".strip-seat")?.id.slice("strip-".length);
  if (!letter) return;
  event.preventDefault();
  stage(null, null, letter);
  if (!whole.classList.contains("staged")) document.getElementById(`seat-${letter}`).scrollIntoView({ block: "nearest" });
});

const fixed = (element) => element?.offsetHeight && ["fixed", "sticky"].includes(getComputedStyle(element).position);

// The last resort where a position is still too high for the window: scrolls to what the ply changed.
export function reveal() {
  const boxes = [...felt.querySelectorAll(".new")].map((card) => card.getBoundingClientRect()).filter((box) => box.height);
  if (!boxes.length) return;
  const dock = document.querySelector(".controls");
  const top = fixed(strip) ? strip.offsetHeight : 0;
  const end = innerHeight - (fixed(dock) && innerHeight > dock.offsetHeight * 2 ? dock.offsetHeight : 0);
  const [first, last] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  if (last > end) scrollBy(0, Math.min(last - end + 6, first - top - 6));
  else if (first < top) scrollBy(0, first - top - 6);
}
