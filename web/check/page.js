// The page: what is typed, shown and chosen, and the verdict on it.

import * as camera from "./camera.js";
import { LANGUAGES, number, say, speak, spoken, wished } from "./words.js";
import { compared, forget, isWaiting, trusted, type } from "./keys.js";
import { LARGEST, forgetRoots, ofFile, ofText } from "./verdicts.js";
import { inFours } from "./bytes.js";
import { inPhoto } from "./codes.js";
import { show } from "./shown.js";

const at = (id) => document.getElementById(id);

let last = null; // how what was shown last is checked again, once another key counts
let turn = 0; // which check is the newest: an older one that ends later says nothing

function tell() {
  document.documentElement.lang = spoken();
  document.title = say("title");
  document.querySelectorAll("[data-say]").forEach((element) => {
    element.textContent = say(element.dataset.say);
  });
  at("camera").textContent = say(camera.isOn() ? "stop" : "camera");
  tellKeys();
}

function tellKeys() {
  const text = at("fingerprint").value;
  const state = type(text);
  const n = number(text.replace(/[\s:-]/g, "").length);
  const ids = { short: "typedShort", wrong: "typedWrong", waiting: "typedWaiting", matches: "typedMatches" };
  at("fingerprint-state").textContent = state ? say(ids[state], { n }) : "";
  at("held").hidden = !trusted().length;
  at("keys").replaceChildren(...trusted().map(({ name, fingerprint }) => {
    const row = document.createElement("li");
    const digits = document.createElement("span");
    digits.className = "mono";
    digits.textContent = inFours(fingerprint.slice(0, fingerprint.length / 2));
    row.append(`${say("keyOf")} ${name}: `, digits);
    return row;
  }));
}

/** Check something, and say what came of it. Answers whether the camera may rest. */
async function check(how, { quiet = false } = {}) {
  turn += 1;
  const mine = turn;
  const verdict = at("verdict");
  if (!quiet) verdict.setAttribute("aria-busy", "true");
  let found;
  try {
    found = await how();
  } catch {
    found = { verdict: "unreadable" }; // whatever it was, it is nothing that could be checked
  }
  if (mine !== turn) return false;
  verdict.removeAttribute("aria-busy");
  last = how;
  tellKeys();
  if (found.verdict === "keyShown" && isWaiting()) at("fingerprint-state").textContent = say("typedOther");
  show(verdict, found, async (held) => {
    compared(held.fingerprint);
    await again();
  });
  if (!quiet) verdict.focus({ preventScroll: false });
  return found.verdict !== "unreadable";
}

async function again() {
  tellKeys();
  if (last) await check(last, { quiet: document.activeElement === at("fingerprint") });
}

const WORST = ["good", "keyKept", "keyShown", "told", "noKey", "otherKey", "changed", "unreadable"];

/** Of several codes in one picture, the one that says most. */
async function ofCodes(texts) {
  const found = [];
  for (const text of texts) found.push(await ofText(text));
  const bad = found.find(({ verdict }) => verdict === "changed");
  return bad ?? found.sort((one, other) => WORST.indexOf(one.verdict) - WORST.indexOf(other.verdict))[0];
}

async function ofChosen(file) {
  if (file.size > LARGEST) return { verdict: "unreadable", why: "tooLarge" };
  if (!/^image\//.test(file.type)) return ofFile(new Uint8Array(await file.arrayBuffer()));
  let texts = [];
  try {
    texts = await inPhoto(file);
  } catch {
    return { verdict: "unreadable" };
  }
  return texts.length ? ofCodes(texts) : { verdict: "unreadable", why: "noCode" };
}

async function lookThrough() {
  const video = at("video");
  if (camera.isOn()) {
    camera.stop(video);
  } else {
    at("camera-state").textContent = "";
    at("seen").hidden = false;
    const ending = camera.look(video, (texts) => check(() => ofCodes(texts)));
    at("camera").textContent = say("stop");
    try {
      await ending;
    } catch {
      at("camera-state").textContent = say("cameraNo");
      camera.stop(video);
    }
  }
  at("seen").hidden = !camera.isOn();
  at("camera").textContent = say(camera.isOn() ? "stop" : "camera");
}

function begin() {
  const choice = at("language");
  for (const [code, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, code);
    option.lang = code;
    choice.append(option);
  }
  speak(wished(navigator.languages ?? [navigator.language ?? "en"]));
  choice.value = spoken();
  choice.addEventListener("change", async () => {
    speak(choice.value);
    tell();
    if (last) await check(last, { quiet: true });
  });
  at("fingerprint").addEventListener("input", again);
  at("forget").addEventListener("click", () => {
    forget();
    forgetRoots();
    last = null;
    turn += 1;
    for (const id of ["fingerprint", "text", "file"]) at(id).value = "";
    at("verdict").hidden = true;
    tellKeys();
    at("fingerprint").focus();
  });
  at("file").addEventListener("change", async () => {
    const [file] = at("file").files;
    if (file) await check(() => ofChosen(file));
    at("file").value = ""; // the same one can be chosen again
  });
  at("typed").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = at("text").value;
    if (text.trim()) check(() => ofText(text));
  });
  at("camera").addEventListener("click", lookThrough);
  at("camera").hidden = !camera.isThere();
  if (!camera.isThere()) at("camera-state").textContent = say("cameraNo");
  window.addEventListener("pagehide", () => camera.stop(at("video")));
  tell();
}

begin();
