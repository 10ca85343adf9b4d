// Cards tapped one after the other into one field, the clock of a Shrine Maiden, and each new act in sight.
//
// The field is an ordinary text field, so what is laid but not sent survives a refresh like any other text.
(() => {
  "use strict";
  const split = (text) => text.split(",").map((id) => id.trim()).filter(Boolean);
  const fieldOf = (box) => box.querySelector(`[name="${box.dataset.collect}"]`);

  // A reload keeps what is laid but not sent, where the page gives it a name.
  const shelf = (box) => `laid-${location.pathname}-${box.dataset.keep}`;

  function show(box) {
    const field = fieldOf(box);
    const kept = box.dataset.keep && !box.hasAttribute("data-ready") && sessionStorage.getItem(shelf(box));
    if (kept) field.value = kept;
    const laid = split(field.value);
    box.toggleAttribute("data-ready", true);
    const tray = box.querySelector("[data-laid]");
    const keyOf = (id) => box.querySelector(`[data-card="${CSS.escape(id)}"]`);
    tray.replaceChildren(
      ...laid.map((id, place) => {
        const words = `${keyOf(id)?.querySelector("[data-name]").textContent || id} ×`;
        const one = Object.assign(document.createElement("button"), { type: "button", className: "button laid-card", textContent: words });
        one.dataset.place = place;
        return one;
      }),
    );
    if (!laid.length) tray.textContent = tray.dataset.empty;
    // What sends the cards waits until enough are laid: that there is none, if that can be, another key says.
    const [some, none] = ["some", "none"].map((key) => box.parentElement.querySelector(`[data-${key}]`));
    if (some) some.disabled = laid.length < (Number(some.dataset.some) || 1);
    if (none) [some.hidden, none.hidden] = [!laid.length, laid.length > 0];
    const sum = box.querySelector("[data-sum]");
    if (sum) {
      sum.textContent = laid.reduce((all, id) => all + Number(keyOf(id)?.dataset.value ?? 0), 0);
      sum.parentElement.hidden = false;
    }
    for (const key of box.querySelectorAll("[data-card]")) {
      const left = Number(key.dataset.there) - laid.filter((id) => id === key.dataset.card).length;
      key.querySelector("[data-left]").textContent = Math.max(left, 0);
      key.disabled = left < 1 || laid.length >= Number(box.dataset.most);
    }
  }

  const showAll = () => document.querySelectorAll("[data-collect]").forEach(show);

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-card], [data-place]");
    const box = key?.closest("[data-collect]");
    if (!box) return;
    const field = fieldOf(box);
    const laid = split(field.value);
    if (key.dataset.card) laid.push(key.dataset.card);
    else laid.splice(Number(key.dataset.place), 1);
    field.value = laid.join(",");
    if (box.dataset.keep) sessionStorage.setItem(shelf(box), field.value);
    show(box);
  });

  // The next card of a stack lies above the one just tapped, also before the server has answered.
  document.addEventListener("tapped", (event) => {
    const { form, button, values } = event.detail;
    for (const box of form.querySelectorAll("[data-keep]")) sessionStorage.removeItem(shelf(box));
    if (form.matches("[data-stack]")) {
      form.elements.at.value = Number(form.elements.at.value) + 1;
      // By then it is another tap that the key stands for: that one waits is marked here, not by waits.js.
      const waits = () => window.gunbai.waiting().some((tap) => tap.values.key === values.key);
      setTimeout(() => button?.toggleAttribute("data-queued", waits()), 300);
    }
    // A coin on its way is no longer chosen.
    if (form.id === "coins") form.reset();
  });

  document.addEventListener("taps-sent", () => {
    for (const key of document.querySelectorAll("[data-queued]")) key.removeAttribute("data-queued");
  });

  // A duel that was refused stays, to be mended; with another attacker or rival it is another one, whose Monk is asked anew.
  let helped = null;
  document.addEventListener("tapped", ({ detail: { form, values } }) => {
    if (form.matches(".duel")) helped = values.monk ? values : null;
  });
  document.addEventListener("change", ({ target: { name, value, form } }) => {
    if (name === "monk") helped = null;
    if (!helped || !["card", "target"].includes(name) || helped[name] === value) return;
    form.elements.monk.checked = false;
    helped = null;
  });

  // Seconds run from when this phone first showed the card. The digits count whole seconds; the bar shrinks smoothly,
  // where motion is welcome. A screen reader hears the end, not every second.
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  function tick() {
    for (const clock of document.querySelectorAll("[data-clock]")) {
      const shelf = `clock-${clock.dataset.clockId}`;
      const begun = Number(sessionStorage.getItem(shelf)) || Date.now();
      sessionStorage.setItem(shelf, begun);
      const exact = Math.max(0, Number(clock.dataset.clock) - (Date.now() - begun) / 1000);
      const left = Math.ceil(exact);
      clock.querySelector("progress").value = still.matches ? left : exact;
      const digit = clock.querySelector("[data-left]");
      if (digit.textContent === String(left) && clock.hasAttribute("data-over") === (left === 0)) continue;
      digit.textContent = left;
      clock.toggleAttribute("data-over", left === 0);
      if (left > 0) continue;
      const said = clock.querySelector("[data-words]");
      said.textContent = said.dataset.words;
      navigator.vibrate?.([120, 60, 120]);
    }
  }

  // The next act begins at the top of the page, wherever the last one was tapped.
  const step = () => document.querySelector("#r-act [data-step]")?.dataset.step;
  let shown = step();

  document.addEventListener("regions-swapped", () => {
    setTimeout(showAll);
    tick();
    if (step() === shown) return;
    shown = step();
    window.scrollTo({ top: 0 });
  });
  setInterval(tick, 250);
  showAll();
  tick();
})();
