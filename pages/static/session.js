// A sign-in link has its code behind the #, which no service and no log sees. It goes into the form, and
// out of the address; the browser signs in only when the button is pressed, since others can send links.
const [, code] = /^#(cgn_[\w-]+)$/.exec(location.hash) ?? [];

if (code) {
  history.replaceState(null, "", location.pathname + location.search);
  const token = document.getElementById("token");
  token.value = code;
  document.getElementById("linked").hidden = false;
  token.form.querySelector("button").focus();
}
