// Settings: what differs from what is stored is marked, counted by section, and can be put back; tie-breaks change places.
import { named } from "./morph.js";

const fields = (setting) => [...setting.querySelectorAll("[name]:not([type=hidden])")];
const value = (one) => (one.type === "checkbox" ? String(one.checked) : one.value);

function differs(setting) {
  const changed = fields(setting).map(value).filter(Boolean).join() !== setting.dataset.back;
  const button = setting.querySelector(".back");
  setting.classList.toggle("edited", changed);
  if (changed && !button) {
    const back = Object.assign(document.createElement("button"), { type: "button", className: "plain small quiet back", textContent: setting.dataset.was });
    setting.lastElementChild.append(back);
  } else if (!changed) button?.remove();
  return changed;
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

function putBack(setting) {
  const own = fields(setting);
  const kept = setting.dataset.back.split(",");
  own.forEach((one, at) => {
    if (one.type === "checkbox") one.checked = kept[0] === "true";
    else one.value = own[1] ? kept[at] ?? "" : setting.dataset.back;
  });
  own[0].focus();
  count();
}

// Tie-breaks: their places stay, their values move.
const places = (at) => [...at.closest(".order").querySelectorAll("select")];
const place = (at) => at.closest?.(".order > li")?.querySelector("select");
let carried = null;

function move(select, to) {
  const all = places(select);
  const values = all.map((one) => one.value);
  if (to < 0 || to >= all.length) return;
  values.splice(to, 0, ...values.splice(all.indexOf(select), 1));
  all.forEach((one, at) => { one.value = values[at]; });
  all[to].focus();
  count();
}

addEventListener("click", ({ target }) => {
  if (target.matches(".back")) putBack(target.closest("[data-back]"));
  if (target.matches("[data-up]")) move(place(target), places(target).indexOf(place(target)) - 1);
});
addEventListener("keydown", (event) => {
  const step = event.altKey && event.target.matches(".order select") ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : 0;
  if (!step) return;
  event.preventDefault();
  move(event.target, places(event.target).indexOf(event.target) + step);
});
addEventListener("dragstart", ({ target, dataTransfer }) => {
  carried = place(target);
  if (carried) dataTransfer.setData("text/plain", carried.value);
});
addEventListener("dragover", (event) => { if (carried && place(event.target)) event.preventDefault(); });
addEventListener("drop", (event) => {
  const to = carried && place(event.target);
  if (!to) return;
  event.preventDefault();
  move(carried, places(carried).indexOf(to));
});
addEventListener("dragend", () => { carried = null; });

// A fault in a folded part is unfolded.
function shown() {
  document.querySelector(".set .fault")?.closest("details")?.setAttribute("open", "");
  count();
}
addEventListener("input", count);
addEventListener("ronde:shown", shown);
shown();
