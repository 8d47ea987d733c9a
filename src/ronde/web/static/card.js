// A player's card: digits on the page, the rest of the discs computed, and a button that says who won.
// A personal link makes this browser follow its player on every list.
const me = document.body.dataset.me;
const key = `ronde-follow-${document.body.dataset.slug}`;
if (me && localStorage.getItem(key) === null) localStorage.setItem(key, me);

const half = (text) => Number(text.replace(",", "."));
const shown = (value) => String(value).replace(".", (0.5).toLocaleString(document.documentElement.lang).charAt(1));

function told(form) {
  const field = form.querySelector("#discs");
  const bar = form.querySelector(".discs");
  const total = Number(bar.dataset.total);
  const own = half(field.value);
  const sound = field.value !== "" && field.checkValidity() && own <= total;
  form.querySelector("[data-rest]").textContent = sound ? shown(total - own) : "–";
  const [left, right] = bar.children;
  left.setAttribute("width", sound ? own : 0);
  right.setAttribute("x", sound ? own : 0);
  right.setAttribute("width", sound ? total - own : 0);
  const button = form.querySelector("[data-say]");
  const key = own * 2 > total ? "won" : own * 2 < total ? "lost" : "drawn";
  button.textContent = sound ? button.dataset[key].replace("{score}", `${shown(own)}–${shown(total - own)}`) : button.dataset.say;
}

function press(form, digit) {
  const field = form.querySelector("#discs");
  if (digit === "<") field.value = field.value.slice(0, -1);
  else if (digit === "=") field.value = shown(Number(form.querySelector(".discs").dataset.total) / 2);
  else if (field.value.length < 4) field.value = field.value.replace(/^0$/, "") + digit;
  told(form);
}

function dress() {
  const form = document.querySelector(".tell");
  const pad = form?.querySelector(".pad");
  if (!pad) return;
  pad.hidden = false;
  form.querySelector("#discs").inputMode = "none";
  told(form);
}

addEventListener("click", (event) => {
  const button = event.target.closest("[data-digit]");
  if (button) press(button.form, button.dataset.digit);
});
addEventListener("input", (event) => { if (event.target.id === "discs") told(event.target.form); });
addEventListener("ronde:renewed", dress);
dress();
