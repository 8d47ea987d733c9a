// The line for results: while one types, the server says in words what Enter will do. One grammar, no copy here.
const entry = document.getElementById("entry");
const foreseen = document.getElementById("foreseen");
let waiting = null;

if (entry && foreseen) {
  entry.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const asked = entry.value;
      const answer = await fetch(`${entry.dataset.foresee}?text=${encodeURIComponent(asked)}`);
      if (answer.ok && entry.value === asked) foreseen.textContent = await answer.text();
    }, 60);
  });
}
