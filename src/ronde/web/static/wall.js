// Draws the wall of small boards again while somebody looks at it, unless the keyboard is on it.
// `wall` is the element of that name, as browsers offer every element that has one.
const look = async () => {
  if (document.hidden || wall.matches(":focus-within")) return;
  const got = await fetch(wall.dataset.wall).catch(() => wall);
  if (got.ok) wall.innerHTML = await got.text();
};
setInterval(look, 2000);
addEventListener("ronde:renewed", look);
if (!wall.querySelector("svg")) look();
