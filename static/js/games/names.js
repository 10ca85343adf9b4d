// Names that are tapped instead of typed, and as many fields as there are players who have none of their own phone.
(() => {
  "use strict";
  const form = document.querySelector("form[data-names]");
  if (!form) return;
  const fields = [...form.querySelectorAll("input[autocomplete='nickname']")];
  const chips = [...form.querySelectorAll("button[data-name]")];
  const asked = () => fields.filter((field) => !field.closest("[hidden]"));
  let last = null; // the field that was chosen by hand

  const chosen = (name) => asked().find((field) => field.value.trim().toLowerCase() === name.toLowerCase());

  function show() {
    const players = Number(form.querySelector("[name='players']:checked")?.value ?? 2);
    const one = form.querySelector("[name='phones'][value='one']").checked;
    for (const field of form.querySelectorAll("[data-player]"))
      field.hidden = !one || Number(field.dataset.player) > players;
    for (const chip of chips) chip.setAttribute("aria-pressed", String(Boolean(chosen(chip.dataset.name))));
  }

  form.addEventListener("focusin", (event) => {
    if (fields.includes(event.target)) last = event.target;
  });
  form.addEventListener("change", show);
  form.addEventListener("input", show);
  for (const chip of chips)
    chip.addEventListener("click", () => {
      const { name } = chip.dataset;
      const has = chosen(name);
      const free = last && asked().includes(last) && !last.value ? last : asked().find((field) => !field.value);
      const to = has ?? free ?? (asked().includes(last) ? last : asked().at(-1));
      to.value = has ? "" : name;
      last = null;
      show();
    });
  for (const row of form.querySelectorAll("[data-offered]")) row.hidden = false;
  show();
})();
