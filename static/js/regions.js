// An answer of a table or a list is made of regions, each to take the place of the element with its id. htmx would swap them
// one by one and look through each for attributes of its own. Here all are swapped at once, so that the page is laid out once:
// `region-swap` at an element that is about to go (who cancels it, keeps it), then `regions-swapped` with those that have come.
htmx.defineExtension("regions", {
  handleSwap(style, _target, fragment) {
    if (style !== "regions") return false;
    const swaps = [];
    for (const next of [...fragment.children]) {
      const old = document.getElementById(next.id);
      const swap = new CustomEvent("region-swap", { bubbles: true, cancelable: true, detail: { next } });
      if (old?.dispatchEvent(swap)) swaps.push([old, next]);
    }
    // What has the focus goes first: to take it from a page that is half swapped would lay that out.
    swaps.sort(([one], [other]) => other.contains(document.activeElement) - one.contains(document.activeElement));
    for (const [old, next] of swaps) old.replaceWith(next);
    document.dispatchEvent(new CustomEvent("regions-swapped", { detail: { come: swaps.map(([, next]) => next) } }));
    return [];
  },
});

// An answer waits while a control is pressed. A press whose control is replaced under the finger is no tap: a browser with a
// mouse loses it, and so does a phone that looks for the control where the press began.
(() => {
  "use strict";
  const CLICKED = 60; // milliseconds after the end of a press, by which a click has followed
  const soon = new MessageChannel(); // after all that the click does
  let timer = 0;
  let waiting = null; // the answers that came during a press
  const release = () => {
    clearTimeout(timer);
    const answers = waiting ?? [];
    waiting = null;
    for (const handle of answers) handle();
  };
  const pressed = ({ button }) => {
    if (button) return;
    clearTimeout(timer);
    waiting ??= [];
  };
  const lifted = () => {
    clearTimeout(timer);
    timer = setTimeout(release, CLICKED);
  };
  soon.port1.onmessage = release;
  addEventListener("pointerdown", pressed, true);
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, lifted);
  addEventListener("click", () => soon.port2.postMessage(""));
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
    const handle = xhr.onload;
    xhr.onload = () => (waiting ? waiting.push(handle) : handle());
  });
})();
