// Sets of problems that a person gathers from lists, the way through a list, and training. All of it is kept in
// the browser; no part of it reaches the server but as addresses of problems that the person opens.

const GATHERED = "gtn-db gathered"; // [id], in the order in which they were gathered
const TRAINING = "gtn-db training"; // see `start`
const LIST = "gtn-db list"; // the last list, for the way to its other problems
const MOST = 10_000; // problems of a training
const PART = 200; // problems that the API lists at most in one answer
const VIEWS = ["", "N_"].flatMap((colors) => ["IR", "SR"].flatMap((turned) => [0, 1, 2, 3].map((by) => colors + turned + by)));

const find = (selector) => document.querySelector(selector);
const language = document.documentElement.lang;
/** The address of the start page, which may be below the path of a proxy. */
const base = find("#sets, #way")?.dataset.address;

/** What is kept under a name, or `fallback`. */
function recall(name, fallback, storage = () => localStorage) {
  try {
    return JSON.parse(storage().getItem(name)) ?? fallback;
  } catch {
    return fallback; // forbidden, or not ours
  }
}

/** Keeps a value; says so where the browser keeps nothing. */
function keep(name, value, storage = () => localStorage) {
  try {
    storage().setItem(name, JSON.stringify(value));
    return true;
  } catch {
    const said = find("#not-kept");
    if (said) said.hidden = false;
    return false;
  }
}

/** A sentence with values in place of each `{}`. */
function fill(text, ...values) {
  return values.reduce((filled, value) => filled.replace("{}", value), text);
}

function shuffle(ids) {
  for (let last = ids.length - 1; last > 0; last -= 1) {
    const at = Math.floor(Math.random() * (last + 1));
    [ids[last], ids[at]] = [ids[at], ids[last]];
  }
  return ids;
}

const pick = (choices) => choices[Math.floor(Math.random() * choices.length)];
/** The id of the problem of a page: the key of its position, and mostly `-` and the side to move. */
const idOf = (href) => new URL(href, location.href).pathname.split("/").pop();
const keyOf = (id) => id.split("-")[0];
const address = (path, fields) => `${base}${path}?${new URLSearchParams({ ...fields, lang: language })}`;

/** The ids of all problems with the conditions of a list, at most `MOST`. */
async function loadIds(listed, more) {
  const ids = [];
  const fields = new URLSearchParams(new URL(listed, location.href).search);
  for (const name of ["after", "lang", "family"]) fields.delete(name);
  fields.set("limit", PART);
  for (const [name, value] of Object.entries(more)) fields.set(name, value);
  for (let after = ""; after !== null && ids.length < MOST;) {
    if (after) fields.set("after", after);
    const response = await fetch(`${base}api/v1/problems?${fields}`);
    if (!response.ok) throw new Error(response.statusText);
    const { items, next } = await response.json();
    ids.push(...items.map((item) => `${item.key}-${item.canonical_turn}`));
    after = next;
  }
  return [...new Set(ids)];
}

/** Opens a problem of the training in some orientation and colors. */
function open(id) {
  location.assign(address(`p/${id}`, { view: pick(VIEWS) }));
}

/**
 * Begins a training. Its `queue` begins with the problem that is shown; `again` has those that failed, which come
 * when the queue is empty.
 */
function start(ids, list) {
  if (!ids.length) return;
  const queue = shuffle(ids.slice(0, MOST));
  const state = { list, all: queue.length, queue, again: [], first: 0, solved: 0, hasFailed: false, isSolved: false, isRepeat: false };
  if (keep(TRAINING, state)) open(queue[0]);
}

