// Sends what the page of the API describes, and shows the answer as it came.
"use strict";
addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.path) return;
  event.preventDefault();
  const shown = form.querySelector("pre"), body = form.querySelector("[data-body]"), token = document.getElementById("token").value.trim();
  const path = form.dataset.path.replace(/{(\w+)}/g, (_, name) => encodeURIComponent(form.elements[name].value));
  const asked = String(new URLSearchParams([...form.querySelectorAll("[data-asked]")].filter((one) => one.value).map((one) => [one.name, one.value])));
  const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...(body && { "Content-Type": "application/json" }) };
  shown.hidden = false;
  try {
    const answer = await fetch(asked ? `${path}?${asked}` : path, { method: form.dataset.method.toUpperCase(), headers, body: body?.value, credentials: "omit" });
    const text = await answer.text();
    let told = text;
    try { told = JSON.stringify(JSON.parse(text), null, 2); } catch { /* not data: shown as it is */ }
    shown.textContent = `${answer.status} ${answer.statusText}\n${answer.headers.get("etag") ?? ""}\n${told}`;
  } catch (failure) { shown.textContent = String(failure); }
});
