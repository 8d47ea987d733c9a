// One game: follows it while it is played, steps through it by keys, and sends a clicked cell as a move.
import { Hand } from "./hand.js";
import { morph, named, parsed } from "./morph.js";

const game = named("game");
const board = named("board");
const text = named("text");
const where = game.querySelector(".where");
const here = named("here");
const base = game.dataset.game;
const kept = new Map();
let last = Number(game.dataset.last);
let at = Number(game.dataset.at);
let following = game.dataset.following === "1";

async function moment(ply) {
  if (!kept.has(ply)) {
    const answer = await fetch(`${base}/ply/${ply}`);
    if (!answer.ok) throw new Error(String(answer.status));
    kept.set(ply, await answer.json());
  }
  return kept.get(ply);
}

function mark() {
  where.textContent = `${at} / ${last}`;
  replay.point(at);
  here.href = `${base}?ply=${at}`;
  for (const row of game.querySelectorAll("tr.here")) row.classList.remove("here");
  const row = named(`ply-${at}`);
  if (row) {
    row.classList.add("here");
    const list = row.closest(".moves-list");
    const gap = row.offsetTop - list.scrollTop;
    if (gap < 30 || gap > list.clientHeight - 30) list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }
}

let wanted = at;
async function go(ply) {
  wanted = Math.max(0, Math.min(ply, last));
  if (wanted !== last) following = false;  // news that come meanwhile must not take him back
  const aim = wanted;
  const found = await moment(aim);
  if (aim !== wanted) return;
  at = aim;
  following = at === last && game.dataset.running === "1";
  board.innerHTML = found.svg;
  text.textContent = found.text;
  hand.look();
  mark();
  history.replaceState(null, "", following ? base : `${base}?ply=${at}`);
}

function fault() {
  const found = [...game.querySelectorAll("a[data-fault]")].find((one) => Number(one.dataset.go) > at);
  return found ? Number(found.dataset.go) : at;
}

const replay = new Replay(game, { at: () => at, last: () => last, go, fault }, (ply) => { replay.stop(); go(ply); });

const field = () => (following && game.querySelector("form.move") ? named("value") : null);
const words = Object.fromEntries(["slot", "next", "laid", "upright", "across"].map((key) => [key, board.getAttribute(`data-word-${key}`)]));
const hand = new Hand(board, field, () => send(new FormData(game.querySelector("form.move"))), words);

async function send(body) {
  board.classList.add("pending");
  try {
    const answer = await fetch(`${base}/move`, { method: "POST", body: new URLSearchParams(body) });
    await take(await answer.text());
    const typed = named("value");
    if (!typed) return;
    if (answer.ok) typed.value = "";  // a refused move stays, to be mended
    if (!board.contains(document.activeElement)) typed.focus({ preventScroll: true });
  } finally {
    board.classList.remove("pending");
  }
}

game.addEventListener("submit", (event) => {
  if (!event.target.classList.contains("move")) return;
  event.preventDefault();
  send(new FormData(event.target, event.submitter));
});

// What is the same stays: a key pressed, a button held down or a word half typed would go with it.
function renewed(old, fresh) {
  if (old.innerHTML !== fresh.innerHTML) old.innerHTML = fresh.innerHTML;
}

// The page once more: every part that changed is put in its place.
async function take(html) {
  const fresh = parsed(html);
  const other = fresh.getElementById("game");
  if (!other) return;
  for (const part of game.querySelectorAll("[data-part]")) {
    const found = other.querySelector(`[data-part="${part.dataset.part}"]`);
    if (!found) continue;
    if (part.dataset.part !== "turn") morph(part, found);
    else renewed(part, found);
  }
  named("trouble")?.remove();
  const trouble = fresh.getElementById("trouble");
  if (trouble) named("main").prepend(trouble);
  last = Number(other.dataset.last);
  const ended = other.dataset.running === "0" && game.dataset.running === "1";
  if (ended) {
    kept.clear();  // what was hidden may now be seen
    replay.tell();
  }
  game.dataset.running = other.dataset.running;
  const shown = fresh.getElementById("board");
  kept.delete(last);  // the same position looks otherwise when it is his turn
  if (following) {
    at = wanted = last;
    renewed(board, shown);
    hand.look();
    text.textContent = fresh.getElementById("text").textContent;
  }
  mark();
}

async function renew() {
  const answer = await fetch(base, { headers: { Accept: "text/html", "X-Ronde": "refresh" } });
  if (answer.ok) await take(await answer.text());
}

let source = null;
let busy = false;
let again = false;

// Fast games come faster than pages: while one is fetched, further news only say "once more".
async function news() {
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    do {
      again = false;
      await renew();
    } while (again);
  } catch {
    tell("lost");
  } finally {
    busy = false;
  }
}

function tell(key) {
  const place = named("game-mark");
  if (place) place.textContent = game.dataset[key];
}

function listen() {
  if (source || game.dataset.running !== "1") return;
  source = new EventSource(`${base}/live?after=${last}`);
  source.addEventListener("ply", news);
  source.addEventListener("over", () => {
    hush();
    news();
  });
  source.addEventListener("error", () => tell("lost"));
  source.addEventListener("open", () => {
    if (game.dataset.running === "1") tell("live");
  });
}

function hush() {
  if (source) source.close();
  source = null;
}

if (game.dataset.running === "0") replay.tell();  // whoever plays needs no second button of that name
addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
if (!document.hidden) listen();
