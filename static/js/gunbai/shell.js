// Small conveniences of every page: choices that apply themselves, numbers that are counted up and down, and seconds.
(() => {
  "use strict";
  // The zone of this phone's clock: played games stand under the evening its player remembers.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
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
  // Seconds that are waited for count down where they stand.
  const clock = document.querySelector("[data-seconds]");
  const said = clock?.parentElement.querySelector("p");
  for (let left = Number(clock?.dataset.seconds) - 1, after = 1000; left > 0; left -= 1, after += 1000)
    setTimeout(() => {
      said.textContent = left === 1 ? clock.dataset.one : said.textContent.replace(left + 1, left);
    }, after);
})();
