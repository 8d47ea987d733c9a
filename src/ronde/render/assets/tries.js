// Moves tried from a position of a replay: where they lead, and what the house answers. It knows the rules of
// three kinds of games, so that pages from the disk need nobody to ask; other games have no variations.
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const lineOf = (cells, side) => LINES.find((line) => line.every((at) => cells[at] === side));
const shape = (side, x, y, radius, kind) => side === "nought" ? `<circle class="${kind}" cx="${x}" cy="${y}" r="${radius + 1}"/>`
  : `<path class="${kind}" d="M${x - radius} ${y - radius}l${2 * radius} ${2 * radius}m0 ${-2 * radius}l${-2 * radius} ${2 * radius}"/>`;
const framed = (name, size, parts) => `<svg xmlns="http://www.w3.org/2000/svg" class="game ${name}" role="img" viewBox="0 0 ${size} ${size}">${parts.join("")}</svg>`;
const NINE = { colours: ["nought", "cross"], size: 432,
  centre(at) { const board = Math.floor(at / 9), cell = at % 9; return [14 + 142 * (board % 3) + 40 * (cell % 3) + 20, 20 + 142 * Math.floor(board / 3) + 40 * Math.floor(cell / 3) + 20]; },
  read(fen) {
    const [field, last, side] = fen.split(" "), cells = [], won = Array(9).fill(0);
    for (const sign of field) {
      if (sign === "O" || sign === "X") { won[cells.length / 9] = sign === "O" ? 1 : 2; cells.push(...Array(9).fill(0)); }
      else if (sign === "o" || sign === "x") cells.push(sign === "o" ? 1 : 2);
      else cells.push(...Array(Number(sign)).fill(0));
    }
    return { cells, won, last: last === "00" ? -1 : 9 * (last[0] - 1) + Number(last[1]) - 1, side: side === "o" ? 1 : 2 };
  },
  write(now) {
    const board = (place) => now.won[place] ? "OX"[now.won[place] - 1] : now.cells.slice(9 * place, 9 * place + 9).map((side) => "1ox"[side]).join("").replace(/1+/g, (run) => run.length);
    return `${now.won.map((_, place) => board(place)).join("")} ${now.last < 0 ? "00" : this.named(now.last)} ${"ox"[now.side - 1]}`;
  },
  named: (at) => `${Math.floor(at / 9) + 1}${at % 9 + 1}`,
  found: (move) => 9 * (move[0] - 1) + Number(move[1]) - 1,
  closed: (now, board) => now.won[board] > 0 || now.cells.slice(9 * board, 9 * board + 9).every(Boolean),
  aims(now) {
    const open = now.won.map((_, board) => board).filter((board) => !this.closed(now, board)), sent = now.last % 9;
    return now.last >= 0 && open.includes(sent) ? [sent] : open;
  },
  moves(now) { return this.ending(now) ? [] : this.aims(now).flatMap((board) => now.cells.slice(9 * board, 9 * board + 9).flatMap((side, cell) => side ? [] : [9 * board + cell])); },
  play(now, at) {
    const board = Math.floor(at / 9), cells = now.cells.map((side, place) => place === at ? now.side : side);
    const won = now.won.map((side, place) => side || (place === board && lineOf(cells.slice(9 * board, 9 * board + 9), now.side) ? now.side : 0));
    return { cells, won, last: at, side: 3 - now.side };
  },
  score: (now) => [1, 2].map((side) => now.won.filter((one) => one === side).length),
  ending(now, settings = {}) {
    const winner = [1, 2].find((side) => lineOf(now.won, side)), [first, second] = this.score(now);
    if (winner) return { reason: "line", winner };
    if (now.won.some((_, board) => !this.closed(now, board))) return null;
    return settings.majority ? { reason: "majority", winner: first > second ? 1 : second > first ? 2 : 0 } : { reason: "no-moves", winner: 0 };
  },
  draw(now, name) {
    const parts = [], open = this.ending(now) ? [] : this.aims(now);
    for (let board = 0; board < 9; board++) {
      const owner = now.won[board] ? this.colours[now.won[board] - 1] : "", x = 14 + 142 * (board % 3), y = 20 + 142 * Math.floor(board / 3), middle = this.centre(9 * board + 4), marks = [];
      for (let at = 9 * board; at < 9 * board + 9; at++) {
        const [cx, cy] = this.centre(at);
        if (at === now.last) marks.push(`<rect class="spot" x="${cx - 18}" y="${cy - 18}" width="36" height="36" rx="4"/>`);
        if (now.cells[at]) marks.push(shape(this.colours[now.cells[at] - 1], cx, cy, 12, this.colours[now.cells[at] - 1]));
      }
      parts.push(`<rect class="plank${owner ? " won-" + owner : open.includes(board) ? " open" : ""}" x="${x - 4}" y="${y - 4}" width="128" height="128" rx="6"/>`,
        `<path class="mesh" d="M${x} ${y + 40}h120m0 40h-120M${x + 40} ${y}v120m40 0v-120"/><text class="cell-name" x="${x + 4}" y="${y - 11.5}" font-size="12">${board + 1}</text>`,
        owner ? `<g class="faded">${marks.join("")}</g>${shape(owner, ...middle, 44, owner + " wide-mark")}` : marks.join(""));
    }
    parts.push(...this.moves(now).map((at) => `<circle class="may" cx="${this.centre(at)[0]}" cy="${this.centre(at)[1]}" r="4"/>`));
    for (const side of [1, 2]) for (const line of LINES) if (line.every((board) => now.won[board] === side)) parts.push(`<path class="winning" d="M${this.centre(9 * line[0] + 4).join(" ")}L${this.centre(9 * line[2] + 4).join(" ")}"/>`);
    return framed(name, this.size, parts);
  } };
