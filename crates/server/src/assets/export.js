// How far an export is, while the browser waits for the file: the form names the export, and the page asks for it.

const DELAY = 700; // milliseconds until the first question, and between two

const form = document.querySelector("#export");
const shown = document.querySelector("#export-progress");
const bar = shown.querySelector("progress");
const said = shown.querySelector("[role=status]");
let asked = 0;

/** Asks for the export with a name until it has ended, unless another one was begun. */
async function follow(name, turn) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, DELAY));
    if (turn !== asked) return;
    const answer = await fetch(`${form.getAttribute("action")}/${name}`).catch(() => null);
    const { state, done, total } = answer?.ok ? await answer.json() : { state: "gone" };
    const goes = state === "choosing" || state === "writing";
    shown.hidden = state === "gone";
    bar.hidden = !goes;
    if (total > 0) {
      bar.max = total;
      bar.value = done;
    } else {
      bar.removeAttribute("value");
    }
    said.textContent = (shown.dataset[state] ?? "").replace("{}", done ?? "").replace("{}", total ?? "");
    if (!goes) return;
  }
}

form.addEventListener("submit", () => {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const name = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  form.elements.progress.value = name;
  form.elements.progress.disabled = false;
  asked += 1;
  follow(name, asked);
});
