// The doorbell: the stream only says that something changed; the page then fetches its own regions.
//
// Without a stream, or while the server enters nothing, it asks every few seconds. A stream tells with each beat how long the
// server is silent at most: one that dies without a word, which the browser may not notice for minutes, is given up.
// A page that is hidden says so and hangs up; on return it looks at once.
(() => {
  "use strict";
  const body = document.body;
  const live = document.getElementById("live");
  if (!body.dataset.table || !live) return;
  const base = body.dataset.base || `/t/${body.dataset.table}`;
  const POLL = 3000;
  const MISSED = 2.5; // beats
  const PATIENCE = { get: 10_000, post: 30_000 }; // for an answer; a tap without one is sent again, and counts once
  let stream = null;
  let heard = 0;
  let beat = Infinity;
  let tag = body.dataset.version;
  let owedAct = document.getElementById("r-act")?.querySelector("[data-step]")?.dataset.step;

  let shown = 0; // the version of the table the page shows, as the stream counts them
  let last = 0; // the newest one rung. The same again: what changed has no version, like who is there, or a partner's draft
  let missed = 0; // the newest one rung while a tap of this phone was under way: its answer brings it too
  let nudged = false; // while it was under way something without a version changed, maybe after its answer was made

  // One look at a time: what changes under it is looked at after it.
  let looking = -Infinity;
  let again = false;
  function look() {
    again = performance.now() - looking < PATIENCE.get + PATIENCE.post;
    if (again) return;
    looking = performance.now();
    htmx.trigger(live, "ring");
  }
  function looked() {
    looking = -Infinity;
    if (again) look();
  }
  const isLook = ({ elt, requestConfig }) => elt === live && requestConfig.verb === "get";

  function rung(event) {
    const version = Number(event.data);
    if (!window.gunbai.sending()) look();
    else if (version > last) missed = version;
    else nudged = true;
    last = version;
  }

  document.addEventListener("tap-answered", () => {
    if (nudged || missed > shown) look();
    missed = 0;
    nudged = false;
  });

  function listen() {
    hangUp();
    heard = performance.now();
    stream = new EventSource(`${base}/stream`);
    for (const name of ["open", "error", "changed", "beat"])
      stream.addEventListener(name, () => (heard = performance.now()));
    stream.addEventListener("beat", ({ data }) => (beat = Number(data)));
    stream.addEventListener("changed", rung);
    stream.addEventListener("gone", () => location.assign("/"));
    stream.addEventListener("open", () => {
      body.dataset.live = "yes";
      look();
    });
    stream.addEventListener("error", () => {
      body.dataset.live = "no";
      if (stream?.readyState === EventSource.CLOSED) stream = null;
    });
  }

  function hangUp() {
    stream?.close();
    stream = null;
  }

  function saySeen(visible) {
    navigator.sendBeacon(`${base}/here`, new URLSearchParams({ visible: visible ? "yes" : "no" }));
  }

  // A page that is left for another one is hidden too, after `pagehide`: its good night could reach the server after the
  // next page has come, and the phone in the hand would be shown as asleep.
  let leaving = false;

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      if (!leaving) saySeen(false);
      hangUp();
    } else {
      saySeen(true);
      listen();
    }
  });
  window.addEventListener("pagehide", () => {
    leaving = true;
    hangUp();
    // Back could bring it out of the browser's memory to the next player: unseen, until the server says what he may see.
    // That there is no signal is told meanwhile.
    if (!("several" in body.dataset)) return;
    body.style.visibility = "hidden";
    document.querySelector(".signal").style.visibility = "visible";
  });
  window.addEventListener("pageshow", (event) => {
    leaving = false;
    if (event.persisted) listen();
  });

  setInterval(() => {
    if (document.hidden) return;
    const silent = performance.now() - heard > MISSED * beat;
    if (silent) body.dataset.live = "no";
    if (!stream || silent) listen();
    if (stream?.readyState !== EventSource.OPEN || body.dataset.offline) look();
  }, POLL);

  // Every request tells which regions are here, so that only changed ones come back.
  document.addEventListener("htmx:configRequest", (event) => {
    const had = [...document.querySelectorAll("[data-region]")].map((r) => `${r.dataset.region}=${r.dataset.rev}`);
    event.detail.headers["X-Regions"] = had.join(",");
    const { elt, verb } = event.detail;
    if (elt === live) event.detail.timeout = PATIENCE[verb];
    if (elt === live && verb === "get") event.detail.headers["If-None-Match"] = `W/"${tag}"`;
  });

  // The pad is not touched while taps are on their way.
  document.addEventListener("region-swap", (event) => {
    if (event.target.id === "r-act" && window.gunbai.pending()) event.preventDefault();
  });
  document.addEventListener("act-withheld", () => {
    tag = ""; // its answer is known already, and would not come again
    look();
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = event.detail;
    if (isLook(event.detail)) looked();
    if (window.gunbai.noAnswer(xhr.status)) {
      body.dataset.offline = "yes";
      return;
    }
    if (xhr.status < 500) {
      if (isLook(event.detail) && !leaving) body.style.visibility = "";
      // A look that is answered does not say that a tap would be: that says the answer to the next one.
      if (!window.gunbai.waiting().length || body.dataset.stuck) delete body.dataset.offline;
      document.dispatchEvent(new CustomEvent("server-answers"));
    }
    tag = xhr.getResponseHeader("X-Version") || tag;
    shown = Number(xhr.getResponseHeader("X-Table-Version")) || shown;
    follow(xhr);
  });

  // A page that was open when the next game began goes along, once its taps are answered; not if the answer is that a tap
  // came too late, which has to be read.
  function follow(xhr) {
    const next = xhr.getResponseHeader("X-Next");
    if (!next || "next" in body.dataset) return;
    if (xhr.status === 422) body.dataset.next = next;
    else if (!window.gunbai.pending()) location.assign(next);
  }

  // A new act in this hand is felt where the phone can: a short buzz, and a mark in the title.
  document.addEventListener("regions-swapped", () => {
    const act = document.getElementById("r-act")?.querySelector("[data-step]");
    if (!act || act.dataset.step === owedAct) return;
    owedAct = act.dataset.step;
    const mine = act.dataset.mine === "yes";
    document.title = document.title.replace(/^● /, "");
    if (!mine) return;
    document.title = `● ${document.title}`;
    navigator.vibrate?.(60);
  });

  // Once all scripts are here: a ring asks them whether a tap is under way.
  document.addEventListener("DOMContentLoaded", () => {
    if (!document.hidden) listen();
  });
})();
