// A screen that is kept to judging. The server leads every other address back here; this keeps the
// page itself in its place: going back, another hash, a menu of the pointer, a thing dragged away.

export function keepHere() {
  const here = () => history.pushState({ kept: true }, "", location.pathname + location.search);
  here();
  addEventListener("popstate", here);
  for (const what of ["contextmenu", "dragstart", "drop", "dragover"]) addEventListener(what, (event) => event.preventDefault());
}
