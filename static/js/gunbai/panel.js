// The panel of the act: what scrolls or has the focus stays clear of it, and lowered it stays so until the next act. A card's
// sheet is closed by its key and by Escape, what a number is made of by Escape and by a tap beside it.
(() => {
  "use strict";
  if (!document.body.dataset.table) return;
  const root = document.documentElement;
  const shelf = `lowered-${document.body.dataset.table}`;
  const panel = () => document.getElementById("r-act");
  const stored = () => {
    try {
      return sessionStorage;
    } catch {
      return null; // where the browser's storage is shut
    }
  };

  // The page's end, and whatever the page scrolls to, comes to stand above the panel. It is measured when the browser has
  // laid out the page, once before each picture in which it is new or has changed.
  const sized = new ResizeObserver(measure);
  let high = "0px";
  let told = "0px";

  function measure() {
    const fixed = panel() && getComputedStyle(panel()).position === "fixed";
    high = fixed ? `${Math.ceil(panel().getBoundingClientRect().height)}px` : "0px";
    // Below what explains the act at the top, if anything does, ends a tall panel, and begins a sheet.
    const words = document.querySelector(".explained > div")?.getBoundingClientRect();
    told = words?.height ? `${Math.ceil(words.bottom + scrollY)}px` : "0px";
    clear();
  }

  // Whatever stays clear of both is told of them by name: if all of the page inherited it, all of it would be styled anew.
  function clear() {
    const sheets = document.querySelectorAll(".sheet");
    for (const one of [root, document.getElementById("main"), ...sheets]) one.style.setProperty("--panel", high);
    for (const one of [panel(), ...sheets]) one?.style.setProperty("--told", told);
  }

  function watch() {
    sized.disconnect();
    for (const one of document.querySelectorAll("#r-act, .explained > div")) sized.observe(one);
  }

  document.addEventListener("change", (event) => {
    const { name, value, checked } = event.target;
    if (name === "lowered") stored()?.setItem(shelf, checked ? value : "");
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-dismiss]")) document.getElementById("notice").replaceChildren();
    if (event.target.closest("[data-close]")) close(event.target.closest("details[name=sheet]"));
    // All of the act, in place of the sheet.
    if (event.target.closest("#r-act :is(.act-who, .act-sentence)")) close(openSheet());
    const order = event.target.closest(".aim > summary")?.parentElement;
    if (order) {
      aimed = order.querySelector("form");
      if (order.open) event.preventDefault(); // it is open already, and meant now
    }
    unfolded = event.target.closest(".sheet summary")?.parentElement;
    const card = event.target.closest(".unit-card > details[name=sheet] > summary")?.parentElement;
    if (card && waiting() && choose(waiting(), card)) event.preventDefault();
  });

  // What a player unfolds in a sheet comes into view: all of it, or its beginning at the top.
  let unfolded = null;
  document.addEventListener("toggle", ({ target }) => {
    if (target === unfolded && target.open) target.scrollIntoView({ block: "nearest" });
  }, true);

  // An order's line was tapped in the open sheet and asks for its target, or one by hand does: an enemy's card is its key as well, and
  // says why where it is none.
  let aimed = null;
  // Its line comes to stand at the sheet's top, above its targets, wherever the one that closes for it stood.
  document.addEventListener("toggle", ({ target }) => {
    if (!target.contains(aimed)) return;
    if (!target.open) aimed = null;
    else if (target.matches(".aim")) target.scrollIntoView({ block: "start" });
  }, true);

  // A why? and a caption can both be read: the sheet that would lie over the caption lies below it.
  document.addEventListener("toggle", ({ target }) => {
    const sheet = target.matches("#r-act .why[open]") && target.querySelector(".why-sheet");
    if (!sheet) return;
    for (const caption of panel().querySelectorAll(".caption")) {
      const [lies, over] = [sheet, caption].map((one) => one.getBoundingClientRect());
      if (getComputedStyle(caption).visibility === "hidden" || lies.top > over.bottom || lies.bottom < over.top) continue;
      sheet.style.translate = `0 ${over.bottom - lies.top + 4}px`;
      sheet.scrollIntoView({ block: "nearest" });
    }
  }, true);

  function waiting() {
    const sheet = openSheet();
    return sheet && (sheet.contains(aimed) ? aimed : sheet.querySelector("[name=by-hand][open] form[data-aim]"));
  }

  function choose(form, card) {
    if (card.contains(form)) return false;
    const keys = [...form.querySelectorAll(`button[name=${form.dataset.aim}]`)];
    const key = keys.find((one) => card.id === `order-${one.value.split("+")[0]}`);
    const against = key ? key.dataset.against : card.dataset.noTarget;
    if (!key && !against) return false;
    if (against) say(against);
    else key.click();
    return true;
  }

  function say(words) {
    const line = document.createElement("p");
    line.textContent = words;
    document.getElementById("notice").replaceChildren(line);
  }

  // Dice that are asked for come before what a sheet shows, and so does whom an ability is about: neither is ever covered by one
  // that was open.
  let asked = askedNow();
  // What comes after the muster or the deployment is another page, and so is the end: it opens at its top.
  const stageNow = () => panel()?.querySelector("[data-stage]")?.dataset.stage;
  let stage = stageNow();
  // So does a phone of both sides that turns to the other's orders: his units come first on it.
  const turnedNow = () => panel()?.querySelector("[data-turned]")?.dataset.turned;
  let turned = turnedNow();
  // A notice about a phase that is over goes with it, if the answer brings none of its own.
  const phaseNow = () => document.querySelector(".board")?.dataset.phase;
  let phase = phaseNow();
  // So does one that came while a request waited, with that request.
  const requestNow = () => document.querySelector("#r-asks [role=alert] > details")?.id;
  let meanwhile;
  document.addEventListener("regions-swapped", ({ detail }) => {
    clear();
    const went = phase;
    phase = phaseNow();
    const answered = meanwhile && meanwhile !== requestNow();
    if (detail.come.some(({ id }) => id === "notice")) meanwhile = requestNow();
    else if (phase !== went || answered) document.getElementById("notice").replaceChildren();
    if (!detail.come.includes(panel())) return;
    watch();
    const before = asked, left = stage, had = turned;
    stage = stageNow();
    turned = turnedNow() || had;
    if (left !== stage || turned !== had) scrollTo(0, 0);
    asked = askedNow();
    if (asked && asked !== before && openSheet()) openSheet().open = false;
  });

  // What a number is made of lies over keys: a touch beside it is meant to close it, and whatever it hits beside or under it is
  // not. Another number's why? takes its place, and a key that closes the sheet around it does so. One that is scrolled out of
  // sight takes no tap.
  addEventListener("click", (event) => {
    const why = openWhy();
    if (!why || why.contains(event.target)) return;
    why.open = false;
    if (!event.detail || event.target.closest(".why > summary, [data-close]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  const openWhy = () => [...document.querySelectorAll(".why[open]")].find((one) => {
    const sheet = one.querySelector(".why-sheet");
    const { left, top, height } = sheet.getBoundingClientRect();
    const seen = [0.05, 0.5, 0.95].map((part) => document.elementFromPoint(left + 5, top + part * height));
    return getComputedStyle(sheet).position === "absolute" && seen.some((it) => sheet.contains(it));
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close(openWhy() || openSheet());
  });

  function askedNow() {
    const asking = ":is(.pad, .in-dice, .faces, .ways, [data-pad], .whom, .stood-near):not(details:not([open]) *)";
    const pad = panel()?.querySelector(asking);
    return pad && (pad.closest("form")?.elements.step?.value || pad.querySelector("[name=step]")?.value || "dice");
  }

  const openSheet = () => document.querySelector("details[name=sheet][open]");

  function close(sheet) {
    if (!sheet) return;
    sheet.open = false;
    sheet.querySelector("summary").focus({ preventScroll: true });
  }

  const handle = panel()?.querySelector("[name=lowered]");
  if (handle) handle.checked = handle.value === stored()?.getItem(shelf);
  watch();
  measure();
})();
