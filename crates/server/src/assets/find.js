// The find page without reloading: a press shows at once, and the page of the new address, which
// the server makes, takes the place of the present one part by part. The address is the search.

const RETRY = 2000; // milliseconds until a server that does not answer is asked again
const PAUSE = 300; // milliseconds without a key after which a text is read
const form = document.querySelector("#find");
const say = document.querySelector("#status");
let asking = null; // the request that runs
let retry = 0;
let answered = 0;

document.documentElement.classList.add("live");
document.body.dataset.answered = answered;

const board = () => document.querySelector("#board");
const points = () => [...document.querySelectorAll("#board [data-point]")];
const field = (name) => form.elements[name];

/** Shows a state of a point before the server has answered. */
function show(button, stone) {
  if (button.dataset.stone === stone) return;
  button.dataset.stone = stone;
  button.dataset.new = "";
  button.setAttribute("aria-label", `${button.dataset.point} ${board().dataset[stoneWord(stone)]}`);
}

const stoneWord = (stone) => ({ X: "black", O: "white", "?": "anything", ".": "empty" })[stone];

/** The position as IGTN or IATN: the old text with the states of the buttons. What follows them stays. */
function position() {
  const [size, rows] = field("position").value.split("|");
  const states = points().map((button) => button.dataset.stone);
  const state = (char) => ("_!".includes(char) ? char : (states.shift() ?? char));
  return `${size}|${[...rows].map(state).join("")}`;
}

/** Sets a point and asks. */
function set(point, stone) {
  const button = points().find((button) => button.dataset.point === point);
  show(button, stone);
  field("position").value = position();
  ask(address());
}

/** Applies the tool to a point. */
function press(button) {
  const stone = button.dataset.stone;
  const tool = field("tool").value;
  let next = { black: "X", white: "O", any: "?", erase: "." }[tool];
  if (!next && stone === ".") {
    next = field("next").value === "black" ? "X" : "O";
    field("next").value = next === "X" ? "white" : "black";
  }
  set(button.dataset.point, !next || next === stone ? "." : next);
}

function pick(tool) {
  field("tool").value = tool;
  for (const button of form.querySelectorAll("[data-tool]")) {
    button.setAttribute("aria-pressed", button.dataset.tool === tool);
  }
}

/** The address of the form, as if `submitter` were pressed. */
function address(submitter) {
  const fields = new URLSearchParams(new FormData(form));
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  else fields.delete("size");
  if (submitter?.value !== "read") fields.delete("text");
  return `/?${fields}`;
}

/** The address of the page whose board has buttons, even if the board is empty. */
function withButtons(url) {
  const address = new URL(url, location.href);
  address.searchParams.set("draw", "yes");
  return address;
}

/**
 * Asks the server for a page and shows it. The latest question wins.
 * isNew: the browser keeps the address; isMove: stones and tool may be others than
 * those of the present page.
 */
