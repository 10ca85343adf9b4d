// The panel of the act: what scrolls or has the focus stays clear of it, and lowered it stays so until the next act. A card's
// sheet is closed by its key and by Escape.
(() => {
  "use strict";
  if (!document.body.dataset.table) return;
  const root = document.documentElement;
  const shelf = `lowered-${document.body.dataset.table}`;
  const panel = () => document.getElementById("r-act");

  // The page's end, and whatever the page scrolls to, comes to stand above the panel.
  const sized = new ResizeObserver(measure);

  function measure() {
    const fixed = panel() && getComputedStyle(panel()).position === "fixed";
    root.style.setProperty("--panel", fixed ? `${Math.ceil(panel().getBoundingClientRect().height)}px` : "0px");
  }

  function watch() {
    sized.disconnect();
    if (panel()) sized.observe(panel());
    measure();
  }

  document.addEventListener("change", (event) => {
    const { name, value, checked } = event.target;
    if (name === "lowered") sessionStorage.setItem(shelf, checked ? value : "");
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-dismiss]")) document.getElementById("notice").replaceChildren();
    if (event.target.closest("[data-close]")) close(event.target.closest("details[name=sheet]"));
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close(document.querySelector("details[name=sheet][open]"));
  });

  function close(sheet) {
    if (!sheet) return;
    sheet.open = false;
    sheet.querySelector("summary").focus({ preventScroll: true });
  }

  document.addEventListener("htmx:oobAfterSwap", watch);
  const handle = panel()?.querySelector("[name=lowered]");
  if (handle) handle.checked = handle.value === sessionStorage.getItem(shelf);
  watch();
})();
