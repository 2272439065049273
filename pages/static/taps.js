// From taps to a move, as replays/view/taps.py has it: a move is a bag of things, and what names all
// that was tapped is left. The order of taps matters only where nothing else decides.

const counted = (keys) => {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

// The things that taps leave of a move; undefined if it does not name them all.
function rest(things, taps) {
  const counts = counted(things);
  for (const tap of taps) {
    if (!counts.get(tap)) return undefined;
    counts.set(tap, counts.get(tap) - 1);
  }
  return [...counts.keys()].filter((key) => counts.get(key));
}

// What is left of the choices after taps, of moves of one verb if one is wanted: the things that may
// be tapped next (`lit`), the moves that may be played (`ready`), and the verbs of what is left.
export function left({ moves, opens }, taps, verb) {
  const lit = new Set(), verbs = new Set(), fits = [];
  for (const move of moves) {
    const more = verb && move.verb !== verb ? undefined : rest(move.parts.flat(), taps);
    if (!more) continue;
    fits.push(move);
    verbs.add(move.verb);
    more.forEach((key) => lit.add(key));
  }
  let ready = inOrder(fits.filter(({ parts }) => parts.flat().length === taps.length), taps);
  if (!ready.length && fits.length === 1) ready = fits; // nothing is left to choose
  for (const kind of opens) {
    if (verb ? verb !== kind.verb : !taps.length && moves.length) continue;
    const parts = assigned(kind, taps);
    if (!parts) continue;
    following(kind, parts).forEach((key) => lit.add(key));
    verbs.add(kind.verb);
  }
  return { lit, ready, verbs };
}

// Of several moves of a verb, the one that names its things as they were tapped, if one does.
function inOrder(ready, taps) {
  const exact = new Map();
  for (const move of ready) if (move.parts.flat().every((key, at) => key === taps[at])) exact.set(move.verb, move);
  return ready.filter((move) => (exact.get(move.verb) ?? move) === move);
}

// Whether taps may make a move of an open kind: it names them all, and lacks no argument. Which moves
// they make, those who know the rules say.
export const mayMake = ({ columns, optional }, taps) =>
  taps.every((tap) => columns.some((column) => column.includes(tap))) &&
  columns.every((column, at) => optional[at] || taps.some((tap) => column.includes(tap)));

// The taps by argument, each with the first that may name it; undefined if one has no place.
function assigned(kind, taps) {
  const parts = kind.columns.map(() => []);
  for (const tap of taps) {
    const at = kind.columns.findIndex((column, n) => column.includes(tap) && takes(kind, parts, n, tap));
    if (at < 0) return undefined;
    parts[at].push(tap);
  }
  return parts;
}

const following = (kind, parts) => kind.columns.flatMap((column, at) => column.filter((key) => takes(kind, parts, at, key)));

// Whether an argument may name this thing, too: only cards of a code are named twice.
function takes({ many, owners }, parts, at, key) {
  if ((!many[at] && parts[at].length) || (parts[at].includes(key) && !key.includes("/"))) return false;
  const before = key.split("/")[0].split(".").at(-1);
  return owners[at] === null || parts[owners[at]].every((seat) => seat === `seat:${before}`);
}
