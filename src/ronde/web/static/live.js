// Keeps an open page true: the server says which number the journal has reached, the page fetches itself again
// and changes only what differs, so that focus, scroll and selection stay where they are.
import { morph, named, parsed, remember } from "./morph.js";

const place = document.body.dataset.live;
const mark = named("live-mark");
const POLL = 10_000;
let number = Number(document.body.dataset.number || 0);
let side = document.body.dataset.side;
let source = null;
let failures = 0;
let polling = null;
let pending = null;
let since = "";

function tell(key) {
  if (!mark) return;
  if (key === "liveText") since = "";
  else since ||= new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const text = (mark.dataset[key] || "").replace("{time}", since);
  if (mark.textContent !== text) mark.textContent = text;
  mark.classList.toggle("off", key !== "liveText");
}

async function renew() {
  const own = { task: null };  // a page of the desk renews itself in its own way
  dispatchEvent(new CustomEvent("ronde:changed", { detail: own }));
  if (own.task) { await own.task; return; }
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(answer.status);
  const fresh = parsed(await answer.text());
  const underline = remember();
  const parts = [...document.querySelectorAll("[data-part]")];
  const pairs = parts.length
    ? parts.map((part) => [part, fresh.querySelector(`[data-part="${part.dataset.part}"]`)])
    : [[named("main"), fresh.getElementById("main")]];
  for (const [old, other] of pairs) if (old && other) morph(old, other);
  if (mark) Object.assign(mark.dataset, fresh.getElementById("live-mark")?.dataset);
  number = Math.max(number, Number(fresh.body.dataset.number || 0));
  underline();
  dispatchEvent(new CustomEvent("ronde:renewed"));
}

// A thousand pages that hear of a result at once must not all ask at once.
function soon() {
  if (pending) return;
  pending = setTimeout(() => { pending = null; renew().then(() => tell("liveText"), lost); }, Math.random() * 300);
}

function lost() {
  failures += 1;
  tell(failures < 3 ? "lostText" : "offText");
  share("lost");
  if (failures >= 3 && !polling) {
    hush();
    polling = setInterval(poll, POLL);
  }
}

async function poll() {
  if (document.hidden) return;
  try {
    await renew();
  } catch {
    tell("offText");
    return;
  }
  clearInterval(polling);
  polling = null;
  failures = 0;
  listen();
}

function listen() {
  if (source || polling || document.hidden) return;
  source = new EventSource(`${place}?after=${number}${side === undefined ? "" : `&side=${side}`}`);
  source.addEventListener("open", () => { failures = 0; tell("liveText"); share("here"); });
  source.addEventListener("changed", (event) => { number = Number(event.data); share("changed"); soon(); });
  source.addEventListener("stirred", (event) => { side = event.data; share("stirred"); stirred(); });
  source.addEventListener("error", () => {
    if (source?.readyState === EventSource.CLOSED) { hush(); setTimeout(listen, 2000); }  // refused, so the browser gave up
    lost();
  });
}

function stirred() {
  if ("side" in document.body.dataset) soon();
}

function hush() {
  if (!source) return;
  source.close();
  source = null;
  share("bye");
}

// Browsers allow six connections to one server. Pages of one browser share a stream: whoever listens tells the others,
// and a page nobody looks at gives its own back.
const HEARTBEAT = 10_000;
let channel = null;
let election = null;
let heard = 0;

function share(word) {
  channel?.postMessage({ word, number, side });
}

function seek() {
  if (source || polling || document.hidden) return;
  share("who");
  clearTimeout(election);
  election = setTimeout(listen, 60 + Math.random() * 200);
}

function told({ data }) {
  if (data.word === "who") { if (source?.readyState === EventSource.OPEN) share("here"); return; }
  if (source || polling || document.hidden) return;
  if (data.word === "bye") { seek(); return; }
  if (data.word === "lost") { tell("lostText"); return; }
  if (data.side !== undefined && data.side !== side) { side = data.side; stirred(); }
  clearTimeout(election);
  heard = Date.now();
  tell("liveText");
  if (data.number > number) { number = data.number; soon(); }
}

if (place) {
  channel = new BroadcastChannel(`ronde ${place}`);
  channel.addEventListener("message", told);
  setInterval(() => {
    if (source?.readyState === EventSource.OPEN) share("here");
    else if (!source && Date.now() - heard > 2.5 * HEARTBEAT) seek();
  }, HEARTBEAT);
  addEventListener("visibilitychange", () => {
    if (document.hidden) hush();
    else if (polling) poll();
    else { renew().catch(() => {}); seek(); }
  });
  addEventListener("pagehide", hush);
  addEventListener("pageshow", (event) => { if (event.persisted) { renew().catch(() => {}); seek(); } });
  addEventListener("online", () => { if (polling) poll(); });
  seek();
}
