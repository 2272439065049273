// The form of a new game: as many names as the game has seats, and its options alone.
const form = document.querySelector("form[action$='/new']");

function settle() {
  const game = form?.querySelector("[name=game]:checked");
  const most = Math.max(...(game?.dataset.seats ?? "2").split(" ").map(Number));
  form?.querySelectorAll("[name=player]").forEach((input, at) => (input.hidden = at >= most));
  for (const options of form?.querySelectorAll("[data-game]") ?? []) options.hidden = options.dataset.game !== game?.value;
}

form?.addEventListener("change", settle);
settle();
