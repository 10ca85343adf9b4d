// Entries of an army list dragged to another place by their handle, with finger, pen or mouse.
//
// The dragged entry follows the finger and the others make room; near an edge the page scrolls. Letting go sends the
// entry's own form, Escape puts everything back. News from other phones wait meanwhile, as during any press (regions.js).
(() => {
  "use strict";
  if (!document.body.matches(".at-list")) return;
  document.documentElement.classList.add("drags");
  const EDGE = 72; // pixels from an edge of the free middle where the page begins to scroll
  const FASTEST = 14; // pixels a frame
  const STILL = matchMedia("(prefers-reduced-motion: reduce)");
  let drag = null;

  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.(".grip");
    if (!grip || drag || event.button > 0) return;
    const item = grip.closest("li");
    const list = item.parentElement;
    grip.setPointerCapture(event.pointerId);
    const { pointerId: pointer, clientY: at } = event;
    drag = { item, pointer, at, start: at + scrollY, frame: 0 };
    drag.boxes = [...list.children].map((one) => ({ one, top: one.offsetTop, height: one.offsetHeight, way: 0 }));
    drag.own = drag.boxes.find((box) => box.one === item);
    drag.from = drag.to = drag.boxes.indexOf(drag.own);
    drag.room = drag.own.height + parseFloat(getComputedStyle(item).marginBottom);
    list.classList.add("sorting");
    item.classList.add("lifted");
    drag.frame = requestAnimationFrame(follow);
  });

  document.addEventListener("pointermove", (event) => {
    if (event.pointerId === drag?.pointer) drag.at = event.clientY;
  });

  // Every frame: scroll if the finger is near an edge, move the entry along, let the others make room.
  function follow() {
    scrollBy({ top: pace(drag.at), behavior: "instant" });
    place();
    drag.frame = requestAnimationFrame(follow);
  }

  function pace(y) {
    const top = document.querySelector(".r-bar").getBoundingClientRect().bottom;
    const bottom = document.querySelector(".bottom").getBoundingClientRect().top;
    const way = y + scrollY - drag.start; // where it was picked up near an edge, it waits to be moved there
    if (y < top + EDGE && way < 0) return -FASTEST * Math.min((top + EDGE - y) / EDGE, 1);
    return y > bottom - EDGE && way > 0 ? FASTEST * Math.min((y - bottom + EDGE) / EDGE, 1) : 0;
  }

  function place() {
    const { boxes, own, from, room } = drag;
    const last = boxes.at(-1);
    const way = drag.at + scrollY - drag.start;
    const moved = Math.max(boxes[0].top - own.top, Math.min(way, last.top + last.height - own.top - own.height));
    const [top, bottom] = [own.top + moved, own.top + own.height + moved];
    shift(own, moved, 0);
    drag.to = from;
    boxes.forEach((box, i) => {
      const middle = box.top + box.height / 2;
      const aside = i > from && bottom > middle ? -room : i < from && top < middle ? room : 0;
      drag.to -= Math.sign(aside);
      if (i !== from) shift(box, aside, 150);
    });
  }

  // An animation, because the content policy forbids the style attribute even where a swap only copies it.
  function shift(box, way, duration) {
    if (box.way === way) return;
    box.way = way;
    box.one.animate({ transform: `translateY(${way}px)` }, { duration: STILL.matches ? 0 : duration, fill: "forwards" });
  }

  document.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.pointer) return;
    drag.at = event.clientY;
    place();
    const { boxes, item, from, to } = end();
    if (to === from) return;
    const others = boxes.map((box) => box.one).filter((one) => one !== item);
    item.parentElement.insertBefore(item, others[to] || null);
    // If the server says otherwise, it must send this region even though it did not change there.
    item.closest("[data-region]").dataset.rev = "";
    const form = item.querySelector("form:has([name=way])");
    const before = Object.assign(document.createElement("input"), { type: "hidden", name: "before" });
    before.value = others[to]?.dataset.entry || "";
    form.append(before);
    form.requestSubmit();
  });

  document.addEventListener("pointercancel", (event) => event.pointerId === drag?.pointer && end());
  document.addEventListener("keydown", (event) => event.key === "Escape" && drag && end());
  document.addEventListener("contextmenu", (event) => drag && event.preventDefault());

  function end() {
    const ended = drag;
    drag = null;
    cancelAnimationFrame(ended.frame);
    ended.item.classList.remove("lifted");
    ended.item.parentElement.classList.remove("sorting");
    for (const { one } of ended.boxes) for (const run of one.getAnimations()) run.cancel();
    return ended;
  }
})();
