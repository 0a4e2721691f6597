// What was pressed says at once that it works, and a second press does nothing.

const LONGEST = 10_000; // milliseconds; an answer that is a file leaves the page where it is

document.addEventListener("submit", (event) => {
  const pressed = event.submitter;
  if (event.defaultPrevented || !pressed?.matches(".button")) return;
  if (pressed.getAttribute("aria-busy")) return event.preventDefault();
  if (event.target.target || event.target.method === "get") return; // what only asks writes nothing
  pressed.setAttribute("aria-busy", "true");
  setTimeout(() => rest(pressed), LONGEST);
});

// A page that comes back from the memory of the browser was left while it worked.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) document.querySelectorAll(".button[aria-busy=true]").forEach(rest);
});

function rest(button) {
  button.removeAttribute("aria-busy");
}
