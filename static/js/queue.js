// Taps on their way to the server: one at a time, in order, each with a key of its own, kept until acknowledged.
//
// Every form with `data-tap` goes through here. A tap made without signal waits in the page's storage and is sent
// when the server answers again; the key makes a repeated one count once.
(() => {
  "use strict";
  const table = document.body.dataset.table;
  if (!table) return;
  const shelf = `taps-${table}`;
  const RETRY = [1000, 2000, 4000, 8000];
  let sending = false;
  let failures = 0;
  let timer = 0;
  let seen = document.body.dataset.seq;

  const waiting = () => {
    try {
      return JSON.parse(localStorage.getItem(shelf)) || [];
    } catch {
      return [];
    }
  };
  const keep = (taps) => {
    localStorage.setItem(shelf, JSON.stringify(taps));
    document.body.dataset.waiting = taps.length;
    const count = document.getElementById("waiting-count");
    if (count) count.textContent = taps.length;
  };
  const newKey = () =>
    Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

  // Whether the page shows taps the server has not seen yet: then the pad must not be swapped under the thumb.
  window.gunbai = { pending: () => waiting().length > 0, newKey };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-tap]")) return;
    event.preventDefault();
    const values = {};
    for (const [name, value] of new FormData(form, event.submitter)) values[name] = value;
    values.key = newKey();
    values.page = document.body.dataset.page;
    const path = event.submitter?.getAttribute("formaction") || form.getAttribute("action");
    document.dispatchEvent(new CustomEvent("tapped", { detail: { form, button: event.submitter, values } }));
    keep([...waiting(), { path, values }]);
    send();
  });

  async function send() {
    if (sending) return;
    const [tap] = waiting();
    if (!tap) return;
    sending = true;
    clearTimeout(timer);
    const status = await post(tap);
    sending = false;
    if (status === 0 || (status >= 502 && status <= 504)) {
      document.body.dataset.offline = "yes";
      timer = setTimeout(send, RETRY[Math.min(failures++, RETRY.length - 1)]);
      return;
    }
    failures = 0;
    delete document.body.dataset.offline;
    keep(waiting().slice(1));
    if (waiting().length) send();
    else document.dispatchEvent(new CustomEvent("taps-sent", { detail: { status } }));
  }

  // The answer's regions are swapped by htmx; here only its status matters.
  function post(tap) {
    return new Promise((resolve) => {
      const source = document.getElementById("live");
      const settled = (event) => {
        if (event.detail.requestConfig?.parameters?.get?.("key") !== tap.values.key) return;
        document.removeEventListener("htmx:afterRequest", settled);
        const { xhr } = event.detail;
        seen = xhr.getResponseHeader("X-Seq") || seen;
        resolve(xhr.status);
      };
      document.addEventListener("htmx:afterRequest", settled);
      // while one tap is under way the shelf holds only it and later ones: the last answer may change the pad
      const last = () => waiting().length <= 1;
      window.gunbai.pending = () => !last();
      htmx
        .ajax("POST", tap.path, { source, target: "#main", swap: "none", values: { ...tap.values, seen } })
        .catch(() => undefined);
    });
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    seen = event.detail.xhr?.getResponseHeader("X-Seq") || seen;
  });
  window.addEventListener("online", send);
  document.addEventListener("server-answers", () => {
    if (!sending && waiting().length) send();
  });
  keep(waiting());
  send();
})();