const THREE = { colours: ["cross", "nought"], size: 136,
  centre: (at) => [28 + 40 * (at % 3), 28 + 40 * Math.floor(at / 3)],
  read(text) { const [tray, turn, last] = text.split(" "); return { cells: [...tray].map(Number), turn: Number(turn), last: last === "-" ? -1 : last - 1, side: turn % 2 ? 1 : 2 }; },
  write: (now) => `${now.cells.join("")} ${now.turn} ${now.last < 0 ? "-" : now.last + 1}`,
  named: (at) => String(at + 1),
  found: (move) => move - 1,
  moves(now) { return this.ending(now) ? [] : now.cells.flatMap((side, at) => side ? [] : [at]); },
  play: (now, at) => ({ cells: now.cells.map((side, place) => place === at ? now.side : side), turn: now.turn + 1, last: at, side: 3 - now.side }),
  score: () => [0, 0],
  ending(now) { const winner = [1, 2].find((side) => lineOf(now.cells, side)); return winner ? { reason: "line", winner } : now.cells.every(Boolean) ? { reason: "full", winner: 0 } : null; },
  draw(now, name) {
    const parts = ['<rect class="cloth plain" x="4" y="4" width="128" height="128" rx="6"/><path class="mesh" d="M8 48h120M8 88h120M48 8v120M88 8v120"/>'];
    now.cells.forEach((side, at) => {
      const [x, y] = this.centre(at), colour = this.colours[side - 1];
      if (at === now.last) parts.push(`<rect class="spot" x="${x - 18}" y="${y - 18}" width="36" height="36" rx="4"/>`);
      parts.push(side ? shape(colour, x, y, 12, colour) : `<text class="cell-number" x="${x}" y="${y}" font-size="14">${at + 1}</text>`);
    });
    for (const line of LINES) if (now.cells[line[0]] && line.every((at) => now.cells[at] === now.cells[line[0]])) parts.push(`<path class="winning" d="M${this.centre(line[0]).join(" ")}L${this.centre(line[2]).join(" ")}"/>`);
    return framed(name, this.size, parts);
  } };
