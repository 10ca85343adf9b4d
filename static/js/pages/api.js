// The page of the rules API: what stands in a form is sent as any program would send it, and the answer shown as it came.
(() => {
  "use strict";
  document.addEventListener("click", ({ target }) => {
    const example = target.closest("[data-example]");
    if (example) example.form.elements.body.value = example.dataset.example;
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("[data-call]");
    if (!form) return;
    event.preventDefault();
    const output = form.querySelector(".api-answer");
    const [status, file, text] = output.children;
    const button = form.querySelector("button:not([type])");
    const { body } = form.elements;
    const query = new URLSearchParams(new FormData(form));
    button.disabled = true;
    try {
      const sent = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: body.value };
      const answer = await fetch(body ? form.action : `${form.action}?${query}`, sent);
      const kind = answer.headers.get("Content-Type");
      file.hidden = kind.includes("json");
      text.hidden = !file.hidden;
      URL.revokeObjectURL(file.href);
      if (file.hidden) text.textContent = JSON.stringify(await answer.json(), null, 2);
      else file.href = URL.createObjectURL(await answer.blob());
      status.textContent = `${answer.status} ${kind}`;
    } catch {
      status.textContent = form.dataset.lost;
      file.hidden = text.hidden = true;
    }
    output.hidden = button.disabled = false;
    output.scrollIntoView({ block: "nearest" });
  });

  // A link to a call or a model opens it.
  const open = () => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.setAttribute("open", "");
  addEventListener("hashchange", open);
  open();
})();
