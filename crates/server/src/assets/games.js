// The pages about games (pages/explore.rs, games.rs, game.rs): links and forms inside [data-live]
// change the page without loading it anew, arrow keys step through a game, and a region of the
// board is chosen by dragging or by two clicks. Without this script, links and forms do the same.

const BASE = new URL(import.meta.url).pathname.split("/assets/")[0]; // the path of a proxy
const PATHS = [`${BASE}/explore`, `${BASE}/games`];
const WAIT = 2000;
let newest = 0;
let shown = location.pathname + location.search;

/** Whether an address leads to a page that this script shows. */
function isLive(url) {
  return url.origin === location.origin
    && PATHS.some((path) => url.pathname === path || url.pathname.startsWith(`${path}/`));
}

/** Says a sentence until the page is shown anew. */
function say(text) {
  const status = document.querySelector("#status");
  if (status && text) status.textContent = text;
}

/** Shows the page of an address, and tries again while the server is gone. */
async function show(url, isNew) {
  const number = ++newest;
  const began = performance.now();
  let response;
  while (!response) {
    try {
      response = await fetch(url, { headers: { accept: "text/html" } });
    } catch {
      say(document.querySelector("[data-gone]")?.dataset.gone);
      await new Promise((resolve) => setTimeout(resolve, WAIT));
      if (number !== newest) return;
    }
  }
  const text = await response.text();
  if (number !== newest) return; // another page was asked for meanwhile
  const page = new DOMParser().parseFromString(text, "text/html");
  const point = document.activeElement?.closest?.("[role=grid] [data-point]")?.dataset.point;
  const step = document.activeElement?.dataset?.step;
  const wereOpen = [...document.querySelectorAll("details.filter")].map((it) => it.open);
  document.title = page.title;
  for (const part of ["body > header", "#content"]) {
    const [before, after] = [document.querySelector(part), page.querySelector(part)];
    if (before && after) before.replaceWith(after);
  }
  if (isNew) history.pushState(null, "", response.url);
  shown = location.pathname + location.search;
  document.querySelectorAll("details.filter").forEach((it, i) => { it.open = Boolean(wereOpen[i]); });
  prepare();
  const focused = (point && document.querySelector(`[role=grid] [data-point="${point}"]`))
    || (step && document.querySelector(`a[data-step="${step}"]`));
  focused?.focus({ preventScroll: true });
  document.body.dataset.answered = String(Number(document.body.dataset.answered ?? 0) + 1);
  document.body.dataset.ms = String(Math.round(performance.now() - began));
}

/** The address of a form with its fields. */
function addressOf(form, button) {
  const url = new URL(form.action, location.href);
  const fields = new FormData(form, button?.name ? button : undefined);
  url.search = new URLSearchParams([...fields].filter(([, value]) => value !== "")).toString();
  return url;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-live] a[href]");
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain || event.defaultPrevented || link.hasAttribute("download")) return;
  const url = new URL(link.href);
  if (!isLive(url)) return;
  event.preventDefault();
  show(url, true);
});

document.addEventListener("submit", (event) => {
  if (!event.target.closest("[data-live]") || event.target.method !== "get") return;
  event.preventDefault();
  show(addressOf(event.target, event.submitter), true);
});

// A link to a part of the same page is a state of its history as well.
addEventListener("popstate", () => {
  if (location.pathname + location.search !== shown) show(new URL(location.href), false);
});

// Arrow keys in a game.

const STEPS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last",
  PageUp: "back", PageDown: "on" };

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  const isTyping = event.target.closest("input, textarea, select, [role=grid], .scroll");
  if (!step || isTyping || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const link = document.querySelector(`a[data-step="${step}"]`);
  if (!link) return;
  event.preventDefault();
  show(new URL(link.href), true);
});

// Regions.

let begin = null; // the button at which a region begins
let isDragging = false;
let isChoosing = false;

/** The board on which a region can be chosen. */
function regionBoard() {
  return document.querySelector("[data-region] [role=grid]");
}

/** The column and row of a button. */
function placeOf(button) {
  const row = button.parentElement;
  return [[...row.children].indexOf(button), [...row.parentElement.children].indexOf(row)];
}

/** Marks the rectangle between two buttons. */
function mark(one, other) {
  const [[c1, r1], [c2, r2]] = [placeOf(one), placeOf(other)];
  for (const button of regionBoard().querySelectorAll("[data-point]")) {
    const [c, r] = placeOf(button);
    const isInside = c >= Math.min(c1, c2) && c <= Math.max(c1, c2)
      && r >= Math.min(r1, r2) && r <= Math.max(r1, r2);
    button.classList.toggle("dragged", isInside);
  }
}

/** Searches the rectangle between two buttons. */
function search(one, other) {
  const form = document.querySelector("#region");
  form.elements.region.value = `${one.dataset.point}-${other.dataset.point}`;
  form.requestSubmit();
}

/** The button of the board at a place of the window. */
function buttonAt(event) {
  const button = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-point]");
  return button && regionBoard()?.contains(button) ? button : null;
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-region] [role=grid] [data-point]");
  if (!button || event.button !== 0 || event.pointerType === "touch" || isChoosing) return;
  begin = button;
  isDragging = false;
});

document.addEventListener("pointermove", (event) => {
  if (!begin || isChoosing) return;
  const button = buttonAt(event);
  if (!button || (!isDragging && button === begin)) return;
  isDragging = true;
  mark(begin, button);
});

document.addEventListener("pointerup", (event) => {
  if (!begin || isChoosing) return;
  const [one, other] = [begin, buttonAt(event)];
  begin = null;
  if (isDragging && other) search(one, other);
  else regionBoard()?.querySelectorAll(".dragged").forEach((it) => it.classList.remove("dragged"));
  setTimeout(() => { isDragging = false; }); // after the click that may follow
});

// Before the form is sent: a click that ends a drag, or chooses a corner, plays no stone.
document.addEventListener("click", (event) => {
  const tool = event.target.closest("[data-tool=region]");
  if (tool) {
    isChoosing = tool.getAttribute("aria-pressed") !== "true";
    tool.setAttribute("aria-pressed", String(isChoosing));
    begin = null;
    return;
  }
  const button = event.target.closest("[data-region] [role=grid] [data-point]");
  if (!button || !(isChoosing || isDragging)) return;
  event.preventDefault();
  if (!isChoosing) return;
  if (begin) {
    isChoosing = false;
    search(begin, button);
    begin = null;
  } else {
    begin = button;
    mark(button, button);
  }
}, true);

/** What needs the script is shown with it. */
function prepare() {
  isChoosing = false;
  begin = null;
  for (const tool of document.querySelectorAll("[data-tool=region]")) tool.hidden = false;
}

prepare();
