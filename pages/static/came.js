// Asks which cards a move turned up, at a table with real cards.
import { goOn, isEscape, oneStop, pause } from "./choosing.js";
import { button, part } from "./dock.js";
import { chips, close } from "./palette.js";

// Asks for each card that nobody has told yet, of those in `deck`. Resolves to all of them, `_` for one
// that whoever writes did not see; to nothing if the move is not played after all.
export async function came(cards, deck) {
  const found = cards.map(({ card }) => card);
  pause();
  for (const [at, { seat, place }] of cards.entries()) {
    if (found[at] !== null) continue;
    const answer = await askFor(found.filter((one) => one === null).length, seat, place, deck);
    if (answer === undefined) return goOn();
    if (answer) found[at] = answer;
    else cards.forEach((other, n) => (found[n] ??= other.seat === seat ? "_" : null));
  }
  goOn();
  return found;
}

// Asks for one card: its code, an empty text if nobody here saw it, nothing to go back.
function askFor(more, seat, place, deck) {
  return new Promise((answer) => {
    const back = (event) => isEscape(event) && done(undefined);
    const done = (told) => {
      document.removeEventListener("keydown", back);
      answer(told);
    };
    const player = seat && document.querySelector(`#strip-${seat} .name`)?.textContent;
    const whose = player ? `Which card did ${player} draw?` : `Which card came${place ? ` (${place})` : ""}?`;
    part("prompt").textContent = more > 1 ? `${whose} ${more} to go` : whose;
    part("chosen").replaceChildren();
    close();
    part("spare").replaceChildren(...chips(deck, (key) => done(key.split("/")[1])));
    const unseen = player ? `Only ${player} saw ${more > 1 ? "them" : "it"}` : "Nobody here saw it";
    part("acts").replaceChildren(button("button", "Back", () => done(undefined)), button("button primary", unseen, () => done("")));
    document.addEventListener("keydown", back);
    oneStop();
    if (document.activeElement === document.body) part("prompt").focus({ preventScroll: true });
  });
}
