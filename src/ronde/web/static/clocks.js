// Clocks of games being played: the server says what is left when it answers, so that nobody's own clock matters.
const seen = new WeakMap();
setInterval(() => {
  for (const one of document.querySelectorAll("[data-left]")) {
    const { left } = one.dataset;
    if (seen.get(one)?.left !== left) seen.set(one, { left, since: Date.now() });
    const now = Math.max(0, left - (Date.now() - seen.get(one).since) / 1000);
    one.textContent = `${Math.floor(now / 60)}:${String(Math.floor(now % 60)).padStart(2, "0")}`;
  }
}, 250);
