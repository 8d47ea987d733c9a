// Files dropped anywhere on the form, folders too, go into its field and are sent.
const box = () => document.getElementById("drop");

addEventListener("dragover", (event) => {
  if (!box() || !event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  box().classList.add("under");
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) box()?.classList.remove("under"); });

async function inside(entry) {
  if (entry.isFile) return [await new Promise((done, failed) => entry.file(done, failed))];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) break;
    found.push(...some);
  }
  // A PAPP folder is flat; what lies deeper are lists it printed.
  return Promise.all(found.filter((one) => one.isFile).map((one) => new Promise((done, failed) => one.file(done, failed))));
}

addEventListener("drop", async (event) => {
  if (!box() || !event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  const entries = [...event.dataTransfer.items].map((one) => one.webkitGetAsEntry?.()).filter(Boolean);
  const files = entries.length ? (await Promise.all(entries.map(inside))).flat() : [...event.dataTransfer.files];
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  box().elements.files.files = chosen.files;
  box().requestSubmit();
});
