// Army lists without a network. Where the browser allows a service worker, it keeps the pages of this phone's lists; elsewhere the
// page says in a line that it does not. What is tapped without a network waits in the queue, and here it is shown.
(() => {
  "use strict";
  const { body } = document;
  const lines = document.querySelector("[data-worker]");
  if (!lines) return;
  const list = body.dataset.base;
  const SETTLED = 700; // milliseconds without a change, after which the kept pages are made anew
  let { seq } = body.dataset;
  let timer = 0;

  const say = (name) => {
    for (const one of lines.querySelectorAll("[data-line]")) one.hidden = one.dataset.line !== name;
  };

  // ---- the pages that are kept

  async function keep() {
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ list, seq, lang: document.documentElement.lang });
  }

  function begin() {
    const { serviceWorker } = navigator;
    serviceWorker.register(lines.dataset.worker).catch(() => serviceWorker.controller || say("never"));
    if (!list) return;
    serviceWorker.addEventListener("message", ({ data }) => {
      if (data.list !== list) return;
      body.dataset.kept = data.kept ?? "";
      say(data.kept === null ? "" : "kept");
    });
    keep();
    document.addEventListener("htmx:afterRequest", ({ detail }) => {
      seq = detail.xhr?.getResponseHeader("X-Seq") || seq;
      clearTimeout(timer);
      if (seq !== body.dataset.kept) timer = setTimeout(keep, SETTLED);
    });
  }

  if (navigator.serviceWorker) begin();
  else say("never");

  // ---- the shelf: which lists have something to send, and that there is no network

  if (!list) {
    for (const one of document.querySelectorAll("[data-taps]"))
      one.hidden = (localStorage.getItem(one.dataset.taps) ?? "[]") === "[]";
    const tell = () => say(navigator.onLine || !navigator.serviceWorker ? "" : "away");
    addEventListener("online", tell);
    addEventListener("offline", tell);
    return tell();
  }

  // ---- what waits

  document.addEventListener("tapped", ({ detail: { form, button, tap } }) => {
    tap.row = form.closest("li[id]")?.id;
    tap.words = wordsOf(form, button);
  });

  const tidy = (text) => (text ?? "").trim().replace(/\s+/g, " ");

  function wordsOf(form, button) {
    const row = tidy(form.closest("li[id]")?.querySelector(".entry-name b, .pick-name")?.textContent);
    const field = form.querySelector(".input");
    const label = field
      ? `${tidy(field.labels[0]?.textContent)}: ${field.value}`
      : tidy(button?.getAttribute("aria-label") || button?.textContent || form.closest("details")?.firstElementChild.textContent);
    const group = tidy((form.querySelector("legend") || form.closest("fieldset")?.firstElementChild)?.textContent);
    return [label.includes(row) ? "" : row, group, label].filter(Boolean).join(": ");
  }

  const waits = lines.querySelector(".verdict-waits");

  // Without an undo of what waited: neither is seen in the list.
  const waiting = () => (body.dataset.offline ? window.gunbai.held().filter(({ values }) => !values.tap) : []);

  function show() {
    const taps = waiting();
    const shown = lines.querySelector("ol");
    shown.parentElement.hidden = !taps.length;
    // What a tap that waits may have changed is not told as if it were so still: the verdict, here and on its own page.
    const verdict = document.querySelector(".verdict");
    verdict.after(waits);
    verdict.hidden = taps.length > 0;
    waits.hidden = !verdict.hidden;
    for (const one of document.querySelectorAll("[data-while-waits]")) one.hidden = waits.hidden;
    shown.replaceChildren(...taps.map(({ words }) => Object.assign(document.createElement("li"), { textContent: words })));
    for (const row of document.querySelectorAll(".entry, .pick")) {
      const own = taps.filter((tap) => tap.row === row.id);
      if (own.length) row.dataset.waits = own.length;
      else delete row.dataset.waits;
      count(row, own);
    }
    const undo = document.querySelector('#r-last form[action*="/undo"] button');
    if (undo && taps.some((tap) => tap.values.op)) {
      undo.disabled = false;
      undo.setAttribute("aria-label", lines.dataset.undo);
    }
  }

  // A size, or how many of a kind, as it will be: one more and one less can be told beforehand.
  function count(row, taps) {
    const output = row.querySelector("output");
    if (!output) return;
    const was = Number((output.dataset.was ??= output.textContent));
    const [least = 0, most = Infinity] = output.dataset.ends?.split(" ").map(Number) ?? [];
    const kinds = { add: 1, enlist: 1, remove: -1 };
    const step = ({ op, by }) => (row.matches(".pick") ? (kinds[op] ?? 0) : op === "size" && Math.abs(by) === 1 ? Number(by) : 0);
    const now = taps.reduce((sum, { values }) => sum + step(values), was);
    const shown = Math.min(Math.max(now, Math.min(was, least)), Math.max(was, most));
    output.textContent = shown;
    for (const key of row.querySelectorAll(".stepper button")) key.disabled = key.value < 0 ? shown <= least : shown >= most;
  }

  new MutationObserver(show).observe(body, { attributeFilter: ["data-offline", "data-waiting"] });
  document.addEventListener("regions-swapped", show);
  show();
})();
