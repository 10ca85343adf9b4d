// Small conveniences of every page: choices that apply themselves, numbers that are counted up and down, and links that
// copy where the phone allows it.
(() => {
  "use strict";
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-apply]");
    if (form) form.requestSubmit();
  });
  document.addEventListener("click", (event) => {
    const by = Number(event.target.closest("[data-by]")?.dataset.by);
    const number = by && event.target.closest(".counting").querySelector("input");
    if (by > 0) number.stepUp();
    if (by < 0) number.stepDown();
  });
  const toggle = document.querySelector("[data-theme-toggle] select");
  toggle?.addEventListener("change", () => toggle.form.requestSubmit());
})();
