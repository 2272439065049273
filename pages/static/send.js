// Buttons that hand a link over: to another program of the phone, to the clipboard, or, where a page has
// none of these over plain http, by selecting it.
for (const button of document.querySelectorAll(".send")) {
  button.hidden = false;
  if (!navigator.share) button.textContent = "Copy the link";
  button.addEventListener("click", () => give(button));
}

async function give(button) {
  const { link, title } = button.dataset;
  const field = button.parentElement.querySelector("input");
  try {
    if (navigator.share) return await navigator.share({ title, url: link });
    await navigator.clipboard.writeText(link);
    button.textContent = "Copied";
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    field.select();
    button.textContent = "Selected: copy it";
  }
  return undefined;
}
