// The picture of how a game went: its cursor follows the move shown, a click or a drag chooses another one.
const picture = (holder) => holder.querySelector(".tide");

export function point(holder, move) {
  const drawn = picture(holder);
  drawn?.querySelector(".cursor").setAttribute("transform", `translate(${move * Number(drawn.dataset.step)})`);
}

const speed = (holder) => holder.querySelector("[data-speed]");

/** Waits as long as the reader chose before the next move. */
export const later = (holder, act) => setTimeout(act, 1000 / Number(speed(holder).value));

/** Shows whether a replay runs. */
export function playing(holder, runs) {
  const play = holder.querySelector("[data-go=play]");
  play.hidden = speed(holder).hidden = false;
  play.setAttribute("aria-pressed", String(runs));
  play.setAttribute("aria-label", runs ? play.dataset.pause : play.dataset.play);
}

export function dragged(holder, go) {
  const move = (event) => {
    const drawn = event.target.closest?.(".tide");
    if (!drawn || (event.type === "pointermove" && event.buttons !== 1)) return;
    const box = drawn.getBoundingClientRect();
    const x = ((event.clientX - box.left) * drawn.viewBox.baseVal.width) / box.width;
    go(Math.max(0, Math.round((x - Number(drawn.dataset.left)) / Number(drawn.dataset.step))));
  };
  holder.addEventListener("pointerdown", move);
  holder.addEventListener("pointermove", move);
}

/** Buttons, links and keys of a replay: letters only with the focus inside it, none while somebody types. */
export function steered(holder, steps, go) {
  const keys = { ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last, " ": steps.play, f: steps.fault };
  holder.addEventListener("click", (event) => {
    const aim = event.target.closest("[data-go]")?.dataset.go;
    if (!aim || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (steps[aim]) steps[aim](); else go(Number(aim));
  });
  addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, summary, pre")) return;
    if (event.key === " " && event.target.closest("button, a")) return;
    if (event.key === "f" && !holder.contains(document.activeElement)) return;
    event.preventDefault();
    act();
  });
}
