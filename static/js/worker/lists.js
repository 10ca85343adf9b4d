// The service worker of army lists: the pages of lists this phone keeps open without a network.
//
// The server writes HERE before this: the addresses of this program, and the files its list pages need; and answers.js. A page
// comes from the network wherever there is one; the kept copy is for when there is none. Kept is only what the server marks so
// (X-Kept: the list is among this phone's own), and what it no longer marks, or what is deleted or left, is dropped at once.
"use strict";
const PAGES = "gunbai-lists";
const FILES = `gunbai-files-${HERE.version}`;
const PATIENCE = 4000; // milliseconds a network may take where there is a copy

self.addEventListener("install", (event) => {
  const fill = async () => {
    await (await caches.open(FILES)).addAll(HERE.files);
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("gunbai-files-") && name !== FILES;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (pathname === HERE.shelf || pathname.startsWith(`${HERE.shelf}/`) || pathname.startsWith(`${HERE.list}/`))
      event.respondWith(page(event, pathname, search));
    else event.respondWith(fetch(request).catch(() => without(pathname)));
  } else if (HERE.files.some((file) => file.split("?")[0] === pathname)) event.respondWith(file(request));
});

// A page asks that all pages of its list be kept as they are now, and hears how far they are: at once, and when that is done.
let work = Promise.resolve(); // one after the other, so that no older copy comes to lie over a newer one
self.addEventListener("message", (event) => {
  const { list, seq, lang } = event.data;
  const tell = async () => event.source.postMessage({ list, kept: await wholeAt(list) });
  work = work.then(() => refresh(list, seq, lang)).catch(() => undefined);
  event.waitUntil(tell().then(() => work).then(tell));
});

async function page(event, path, search) {
  const { method } = event.request;
  const copy = method === "GET" ? await find(path) : undefined;
  try {
    const asked = fetch(event.request);
    const answer = await (copy ? Promise.race([asked, late()]) : asked);
    const elsewhere = answer.type === "opaqueredirect"; // which has no status, and is an answer
    if (copy && !elsewhere && self.gunbai.noAnswer(answer.status)) return copy;
    const own = answer.clone();
    event.waitUntil(method === "GET" ? remember(path, own, search) : leave(path));
    return answer;
  } catch {
    return copy || without(path);
  }
}

// Nothing is kept of any other page, the start page included: it says where the lists are. The icon on the home screen leads there.
const without = (path) => (path === HERE.home ? Response.redirect(HERE.shelf) : caches.match(HERE.away, { ignoreVary: true }));

const late = () => new Promise((_resolve, reject) => setTimeout(reject, PATIENCE));

// A copy of a file under its very name; without a network under any version of it, for a page that was kept before.
async function file(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request, { ignoreVary: true });
  return kept || fetch(request).catch(() => cache.match(request, { ignoreVary: true, ignoreSearch: true }));
}

const find = async (path) => (await caches.open(PAGES)).match(path, { ignoreVary: true });
const pagesOf = (list) => [list, ...HERE.pages.map((name) => `${list}/${name}`)];
const listOf = (path) => path.split("/", HERE.list.split("/").length + 1).join("/");
const keptAt = async (list) => (await find(list))?.headers.get("X-Kept") ?? null;
// How far a list is kept as a whole: its pages all alike, and a shelf beside them.
const wholeAt = async (list) => {
  const kept = await Promise.all(pagesOf(list).map(keptAt));
  return kept.every((seq) => seq === kept[0]) && (await find(HERE.shelf)) ? kept[0] : null;
};

async function drop(list) {
  const cache = await caches.open(PAGES);
  await Promise.all(pagesOf(list).map((path) => cache.delete(path)));
}

// A page that was asked for something besides, as one that says that a card is old, is no copy for another day.
async function remember(path, answer, search = "") {
  const cache = await caches.open(PAGES);
  if (path === HERE.shelf) {
    if (!answer.ok || search) return; // only the whole shelf says what is there no more
    const told = await answer.clone().text();
    const lists = (await cache.keys()).map(({ url }) => listOf(new URL(url).pathname));
    await Promise.all(lists.filter((list) => list !== HERE.shelf && !told.includes(`"${list}"`)).map(drop));
    await cache.put(path, answer);
  } else if (pagesOf(listOf(path)).includes(path)) {
    if (answer.headers.has("X-Kept")) await (search || cache.put(path, answer));
    else if (answer.ok || answer.status === 404) await drop(listOf(path));
  }
}

// Put into the bin, deleted, or left: the network has answered, so it is done.
const leave = async (path) => {
  if (HERE.leaving.some((name) => path === `${listOf(path)}/${name}`)) await drop(listOf(path));
};

async function refresh(list, seq, lang) {
  let anew = false;
  for (const path of pagesOf(list)) {
    const { headers } = (await find(path)) ?? {};
    if (headers?.get("X-Kept") === seq && headers.get("Content-Language") === lang) continue;
    await remember(path, await fetch(path));
    if ((await keptAt(list)) === null) return; // the list is not kept on this phone
    anew = true;
  }
  if (anew) await remember(HERE.shelf, await fetch(HERE.shelf));
}
