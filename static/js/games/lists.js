// Army lists: a list inside a link; sifting the picker, and nothing moving under the thumb.
(() => {
  "use strict";
  // A list that came inside the address is put where the player sees it; he sends it, nobody else does.
  const form = document.querySelector("[data-open-list]");
  if (form && location.hash.length > 12) {
    form.elements.text.value = location.href;
    form.querySelector(".found-in-link").hidden = false;
  }

  // In place of a page that needs the network. A phone says that it is online before it gets through.
  if (document.querySelector("[data-returns]")) {
    const back = () => location.replace(location.href);
    const look = () => fetch(location.href, { method: "HEAD" }).then(({ status }) => window.gunbai.noAnswer(status) || back(), () => {});
    addEventListener("online", look);
    setInterval(look, 2000);
  }

  // My miniatures: each count is kept as soon as it is tapped or typed. Until an answer says so it lies on this phone too: the
  // next page shows it and sends it again, whether or not the one that was left still got it through. Counts that came with a
  // link wait for the button, and are then the newest.
  const SHELF = "counts";
  const counts = document.querySelector("[data-counts]");
  document.querySelector("form[data-kept]:not([data-counts])")?.addEventListener("submit", () => localStorage.removeItem(SHELF));
  if (counts) {
    const saved = counts.querySelector(".saved");
    const wanted = new Map(); // of each kind the newest count, until an answer says that it is kept
    const shelve = () => {
      try {
        localStorage.setItem(SHELF, JSON.stringify([...wanted]));
      } catch {} // full or shut: then this page alone knows
    };
    let under = null; // the request under way: one at a time, so that the last tap is the last that counts
    let more = false; // tapped since it was sent
    const LATE = 10_000; // milliseconds without an answer, after which nothing is kept as far as anybody knows
    const send = async (keepalive = false) => {
      const sent = [...wanted];
      const { signal } = (under = new AbortController());
      more = false;
      const late = setTimeout(() => (saved.textContent = counts.dataset.lost), LATE);
      const ok = await fetch(counts.action, {
        method: "POST",
        headers: { "HX-Request": "true" },
        body: new URLSearchParams(sent),
        keepalive,
        signal,
      }).then((answer) => answer.ok, () => false);
      clearTimeout(late);
      if (signal.aborted) return; // another one has all that this one had
      under = null;
      if (ok) for (const [name, count] of sent) if (wanted.get(name) === count) wanted.delete(name);
      shelve();
      if (more) send();
      else saved.textContent = wanted.size ? counts.dataset.lost : counts.dataset.kept;
    };
    const keep = (input, value = input.valueAsNumber) => {
      // Within its limits: one count that is refused would hold back all that go with it.
      const count = Math.trunc(Math.min(Math.max(value || 0, input.min), input.max));
      wanted.set(input.name, (input.value = count));
      for (const sum of counts.querySelectorAll("[data-sum]"))
        sum.value = [...counts.querySelectorAll("[type=number]")]
          .filter(({ name }) => (name.split(".")[1] ?? "") === sum.dataset.sum)
          .reduce((all, one) => all + one.valueAsNumber, 0);
      shelve();
      saved.textContent = "";
      more = true;
      if (!under) send();
    };
    addEventListener("pagehide", () => {
      under?.abort(); // it shall not come after the last one; a kept alive one would, whoever aborts it
      if (wanted.size) send(true);
    });
    addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // counted elsewhere meanwhile, perhaps
    addEventListener("click", (event) => { // at the window, where the page's own steppers have counted, and in the same breath
      const input = event.target.closest("[data-counts] [data-by]")?.parentElement.querySelector("input");
      if (input) keep(input);
    });
    counts.addEventListener("change", ({ target }) => target.reportValidity() && keep(target));
    try {
      for (const [name, count] of JSON.parse(localStorage.getItem(SHELF)) ?? [])
        if (counts.elements[name]) keep(counts.elements[name], count);
    } catch {} // shut, or not of this page
  }

  // When something was changed, in the reader's own zone, and as his part of the world writes it in the page's language.
  const SPOKEN = document.documentElement.lang;
  const WRITTEN = navigator.languages.find((one) => one.split("-")[0] === SPOKEN) ?? SPOKEN;
  const MANNER = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  const zoned = () => {
    for (const one of document.querySelectorAll("time:not([title])")) {
      one.title = one.textContent;
      one.textContent = new Date(one.dateTime).toLocaleString(WRITTEN, MANNER);
    }
  };
  zoned();
  document.addEventListener("htmx:afterSwap", zoned);
  // A moment that is typed is the reader's own too: how far from UTC goes along with it.
  for (const form of document.querySelectorAll("[data-zoned]")) {
    form.querySelector("[data-utc]").hidden = true;
    form.addEventListener("submit", () => {
      form.elements.zone.value = new Date(form.elements.until.value).getTimezoneOffset() || 0;
    });
  }

  if (!document.body.matches(".at-list")) return;

  // What is typed into a field is kept when the field or the page is left; its button, tapped right after, sends it no
  // second time.
  const sent = new WeakMap(); // of each form the words that are on their way
  const leave = (field) => {
    const form = field?.closest?.(".inline-field[data-tap]");
    if (form && field.value !== field.defaultValue && sent.get(form) !== field.value) form.requestSubmit();
  };
  document.addEventListener("change", (event) => leave(event.target));
  addEventListener("pagehide", () => leave(document.activeElement));
  document.addEventListener(
    "submit",
    (event) => {
      const field = event.target.matches(".inline-field[data-tap]") && event.target.querySelector(".input");
      if (!field) return;
      if (event.target.matches("[data-sent]") && sent.get(event.target) === field.value) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      sent.set(event.target, field.value);
    },
    true,
  );

  // A link to an entry unfolds it.
  const unfold = () => document.getElementById(location.hash.replace(/^#e-/, "more-"))?.setAttribute("open", "");
  addEventListener("hashchange", unfold);
  unfold();

  // The row that was touched stays where it is, however the rows above it grow or shrink.
  let touched = null;
  let top = 0;
  document.addEventListener("submit", (event) => (touched = event.target.closest("li[id]")?.id || null), true);
  document.addEventListener("htmx:beforeSwap", () => {
    const row = touched && document.getElementById(touched);
    if (row) top = row.getBoundingClientRect().top;
  });
  document.addEventListener("regions-swapped", () => {
    const row = touched && document.getElementById(touched);
    if (row) scrollBy({ top: row.getBoundingClientRect().top - top, behavior: "instant" });
  });

  // Search, "what still fits" and "what I have".
  const sift = document.querySelector("[data-sift]");
  if (sift) {
    sift.hidden = false;
    const words = sift.querySelector("[type=search]");
    const [fits, mine] = sift.querySelectorAll("[type=checkbox]");
    mine.closest("label").hidden = !document.querySelector("[data-at-hand]");
    const apply = () => {
      const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
      let any = false;
      for (const group of document.querySelectorAll(".pick-group")) {
        let shown = 0;
        for (const row of group.querySelectorAll(".pick")) {
          const fit = wanted.every((word) => row.dataset.words.includes(word));
          const out = (fits.checked && row.dataset.fits === "no") || (mine.checked && row.dataset.atHand === "no");
          row.hidden = !fit || (out && row.id !== touched);
          shown += !row.hidden;
        }
        group.hidden = !shown;
        any ||= shown > 0;
      }
      document.querySelector(".no-pick").hidden = any;
    };
    sift.addEventListener("input", apply);
    document.addEventListener("regions-swapped", apply);
    apply();
  }

  // A tap beside an unfolded limit folds it again.
  document.addEventListener("click", (event) => {
    for (const cell of document.querySelectorAll(".cell[open]")) if (!cell.contains(event.target)) cell.open = false;
  });
})();