const COMPASS = [-1, 0, 1].flatMap((across) => [-1, 0, 1].map((down) => [across, down])).filter(([across, down]) => across || down);
const PASS = 64;  // no square: the move of a side that can turn nothing
const short = (number) => Number(number.toPrecision(4));
const DISCS = { colours: ["black", "white"], size: 352,
  centre: (at) => at === PASS ? [-99, -99] : [44 + 40 * (at % 8), 44 + 40 * Math.floor(at / 8)],
  read(text) { const [tray, turn, last] = text.split(" "); return { cells: [...tray].map((disc) => "034".indexOf(disc)), turn: Number(turn), last: last === "-" ? -1 : this.found(last), side: turn % 2 ? 1 : 2 }; },
  write(now) { return `${now.cells.map((side) => "034"[side]).join("")} ${now.turn} ${now.last < 0 ? "-" : this.named(now.last)}`; },
  named: (at) => at === PASS ? "XX" : "ABCDEFGH"[at % 8] + (Math.floor(at / 8) + 1),
  found: (move) => move === "XX" ? PASS : "ABCDEFGH".indexOf(move[0]) + 8 * (move[1] - 1),
  flips(cells, at, side) {
    return COMPASS.flatMap(([across, down]) => {
      const line = [];
      for (let x = at % 8 + across, y = Math.floor(at / 8) + down; x >= 0 && x < 8 && y >= 0 && y < 8; x += across, y += down) {
        if (cells[8 * y + x] === side) return line;
        if (!cells[8 * y + x]) return [];
        line.push(8 * y + x);
      }
      return [];
    });
  },
  legal(cells, side) { return cells.flatMap((mark, at) => !mark && this.flips(cells, at, side).length ? [at] : []); },
  moves(now) { const legal = this.legal(now.cells, now.side); return legal.length || this.ending(now) ? legal : [PASS]; },
  play(now, at) {
    const turned = at === PASS ? [] : [at, ...this.flips(now.cells, at, now.side)];
    return { cells: now.cells.map((side, place) => turned.includes(place) ? now.side : side), turn: now.turn + 1, last: at, side: 3 - now.side };
  },
  score: (now) => [1, 2].map((side) => now.cells.filter((one) => one === side).length),
  ending(now) {
    if (this.legal(now.cells, 1).length || this.legal(now.cells, 2).length) return null;
    const [black, white] = this.score(now);
    return { reason: black + white === 64 ? "full" : black && white ? "no-moves" : "wiped-out", winner: black > white ? 1 : white > black ? 2 : 0 };
  },
  draw(now, name) {
    const steps = [...Array(7).keys()].map((at) => 64 + 40 * at), word = (x, y, text) => `<text class="cell-name" x="${x}" y="${y}" font-size="12">${text}</text>`;
    const parts = ['<rect class="cloth green" x="20" y="20" width="328" height="328" rx="6"/>', `<path class="mesh" d="${steps.map((y) => `M24 ${y}h320`).join("")}${steps.map((x) => `M${x} 24v320`).join("")}"/>`,
      ...[104, 264].flatMap((y) => [104, 264].map((x) => `<circle class="pip" cx="${x}" cy="${y}" r="3.5"/>`)), ...[..."ABCDEFGH"].map((letter, at) => word(44 + 40 * at, 10, letter) + word(10, 44 + 40 * at, at + 1))];
    now.cells.forEach((side, at) => {
      const [x, y] = this.centre(at), colour = this.colours[side - 1];
      if (side) parts.push(`<circle class="stone ${colour}" cx="${x}" cy="${y}" r="17"/>`);
      if (side === 1) parts.push(`<path class="gleam" d="M${short(x - 11.186)} ${short(y - 4.046)}A11.9 11.9 0 0 1 ${x} ${short(y - 11.9)}"/>`);
      if (side && at === now.last) parts.push(`<circle class="last" cx="${x}" cy="${y}" r="4.5"/>`);
    });
    parts.push(...this.legal(now.cells, now.side).map((at) => `<circle class="may" cx="${this.centre(at)[0]}" cy="${this.centre(at)[1]}" r="4.5"/>`));
    return framed(name, this.size, parts);
  } };
