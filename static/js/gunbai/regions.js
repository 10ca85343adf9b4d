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

// An answer waits while anything is pressed. A press whose control is replaced under the finger is no tap: a browser with a
// mouse loses it, and so does a phone that looks for the control where the press began. The space bar acts when it is lifted.
(() => {
  "use strict";
  const CLICKED = 60; // milliseconds after the end of a press, by which a click has followed
  const soon = new MessageChannel(); // after all that the click does
  const SPACE = "the space bar";
  const BY_SPACE = "button, summary, [type=checkbox], [type=radio]";
  const down = new Set(); // the fingers, by their pointers' numbers, and the space bar
  let timer = 0;
  let waiting = null; // the answers that came during a press
  const release = () => {
    if (down.size) return;
    clearTimeout(timer);
    const answers = waiting ?? [];
    waiting = null;
    for (const handle of answers) handle();
  };
  const pressed = (one) => {
    clearTimeout(timer);
    down.add(one);
    waiting ??= [];
  };
  const lifted = (one) => {
    down.delete(one);
    clearTimeout(timer);
    timer = setTimeout(release, CLICKED);
  };
  // What is lifted while the page is out of sight is lifted unseen.
  const gone = () => {
    down.clear();
    lifted();
  };
  soon.port1.onmessage = release;
  addEventListener("pointerdown", ({ button, isPrimary, pointerId }) => {
    if (button) return;
    // No other finger is down then, whatever was told of its end.
    if (isPrimary) for (const one of down) if (one !== SPACE) down.delete(one);
    pressed(pointerId);
  }, true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => lifted(pointerId), true);
  addEventListener("keydown", ({ key, target }) => key === " " && target.matches?.(BY_SPACE) && pressed(SPACE), true);
  addEventListener("keyup", ({ key }) => key === " " && lifted(SPACE), true);
  addEventListener("blur", gone);
  document.addEventListener("visibilitychange", gone);
  addEventListener("click", () => soon.port2.postMessage(""));
  document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
    const handle = xhr.onload;
    xhr.onload = () => (waiting ? waiting.push(handle) : handle());
  });
})();