async function ask(url, { isNew = true, isMove = false } = {}) {
  const start = performance.now();
  asking?.abort();
  clearTimeout(retry);
  const request = (asking = new AbortController());
  const again = () => ask(url, { isNew, isMove });
  let response, text;
  try {
    response = await fetch(withButtons(url), { signal: request.signal });
    text = await response.text();
  } catch {
    if (!request.signal.aborted) complain(form.dataset.gone, again);
    return;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const found = page.querySelector("#find");
  if (found && found.dataset.family !== form.dataset.family) {
    location.href = response.url; // the text is a position of the other game
    return;
  }
  if (!found) {
    const sentence = page.querySelector("[role=alert]")?.textContent ?? response.statusText;
    complain(sentence, response.status === 503 ? again : null);
    return;
  }
  replace(page);
  if (isMove) {
    for (const name of ["tool", "next"]) field(name).value = found.elements[name].value;
    pick(field("tool").value);
    reveal();
  }
  const { address } = found.dataset;
  if (response.ok && isNew && address !== location.pathname + location.search) {
    history.pushState(null, "", address);
  }
  document.body.dataset.ms = Math.round(performance.now() - start);
  document.body.dataset.answered = ++answered;
}

/** Says why there is no answer, and asks again later. The board is kept. */
function complain(sentence, again) {
  say.textContent = sentence;
  say.classList.add("error");
  if (again) retry = setTimeout(again, RETRY);
}

/** Puts the parts of another page into this one. The focus stays. */
function replace(page) {
  const other = page.querySelector("#find");
  form.dataset.address = other.dataset.address;
  field("position").value = other.elements.position.value;
  replaceBoard(page.querySelector(".face"));
  const status = page.querySelector("#status");
  if (say.textContent !== status.textContent) say.replaceChildren(...status.childNodes);
  say.className = status.className;
  for (const part of ["#known", "#results", "body > header"]) {
    document.querySelector(part)?.replaceWith(page.querySelector(part));
  }
  replaceFields(other);
}

/** Keeps the buttons of a board of the same size, and with them the focus. */
function replaceBoard(face) {
  const old = form.querySelector(".face");
  const buttons = [...face.querySelectorAll("[data-point]")];
  const names = (points) => points.map((one) => one.value).join();
  if (names(points()) !== names(buttons)) {
    old.replaceWith(face);
    return;
  }
  points().forEach((button, at) => {
    for (const name of ["data-stone", "aria-label"]) {
      button.setAttribute(name, buttons[at].getAttribute(name));
    }
    delete button.dataset.new;
  });
  old.querySelector("svg").replaceWith(face.querySelector("svg"));
}

/** Takes over what the fields say, except for one in which a person types. */
function replaceFields(other) {
  const text = other.querySelector("#text");
  const mine = document.querySelector("#text");
  if (document.activeElement !== mine) mine.value = text.value;
  mine.setAttribute("aria-invalid", text.getAttribute("aria-invalid") ?? "false");
  for (const name of ["size", "mode", "near", "turn"].filter(field)) {
    field(name).value = other.elements[name].value;
  }
  if (field("edges")) field("edges").checked = other.elements.edges.checked;
  for (const button of form.querySelectorAll("[name=resize]")) {
    const same = other.querySelector(`[name=resize][value="${CSS.escape(button.value)}"]`);
    button.setAttribute("aria-pressed", same.getAttribute("aria-pressed"));
  }
}

/** Scrolls the frame of a cropped board to its stones. */
function reveal() {
  const stones = points().filter((button) => button.dataset.stone !== ".");
  if (!stones.length) return;
  const frame = board().closest(".board");
  const middle = (places) => (Math.min(...places) + Math.max(...places) + 30) / 2;
  frame.scrollLeft = middle(stones.map((button) => button.offsetLeft)) - frame.clientWidth / 2;
  frame.scrollTop = middle(stones.map((button) => button.offsetTop)) - frame.clientHeight / 2;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (button?.dataset.point) press(button);
  else if (button?.dataset.tool) pick(button.dataset.tool);
  else ask(address(button), { isMove: true });
});
form.addEventListener("point", ({ detail: { point, stone } }) => {
  if (stone !== "?" || form.querySelector("[data-tool=any]")) set(point, stone);
});
form.addEventListener("change", ({ target }) => {
  if (["mode", "near", "turn", "edges"].includes(target.name)) ask(address());
  if (target.name === "size") ask(address(form.querySelector("[value=ask]")), { isMove: true });
});
let typing = 0;
document.querySelector("#text").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => ask(address(form.querySelector("[value=read]")), { isMove: true }), PAUSE);
});
document.querySelector("#results").parentElement.addEventListener("click", (event) => {
  const more = event.target.closest("#results p a");
  if (!more) return;
  event.preventDefault();
  ask(more.getAttribute("href"));
});
addEventListener("popstate", () => ask(location.pathname + location.search, { isNew: false, isMove: true }));
if (board()) {
  reveal();
} else {
  // The start page has a drawn board, which stays a link to one with buttons until the server answers.
  const page = await fetch(withButtons(location.href)).then((response) => response.text(), () => "");
  const face = new DOMParser().parseFromString(page, "text/html").querySelector(".face:has(#board)");
  if (!board() && face) replaceBoard(face);
  else if (!board()) ask(location.pathname + location.search, { isNew: false });
}
