// Turns one piece of a page into another without losing focus, scroll, what was typed or what was unfolded.
function sameKind(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.id || "") === (other.id || "");
}

function attributes(old, fresh) {
  const keepsOpen = old.nodeName === "DETAILS" || old.nodeName === "DIALOG";
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(keepsOpen && name === "open")) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (keepsOpen && name === "open") continue;
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

// A field that somebody has touched keeps what he typed; if that was refused and came back with the page, still.
export function touched(field) {
  if (field.refused) return true;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.type !== "hidden" && field.value !== field.defaultValue;
}

export function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const field = old.nodeName === "INPUT";
  const kept = field && touched(old) ? old.value : null;
  attributes(old, fresh);
  if (field) {
    if (kept !== null && old.type !== "checkbox" && old.type !== "radio") old.value = kept;
    else if (kept === null && old.type !== "file") old.value = fresh.getAttribute("value") ?? (old.type === "checkbox" ? "on" : "");
    return;
  }
  // Long lists are mostly as they were; what somebody typed is in no attribute, so forms are always looked into.
  if (!old.isEqualNode(fresh) || old.querySelector("input")) children(old, fresh);
}

function children(old, fresh) {
  const byId = new Map([...old.children].filter((one) => one.id).map((one) => [one.id, one]));
  const wanted = new Set([...fresh.children].map((one) => one.id).filter(Boolean));
  let next = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const known = node.id && byId.get(node.id);
    // A notice that is gone, or the blank beside it, must not push what follows out of step: a form would be made anew.
    while (next && (next.id ? !wanted.has(next.id) : node.nodeType !== next.nodeType && next.nodeType === Node.TEXT_NODE)) next = dropped(next);
    if (known && known.nodeName === node.nodeName) {
      // Whatever nobody wants any more makes room: a node that is moved would lose the focus inside it.
      while (next && next !== known && !(next.id && wanted.has(next.id))) next = dropped(next);
      if (known === next) next = next.nextSibling;
      else old.insertBefore(known, next);
      morph(known, node);
    } else if (next && sameKind(next, node)) {
      const place = next;
      next = next.nextSibling;
      morph(place, node);
    } else {
      old.insertBefore(document.importNode(node, true), next);
    }
  }
  while (next) next = dropped(next);
}

// What has that name on this page.
export const named = (id) => document.getElementById(id);

// A page that came from the server.
export const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

// Remembers the rows of a page; called later, it marks those that have changed.
export function remember() {
  const rows = () => [...document.querySelectorAll("tr[id]")];
  const before = new Map(rows().map((row) => [row.id, row.textContent]));
  return () => {
    for (const row of rows()) {
      if (!before.has(row.id) || before.get(row.id) === row.textContent) continue;
      row.classList.add("changed");
      setTimeout(() => row.classList.remove("changed"), 3000);
    }
  };
}

function dropped(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
