// Tables by hand: drag a name onto another to exchange the two, or tick names and press the letter of a verb.
import { nearest, way } from "./nearest.js";

const form = (node) => node.closest?.(".arrange");
const boxes = (root) => [...root.querySelectorAll(".seat input")];
let carried = null;
let ticked = [];  // the players in the order of ticking: the first has the first colour

addEventListener("change", (event) => {
  if (!event.target.matches?.(".seat input")) return;
  ticked = ticked.filter((one) => one !== event.target.value);
  if (event.target.checked) ticked.push(event.target.value);
  for (const box of boxes(form(event.target))) {
    const seat = box.closest(".seat"), turn = ticked.length === 2 ? ticked.indexOf(box.value) : -1;
    seat.querySelector(".o")?.remove();
    if (turn < 0) continue;
    seat.append(document.createElement("i"));
    seat.lastChild.className = turn ? "o w" : "o";
  }
});

addEventListener("formdata", (event) => {
  if (!event.target.matches(".arrange")) return;
  const chosen = event.formData.getAll("who").sort((one, other) => ticked.indexOf(one) - ticked.indexOf(other));
  event.formData.delete("who");
  for (const one of chosen) event.formData.append("who", one);
});

addEventListener("dragstart", (event) => {
  const seat = event.target.closest?.(".seat");
  if (!seat) return;
  carried = seat;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", seat.textContent.trim());
  seat.classList.add("carried");
});

addEventListener("dragover", (event) => {
  const seat = event.target.closest?.(".seat");
  if (carried && seat && seat !== carried) { event.preventDefault(); seat.classList.add("under"); }
});
addEventListener("dragleave", (event) => event.target.closest?.(".seat")?.classList.remove("under"));
addEventListener("dragend", () => {
  for (const seat of document.querySelectorAll(".seat")) seat.classList.remove("carried", "under");
  carried = null;
});

addEventListener("drop", (event) => {
  const seat = event.target.closest?.(".seat");
  if (!carried || !seat || seat === carried) return;
  event.preventDefault();
  const root = form(seat);
  for (const box of boxes(root)) box.checked = box === carried.querySelector("input") || box === seat.querySelector("input");
  root.querySelector('.verbs [value="exchange"]').click();
});

addEventListener("keydown", (event) => {
  const box = event.target;
  if (!box.matches?.(".seat input") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (way(event.key)) { event.preventDefault(); nearest(box, boxes(form(box)), ...way(event.key))?.focus(); return; }
  const verb = form(box).querySelector(`.verbs [data-letter="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!verb) return;
  event.preventDefault();
  if (!boxes(form(box)).some((one) => one.checked)) box.checked = true;
  verb.click();
});
