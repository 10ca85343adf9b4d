// The clock of whose act it is runs on between two entries; after half an hour it is a break, as on the server.
(() => {
  "use strict";
  const BREAK = 1800;
  setInterval(() => {
    for (const one of document.querySelectorAll("[data-since]")) {
      const gone = Math.max(0, (Date.now() - Date.parse(one.dataset.since)) / 1000);
      const all = Math.floor(Number(one.dataset.secondsSpent) + (gone > BREAK ? 0 : gone));
      one.textContent = `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
    }
  }, 1000);
})();
