// A game by keys: Space plays, arrows step, Home and End jump, F finds the next fault or slow move. #12 is move 12.
import { dragged, playing as shown, point } from "./course.js";

const holder = document.querySelector("[data-replay]");
const board = holder.querySelector(".board");
const where = holder.querySelector(".where");
const links = [...holder.querySelectorAll(".moves a")];
const clocks = [...holder.querySelectorAll(".watch")];
const tallies = [...holder.querySelectorAll(".tally")];
let data = null;
let at = Number(holder.dataset.at);
let playing = null;
const comma = (0.5).toLocaleString(document.documentElement.lang).charAt(1);

function go(number) {
  const last = data.frames.length - 1;
  at = Math.max(0, Math.min(last, number));
  const frame = data.frames[at];
  board.innerHTML = frame.pieces.map((piece) => data.pieces[piece]).join("");  // our own drawing, escaped where it was made
  where.textContent = `${at} / ${last}`;
  point(holder, at);
  frame.left.forEach((left, side) => { clocks[side].textContent = `${Math.floor(left / 60)}:${(left % 60).toFixed(1).padStart(4, "0").replace(".", comma)}`; });
  tallies.forEach((tally, side) => { tally.textContent = frame.score[side]; });
  holder.querySelector(".messages").textContent = frame.answers.map((answer) => answer.messages).join("\n");
  holder.querySelector(".text").textContent = frame.text;
  links.forEach((link, place) => {
    if (place === at - 1) { link.setAttribute("aria-current", "true"); link.scrollIntoView({ block: "nearest" }); } else link.removeAttribute("aria-current");
  });
  history.replaceState(null, "", `#${at}`);
}

function marked(number) {
  const limit = data.clock.fixed ? data.clock.seconds * 500 : data.clock.seconds * 50;
  return data.frames[number].answers.some((answer) => !answer.move || answer.ms > limit);
}

function toggle() {
  if (playing) { clearInterval(playing); playing = null; }
  else {
    if (at === data.frames.length - 1) go(0);
    playing = setInterval(() => { if (at >= data.frames.length - 1) toggle(); else go(at + 1); }, 600);
  }
  shown(holder, playing !== null);
}

const last = () => data.frames.length - 1;
const fault = () => { for (let n = at + 1; n <= last(); n += 1) if (marked(n)) return n; return last(); };
const steps = { first: () => go(0), back: () => go(at - 1), next: () => go(at + 1), last: () => go(last()) };
const keys = { " ": toggle, ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last, f: () => go(fault()) };
steps.play = toggle;

holder.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go]");
  if (!link || !data) return;
  event.preventDefault();
  (steps[link.dataset.go] || (() => go(Number(link.dataset.go))))();
});
document.addEventListener("keydown", (event) => {
  if (!data || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("pre")) return;
  if (event.key === " " && event.target.closest("a, button, summary")) return;
  if (event.key === "f" && !holder.contains(document.activeElement)) return;  // single letters only with focus here
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
});
fetch(holder.dataset.replay).then((answer) => answer.json()).then((found) => {
  data = found;
  shown(holder, false);
  dragged(holder, go);
  if (location.hash.length > 1) go(Number(location.hash.slice(1)) || 0);
});
