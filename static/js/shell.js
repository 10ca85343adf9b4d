// Small conveniences of every page: choices that apply themselves, and links that copy where the phone allows it.
(() => {
  "use strict";
  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-apply]");
    if (form) form.requestSubmit();
  });
  const toggle = document.querySelector("[data-theme-toggle] select");
  toggle?.addEventListener("change", () => toggle.form.requestSubmit());
})();
