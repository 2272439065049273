// The replay of a game in progress: it grows while it is shown.
import { follow } from "./live.js";
import { film, playhead, replay } from "./playhead.js";
import { arrive } from "./rail.js";
import { autoplay, change, forgetGraph } from "./steps.js";

const OUT_OF_REACH = "out of reach; trying again";

// Follows the table at the address of its state, and says whether it is in reach.
export function followMatch(address) {
  const sign = document.getElementById("follows");
  const changed = (state) => {
    sign.textContent = "live";
    return update(state);
  };
  follow(address, changed, () => (sign.textContent = OUT_OF_REACH));
}

// Updates the page to the new state of its table, which has all that this takes, unless an earlier
// ply is shown. If the last ply was shown, shows the new last one. Returns whether the game has ended.
async function update({ plies, replay: ended, finished, stretch, ...parts }) {
  const { line } = playhead;
  const newPly = () => (playhead.ply === line.plies && !autoplay.playing ? plies : Math.min(playhead.ply, plies));
  const { address } = replay.dataset;
  if (ended) {
    location.replace(`${address.replace(/t\/[0-9a-f]+$/, "r")}/${ended}/${newPly()}`);
    return true;
  }
  const [more, before] = [plies - line.plies, playhead.ply];
  playhead.wanted = playhead.ply = newPly();
  film.renew(plies, stretch);
  forgetGraph();
  Object.assign(line, { plies, ways: undefined });
  for (const part of ["graph", "moves"]) replacePart(line, part, parts[part]);
  if (!film.at(playhead.ply)) await film.load(playhead.ply); // plies before it may have been taken back, and others played
  change(playhead.ply === before + 1);
  arrive(Math.max(more, 0));
  return finished;
}

function replacePart(line, part, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.firstElementChild;
  line[part].replaceWith(fresh);
  line[part] = fresh;
}
