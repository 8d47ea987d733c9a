// Keeps an open page true: the server says which number the journal has reached, the page fetches itself again.
const place = document.body.dataset.live;
const mark = document.getElementById("live-mark");
let number = Number(document.body.dataset.number || 0);
let source = null;
let failures = 0;

function tell(key) {
  if (mark) mark.textContent = mark.dataset[key] || "";
}

function rows(root) {
  return new Map([...root.querySelectorAll("tr[id]")].map((row) => [row.id, row.innerHTML]));
}

async function renew() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const before = rows(document);
  const parts = document.querySelectorAll("[data-part]");
  if (parts.length) {
    for (const part of parts) {
      const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
      if (other && other.innerHTML !== part.innerHTML) part.innerHTML = other.innerHTML;
    }
  } else {
    document.getElementById("main").innerHTML = fresh.getElementById("main").innerHTML;
  }
  for (const [id, html] of rows(document)) {
    if (before.has(id) && before.get(id) !== html) {
      const row = document.getElementById(id);
      row.classList.add("changed");
      setTimeout(() => row.classList.remove("changed"), 3000);
    }
  }
}

function listen() {
  if (source) return;
  source = new EventSource(`${place}?after=${number}`);
  source.addEventListener("open", () => { failures = 0; tell("liveText"); });
  source.addEventListener("changed", (event) => {
    number = Number(event.data);
    setTimeout(() => renew().catch(() => tell("lostText")), Math.random() * 300);
  });
  source.addEventListener("error", () => { failures += 1; tell("lostText"); });
}

function hush() {
  if (source) source.close();
  source = null;
}

// Browsers allow six connections to one server: a page nobody looks at gives its own back.
if (place) {
  document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
  if (!document.hidden) listen();
}
