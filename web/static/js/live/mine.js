// Whose page this phone shows: My page is the first tab then, and the rows of this player are marked.
// Pages are alike for everybody, so that a cache may keep them: what is one's own is done here. The
// number is kept on the phone and is sent nowhere; without scripts a cookie of My page has it.

const slug = location.pathname.match(/^\/t\/([^/]+)\//)?.[1];
const place = `tilescribe-me:${slug}`;

function kept() {
  try {
    return localStorage.getItem(place) ?? "";
  } catch {
    return ""; // no storage: as if no name were chosen
  }
}

addEventListener("submit", ({ target, submitter }) => {
  if (!("keep" in target.dataset)) return;
  try {
    localStorage.setItem(place, submitter?.value || target.dataset.keep);
  } catch {
    return;
  }
});

function mark() {
  const mine = kept();
  const rows = mine ? [...document.querySelectorAll(`[data-number="${CSS.escape(mine)}"]`)] : [];
  for (const old of document.querySelectorAll(".mine")) if (!rows.includes(old)) old.classList.remove("mine");
  for (const row of rows) row.classList.add("mine");
  for (const way of document.querySelectorAll(".to-my-row")) {
    const row = rows.find((one) => way.parentElement.contains(one));
    way.hidden = !row;
    if (row?.id) way.firstElementChild.href = `#${row.id}`;
  }
  const own = document.querySelector("[data-player]")?.dataset.player === mine && mine;
  for (const form of document.querySelectorAll("form[data-keep]")) form.hidden = Boolean(mine) && form.dataset.keep === mine;
  const tab = document.querySelector('.tabs a[href$="/me"]');
  if (!mine || !tab) return;
  tab.parentElement.prepend(tab);
  if (!own) return;
  for (const other of tab.parentElement.children) other.removeAttribute("aria-current");
  tab.setAttribute("aria-current", "page");
}

document.addEventListener("fresh", mark);
mark();
