// The rows of the player whose name this phone has chosen are marked, and there is a way to them. Pages are
// alike for all who chose one, so that they are made once: which row is whose is found out here.

const mine = document.cookie.match(/(?:^|; )tilescribe-me=(\d+)/)?.[1];

function mark() {
  for (const row of document.querySelectorAll(`[data-number="${mine}"]`)) row.classList.add("mine");
  for (const way of document.querySelectorAll(".to-my-row")) {
    const row = way.parentElement.querySelector("tr.mine");
    way.hidden = !row;
    if (row) way.firstElementChild.href = `#${row.id}`;
  }
}

if (mine) {
  document.addEventListener("fresh", mark);
  mark();
}
