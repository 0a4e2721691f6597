// A screen that is kept to judging. The server leads every other address back here; this keeps the
// page itself in its place: going back, another hash, a menu of the pointer, a thing dragged away.

export function keepHere() {
  // A worker of the scorekeeper's page would answer its address without asking the server; what
  // it kept to send stays kept.
  navigator.serviceWorker?.getRegistrations().then((all) => all.forEach((one) => one.unregister())).catch(() => {});
  const here = () => history.pushState({ kept: true }, "", location.pathname + location.search);
  here();
  addEventListener("popstate", here);
  for (const what of ["contextmenu", "dragstart", "drop", "dragover"]) addEventListener(what, (event) => event.preventDefault());
}
