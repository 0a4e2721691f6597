// A player's QR has its code behind the # of the address, which no server and no log on the way is
// told. It is handed in here, once, for a cookie of this page, and then stands in no address.

function open() {
  const code = location.hash.slice(1);
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  const form = document.getElementById("by-code");
  form.elements.code.value = code;
  form.submit();
}

// The other player's QR of the same game, opened in this tab, changes nothing but what is behind the #.
addEventListener("hashchange", open);
open();
