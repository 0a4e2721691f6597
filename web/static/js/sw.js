// Keeps the entry page working without a network: its files as they are, its pages as last seen. Every other page
// is answered by *Away* then. Who has no tablet's page gets the few sheets of *Away* alone (`only=away`).

// A classic script imports nothing: each sentence is in its place when it is sent, and so is the page's language.
const [LANG, DIR] = ["en", "ltr"];
const ASKED = new URL(self.location).searchParams;
const RELEASE = ASKED.get("release");
const ONLY_AWAY = ASKED.get("only") === "away";
const FILES = `files-${RELEASE}`;
const AWAY = `away-${RELEASE}`;
const PAGES = "pages";
const TIMES = "times";
const LAST = "/offline/last-fresh";
const SALT = "/offline/salt";
const OF_AWAY = "?away"; // sheets as that page asks for them: those of other pages don't pass here
const TIMES_KEPT = 100;
const SIGNED_OUT = /^\/sign-(in|out)$/;
const PAGES_KEPT = 12;
const ENTRY = /\/enter$/;
const PATIENCE = 5000; // for a network that is there and does not answer

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

// The page says which release it is of; files of another would not go with it.
async function install() {
  const { release, files, away } = await (await fetch("/offline/files.json", { cache: "no-store" })).json();
  if (release !== RELEASE) throw new Error(`release ${release} is served, not ${RELEASE}`);
  await (await caches.open(AWAY)).addAll(away);
  if (!ONLY_AWAY) await (await caches.open(FILES)).addAll(files);
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => {
  event.waitUntil(ONLY_AWAY ? light() : self.clients.claim().then(keepOpen).then(clean));
});

// Pages that need no worker to be there do not wait until it has started: they are asked for meanwhile.
async function light() {
  await self.registration.navigationPreload?.enable();
  for (const name of await caches.keys()) if (name.startsWith("away-") && name !== AWAY) await caches.delete(name);
}

// The pages that are open now were loaded before this worker and its files were here.
async function keepOpen() {
  const open = await self.clients.matchAll({ type: "window" });
  const paths = new Set(open.map(({ url }) => new URL(url).pathname).filter((path) => ENTRY.test(path)));
  for (const path of paths) await fetch(path).then((response) => keep(path, response)).catch(() => {});
}

// A page loaded before there was a worker asks for itself to be kept.
self.addEventListener("message", (event) => {
  const url = new URL(event.data?.keep ?? "/", self.location);
  if (url.origin === self.location.origin && ENTRY.test(url.pathname)) {
    event.waitUntil(fetch(url).then((response) => keep(url.pathname, response)).catch(() => {}));
  }
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && SIGNED_OUT.test(url.pathname)) event.waitUntil(caches.delete(TIMES));
  if (request.method !== "GET") return;
  if (url.pathname.startsWith("/static/")) {
    const ofAway = url.search === OF_AWAY;
    if (!ONLY_AWAY || ofAway) event.respondWith(fromFiles(request, ofAway));
  } else if (request.mode === "navigate") event.respondWith(page(event, url));
});

async function fromFiles(request, ignoreSearch) {
  const kept = await caches.match(request, { ignoreVary: true, ignoreSearch });
  return kept ?? fetch(request);
}

async function page(event, url) {
  const mine = ENTRY.test(url.pathname);
  const fresh = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  if (mine) event.waitUntil(fresh.then((response) => keep(url.pathname, response.clone())).catch(() => {}));
  event.waitUntil(fresh.then(({ ok }) => ok && cameNow(url)).catch(() => {}));
  const kept = mine && (await (await caches.open(PAGES)).match(url.pathname));
  try {
    const response = await (kept ? Promise.race([fresh, tooLate()]) : fresh);
    return kept && response.status >= 500 ? kept : response;
  } catch (trouble) {
    return kept || away(url);
  }
}

const tooLate = () =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error("too late")), PATIENCE);
  });

// Only the page itself is kept: nothing that was refused, or led to the door; whole, and only
// if its files are here. A newer page is kept by the worker that comes with it.
async function keep(path, response) {
  if (!response.ok || response.redirected) return;
  await cameNow({ pathname: path, search: "" });
  const { status, headers } = response;
  const text = await response.text();
  const [of] = releases(text);
  if (!of || !(await caches.has(of))) return; // nor a page of somebody else's
  const pages = await caches.open(PAGES);
  await pages.delete(path); // so that it goes to the end
  await pages.put(path, new Response(text, { status, headers }));
  const all = await pages.keys();
  for (const old of all.slice(0, Math.max(0, all.length - PAGES_KEPT))) await pages.delete(old);
  await clean();
}

