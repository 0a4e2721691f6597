// The cards with the QRs, printed.

document.getElementById("print")?.addEventListener("click", () => window.print());
