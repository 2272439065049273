// Shows what a ply changes: cards glide to their new places, and parts of the table slide to theirs.
const MOST_GLIDING = 8; // more cards than these change their places at once
const SLIDE = 180; // milliseconds, as long as cards glide

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

// Where an element that is shown lies on the page.
function placeOf(element) {
  if (!element.getClientRects().length) return null;
  const { left, top } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY };
}

// Lets these elements slide to where `swap` puts them, if they are shown before and after. Those around others come
// before them: what has moved with what is around it need not slide itself.
export function slide(elements, swap) {
  const before = elements.map(placeOf);
  for (const sliding of elements.flatMap((element) => element.getAnimations())) sliding.cancel();
  swap();
  elements.forEach((element, index) => {
    const [from, to] = [before[index], placeOf(element)];
    if (!from || !to) return;
    const size = element.getBoundingClientRect().width / element.offsetWidth; // the table is zoomed
    const [right, down] = [(from.left - to.left) / size, (from.top - to.top) / size];
    if (Math.hypot(right, down) < 1) return;
    element.animate({ translate: [`${right}px ${down}px`, "0"] }, { duration: SLIDE, easing: "ease-out", fill: "forwards" });
  });
}
