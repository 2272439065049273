// Shows the service's description in the viewer that comes with it, and names the fields that the viewer
// leaves without a name. A button of its list has no link within.
const place = document.getElementById("swagger-ui");

function name(field) {
  const labels = [...(field.labels ?? [])].filter((label) => !label.contains(field) && label.textContent.trim());
  if (labels.length || field.getAttribute("aria-label")) return;
  const row = field.closest("tr, label, .servers, .content-type-wrapper, .opblock-section");
  const words = row?.querySelector(".parameter__name, .servers-title, h4")?.textContent ?? field.placeholder;
  field.setAttribute("aria-label", words?.trim() || "Value");
}

let waits = false;

// Once a frame: the viewer changes thousands of elements one after another.
function completeSoon() {
  if (!waits) requestAnimationFrame(complete);
  waits = true;
}

function complete() {
  waits = false;
  for (const field of place.querySelectorAll("select, input, textarea")) name(field);
  for (const link of place.querySelectorAll("button a[href]")) link.removeAttribute("href");
  for (const box of place.querySelectorAll("pre, .highlight-code > *, .table-container")) box.tabIndex = 0;
}

new MutationObserver(completeSoon).observe(place, { childList: true, subtree: true });
window.SwaggerUIBundle({ url: place.dataset.address, domNode: place, validatorUrl: null, deepLinking: true });