/** The list of problems: a switch on each card, and the tools for what is gathered. */
function gather(tools) {
  let gathered = recall(GATHERED, []);
  const here = location.href;
  const cards = [...document.querySelectorAll("#results > li[data-id]")];
  // An id without a side, of an older set, is that of all problems of the position.
  const has = (id) => gathered.includes(id) || gathered.includes(keyOf(id));
  const show = () => {
    tools.hidden = !gathered.length;
    find("#gathered-count").textContent = fill(tools.dataset.count, gathered.length);
    find("#gathered-show").href = address("problems", { ids: gathered.join(",") });
    find("#gathered-export").href = address("export", { ids: gathered.join(",") });
    for (const card of cards) {
      const isIn = has(card.dataset.id);
      const button = card.querySelector(".gather");
      button.setAttribute("aria-pressed", isIn);
      button.textContent = isIn ? tools.dataset.remove : tools.dataset.add;
    }
  };
  const change = (ids) => {
    gathered = ids.slice(0, Number(tools.dataset.most));
    keep(GATHERED, gathered);
    show();
  };
  for (const card of cards) {
    const { id } = card.dataset;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button gather" });
    button.addEventListener("click", () => {
      change(has(id) ? gathered.filter((one) => one !== id && one !== keyOf(id)) : [...gathered, id]);
    });
    card.append(button);
  }
  show();
  find("#gathered-clear").addEventListener("click", () => change([]));
  find("#gathered-train").addEventListener("click", () => start([...gathered], here));
  const train = find("#train");
  train.hidden = !cards.length;
  train.addEventListener("click", async () => {
    train.disabled = true;
    try {
      start(await loadIds(here, { answered: true }), here);
    } finally {
      train.disabled = false;
    }
  });
  const step = (rel) => find(`a[rel=${rel}]`)?.href ?? null;
  const links = cards.map((card) => card.querySelector("a").href);
  keep(LIST, { here, links, previous: step("prev"), next: step("next") }, () => sessionStorage);
}

/** The way from a problem to the others of the list from which the person came. */
function showWay(way) {
  const list = recall(LIST, null, () => sessionStorage);
  const id = idOf(location.href);
  const ids = list?.links.map(idOf) ?? [];
  const at = ids.includes(id) ? ids.indexOf(id) : ids.map(keyOf).indexOf(keyOf(id));
  if (at < 0 && !list?.isRandom) return;
  way.hidden = false;
  const link = (id, href) => {
    const button = find(id);
    button.hidden = !href;
    if (href) button.href = href;
  };
  link("#way-previous", at < 0 ? null : list.links[at - 1] ?? list.previous);
  link("#way-next", at < 0 ? null : list.links[at + 1] ?? list.next);
  link("#way-list", list.here);
  find("#way-random").addEventListener("click", async () => {
    const ids = await loadIds(list.here, {});
    keep(LIST, { ...list, isRandom: true }, () => sessionStorage);
    location.assign(address(`p/${pick(ids)}`, {}));
  });
}

/** The tally of a training, and the way to its next problem. */
function train(bar) {
  const state = recall(TRAINING, null);
  if (!state || state.queue[0] !== idOf(location.href)) return;
  bar.hidden = false;
  if (way) way.hidden = true; // its next problem is not that of the training
  const verdict = find("#verdict");
  const tally = () => {
    const left = state.queue.length + state.again.length - (state.isSolved ? 1 : 0);
    find("#tally").textContent = fill(bar.dataset.tally, state.solved, state.all, left);
  };
  const judge = () => {
    const said = verdict.dataset.verdict;
    if (said === "right" && !state.isSolved) {
      state.isSolved = !state.hasFailed;
      state.solved += state.isSolved ? 1 : 0;
      state.first += state.isSolved && !state.isRepeat ? 1 : 0;
    }
    if (!state.isSolved && ["wrong", "refused", "off", "lesser"].includes(said)) state.hasFailed = true;
    keep(TRAINING, state);
    tally();
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-control=hint]")) state.hasFailed = true;
  });
  new MutationObserver(judge).observe(verdict, { attributes: true });
  judge();
  find("#training-next").addEventListener("click", () => {
    const id = state.queue.shift();
    if (!state.isSolved) state.again.push(id);
    if (!state.queue.length) Object.assign(state, { queue: shuffle(state.again), again: [], isRepeat: true });
    Object.assign(state, { hasFailed: false, isSolved: false });
    keep(TRAINING, state);
    if (state.queue.length) {
      open(state.queue[0]);
      return;
    }
    find("#tally").textContent = fill(bar.dataset.done, state.all, state.first);
    find("#training-next").hidden = true;
  });
  find("#training-end").addEventListener("click", () => {
    keep(TRAINING, null);
    location.assign(state.list);
  });
}

const tools = find("#gathered");
if (tools) gather(tools);
const way = find("#way");
if (way) showWay(way);
const bar = find("#training");
if (bar) train(bar);
