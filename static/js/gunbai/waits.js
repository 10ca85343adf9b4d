// What is tapped and not answered yet is seen to wait: at its button, and in the bar that says why.
//
// The same tap again, while the first waits, is the impatience of who sees nothing happen, and does not count; nor does
// the second touch of a double tap. Pads and coins are repeated on purpose, and the builder counts at its rows what waits.
(() => {
  "use strict";
  const { body } = document;
  const bar = document.querySelector(".signal");
  if (!bar) return;
  const ONCE = ".at-play form[data-tap]:not([data-pad], [data-again])";
  const DOUBLE = 300; // milliseconds between the two touches of a double tap
  const UNREAD = 500; // for so long nobody can mean what has just come under his thumb
  const SLOW = 2000; // without an answer, after which it is said that a tap is on its way
  let last = null;
  let slow = 0;
  let said = ""; // why the server, which answers, enters nothing
  let shut = false; // a tab was tapped, and did not open

  // ---- once

  const whatOf = ({ path, values: { key: _key, seen: _seen, read: _read, ...rest } }) =>
    JSON.stringify([path.replace(/\bpage=\w+/, ""), rest]);

  const fresh = (one = last) => one && Math.abs(Date.now() - one.at) < DOUBLE;

  // Of several choices the last one counts, so one may be chosen anew; but what adds something adds it once.
  document.addEventListener("tapping", (event) => {
    const { form, button, tap } = event.detail;
    if (!form.matches(ONCE)) return;
    tap.what = whatOf(tap);
    tap.button = nameOf(button);
    const taps = form.closest("[data-still]") ? window.gunbai.held() : window.gunbai.held().slice(-1);
    if (fresh()) taps.push(last.tap);
    if (taps.some(({ what }) => what === tap.what)) return event.preventDefault();
    last = { tap, at: Date.now() };
    setTimeout(mark, DOUBLE);
  });

  // What another act asks can come under a thumb that taps twice: its key there is dead until it could be read.
  let spot = [0, 0];
  let newest = null; // of any kind, pads too
  function asked() {
    const act = document.querySelector("#r-act [data-step]");
    const seats = [...(act?.querySelectorAll("form[data-tap] [name=seat]") ?? [])].map(({ value }) => value);
    return [act?.dataset.step, ...new Set(seats)].join();
  }
  document.addEventListener("tapped", () => (newest = { act: asked(), at: Date.now() }));
  document.addEventListener("regions-swapped", () => {
    const left = newest && newest.at + UNREAD - Date.now();
    if (!(left > 0) || asked() === newest.act) return;
    const key = document.elementFromPoint(...spot)?.closest("#r-act :is(button, summary, label, a)");
    if (!key) return;
    key.dataset.twice = "";
    setTimeout(() => delete key.dataset.twice, left);
  });

  // Undo takes another entry each time, and lies under what closes a notice: it is no second touch of either.
  let touched = 0;
  document.addEventListener(
    "click",
    ({ target, clientX, clientY }) => {
      spot = [clientX, clientY];
      if (!target.closest(".undo, [data-dismiss]")) return;
      body.dataset.touched = "";
      clearTimeout(touched);
      touched = setTimeout(() => delete body.dataset.touched, DOUBLE);
    },
    true,
  );

  // ---- at the button

  function mark() {
    for (const one of document.querySelectorAll(`${ONCE} [aria-disabled]`)) one.removeAttribute("aria-disabled");
    const taps = window.gunbai.held();
    if (fresh()) taps.push(last.tap);
    if (!taps.length) return;
    for (const form of document.querySelectorAll(ONCE))
      for (const one of [...form.elements].filter(({ type }) => type === "submit")) {
        const name = nameOf(one);
        if (taps.some(({ what, button }) => button === name && what === whatOf(tapOf(form, one))))
          one.setAttribute("aria-disabled", "true");
      }
  }

  const nameOf = (button) => button && `${button.name}=${button.value}`;

  function tapOf(form, button) {
    const values = Object.fromEntries(new FormData(form, button));
    if ("act" in values) values.tap = "";
    return { path: button.getAttribute("formaction") || form.getAttribute("action"), values };
  }

  // ---- in the bar

  function tell() {
    const count = window.gunbai.told().length;
    const { none, away, one, more, tabs, slow: onItsWay } = bar.dataset;
    shut &&= Boolean(body.dataset.offline);
    const waits = count > 1 ? more.replace("#", count) : count ? one : shut ? "" : none;
    const words = body.dataset.offline ? [said || away, waits, shut ? tabs : ""].filter(Boolean).join(" ") : onItsWay;
    const place = bar.querySelector("span");
    if (place.textContent !== words) place.textContent = words;
  }

  document.addEventListener("htmx:afterRequest", ({ detail: { xhr } }) => {
    if (!xhr?.status) said = "";
    else if (xhr.status >= 500) {
      const words = new DOMParser().parseFromString(xhr.responseText, "text/html").body.textContent.trim();
      said = xhr.getResponseHeader("HX-Retarget") ? words : "";
    }
    tell();
    mark(); // what the answer has brought
  });

  function time() {
    clearTimeout(slow);
    delete body.dataset.slow;
    const under = window.gunbai.waiting().length && !body.dataset.stuck;
    slow = under ? setTimeout(() => (body.dataset.slow = "yes"), SLOW) : 0;
  }

  // Once the queue has taken the tap off its shelf.
  document.addEventListener("tap-answered", () => queueMicrotask(time));
  new MutationObserver(() => {
    if (!slow) time();
    mark();
    tell();
  }).observe(body, { attributeFilter: ["data-offline", "data-waiting"] });

  // Without a network a tab leads to the browser's own error page: the table stays instead.
  document.addEventListener("click", (event) => {
    const tab = event.target.closest(".at-play .tab");
    if (!tab || !body.dataset.offline) return;
    event.preventDefault();
    fetch(tab.href, { method: "HEAD" }).then(
      () => location.assign(tab.href),
      () => {
        shut = true;
        tell();
      },
    );
  });

  time();
  mark();
  tell();
})();
