// Play on the page of a problem without loading it again: a move or a link asks for the same page
// with another address, and the elements with data-part are exchanged. Without this script the
// browser loads the page.

const play = document.querySelector("#play");
const RETRY = 2000;
let latest = 0;

/** What has the focus, as a selector for the exchanged page. */
function findFocus() {
  const { point, control } = document.activeElement?.dataset ?? {};
  if (point) return `#board [data-point="${CSS.escape(point)}"]`;
  return control ? `[data-control="${CSS.escape(control)}"]` : null;
}

/** Takes over an element of the page that was loaded. */
function exchange(part, next) {
  for (const { name, value } of next.attributes) part.setAttribute(name, value);
  if (part.innerHTML !== next.innerHTML) part.innerHTML = next.innerHTML;
}

/** Shows the page with an address; `isBack` if the browser has gone there already. */
async function show(address, isBack) {
  const number = ++latest;
  let page;
  try {
    const response = await fetch(address, { headers: { accept: "text/html" } });
    page = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    if (number !== latest) return;
    play.querySelector("#verdict").textContent = play.dataset.lost;
    setTimeout(() => number === latest && show(address, isBack), RETRY);
    return;
  }
  if (number !== latest) return;
  if (!page.querySelector("#play")) {
    location.assign(address); // the problem is gone
    return;
  }
  const focus = findFocus();
  const frame = document.querySelector(".board");
  const [left, top] = [frame.scrollLeft, frame.scrollTop];
  for (const part of document.querySelectorAll("[data-part]")) {
    const next = page.querySelector(`[data-part="${part.dataset.part}"]`);
    if (next) exchange(part, next);
  }
  document.querySelector(".board").scrollTo(left, top);
  for (const link of document.querySelectorAll("header a[hreflang]")) {
    link.href = page.querySelector(`header a[hreflang="${link.hreflang}"]`).href;
  }
  if (focus) (document.querySelector(focus) ?? document.querySelector("#board button"))?.focus();
  if (!isBack) history.pushState(null, "", address);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-live]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.href);
});

play.addEventListener("submit", (event) => {
  if (event.target.method !== "get") return; // a search leads to the page anew
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(event.target, event.submitter));
  show(`${event.target.action}?${fields}`);
});

window.addEventListener("popstate", () => show(location.href, true));
