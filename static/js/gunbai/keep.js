// What the player holds while a region is refreshed: what is unfolded, text typed and choices made but not sent, the
// focused control, and how far a panel is scrolled inside itself while its act is the same, and a card's sheet as long as it is
// open. What he has entered and not sent he also finds again after a look at another page of the table.
//
// A list from which several things are added one after the other ([data-still]) stays where it is on the screen, whatever its
// taps bring above it: the next tap must hit what it is aimed at. So does the line of the log that is read.
//
// A control is known again by the hidden fields of its form and its own name and value. Where the act has moved on and
// it is gone, the focus goes to the new act's sentence, so that keyboard and screen reader go on from there.
(() => {
  "use strict";
  const held = new Map();
  let refused = false;
  let ended = false; // a key of the panel that closes an open sheet is on its way
  let tapped = null;
  // Where things stand before an answer is swapped in.
  let scrolls = new Map();
  let top = 0;
  let sheet = null; // the card's sheet that is open, and how far it is scrolled
  let line = null; // the first line of the log that is read, and where it stands
  // Choices whose controls are gone for a while, as when a challenge comes before the dice: back with them they are there.
  let away = [];
  const MOST = 40;

  document.addEventListener("click", (event) => {
    tapped = event.target.closest?.("[data-still] button, [data-still] summary") || null;
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    refused = event.detail.xhr.status === 422;
    const scrolled = [...document.querySelectorAll("[data-region]")].filter((region) => region.scrollTop);
    scrolls = new Map(scrolled.map((region) => [region.id, region.scrollTop]));
    top = tapped?.getBoundingClientRect().top;
    const open = document.querySelector("details[name=sheet][open] > .sheet");
    sheet = open && { card: open.parentElement.id, scrolled: open.scrollTop };
    const topOf = (one) => one.getBoundingClientRect().top;
    const read = scrollY > 0 && [...document.querySelectorAll(".log a[href]")].find((one) => topOf(one) > 0);
    line = read && { of: read.getAttribute("href"), top: topOf(read) };
  });

  document.addEventListener("region-swap", ({ target: region }) => {
    const active = document.activeElement;
    const still = tapped && region.contains(tapped) ? tapped : null;
    const nameOf = namer();
    held.set(region.id, {
      step: stepOf(region),
      asked: askedBy(region, nameOf),
      scrolled: scrolls.get(region.id),
      unfolded: [...region.querySelectorAll("details[id][open]")].filter((one) => !isDone(one)).map((one) => one.id),
      focus: region.contains(active) ? nameOf(active) : null,
      still: still && nameOf(still),
      changed: [...region.querySelectorAll("input, textarea")].filter(isUnsent).map((one) => [nameOf(one), one.value]),
    });
  });

  document.addEventListener("regions-swapped", () => {
    for (const [id, { unfolded, changed, focus, step, asked, scrolled, still }] of held) {
      const region = document.getElementById(id);
      if (!region) continue;
      const find = finder(region);
      const [sameStep, sameQuestion] = [step === stepOf(region), asked === askedBy(region)];
      for (const fold of unfolded.map((name) => document.getElementById(name)))
        if (fold && (sameStep || sameQuestion || !fold.matches(".ask"))) fold.open = true;
      away = [...away, ...changed].filter(([name, value]) => !restore(find(name), value)).slice(-MOST);
      // Another act, or another question of it, begins at its top.
      if (!sameStep || !sameQuestion) region.scrollTop = 0;
      else if (scrolled) region.scrollTop = scrolled;
      const open = sheet?.scrolled && region.querySelector(`#${sheet.card}[open] > .sheet`);
      if (open) open.scrollTop = sheet.scrolled;
      if (still) tapped = hold(find(still), top);
      if (focus && !region.contains(document.activeElement)) refocus(region, find(focus));
    }
    held.clear();
    if (line) hold(document.querySelector(`.log a[href="${line.of}"]`), line.top);
  });

  // Until he comes back to this page it is on a shelf; a form that leads away is sent.
  const shelf = `unsent-${location.pathname}`;
  document.addEventListener("submit", ({ target }) => {
    if (!target.matches("[data-tap]")) target.toggleAttribute("data-sent", true);
  });
  addEventListener("pagehide", () => {
    const nameOf = namer();
    const controls = [...document.querySelectorAll("[data-table] [data-region] :is(input, textarea)")];
    const closed = (one) => !!one.closest("details[name=sheet]:not([open])");
    const unsent = controls.filter(isUnsent).map((one) => [nameOf(one), one.value, closed(one)]);
    try {
      sessionStorage.setItem(shelf, JSON.stringify([...away, ...unsent].slice(-MOST)));
    } catch {
      // the browser's storage is full or shut
    }
  });

  function comeBack() {
    try {
      away = JSON.parse(sessionStorage.getItem(shelf)) || [];
      sessionStorage.removeItem(shelf);
    } catch {
      return;
    }
    for (const region of away.length ? document.querySelectorAll("[data-table] [data-region]") : []) {
      const find = finder(region);
      away = away.filter(([name, value, closed]) => !(closed ? restore : unfold)(find(name), value));
    }
  }

  // What he sees again lies open, unless he had closed its sheet.
  function unfold(one, value) {
    for (let fold = one; (fold = fold?.parentElement.closest("details")); ) fold.open = true;
    return restore(one, value);
  }

  // What is chosen in the form this one takes along, and was not sent, is sent before it.
  document.addEventListener("tapping", ({ detail: { form } }) => {
    const chosen = form.dataset.takes && document.querySelector(form.dataset.takes);
    if ([...(chosen?.querySelectorAll("input") || [])].some(isUnsent)) chosen.requestSubmit();
  });

  // While a form is on its way its answer decides, unless that refuses it: then all of it stays, to be mended. What
  // still stands there afterwards is the player's again.
  document.addEventListener("tapped", ({ detail: { form } }) => {
    form.toggleAttribute("data-sent", true);
    ended ||= form.matches("#r-act [data-closes]");
  });
  document.addEventListener("taps-sent", () => {
    ended = false;
    for (const form of document.querySelectorAll("form[data-sent]")) form.removeAttribute("data-sent");
  });

  // A card's sheet closes once its order is whole: a form that ends it is on its way, and was not refused.
  // So does one of the panel that ends the orders, wherever the sheet is.
  const isDone = (fold) =>
    !refused && fold.matches("[name=sheet]") && (ended || fold.querySelector("form[data-sent][data-closes]"));

  function isUnsent(one) {
    if (one.type === "hidden" || one.form?.matches(refused ? "[data-apply]" : "[data-sent]:not([data-keeps]), [data-apply]"))
      return false;
    if (one.type === "radio") return one.checked && !one.defaultChecked;
    return one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue;
  }

  function restore(one, value) {
    if (!one) return false;
    if (one.type === "radio") one.checked = true;
    else if (one.type === "checkbox") one.checked = !one.defaultChecked;
    else one.value = value;
    return true;
  }

  function hold(one, stood) {
    if (one) scrollBy({ top: one.getBoundingClientRect().top - stood, behavior: "instant" });
    return one;
  }

  function refocus(region, known) {
    const gone = !known || known.disabled;
    const next = gone ? region.querySelector("h1, h2") || document.getElementById("main") : known;
    if (gone) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }

  const stepOf = (region) => region.querySelector("[data-step]")?.dataset.step;
  // What is asked: the sentence, and the first key under it; under one sentence the next thing may be due.
  const askedBy = (region, nameOf = namer()) => {
    const key = region.querySelector(".act-go :is(button, summary, input:not([type=hidden]))");
    return `${region.querySelector(".act-sentence")?.textContent} ${key && nameOf(key)}`;
  };

  // Finds the controls of a region by their names: all are named once, and only if one is sought. Of namesakes it is the first.
  function finder(region) {
    let named = null;
    return (name) => {
      if (!named) {
        const controls = [...region.querySelectorAll("input, textarea, select, button, summary, a")];
        const nameOf = namer();
        named = new Map(controls.reverse().map((one) => [nameOf(one), one]));
      }
      return named.get(name);
    };
  }

  // Names controls as they stand; what those of a form share is read once.
  function namer() {
    const shared = new Map();
    return (one) => {
      if (!shared.has(one.form)) shared.set(one.form, hiddenOf(one.form));
      const own = one.matches("button, [type=radio], [type=checkbox]") ? `${one.name}=${one.value}` : one.name;
      const words = one.matches("summary, a") ? one.textContent.trim().slice(0, 40) : "";
      return [one.tagName, ...shared.get(one.form), own, words].join(" ");
    };
  }

  const hiddenOf = (form) =>
    [...(form?.querySelectorAll("input[type=hidden]") || [])]
      .filter((field) => !["key", "seen", "die"].includes(field.name))
      .map((field) => `${field.name}=${field.value}`);

  comeBack();
})();
