// A game by keys: Space plays, arrows step, Home and End jump, F finds the next fault or slow move. #12 is move 12.
import { dragged, later, playing as shown, point, steered } from "./course.js";

const holder = document.querySelector("[data-replay]");
const put = (part, text) => { holder.querySelector(part).textContent = text; };
const links = [...holder.querySelectorAll(".moves a")];
const clocks = holder.querySelectorAll(".watch");
const tallies = holder.querySelectorAll(".tally");
let data = null;
let at = Number(holder.dataset.at);
let playing = null;
const comma = (0.5).toLocaleString(document.documentElement.lang).charAt(1);

function go(number) {
  at = Math.max(0, Math.min(last(), number));
  const frame = data.frames[at];
  holder.querySelector(".board").innerHTML = frame.pieces.map((piece) => data.pieces[piece]).join("");  // our own drawing, escaped where it was made
  put(".where", `${at} / ${last()}`);
  point(holder, at);
  frame.left.forEach((left, side) => { clocks[side].textContent = `${Math.floor(left / 60)}:${(left % 60).toFixed(1).padStart(4, "0").replace(".", comma)}`; });
  tallies.forEach((tally, side) => { tally.textContent = frame.score[side]; });
  put(".messages", frame.answers.map((answer) => answer.messages).join("\n"));
  put(".text", frame.text);
  put(".fen", frame.position);
  put(".asks", frame.asked ? `./prog ${frame.arguments}` : "");
  links.forEach((link, place) => {
    const here = place === at - 1;
    link.ariaCurrent = here ? "true" : null;
    if (here) link.scrollIntoView({ block: "nearest" });
  });
  history.replaceState(null, "", `#${at}`);
  tries.show(data, at);
}

// A move that nobody played: its position, without the program's command line.
function varied(fen, score) {
  if (playing) toggle();
  put(".fen", fen);
  put(".asks", "");
  tallies.forEach((tally, side) => { tally.textContent = score[side]; });
}

const panel = holder.querySelector(".tries");
const words = JSON.parse(panel.dataset.words);
const say = (key, facts) => words[key].replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const tries = new Tries(holder.querySelector(".board"), panel, say, (fen, score) => fen === undefined ? go(at) : varied(fen, score));

function toggle() {
  if (playing) { clearTimeout(playing); playing = null; }
  else {
    if (at === last()) go(0);
    const step = () => { go(at + 1); if (at < last()) playing = later(holder, step); else toggle(); };
    playing = later(holder, step);
  }
  shown(holder, playing !== null);
}

const last = () => data.frames.length - 1;
const fault = () => { const found = links.findIndex((link, place) => place >= at && link.closest(".slow")); return found < 0 ? last() : found + 1; };
const steps = { first: () => go(0), back: () => go(at - 1), next: () => go(at + 1), last: () => go(last()), play: toggle, fault: () => go(fault()) };

fetch(holder.dataset.replay).then((answer) => answer.json()).then((found) => {
  data = found;
  shown(holder, false);
  dragged(holder, go);
  steered(holder, steps, go);
  tries.show(data, at);
  if (location.hash.length > 1) go(Number(location.hash.slice(1)) || 0);
});
