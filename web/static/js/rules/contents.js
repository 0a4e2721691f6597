// The list of chapters is open where there is room beside the page.

const wide = matchMedia("(min-width: 1000px)");
const list = document.querySelector("[data-contents]");

function fit() {
  list.open = wide.matches;
}

wide.addEventListener("change", fit);
fit();
