// Keeps the entry page working without a network: its files as they are, its pages as last seen.

const RELEASE = new URL(self.location).searchParams.get("release");
const FILES = `files-${RELEASE}`;
const PAGES = "pages";
const TIMES = "times";
const LAST = "/offline/last-fresh";
const PAGES_KEPT = 12;
const ENTRY = /\/enter$/;
const PATIENCE = 5000; // for a network that is there and does not answer

self.addEventListener("install", (event) => {
  event.waitUntil(install());
});

// The page says which release it is of; files of another would not go with it.
async function install() {
  const { release, files } = await (await fetch("/offline/files.json", { cache: "no-store" })).json();
  if (release !== RELEASE) throw new Error(`release ${release} is served, not ${RELEASE}`);
  await (await caches.open(FILES)).addAll(files);
  await self.skipWaiting();
}

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim().then(keepOpen).then(clean));
});

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
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(fromFiles(request));
  else if (request.mode === "navigate") event.respondWith(page(event, url));
});

async function fromFiles(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  return kept ?? fetch(request);
}

async function page(event, url) {
  const mine = ENTRY.test(url.pathname);
  const fresh = fetch(event.request);
  if (mine) event.waitUntil(fresh.then((response) => keep(url.pathname, response.clone())).catch(() => {}));
  event.waitUntil(fresh.then(({ ok }) => ok && cameNow()).catch(() => {}));
  const kept = mine && (await (await caches.open(PAGES)).match(url.pathname));
  try {
    const response = await (kept ? Promise.race([fresh, tooLate()]) : fresh);
    return kept && response.status >= 500 ? kept : response;
  } catch (trouble) {
    return kept || away();
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
  await cameNow();
  const { status, headers } = response;
  const text = await response.text();
  const [of] = releases(text);
  if (of && !(await caches.has(of))) return;
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

// When a page last came from the hall. Of other pages than a table's nothing else is kept, not even where they
// are: who signs out leaves nothing here.
async function cameNow() {
  await (await caches.open(TIMES)).put(LAST, new Response(new Date().toISOString()));
}

// Any other page, without a network: what happened, since when, once more, and which tables this tablet has.
async function away() {
  const last = await (await caches.open(TIMES)).match(LAST);
  const minutes = last ? Math.max(0, Math.floor((Date.now() - Date.parse(await last.text())) / 60000)) : 0;
  const since = !last ? "" : minutes < 1 ? "less than a minute ago" : minutes < 2 ? "a minute ago" : `${minutes} minutes ago`;
  const files = (await (await caches.open(FILES)).keys()).map(({ url }) => new URL(url).pathname);
  const sheets = files.filter((path) => /\/(tokens|base|house)\.css$/.test(path)).map((path) => `<link rel="stylesheet" href="${path}">`);
  const paths = (await (await caches.open(PAGES)).keys()).map((key) => new URL(key.url).pathname);
  const safe = paths.filter((path) => /^[\w/%.-]+$/.test(path));
  const items = safe.map((path) => `<li><a href="${path}">${path.replace(/\/enter$/, "")}</a></li>`).join("");
  return new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>No network · Tilescribe</title>${sheets.join("")}
<main class="away"><h1>No network</h1>
<p>This page can’t be reached now. Check the Wi-Fi, then try again.${since ? ` The last page came ${since}.` : ""}</p>
<p><a href="">Try again</a></p>
${items && `<p>These tables can be entered without:</p><ul>${items}</ul>`}</main></html>`,
    {
      status: 503,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "default-src 'none'; style-src 'self'",
      },
    },
  );
}
