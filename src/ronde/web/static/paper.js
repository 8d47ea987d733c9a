// The button that prints; without script the menu of the browser does the same.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => window.print());
