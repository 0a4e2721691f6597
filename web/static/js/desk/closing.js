// The page that closes a round: the button says what it waives, and a reason is asked for then.

import { say } from "../frame/say.js";

const form = document.getElementById("close-it");
const reason = form.querySelector(".reason");
const all = form.elements.all;
const closes = document.getElementById("closes");

function tell() {
  const ticked = form.querySelectorAll("[name=waive]:checked").length;
  const number = all?.value.trim() ? Number(all.value) || 0 : ticked;
  closes.textContent = number ? say("desk.closes-and-waives", { closes: form.dataset.closes, n: number }) : form.dataset.closes;
  if (!reason) return;
  reason.hidden = !number;
  reason.querySelector("input").required = number > 0;
}

form.addEventListener("input", tell);
addEventListener("pageshow", tell); // what was ticked before is there again when one goes back
tell();
