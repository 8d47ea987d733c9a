// Clocks of games being played: the server says what is left when it answers, so nobody's own clock matters.
setInterval(() => {
  for (const one of document.querySelectorAll(".watch[data-left]")) {
    if (one.left !== one.dataset.left) Object.assign(one, { left: one.dataset.left, since: Date.now() });
    const left = Math.max(0, one.left - (Date.now() - one.since) / 1000);
    one.textContent = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
  }
}, 250);
