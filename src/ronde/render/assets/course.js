// A replay: the cursor in the picture of how the game went, buttons, keys, and playing at the speed chosen.
// The game says where it is, `at()` of `last()`, can `go` to a move, and knows the move of the next `fault()`.
class Replay {
  constructor(holder, game, jump = game.go) {
    Object.assign(this, { holder, game, timer: null });
    const steps = { first: () => jump(0), back: () => jump(game.at() - 1), next: () => jump(game.at() + 1), last: () => jump(game.last()), fault: () => jump(game.fault()), play: () => this.toggle() };
    const keys = { ArrowLeft: steps.back, ArrowRight: steps.next, Home: steps.first, End: steps.last, " ": steps.play, f: steps.fault };
    const dragged = (event) => {
      const drawn = event.target.closest?.(".tide");
      if (!drawn || (event.type === "pointermove" && event.buttons !== 1)) return;
      const box = drawn.getBoundingClientRect(), x = ((event.clientX - box.left) * drawn.viewBox.baseVal.width) / box.width;
      jump(Math.max(0, Math.round((x - Number(drawn.dataset.left)) / Number(drawn.dataset.step))));
    };
    holder.addEventListener("pointerdown", dragged);
    holder.addEventListener("pointermove", dragged);
    holder.addEventListener("click", (event) => {
      const aim = event.target.closest("[data-go]")?.dataset.go;
      if (!aim || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (steps[aim]) steps[aim](); else jump(Number(aim));
    });
    addEventListener("keydown", (event) => {  // letters only with the focus inside it, none while somebody types
      const act = keys[event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, summary, pre")) return;
      if (event.key === " " && event.target.closest("button, a")) return;
      if (event.key === "f" && !holder.contains(document.activeElement)) return;
      event.preventDefault();
      act();
    });
  }
  get speed() { return this.holder.querySelector("[data-speed]"); }
  tell() {  // whether it plays
    const play = this.holder.querySelector("[data-go=play]"), runs = this.timer !== null;
    play.hidden = this.speed.hidden = false;
    play.setAttribute("aria-pressed", String(runs));
    const word = runs ? play.dataset.pause : play.dataset.play;
    play.setAttribute("aria-label", word);
    if (play.title) play.title = word;
  }
  stop() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.tell();
  }
  toggle() {
    if (this.timer !== null) return this.stop();
    if (this.game.at() >= this.game.last()) this.game.go(0);
    const wait = () => { this.timer = setTimeout(step, 1000 / Number(this.speed.value)); };
    const step = () => {
      this.game.go(this.game.at() + 1);
      if (this.game.at() < this.game.last()) wait(); else this.stop();
    };
    wait();
    this.tell();
  }
  point(move) {
    const drawn = this.holder.querySelector(".tide");
    drawn?.querySelector(".cursor").setAttribute("transform", `translate(${move * Number(drawn.dataset.step)})`);
  }
  put(part, text) { this.holder.querySelector(part).textContent = text; }
  frame(data, at) {  // a move of a game that is here as a whole
    const frame = data.frames[at], list = this.holder.querySelector(".moves");
    this.holder.querySelector(".board").innerHTML = frame.pieces.map((piece) => data.pieces[piece]).join("");  // our own drawing, escaped where it was made
    this.put(".where", `${at} / ${data.frames.length - 1}`);
    this.put(".text", frame.text);
    this.put(".fen", frame.position);
    this.point(at);
    [...list.children].forEach((item, place) => {
      const here = place === at - 1;
      if (here) item.firstElementChild.setAttribute("aria-current", "true"); else item.firstElementChild.removeAttribute("aria-current");
      if (here) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    });
    history.replaceState(null, "", "#" + at);
    return frame;
  }
  varied(fen, score) {  // a move that nobody played: its position, without messages and the program's command line
    this.stop();
    this.put(".fen", fen);
    for (const part of [".asks", ".text", ".messages"]) this.put(part, "");
    this.holder.querySelectorAll(".tally").forEach((tally, side) => { tally.textContent = score[side]; });
  }
}
