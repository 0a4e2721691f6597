// A player's QR has its code behind the # of the address, which no server and no log on the way is
// told. It is handed in here, once, for a cookie of this page, and then stands in no address.

const code = location.hash.slice(1);
if (code) {
  history.replaceState(null, "", location.pathname);
  const form = document.getElementById("by-code");
  form.elements.code.value = code;
  form.submit();
}
