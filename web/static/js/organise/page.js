// The organiser's pages: the sentence of the method that is chosen, players found while a name is typed, sheets,
// the short name of a new tournament.

import { open } from "../frame/dialog.js";

for (const select of document.querySelectorAll("select[data-says]")) {
  const says = JSON.parse(select.dataset.says);
  const told = document.getElementById(select.id.replace(/method$/, "says"));
  select.addEventListener("change", () => (told.textContent = says[select.value] ?? ""));
}

// As on the server: small letters without accents, other signs as spaces.
const sought = (text) => text.toLowerCase().normalize("NFD").replace(/\p{Mn}/gu, "").replace(/[^\p{L}\p{N}]/gu, " ");

const field = document.querySelector("#find input[type=search]");
field?.addEventListener("input", () => {
  const query = sought(field.value);
  for (const row of document.querySelectorAll("tr[data-name]")) row.hidden = !sought(row.dataset.name).includes(query);
});

// As on the server, which makes it where it is left empty; one that somebody wrote stays.
const short = document.querySelector("input[name=slug]");
let made = "";
short?.form.elements.name.addEventListener("input", ({ target }) => {
  if (short.value !== made) return;
  made = target.value.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-/, "").slice(0, 40).replace(/-$/, "");
  short.value = made;
});

// What stands open in the page for who has no scripts is a sheet over it.
for (const dialog of document.querySelectorAll("dialog[data-opened]")) open(dialog);
