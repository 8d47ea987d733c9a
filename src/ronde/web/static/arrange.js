// Tables by hand: drag a name onto another to exchange the two, or tick names and press the letter of a verb.
const form = (node) => node.closest?.(".arrange");
const boxes = (root) => [...root.querySelectorAll(".seat input")];
let carried = null;

document.addEventListener("dragstart", (event) => {
  const seat = event.target.closest?.(".seat");
  if (!seat) return;
  carried = seat;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", seat.textContent.trim());
  seat.classList.add("carried");
});

document.addEventListener("dragover", (event) => {
  const seat = event.target.closest?.(".seat");
  if (carried && seat && seat !== carried) { event.preventDefault(); seat.classList.add("under"); }
});
document.addEventListener("dragleave", (event) => event.target.closest?.(".seat")?.classList.remove("under"));
document.addEventListener("dragend", () => {
  for (const seat of document.querySelectorAll(".seat")) seat.classList.remove("carried", "under");
  carried = null;
});

document.addEventListener("drop", (event) => {
  const seat = event.target.closest?.(".seat");
  if (!carried || !seat || seat === carried) return;
  event.preventDefault();
  const root = form(seat);
  for (const box of boxes(root)) box.checked = box === carried.querySelector("input") || box === seat.querySelector("input");
  root.querySelector('.verbs [value="exchange"]').click();
});

// The arrows go from name to name as they stand on the page.
function step(box, key) {
  const here = box.getBoundingClientRect();
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
  let best = null;
  let least = Infinity;
  for (const other of boxes(form(box))) {
    const there = other.getBoundingClientRect();
    const across = there.left - here.left;
    const down = there.top - here.top;
    const ahead = sign * (sideways ? across : down);
    if (ahead < 4) continue;
    const far = ahead + 3 * Math.abs(sideways ? down : across);
    if (far < least) { least = far; best = other; }
  }
  best?.focus();
}

document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (!box.matches?.(".seat input") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith("Arrow")) { event.preventDefault(); step(box, event.key); return; }
  const verb = form(box).querySelector(`.verbs [data-letter="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!verb) return;
  event.preventDefault();
  if (!boxes(form(box)).some((one) => one.checked)) box.checked = true;
  verb.click();
});
