// A position as text, a line for each place of the table.
const plain = (element) => element.innerText.trim().replace(/\s*\n\s*/g, ", ").replace(/\s+/g, " ");

function headLine(head) {
  const [change, score] = [head.querySelector(".up, .down"), head.querySelector(".score")];
  const points = plain(score).replace(change ? plain(change) : "", "").trim();
  const due = head.querySelector(".pill, .wins");
  return `${plain(head.querySelector("h2"))}: ${points}${change ? ` (${plain(change)})` : ""}${due ? `, ${plain(due)}` : ""}`;
}

// What happened, then the places that all share, then each seat with its own.
export function positionText(sentence, table) {
  const lines = [...table.querySelectorAll(".shared .zone:not(.legend-of-tiles), .seat .head, .seat .zone")]
    .filter((place) => place.checkVisibility())
    .map((place) => (place.matches(".head") ? `\n${headLine(place)}` : plain(place)))
    .filter((line) => line);
  return `${[...sentence.querySelectorAll("p")].map(plain).join("\n")}\n\n${lines.join("\n")}\n`;
}
