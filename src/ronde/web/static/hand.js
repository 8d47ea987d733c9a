// Playing on the picture of a game by mouse, finger or keys, whatever the game: the picture says by data-move,
// data-sign with data-slot, and data-berth what may be touched.
import { nearest, way } from "./nearest.js";

const SPACE = "http://www.w3.org/2000/svg";
const TOUCH = "[data-move], [data-sign], [data-slot], [data-berth]";

export class Hand {
  constructor(board, field, send, words) {
    Object.assign(this, { board, field, send, words });
    this.svg = null;
    board.addEventListener("click", (event) => this.act(event.target.closest(TOUCH)));
    board.addEventListener("keydown", (event) => this.key(event));
    board.addEventListener("pointerover", (event) => this.preview(event.target.closest("[data-berth]")));
    board.addEventListener("focusin", (event) => this.preview(event.target.closest("[data-berth]")));
    addEventListener("input", (event) => { if (event.target === this.field()) this.follow(); });
    this.look();
  }

  // A new picture has come: name what can be touched, and begin a code or a fleet from nothing.
  look() {
    const svg = this.board.querySelector("svg");
    if (svg === this.svg) return;
    this.svg = svg;
    this.signs = [];
    this.ships = [];
    this.upright = false;
    this.all().forEach((one, at) => {
      one.setAttribute("role", "button");
      one.setAttribute("tabindex", at ? "-1" : "0");
      one.setAttribute("aria-label", one.dataset.move || one.dataset.sign || one.dataset.berth || this.words.slot);
    });
    this.berths = this.svg ? this.svg.querySelector(".berths") : null;
    this.tell();
  }

  all() { return this.svg ? [...this.svg.querySelectorAll(TOUCH)] : []; }
  slots() { return this.svg ? [...this.svg.querySelectorAll("[data-slot]")] : []; }

  act(one) {
    if (!one || !this.field()) return;
    if (one.dataset.move) { this.field().value = one.dataset.move; this.send(); }
    else if (one.dataset.sign) { if (this.signs.length < this.slots().length) this.spell([...this.signs, one.dataset.sign]); }
    else if (one.dataset.slot) this.spell(this.signs.filter((_, at) => at !== Number(one.dataset.slot)));
    else this.lay(one);
  }

  key(event) {
    const one = event.target.closest(TOUCH);
    if (!one || event.ctrlKey || event.metaKey || event.altKey) return;
    if (way(event.key)) this.step(one, ...way(event.key));
    else if (event.key === "Enter" && this.whole()) this.send();
    else if (event.key === "Enter" || event.key === " ") this.act(one);
    else if (event.key === "Backspace" && this.signs.length) this.spell(this.signs.slice(0, -1));
    else if (event.key.toLowerCase() === "r" && this.berths) this.turn(one);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  whole() { return this.slots().length > 0 && this.signs.length === this.slots().length; }

  step(from, x, y) {
    const best = nearest(from, this.all(), x, y);
    if (!best) return;
    from.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }

  // A code: signs one after the other into the slots, and the same text in the field.
  spell(signs) {
    this.signs = signs;
    this.field().value = signs.join("");
    this.show();
  }

  follow() {
    const known = new Set(this.all().map((one) => one.dataset.sign).filter(Boolean));
    if (!known.size) return;
    this.signs = [...this.field().value.toUpperCase()].filter((sign) => known.has(sign)).slice(0, this.slots().length);
    this.show();
  }

  show() {
    this.slots().forEach((slot, at) => {
      for (const old of slot.querySelectorAll(":not(.slot)")) old.remove();
      const chosen = this.signs[at] && this.svg.querySelector(`[data-sign="${this.signs[at]}"]`);
      if (chosen) slot.append(...[...chosen.children].filter((part) => !part.classList.contains("touch")).map((part) => part.cloneNode(true)));
      slot.setAttribute("aria-label", `${this.words.slot} ${this.signs[at] || ""}`);
    });
  }

  // A fleet: the next ship begins in the cell touched; touching a ship takes it away.
  sizes() { return this.berths ? this.berths.dataset.ships.split(" ").map(Number) : []; }
  left() {
    const rest = this.sizes();
    for (const ship of this.ships) rest.splice(rest.indexOf(ship.size), 1);
    return rest;
  }
  cells() { return [...this.berths.querySelectorAll("[data-berth]")]; }

  ship(one) {
    const size = this.left()[0], cells = this.cells(), at = cells.indexOf(one), width = Math.round(Math.sqrt(cells.length));
    const row = Math.floor(at / width), column = at % width;
    const spots = Array.from({ length: size || 0 }, (_, n) => this.upright ? [row + n, column] : [row, column + n]);
    const inside = spots.every(([y, x]) => y < width && x < width);
    const near = (a, b) => this.berths.dataset.apart === "1" ? Math.abs(a[0] - b[0]) < 2 && Math.abs(a[1] - b[1]) < 2 : a[0] === b[0] && a[1] === b[1];
    const free = this.ships.every((ship) => ship.spots.every((a) => spots.every((b) => !near(a, b))));
    return { size, spots, head: one.dataset.berth, upright: this.upright, good: Boolean(size) && inside && free, row, column };
  }

  lay(one) {
    const wanted = this.ship(one);
    const hit = this.ships.findIndex((ship) => ship.spots.some(([y, x]) => y === wanted.row && x === wanted.column));
    if (hit >= 0) this.ships.splice(hit, 1);
    else if (wanted.good) this.ships.push(wanted);
    this.field().value = this.ships.map((ship) => this.berths.dataset.form
      .replace("D", ship.upright ? "V" : "H").replace("N", ship.size).replace("C", ship.head)).join("");
    this.paint(null);
  }

  turn(one) {
    this.upright = !this.upright;
    this.preview(one);
    this.tell();
  }

  preview(one) { if (this.berths && one) this.paint(this.ship(one)); }

  paint(trial) {
    for (const old of this.svg.querySelectorAll(".laid")) old.remove();
    const corner = this.cells()[0].getBBox();
    for (const ship of trial && trial.size ? [...this.ships, trial] : this.ships) {
      const made = document.createElementNS(SPACE, "rect"), long = ship.size * corner.width - 8, wide = corner.width - 12;
      const place = { x: corner.x + ship.column * corner.width + (ship.upright ? 6 : 4), y: corner.y + ship.row * corner.width + (ship.upright ? 4 : 6),
        width: ship.upright ? wide : long, height: ship.upright ? long : wide, rx: 14 };
      for (const [name, value] of Object.entries(place)) made.setAttribute(name, value);
      made.setAttribute("class", "laid " + (ship !== trial ? "ship" : ship.good ? "trial" : "trial bad"));
      this.berths.before(made);
    }
    this.tell();
  }

  // The line over the sea: which ship comes next, and the button that turns it.
  tell() {
    let bar = this.board.parentElement.querySelector(".laying");
    if (!this.berths) { if (bar) bar.remove(); return; }
    if (!bar) {
      bar = document.createElement("p");
      bar.className = "laying";
      const turn = document.createElement("button"), said = document.createElement("span");
      turn.type = "button";
      said.setAttribute("role", "status");
      turn.addEventListener("click", () => this.turn(null));
      bar.append(said, turn);
      this.board.before(bar);
    }
    const left = this.left();
    bar.querySelector("span").textContent = left.length ? this.words.next.replace("{size}", left[0]).replace("{left}", left.length) : this.words.laid;
    bar.querySelector("button").textContent = this.upright ? this.words.across : this.words.upright;
  }
}
