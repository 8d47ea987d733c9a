// Settings: what differs from what is stored is marked, counted by section, and can be put back.
import { named } from "./morph.js";

const fields = (back) => [...back.parentElement.querySelectorAll("input, select")];

function differs(back) {
  back.hidden = fields(back).map((one) => one.value).filter(Boolean).join() === back.dataset.back;
  back.closest(".field, .lines").classList.toggle("edited", !back.hidden);
  return !back.hidden;
}

function count() {
  const said = named("changes");
  if (!said) return;
  let all = 0;
  for (const badge of document.querySelectorAll(".sets > nav .badge")) {
    const here = [...document.querySelectorAll(`${badge.parentElement.hash} [data-back]`)].filter(differs).length;
    badge.hidden = !here;
    badge.textContent = here;
    all += here;
  }
  said.hidden = false;
  said.lastChild.textContent = all;
  said.parentElement.hidden = !all;
}

addEventListener("click", ({ target }) => {
  const kept = target.dataset.back;
  if (kept === undefined) return;
  const own = fields(target);
  own.forEach((one, at) => { one.value = own[1] ? kept.split(",")[at] ?? "" : kept; });
  own[0].focus();
  count();
});
addEventListener("input", count);
addEventListener("ronde:shown", count);
count();
