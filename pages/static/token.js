// Opens a private page with a token, which is stored for this tab and sent with every request.
const form = document.querySelector("[data-token]");

const REFUSED = [401, 403, 404];

// Returns why the page does not open, if it does not.
async function open(token) {
  const headers = { Authorization: `Bearer ${token}`, Accept: "text/html" };
  const answer = await fetch(location.href, { headers }).catch(() => ({ ok: false }));
  if (!answer.ok) return REFUSED.includes(answer.status) ? "This token does not open it." : "The service cannot open it now.";
  const html = await answer.text();
  sessionStorage.setItem("token", token);
  document.open();
  document.write(html);
  document.close();
}

const stored = sessionStorage.getItem("token");
if (form && (!stored || (await open(stored)))) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    form.querySelector("output").textContent = (await open(form.elements.token.value.trim())) ?? "";
  });
}