const BOOKS = { nine: NINE, three: THREE, discs: DISCS };
// The house looks one move ahead, as the hint of `defi` does: win, else let nobody win, else be ahead.
function houseMove(book, now) {
  const wins = (place, at) => book.ending(book.play(place, at))?.winner === place.side;
  const worth = (at) => {
    const after = book.play(now, at), score = book.score(after), over = book.ending(after), ahead = score[now.side - 1] - score[2 - now.side];
    const safe = over ? (over.winner === now.side ? 2 : over.winner ? 0 : 1) : book.moves(after).some((reply) => wins(after, reply)) ? 0 : 1;
    return 100 * safe + ahead;
  };
  return book.moves(now).reduce((best, at) => best === null || worth(at) > worth(best) ? at : best, null);
}
class Tries {
  constructor(board, panel, say, told) {
    Object.assign(this, { board, panel, say, told, line: [] });
    board.addEventListener("click", (event) => { const at = event.target.dataset.at; if (at !== undefined) this.play(Number(at)); });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape" && this.line.length) this.leave(); });
  }
  /** The replay shows this position now: what was tried is forgotten. */
  show(data, at) {
    Object.assign(this, { data, at, line: [], book: BOOKS[data.tried] });
    this.panel.hidden = true;
    if (this.book) this.offer();
  }
  now() {
    const played = this.data.frames.slice(1, this.at + 1).flatMap((frame) => frame.answers.map((answer) => answer.move)).filter(Boolean).map((move) => this.book.found(move));
    return [...played, ...this.line].reduce((now, at) => this.book.play(now, at), this.book.read(this.data.frames[0].position));
  }
  play(at) { this.line.push(at); this.draw(); }
  back() { this.line.pop(); if (this.line.length) this.draw(); else this.leave(); }
  leave() { this.line = []; this.told(); }
  draw() {
    const now = this.now();
    this.board.innerHTML = this.book.draw(now, this.data.game);  // only numbers and words of ours
    this.offer();
    this.told(this.book.write(now), this.book.score(now));
  }
  // What may be clicked, and the same for keys: a list of moves, and what to do with a variation.
  offer() {
    const now = this.now(), moves = this.book.moves(now), svg = this.board.querySelector("svg"), over = this.book.ending(now, this.data.settings);
    this.panel.hidden = !moves.length && !this.line.length;
    moves.forEach((at) => {
      const [x, y] = this.book.centre(at), touch = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      for (const [name, value] of Object.entries({ class: "touch", "data-at": at, x: x - 20, y: y - 20, width: 40, height: 40 })) touch.setAttribute(name, value);
      svg.append(touch);
    });
    const button = (key, act) => { const made = document.createElement("button"); made.type = "button"; made.className = "tiny"; made.textContent = this.say("pages." + key); made.addEventListener("click", act); return made; };
    const list = document.createElement("select");
    list.setAttribute("aria-label", this.say("pages.try"));
    list.append(new Option(this.say("pages.try"), ""), ...moves.map((at) => new Option(this.book.named(at), at)));
    list.addEventListener("change", () => { if (list.value) this.play(Number(list.value)); });
    const line = document.createElement("p"), acts = document.createElement("div");
    line.setAttribute("role", "status");
    line.textContent = this.line.length ? this.say("pages.variation-line", { move: this.at, line: this.line.map((at) => this.book.named(at)).join(" ") }) + (over ? " " + this.verdict(over) : "") : this.say("pages.try-rule");
    acts.className = "controls";
    line.className = this.line.length ? "note warn" : "quiet small";
    acts.append(...(moves.length ? [list, button("house-answers", () => this.play(houseMove(this.book, now)))] : []), ...(this.line.length ? [button("take-back", () => this.back()), button("back-to-game", () => this.leave())] : []));
    const focused = this.panel.contains(document.activeElement) && document.activeElement.textContent;
    this.panel.querySelector(".tried").replaceChildren(line, acts);
    [...acts.children].find((one) => focused && one.textContent === focused)?.focus();
  }
  verdict(over) {
    const reason = this.say("games.reason-" + over.reason);
    return over.winner ? this.say("pages.won", { player: this.data.players[over.winner - 1], reason }) : this.say("pages.drawn", { reason });
  }
}
