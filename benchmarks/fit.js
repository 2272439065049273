// Steps to each of the plies, and gives what it found: `below`, pixels of the table under the window or its
// dock; `cut`, boxes that hold more than they show; `seen`, plies whose changes are all in view; `text`, the
// smallest text in pixels; `size`, that of the table, of 1; `seats`, whether all are shown; `shifts`, how
// much jumped.
async (plies) => {
  const { dataset } = document.querySelector(".replay");
  const table = document.querySelector(".table");
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen")
    && getComputedStyle(one).clipPath === "none" && one.getBoundingClientRect().width > 0;
  const painted = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const found = { below: 0, cut: [], seen: 0, text: Infinity, size: 0 };
  for (const ply of plies) {
    location.hash = `#${ply}`;
    while (dataset.ply != ply) await new Promise((go) => setTimeout(go, 2));
    await painted();
    await Promise.all(table.getAnimations({ subtree: true }).map(({ finished }) => finished)); // what slides is there
    await painted(); // a frame later than its animation ends
    const dock = document.querySelector(".controls");
    const covers = getComputedStyle(dock).position === "fixed";
    const end = innerHeight - (covers ? dock.offsetHeight : 0);
    const strip = document.querySelector(".strip");
    const begin = strip.offsetHeight && scrollY ? strip.offsetHeight : 0;
    found.below = Math.max(found.below, Math.round(table.getBoundingClientRect().bottom + scrollY - end));
    const changed = [...table.querySelectorAll(".new")].filter(shown).map((one) => one.getBoundingClientRect());
    found.seen += changed.every(({ top, bottom }) => bottom > begin && top < end && bottom <= end + 2);
    const boxes = [...document.querySelectorAll(".seat, .seat .place, .sheet li, .sentence, .title-row h1")];
    for (const box of boxes.filter(shown)) {
      const wide = box.scrollWidth - box.clientWidth;
      if (wide > 4) found.cut.push(`${ply}: ${box.id || box.className} by ${wide}`);
    }
    if (ply % 10 === 0) for (const one of document.querySelectorAll(".table *, .sentence *")) {
      const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!words || !shown(one)) continue;
      const fit = table.contains(one) ? Number(table.style.getPropertyValue("--fit")) : 1;
      const size = parseFloat(getComputedStyle(one).fontSize) * fit;
      if (size > 0) found.text = Math.min(found.text, Math.round(size * 10) / 10);
    }
  }
  found.size = Number(table.style.getPropertyValue("--fit")).toFixed(2);
  found.seats = document.querySelector(".staged") ? "some" : "all";
  found.shifts = window.shifts;
  return found;
}
