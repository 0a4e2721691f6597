// A book: what is found while one types, the way of old addresses to the chapter of a rule, and in a
// chapter its line of the contents in sight.

const PAUSE = 150; // milliseconds without a key before the service is asked

const form = document.querySelector("[data-filter]");
const box = form?.querySelector("input");
let waits;

// The server finds them and writes the page; of it the part with what was found is taken.
function look() {
  const address = new URL(form.action);
  const text = box.value.trim();
  if (text) address.searchParams.set("q", text);
  const request = new XMLHttpRequest();
  request.responseType = "document";
  request.onload = () => {
    const found = request.response?.querySelector("[data-results]");
    if (!found || box.value.trim() !== text) return;
    document.querySelector("[data-results]").replaceWith(found);
    history.replaceState(null, "", address);
  };
  request.open("GET", address);
  request.send();
}

box?.addEventListener("input", () => {
  clearTimeout(waits);
  waits = setTimeout(look, PAUSE);
});

// "#3.9.5(a)" was on this page while a book was one page, or a chapter was longer: the server knows where it is now.
const place = location.hash.slice(1);
const gone = place && !document.getElementById(decodeURIComponent(place));
if (place && place !== "main" && (form || gone)) location.replace(form ? `${location.pathname}/${place}` : place);

const here = document.querySelector(".book-contents [aria-current]");
const contents = here?.closest(".book-contents");
if (contents) contents.scrollTop = here.offsetTop - contents.clientHeight / 2;
