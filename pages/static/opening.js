// The cards that an uneven deal turned up: one field more than are filled in.
const fields = [...document.querySelectorAll("[data-grows] label")];
const last = () => fields.findLastIndex((field) => field.querySelector("select").value);

function settle() {
  fields.forEach((field, at) => (field.hidden = at > last() + 1));
}

document.querySelector("form").addEventListener("change", settle);
settle();
