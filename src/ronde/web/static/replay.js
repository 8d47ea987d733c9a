// A game by keys: Space plays, arrows step, Home and End jump, F finds the next fault or slow move. #12 is move 12.
const holder = document.querySelector("[data-replay]");
const links = [...holder.querySelectorAll(".moves a")];
const clocks = holder.querySelectorAll(".watch");
const tallies = holder.querySelectorAll(".tally");
let data = null;
let at = Number(holder.dataset.at);
const comma = (0.5).toLocaleString(document.documentElement.lang).charAt(1);
const last = () => data.frames.length - 1;

function fault() {
  const found = links.findIndex((link, place) => place >= at && link.closest(".slow"));
  return found < 0 ? last() : found + 1;
}

function go(number) {
  at = Math.max(0, Math.min(last(), number));
  const frame = replay.frame(data, at);
  frame.left.forEach((left, side) => { clocks[side].textContent = `${Math.floor(left / 60)}:${(left % 60).toFixed(1).padStart(4, "0").replace(".", comma)}`; });
  tallies.forEach((tally, side) => { tally.textContent = frame.score[side]; });
  replay.put(".messages", frame.answers.map((answer) => answer.messages).join("\n"));
  replay.put(".asks", frame.asked ? `./prog ${frame.arguments}` : "");
  tries.show(data, at);
}

const panel = holder.querySelector(".tries");
const words = JSON.parse(panel.dataset.words);
const say = (key, facts) => words[key].replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const tries = new Tries(holder.querySelector(".board"), panel, say, (fen, score) => fen === undefined ? go(at) : replay.varied(fen, score));
let replay = null;

fetch(holder.dataset.replay).then((answer) => answer.json()).then((found) => {
  data = found;
  replay = new Replay(holder, { at: () => at, last, go, fault });
  replay.tell();
  tries.show(data, at);
  if (location.hash.length > 1) go(Number(location.hash.slice(1)) || 0);
});