// Files of older releases go when no page that is kept needs them, and no other page is open
// that might still ask for them.
async function clean() {
  await self.registration.navigationPreload?.disable();
  for (const name of await caches.keys()) if (name.startsWith("away-") && name !== AWAY) await caches.delete(name);
  const names = (await caches.keys()).filter((name) => name.startsWith("files-") && name !== FILES);
  if (!names.length) return;
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length > 1) return;
  const pages = await caches.open(PAGES);
  const needed = new Set();
  for (const key of await pages.keys()) {
    for (const name of releases(await (await pages.match(key)).text())) needed.add(name);
  }
  for (const name of names) if (!needed.has(name)) await caches.delete(name);
}

const releases = (text) => [...text.matchAll(/\/static\/([0-9a-f]+)\//g)].map(([, name]) => `files-${name}`);

// When a page last came from the hall, and this one. Of other pages than a table's nothing else is kept, not even
// where they are: an address is a digest with a salt of this browser, and all times go with who signs in or out.
async function cameNow(url) {
  const times = await caches.open(TIMES);
  const now = new Date().toISOString();
  await times.put(LAST, new Response(now));
  await times.put(await placeOf(times, url), new Response(now));
  const all = (await times.keys()).filter(({ url: place }) => place.includes("/offline/fresh/"));
  for (const old of all.slice(0, Math.max(0, all.length - TIMES_KEPT))) await times.delete(old);
}

async function placeOf(times, { pathname, search }) {
  let salt = await (await times.match(SALT))?.text();
  if (!salt) {
    salt = [...crypto.getRandomValues(new Uint8Array(16))].join(" ");
    await times.put(SALT, new Response(salt));
  }
  const bytes = new TextEncoder().encode(`${salt} ${pathname}${search}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `/offline/fresh/${[...digest].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
}

const minutesSince = async (response) => Math.max(0, Math.floor((Date.now() - Date.parse(await response.text())) / 60000));

function freshWords(minutes) {
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return say("frame.page-fresh-just-now");
  return minutes < 120 ? say("frame.page-fresh-minutes-ago", { n: minutes }) : say("frame.page-fresh-hours-ago", { n: hours });
}

function cameWords(minutes) {
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return say("frame.last-page-just-now");
  return minutes < 120 ? say("frame.last-page-minutes-ago", { n: minutes }) : say("frame.last-page-hours-ago", { n: hours });
}

async function lastFresh(url) {
  const times = await caches.open(TIMES);
  const mine = await times.match(await placeOf(times, url));
  if (mine) return ` ${freshWords(await minutesSince(mine))}`;
  const any = await times.match(LAST);
  return any ? ` ${cameWords(await minutesSince(any))}` : "";
}

// Any other page, without a network, in the frame: what happened, since when, once more, and which tables this
// tablet has.
async function away(url) {
  const files = (await (await caches.open(AWAY)).keys()).map((key) => new URL(key.url).pathname);
  const sheets = files.filter((path) => path.endsWith(".css")).map((path) => `<link rel="stylesheet" href="${path}${OF_AWAY}">`);
  const paths = (await (await caches.open(PAGES)).keys()).map((key) => new URL(key.url).pathname);
  const safe = paths.filter((path) => /^[\w/%.-]+$/.test(path));
  const items = safe.map((path) => `<li><a href="${path}">${path.replace(/\/enter$/, "")}</a></li>`).join("");
  return new Response(
    `<!doctype html><html lang="${LANG}" dir="${DIR}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${say("frame.no-network")} · Tilescribe</title>${sheets.join("")}
<header class="frame"><div class="bar"><a class="brand" href="/"><span class="mark" aria-hidden="true">T</span><span class="brand-name">Tilescribe</span></a></div></header>
<main class="page"><div class="page-head"><h1>${say("frame.no-network")}</h1></div><div class="stack prose">
<p>${say("frame.page-not-reached")}${await lastFresh(url)}</p>
<p><a class="button primary" href="">${say("frame.try-again")}</a></p>
${items && `<p>${say("frame.tables-entered-without")}</p><ul class="ways-out">${items}</ul>`}
<p class="field-help">${say("frame.away")}</p></div></main></html>`,
    {
      status: 503,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; style-src 'self'",
      },
    },
  );
}
