// The dice pad answers under the thumb at once, also without signal; the server's answer then confirms it.
(() => {
  "use strict";

  const before = new Map(); // how the form of each tap looked before it, for an undo that waits like it
  document.addEventListener("tapped", (event) => {
    const { form, button, values } = event.detail;
    before.get(values.tap)?.();
    if (!form.matches("[data-pad]")) return;
    const looked = form.innerHTML;
    before.set(values.key, () => (form.innerHTML = looked));
    if (form.matches("[data-pad=bins]")) press(form, button);
    if (form.matches("[data-pad=faces]")) drop(form, values);
  });
  document.addEventListener("taps-sent", () => before.clear());

  function press(form, button) {
    const row = button?.closest("[data-row]");
    if (!row) return;
    for (const key of row.querySelectorAll("button")) key.setAttribute("aria-pressed", String(key === button));
  }

  // The face falls into its slot, and the next empty slot is the next die.
  function drop(form, values) {
    const slots = [...form.querySelectorAll("[data-die]")];
    const slot = slots.find((s) => s.dataset.die === values.die);
    if (slot) {
      slot.textContent = values.face % 10 === 0 ? "Ø" : values.face;
      slot.dataset.face = values.face;
      slot.classList.remove("open");
    }
    const next = slots.find((s) => s.dataset.face === undefined);
    choose(form, next);
    if (!next) for (const key of form.querySelectorAll("button[name=face]")) key.disabled = true;
  }

  // The die that the next face is of.
  function choose(form, die) {
    for (const slot of form.querySelectorAll("[data-die]")) slot.toggleAttribute("data-next", slot === die);
    if (die) form.elements.die.value = die.dataset.die;
  }

  // The last of several initiative dice gives them all, as a single one does. By keyboard the key below does it: there an arrow
  // chooses on its way.
  let touched = false;
  document.addEventListener("pointerdown", () => (touched = true), true);
  document.addEventListener("keydown", () => (touched = false), true);
  document.addEventListener("change", ({ target }) => {
    const form = target.closest("form.initiative");
    if (!form || !touched || !target.name.startsWith("die.")) return;
    const dice = [...form.elements].map((one) => one.name).filter((name) => name.startsWith("die."));
    if (dice.every((name) => form.elements[name].value)) form.requestSubmit();
  });

  // A tap on a slot chooses that die again.
  document.addEventListener("click", (event) => {
    const slot = event.target.closest("[data-die]");
    const form = slot?.closest("form[data-pad=faces]");
    if (!form) return;
    choose(form, slot);
    for (const key of form.querySelectorAll("button[name=face]")) key.disabled = false;
  });
})();
