// A private page opens with a token, which is kept for this tab and sent with every request.
const form = document.querySelector("[data-token]");

async function open(token) {
  const answer = await fetch(location.href, { headers: { Authorization: `Bearer ${token}`, Accept: "text/html" } });
  if (!answer.ok) return false;
  const html = await answer.text();
  sessionStorage.setItem("token", token);
  document.open();
  document.write(html);
  document.close();
  return true;
}

const kept = sessionStorage.getItem("token");
if (form && !(kept && (await open(kept)))) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const opened = await open(form.elements.token.value.trim());
    if (!opened) form.querySelector("output").textContent = "This token does not open it.";
  });
}
