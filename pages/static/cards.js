// Makes the cards of the table reachable by keys: one of them by Tab, the others from there by Up
// and Down. Enter presses it.
const cloth = document.querySelector(".table");
const press = document.createElement("button");
press.type = "button";
press.className = "unseen";

const cards = () => [...cloth.querySelectorAll("[data-number]")].filter((card) => card.checkVisibility());

function put(card) {
  press.setAttribute("aria-label", `${card.innerText.trim().replace(/\s+/g, " ") || "A card"}: where it has been`);
  card.append(press);
}

// Puts the button back on its card, if that was drawn anew.
export function reachable(number, focused) {
  if (press.isConnected) return;
  const found = cards();
  const same = found.find((card) => card.dataset.number === number) ?? found[0];
  if (same) put(same);
  if (focused) press.focus({ preventScroll: true });
}

// The number of the card with the button, and whether the button has the focus.
export const reached = () => [press.parentElement?.dataset.number, document.activeElement === press];

cloth.addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.target !== press || !by) return;
  event.preventDefault();
  const found = cards();
  const next = found[found.indexOf(press.parentElement) + by];
  if (!next) return;
  put(next);
  press.focus();
});
