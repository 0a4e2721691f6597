// Finds rules while one types. Without this the form asks the server, which looks through the same words.

import "./contents.js";

const form = document.querySelector("[data-filter]");
const box = form.querySelector("input");
const found = form.querySelector("[data-found]");
const none = document.querySelector("[data-none]");
const chapters = [...document.querySelectorAll("[data-chapter]")];

const rules = [...document.querySelectorAll("[data-rule]")].map((row) => ({
  row,
  said: [...row.querySelectorAll(".hay")].map((each) => each.textContent)
    .concat(row.dataset.also ?? "").join(" ").toLowerCase(),
}));

// After a search by address only the rules it found are here, so the rest has to be fetched.
const searchedByAddress = new URLSearchParams(location.search).get("q");

function terms() {
  return box.value.toLowerCase().split(/\s+/).filter(Boolean);
}

function show() {
  const asked = terms();
  let count = 0;
  for (const { row, said } of rules) {
    row.hidden = !asked.every((term) => said.includes(term));
    count += row.hidden ? 0 : 1;
  }
  for (const chapter of chapters) chapter.hidden = !chapter.querySelector("[data-rule]:not([hidden])");
  none.hidden = count > 0;
  found.textContent = asked.length ? `${count} of ${rules.length} rules` : `${rules.length} rules`;
}

function reveal() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!wanted) return;
  const hidden = wanted.closest("[hidden]");
  if (hidden) {
    box.value = "";
    show();
  }
  wanted.scrollIntoView();
}

if (!searchedByAddress) {
  box.addEventListener("input", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
    box.blur();
  });
  if (box.value) show(); // a browser may keep what was typed when the page is shown again
}
addEventListener("hashchange", reveal);
