// The form of a new game: as many names as the game has seats, and its options alone.
const form = document.querySelector("form[action$='/new']");
const goesOn = Boolean(form?.querySelector(".onward")); // with the players of the game that it goes on from

function settle() {
  const game = form?.querySelector("[name=game]:checked");
  const most = Math.max(...(game?.dataset.seats ?? "2").split(" ").map(Number));
  if (!goesOn) form?.querySelectorAll(".player").forEach((player, at) => (player.hidden = at >= most));
  const isDealt = form?.querySelector("[name=cards]:is(:checked, .cards)")?.value !== "unseen"; // the computer is told no real cards
  for (const computer of form?.querySelectorAll(".computer") ?? []) {
    computer.hidden = !isDealt;
    computer.querySelector("input").disabled = !isDealt;
  }
  for (const options of form?.querySelectorAll("[data-game]") ?? []) options.hidden = options.dataset.game !== game?.value;
}

form?.addEventListener("change", settle);
settle();
