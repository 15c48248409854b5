// Whether lists of keys name a drawn position. Lists are files of this computer or, in the address,
// `?list=NAME` of the file server from which the page comes; neither leaves the browser.

const LARGEST = 50_000_000; // bytes of a list: two million problems
const { KeyList } = wasm_bindgen;
const lists = []; // { name, list or fault, salt }
let position;

/** The answer of one list, as a text and a class. */
function answer({ list, fault, salt }, canonical) {
  if (fault) return [fault, "wrong"];
  if (!canonical) return ["Draw or paste a position.", ""];
  let hits;
  try {
    hits = list.find(canonical.key, canonical.turn, salt || undefined);
  } catch (error) {
    return [`No answer: ${error.message}.`, "wrong"];
  }
  const numbers = (hits) => {
    const given = hits.map((hit) => hit.number).filter((number) => number !== undefined);
    return given.length ? `, number ${given.join(", ")}` : "";
  };
  const same = hits.filter((hit) => hit.agrees);
  if (same.length) return [`Known${numbers(same)}.`, "known"];
  if (hits.length) return [`Known with the other side to move${numbers(hits)}.`, "known"];
  return ["Not known.", ""];
}

/** Writes the answers of all lists beside their names. */
function answerAll() {
  const canonical = position?.window()?.canonical();
  document.querySelector("#key").textContent = canonical?.key ?? "There are no stones.";
  for (const entry of lists) {
    const [text, kind] = answer(entry, canonical);
    Object.assign(entry.output, { textContent: text, className: kind });
  }
}

/** Shows a list below the others. */
function add(entry) {
  const item = document.createElement("li");
  const name = Object.assign(document.createElement("strong"), { textContent: entry.name });
  const count = document.createElement("span");
  count.textContent = entry.list ? ` ${entry.list.length} problems` : "";
  item.append(name, count);
  if (entry.list?.isSalted) {
    const label = document.createElement("label");
    const field = Object.assign(document.createElement("input"), { type: "text", autocomplete: "off" });
    label.append(Object.assign(document.createElement("span"), { textContent: "Its salt" }), field);
    field.addEventListener("input", () => {
      entry.salt = field.value;
      answerAll();
    });
    item.append(label);
  }
  entry.output = document.createElement("output");
  item.append(document.createElement("br"), entry.output);
  document.querySelector("#lists").append(item);
  lists.push(entry);
  answerAll();
}

/** Reads the text of a list. */
async function read(name, load) {
  try {
    add({ name, list: KeyList.read(await load()) });
  } catch (error) {
    add({ name, fault: `Cannot be used: ${error.message}.` });
  }
}

async function readFiles(files) {
  for (const file of files) {
    await read(file.name, () => {
      if (file.size > LARGEST) throw new Error("more than 50 MB, which no list has");
      return file.text();
    });
  }
}

async function fetchText(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return response.text();
}

boardInput(document.querySelector("form"), wasm_bindgen, (changed) => {
  position = changed;
  answerAll();
});
document.querySelector("#files").addEventListener("change", async (event) => {
  await readFiles(event.target.files);
  event.target.value = ""; // the same file may be chosen again
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  readFiles(event.dataTransfer.files);
});
(async () => {
  for (const name of new URLSearchParams(location.search).getAll("list")) await read(name, () => fetchText(name));
})();
