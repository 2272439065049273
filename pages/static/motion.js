// Shows what a ply changes: cards glide to their new places, and boxes scroll to them.
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

// Scrolls a box to what the ply has changed in it.
export function scrollToChange(box) {
  const changed = box.scrollHeight > box.clientHeight ? box.querySelector(".new") : null;
  if (!changed) return;
  const [outer, inner] = [box.getBoundingClientRect(), changed.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
  }
}
