// The dock of the page of play: its parts, its buttons, and the hand that lies in it on a phone.
const PHONE = "(max-width: 720px)";

export const replay = document.querySelector(".replay");
export const part = (id) => document.getElementById(id);

export function button(className, text, act) {
  const one = Object.assign(document.createElement("button"), { type: "button", className, textContent: text });
  one.addEventListener("click", act);
  return one;
}

// Shows these buttons. One that is there already stays, lest a touch on it be lost.
export function fill(id, buttons) {
  const box = part(id);
  const known = new Map([...box.children].map((one) => [one.outerHTML, one]));
  const shown = buttons.map((one) => known.get(one.outerHTML) ?? one);
  if (shown.length !== box.children.length || shown.some((one, at) => one !== box.children[at])) box.replaceChildren(...shown);
}

// Says what went wrong; nothing, with an empty text.
export function refuse(text) {
  part("said").textContent = text;
}

// While a move is on its way, nothing else can be chosen.
export const isBusy = () => part("dock").classList.contains("busy");
export const setBusy = (busy) => part("dock").classList.toggle("busy", busy);

// What the dock covers of the page can be scrolled to.
const covered = new ResizeObserver(([{ target: dock }]) => {
  replay.style.paddingBottom = getComputedStyle(dock).position === "fixed" ? `${dock.offsetHeight + 24}px` : "";
});

export function watchHeight() {
  covered.disconnect();
  covered.observe(part("dock"));
}

// On a phone the hand of the seat that plays lies in the dock, under the thumb; a mark keeps its place.
const mark = document.createComment("hand");

export function holdHand() {
  const { own } = part("dock").dataset;
  const hand = own && part(`zone-hand-${own}`);
  if (!hand || !matchMedia(PHONE).matches) return;
  hand.before(mark);
  part("held").replaceChildren(hand);
}

export function putHandBack() {
  const hand = part("held").firstElementChild;
  if (hand) mark.replaceWith(hand);
}
