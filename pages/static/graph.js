// The graph of the scores: it names the ply under the pointer, with who is ahead, and a click leads there.
const graphTip = document.createElement("output");
graphTip.className = "tip";
graphTip.hidden = true;

const plotOf = (event) => event.target.closest?.(".plot");

// The ply of the graph that is under the pointer; undefined beside the graph.
export function plyUnder(event) {
  const plot = plotOf(event);
  if (!plot) return undefined;
  const { left, width } = plot.getBoundingClientRect();
  const plies = plot.querySelector("svg").viewBox.baseVal.width;
  return Math.round(plies * Math.min(Math.max((event.clientX - left) / width, 0), 1));
}

// How high a line is after a ply: the score, or 0 for the best one and less for the others; null if the view does not see it. A line is made of steps:
// M begins it, H leads across to the ply of a change, and V up or down to the new score.
function standingAt(line, ply) {
  const top = Number(line.closest("svg").dataset.top);
  let [across, down] = [0, 0];
  for (const [, command, to, at] of line.getAttribute("d").matchAll(/([MHV])(\d+)(?: (\d+))?/g)) {
    if (command === "V") down = Number(to);
    else if (ply < Number(to)) return command === "H" ? top - down : null;
    else across = Number(to);
    if (command === "M") down = Number(at);
  }
  return ply === across ? top - down : null;
}

// What a line says of a ply.
function told(line, ply) {
  const standing = standingAt(line, ply);
  if (line.closest("svg").dataset.lead === undefined || standing === null) return `${line.dataset.name} ${standing ?? "?"}`;
  return `${line.dataset.name} ${standing ? `${-standing} behind` : "first"}`;
}

// Names the ply under the pointer in the graph around the table.
export function nameUnder(event) {
  const ply = plyUnder(event);
  graphTip.hidden = ply === undefined;
  if (graphTip.hidden) return;
  const plot = plotOf(event);
  const scores = [...plot.querySelectorAll("path[data-name]")].map((line) => told(line, ply));
  const { left, width } = plot.getBoundingClientRect();
  graphTip.textContent = scores.length ? `ply ${ply}: ${scores.join(", ")}` : `ply ${ply}`;
  graphTip.style.left = `${Math.min(Math.max((event.clientX - left) / width, 0), 1) * 100}%`;
  graphTip.style.translate = `-${(100 * (event.clientX - left)) / width}%`;
  plot.append(graphTip);
}
