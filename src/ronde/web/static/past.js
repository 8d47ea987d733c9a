// The past of a tournament: the slider shows any moment, and plays from one to the next. Links stay in the moment shown.
import { morph, named, parsed } from "./morph.js";

const bar = () => document.querySelector(".past");
const field = () => named("moment");
let timer = null;
let busy = false;
let wanted = 0;

async function show(number) {
  wanted = number;
  if (busy) return;
  busy = true;
  while (wanted) {
    const aim = wanted;
    wanted = 0;
    const place = new URL(location.href);
    place.searchParams.set("at", aim);
    const answer = await fetch(place, { headers: { Accept: "text/html" } });
    if (!answer.ok) break;
    const fresh = parsed(await answer.text());
    document.body.dataset.at = aim;
    if (document.activeElement === field()) fresh.getElementById("moment").value = field().value;
    morph(named("main"), fresh.getElementById("main"));
    if (!wanted) field().value = aim;
    dress();
    history.replaceState(null, "", place);
    dispatchEvent(new CustomEvent("ronde:renewed"));
  }
  busy = false;
}

function dress() {
  const play = bar().querySelector("[data-past=play]");
  play.hidden = false;
  bar().querySelector("[data-past=go]").hidden = true;
  play.setAttribute("aria-pressed", String(timer !== null));
  play.setAttribute("aria-label", timer ? play.dataset.pause : play.dataset.play);
}

function toggle() {
  const last = Number(bar().dataset.last);
  const step = Math.max(1, Math.round(last / 150));
  if (timer) { clearInterval(timer); timer = null; } else {
    if (Number(field().value) >= last) field().value = 1;
    timer = setInterval(() => {
      field().value = Math.min(last, Number(field().value) + step);
      show(Number(field().value));
      if (Number(field().value) >= last) toggle();
    }, 400);
  }
  dress();
}

addEventListener("input", (event) => { if (event.target.id === "moment") show(Number(event.target.value)); });
addEventListener("click", (event) => {
  if (event.target.closest?.("[data-past=play]")) { toggle(); return; }
  const link = event.target.closest?.("main a[href]:not(.past a)");
  const slug = document.body.dataset.slug;
  if (!link || !RegExp(`/(t|desk)/${slug}\\b`).test(link.pathname)) return;
  const place = new URL(link.href);
  place.searchParams.set("at", document.body.dataset.at);
  link.href = place;
}, true);
dress();
