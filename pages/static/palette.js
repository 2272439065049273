// Chips of things that are drawn nowhere: words, and kinds of cards that a hand may hold, or that came. Cards of one
// group, such as all apple jams, lie behind a chip of their own, which shows them alone.
import { button, replay } from "./dock.js";

// What a thing is called, with what tells it from others.
export const called = ({ name, note }) => (note ? `${name}, ${note}` : name);

// The same, with where it lies.
export const spoken = (thing) => (thing.where ? `${called(thing)}, ${thing.where}` : called(thing));

// The class with the colour of a card's code, if the game has one.
export function colour(key) {
  const code = key.split("/")[1];
  return code && replay.querySelector(`.c-${CSS.escape(code)}`) ? `c-${code}` : "";
}

let shown; // the group whose cards are shown

// Closes the group, for chips that are made anew.
export const close = () => (shown = undefined);

// The chips of things; `act(key)` chooses one.
export function chips(things, act) {
  const groups = new Map();
  for (const thing of things) {
    const of = thing.group ?? thing.key;
    groups.set(of, [...(groups.get(of) ?? []), thing]);
  }
  if (!(groups.get(shown)?.length > 1)) close();
  const made = [...groups].flatMap(([name, found]) => (found.length === 1 ? chip(found[0], act) : grouped(name, found, act)));
  made.forEach(hide);
  return made;
}

function chip(thing, act) {
  const { key, name, note, left: number, group } = thing;
  const one = button(`pick ${colour(key)}`, note && name === group ? note : name, () => act(key));
  one.dataset.key = key;
  one.setAttribute("aria-label", number > 1 ? `${called(thing)}, ${number} left` : called(thing));
  if (note && name !== group) small(one, note);
  if (number > 1) small(one, `×${number}`);
  return one;
}

function grouped(name, found, act) {
  const one = button("pick fold", name, () => show(one.parentElement, shown === name ? undefined : name));
  one.dataset.group = name;
  small(one, `×${found.reduce((sum, { left: number }) => sum + (number ?? 1), 0)}`);
  const within = found.map((thing) => chip(thing, act));
  for (const other of within) other.dataset.within = name;
  return [one, ...within];
}

// Shows a chip that is hidden.
export const reveal = (one) => show(one.parentElement, one.dataset.within ?? one.dataset.group);

// Shows the cards of a group, or all groups.
function show(box, name) {
  shown = name;
  [...box.children].forEach(hide);
}

// Hides a chip that is not shown now.
function hide(one) {
  const { group, within } = one.dataset;
  one.hidden = shown === undefined ? within !== undefined : ![group, within].includes(shown);
  if (group) one.setAttribute("aria-expanded", group === shown);
}

const small = (one, text) => one.append(" ", Object.assign(document.createElement("small"), { textContent: text }));
