// Taps on their way to the server: one at a time, in order, each with a key of its own, kept until acknowledged.
//
// Every form with `data-tap` goes through here. A tap made without signal waits in the page's storage and is sent
// when the server answers again; the key makes a repeated one count once. A tap the server fails at stays first in the
// row, and nothing is sent until the player sends it again or drops it. Two tabs of a table share what waits: each takes
// off what it was answered, and counts anew when the other has.
(() => {
  "use strict";
  const table = document.body.dataset.table;
  if (!table) return;
  const shelf = `taps-${table}`;
  const RETRY = [1000, 2000, 4000, 8000];
  let sending = ""; // the key of the tap that is on its way
  let failures = 0;
  let timer = 0;
  let stuck = ""; // the key of the tap at which the server fails
  // The newest entry the page shows. A tap goes with the one its player saw, however long it waits: what others enter
  // meanwhile he has not seen. What he enters himself he has, where nobody else came between.
  let seen = document.body.dataset.seq;
  let behind = false; // the last answer brought another act, which is not shown because of taps that wait

  let own = null; // what waits, where the browser's storage is full or shut
  const waiting = () => {
    try {
      return own || JSON.parse(localStorage.getItem(shelf)) || [];
    } catch {
      return [];
    }
  };
  const keep = (taps) => {
    try {
      localStorage.setItem(shelf, JSON.stringify(taps));
      own = null;
    } catch {
      own = taps;
    }
    count();
  };
  window.addEventListener("storage", ({ key }) => {
    if (key !== shelf || own) return;
    const taps = waiting();
    count();
    if (!taps.some(({ values }) => values.key === stuck)) delete document.body.dataset.stuck;
    if (sending || taps.length) return;
    delete document.body.dataset.offline;
    tell("tap-answered");
    tell("taps-sent");
    if (behind) tell("act-withheld");
  });
  // A roll that is entered again before it is sent: the last one counts, as the pad shows. The one it replaces stays on the
  // shelf till that is answered, for an undo brings it back. What was undone is not sent any more: its undo says whether it
  // has to be taken back, for the server may have it all the same; and lets it in no more, for it may be on its way.
  const undone = ({ values }, taps) => taps.some((one) => one.values.tap === values.key);
  const replaced = (tap, later, taps) => tap.roll && tap.roll === later.roll && !undone(tap, taps);
  const counts = (tap, n, taps) =>
    tap.values.key === sending || !(undone(tap, taps) || taps.slice(n + 1).some((later) => replaced(tap, later, taps)));
  const unsent = () => waiting().filter(counts);
  const held = () => unsent().filter((tap, _n, taps) => !undone(tap, taps)); // also without one that is undone on its way
  // What will have been done once all is sent: neither a tap that is undone, nor its undo.
  const told = () => held().filter((tap) => !waiting().some(({ values }) => values.key === tap.values.tap));
  function count() {
    document.body.dataset.waiting = unsent().length;
    document.body.toggleAttribute("data-unsent", Boolean(lastTapped())); // an undo would mean a tap that waits
  }
  function takeOff(key) {
    const taps = waiting();
    const at = taps.findIndex(({ values }) => values.key === key);
    const over = (tap) => replaced(tap, taps[at], taps) || tap.values.key === taps[at].values.tap;
    keep(taps.filter((tap, n) => n > at || (n < at && !over(tap))));
  }
  // An undo goes behind the tap it means, and both before what that tap has replaced: it counts again, and the next undo
  // means it.
  function shelve(tap) {
    const taps = waiting();
    const meant = taps.find(({ values }) => values.key === tap.values.tap);
    const at = meant ? taps.findIndex((one) => one !== meant && replaced(one, meant, taps)) : -1;
    if (at < 0) return keep([...taps, tap]);
    const others = taps.filter((one) => one !== meant);
    keep([...others.slice(0, at), meant, tap, ...others.slice(at)]);
  }
  const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));
  const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

  // Whether the page shows taps the server has not seen yet: then the pad must not be swapped under the thumb. The answer
  // to a tap knows that tap, which is on the shelf till it is swapped in; a look because of somebody else knows none.
  let answering = false;
  document.addEventListener("htmx:beforeSwap", (event) => {
    answering = event.detail.requestConfig.verb === "post";
    behind = false;
  });
  // A refusal stays until the player taps after he could read it: what had been tapped before, and is answered after it,
  // neither wipes nor replaces it.
  let before = 0; // so many taps on the shelf are older than the refusal that is shown
  let refusal = null; // the words of the answer that is being swapped in; null where it is none to a tap
  document.addEventListener("region-swap", (event) => {
    const { target, detail, defaultPrevented } = event;
    if (target.id === "r-act") behind = defaultPrevented; // live.js has decided that
    if (target.id !== "notice") return;
    const shown = before > 0 ? [...target.children] : [];
    before = Math.max(before - 1, 0);
    const said = [...detail.next.children];
    if (said.length) before = unsent().length - 1;
    for (const one of said) one.textContent = named(one.textContent);
    const told = said.map((one) => one.textContent);
    detail.next.prepend(...shown.filter((one) => !told.includes(one.textContent)).map((one) => one.cloneNode(true)));
    refusal = told.at(-1) ?? "";
  });
  document.addEventListener("regions-swapped", () => {
    if (refusal !== null) atItsKey(refusal);
    refusal = null;
  });

  // What is refused after it had waited is named: its key may be gone, and who made it may think of something else by now.
  let late = false; // the answer says by itself that it was not entered, for others came before
  document.addEventListener("htmx:beforeSwap", ({ detail: { xhr } }) => (late = xhr.status === 409));
  function named(said) {
    const tap = waiting().find(({ values }) => values.key === sending);
    if (!tap?.waited || !tap.words) return said;
    const { late: tooLate, refused } = document.querySelector(".signal").dataset;
    if (said.startsWith(refused.split("#")[0])) return said; // a list names it by itself
    return `${(late ? tooLate : refused).replace("#", () => tap.words)} ${said}`;
  }
  const wordsOf = (button) =>
    button?.getAttribute("aria-label") ||
    [...(button?.childNodes ?? [])].map((one) => one.textContent.trim().replace(/\s+/g, " ")).filter(Boolean).join(" ");

  // A refusal stands under its key too where that is on the board, for there the eye is: until the next tap is answered.
  const keys = new Map();
  document.addEventListener("tapped", ({ detail }) => keys.set(detail.values.key, detail.button));
  function atItsKey(said) {
    for (const one of document.querySelectorAll("main .refused")) one.remove();
    const key = keys.get(sending);
    if (!said || !key?.isConnected || !key.closest("#r-board, #r-units")) return;
    const line = document.createElement("p");
    line.className = "refused";
    line.textContent = said;
    (key.closest(".chips") ?? key).after(line);
  }

  const pending = () => unsent().length > (answering ? 1 : 0);
  Object.assign(window.gunbai, { pending, sending: () => sending, newKey, waiting: unsent, held, told });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-tap]")) return;
    event.preventDefault();
    const values = {};
    for (const [name, value] of new FormData(form, event.submitter)) values[name] = value;
    const path = event.submitter?.getAttribute("formaction") || form.getAttribute("action");
    if ("act" in values || undoes(path)) values.tap = lastTapped();
    values.key = newKey();
    const roll = form.matches("[data-roll]") && rollOf(values, event.submitter);
    // A phone of several seats may be in other hands by the answer: it does not say what was tapped.
    const words = document.querySelector("[data-several]") ? "" : wordsOf(event.submitter);
    const tap = { path, values, seen, roll, words };
    const tapping = new CustomEvent("tapping", { cancelable: true, detail: { form, button: event.submitter, tap } });
    if (!document.dispatchEvent(tapping)) return; // it waits already (waits.js)
    tell("tapped", { form, button: event.submitter, values, tap });
    shelve(tap);
    send();
  });

  // Which roll a form of dice is about, and which row or die of it, where those are tapped one by one; not what is chosen there.
  const rollOf = ({ type, seat, step, die }, button) =>
    JSON.stringify([type, seat, step, die, button?.closest("[data-row]")?.dataset.row]);

  // Which tap an undo means while some are on their way: the page, which names an act by its number, does not know theirs
  // yet. An undo that waits itself has taken one of them.
  function lastTapped() {
    const keys = [];
    for (const { path, values } of waiting()) {
      if ("act" in values || undoes(path)) keys.pop();
      else if ("type" in values || "op" in values) keys.push(values.key);
    }
    return keys.at(-1) ?? "";
  }
  const undoes = (path) => path.split("?")[0].endsWith("/undo");

  async function send() {
    if (sending || document.body.dataset.stuck) return;
    const [tap] = unsent();
    if (!tap) return;
    sending = tap.values.key;
    clearTimeout(timer);
    const status = await post(tap);
    sending = "";
    count();
    tell("tap-answered");
    if (window.gunbai.noAnswer(status)) {
      keep(waiting().map((one) => ({ ...one, waited: true })));
      document.body.dataset.offline = "yes";
      timer = setTimeout(send, RETRY[Math.min(failures++, RETRY.length - 1)]);
      return;
    }
    if (status >= 500) {
      document.body.dataset.stuck = "yes";
      stuck = tap.values.key;
      return;
    }
    failures = 0;
    delete document.body.dataset.offline;
    takeOff(tap.values.key);
    if (waiting().length) send();
    else tell("taps-sent");
  }

  // The answer's regions are swapped by htmx, those of the page that is open by now; here only its status matters.
  function post(tap) {
    return new Promise((resolve) => {
      const source = document.getElementById("live");
      const settled = (event) => {
        if (event.detail.requestConfig?.parameters?.get?.("key") !== tap.values.key) return;
        document.removeEventListener("htmx:afterRequest", settled);
        const { xhr } = event.detail;
        entered(Number(xhr.getResponseHeader("X-Entered")));
        resolve(xhr.status);
      };
      document.addEventListener("htmx:afterRequest", settled);
      const { page } = document.body.dataset;
      const path = tap.path.replace(/\bpage=\w+/, `page=${page}`);
      const values = { ...tap.values, page, seen: tap.seen ?? seen }; // none where an older script has kept it
      htmx.ajax("POST", path, { source, target: "#main", values }).catch(() => undefined);
    });
  }

  // A tap that waited its turn behind a look has a promise of htmx's own, whose failure nobody could catch.
  window.addEventListener("unhandledrejection", (event) => event.reason === undefined && event.preventDefault());

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!behind) seen = event.detail.xhr?.getResponseHeader("X-Seq") || seen;
  });

  // A tap of this page is entry `number` now: who saw all up to the one before it has seen this one too.
  function entered(number) {
    if (!number) return;
    const raised = (shown) => (Number(shown) === number - 1 ? number : shown);
    seen = raised(seen);
    keep(waiting().map((tap) => ({ ...tap, seen: raised(tap.seen) })));
  }

  // Dropped, the page is fetched anew: it has shown already what it expected of the tap.
  document.addEventListener("click", (event) => {
    const wish = event.target.closest("[data-stuck]:not(body)")?.dataset.stuck;
    if (!wish) return;
    delete document.body.dataset.stuck;
    if (wish === "again") return void send();
    takeOff(stuck);
    location.reload();
  });
  window.addEventListener("online", send);
  document.addEventListener("server-answers", () => {
    if (!sending && waiting().length) send();
  });
  keep(waiting());
  send();
})();
