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
