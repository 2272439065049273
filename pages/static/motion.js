// Shows what a ply changes: cards glide to their new places.
const MOST_GLIDING = 8; // more cards than these change their places at once

const numbered = () =>
  new Map([...document.querySelectorAll(".replay [data-number]")].map((card) => [card.dataset.number, card]));

// Lets the cards with these numbers glide to where `swap` puts them: the browser does so for
// elements that have the same name before and after.
export function glide(moving, swap) {
  const name = () => {
    for (const [number, card] of numbered()) {
      const glides = moving.length <= MOST_GLIDING && moving.includes(number);
      card.style.viewTransitionName = glides ? `card-${number}` : "";
    }
  };
  name();
  const transition = document.startViewTransition(() => {
    swap();
    name();
  });
  transition.ready.catch(() => {}); // another step came first
  transition.finished.finally(() => {
    for (const card of numbered().values()) card.style.viewTransitionName = "";
  });
}
