// Photographs put with a case: made smaller here, sent one after the other, each once however often
// it has to be tried. Without this script the form sends one, as it is.

import { uuid7 } from "../entry/queue/ids.js";
import { say } from "../frame/say.js";
import { smaller } from "../frame/smaller_photo.js";

const AGAIN = [1000, 3000, 8000]; // milliseconds between tries

const form = document.getElementById("attach");
const progress = document.getElementById("sending");
const told = document.getElementById("sent");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  if (button.disabled) return;
  button.disabled = true;
  const chosen = [...form.elements.photo.files];
  let all = true;
  for (const [nth, file] of chosen.entries()) {
    told.textContent = chosen.length > 1 ? say("cases.sending-one-of", { nth: nth + 1, all: chosen.length }) : say("cases.sending-one");
    const refused = await sent(await smaller(file));
    if (refused) {
      all = false;
      told.textContent = `${file.name}: ${refused}`;
      break;
    }
  }
  progress.hidden = true;
  button.disabled = false;
  if (all) location.reload();
});

// Why it was not taken, in words; empty: it was. Tried again where no answer came, as the same request.
async function sent(photo) {
  const what = new FormData(form);
  what.delete("photo");
  what.set("request", uuid7());
  what.set("salt", [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  what.set("photo", photo, "photo.jpg");
  for (const wait of [...AGAIN, null]) {
    const answer = await posted(what);
    if (answer && answer.status < 500) return answer.status < 400 ? "" : wordsOf(answer);
    if (wait === null) break;
    told.textContent = say("cases.no-connection-trying-again");
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return say("cases.there-is-no-connection");
}

// A request that tells how far it is, which `fetch` does not.
function posted(what) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.setRequestHeader("Accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      progress.hidden = false;
      progress.value = total ? loaded / total : 0;
    });
    request.addEventListener("load", () => resolve(request));
    for (const end of ["error", "abort", "timeout"]) request.addEventListener(end, () => resolve(null));
    request.timeout = 60_000;
    request.send(what);
  });
}

function wordsOf(answer) {
  try {
    const { what, next_step: next } = JSON.parse(answer.responseText);
    return `${what} ${next}`;
  } catch {
    return say("cases.it-was-not-taken");
  }
}
