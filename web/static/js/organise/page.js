// The organiser's pages: the sentence of the method that is chosen, players found while a name is typed, sheets.

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

// What stands open in the page for who has no scripts is a sheet over it.
for (const dialog of document.querySelectorAll("dialog[data-opened]")) open(dialog);
