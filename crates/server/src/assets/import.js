// Imports (pages/import.rs): files that are dropped on the page, and the progress of an import.
// Without this script the form sends the files, and the page of the import loads itself again.

const form = document.querySelector("#import");
const job = document.querySelector("#job");
const BASE = new URL(import.meta.url).pathname.split("/assets/")[0]; // the path of a proxy

function say(element, text) {
  element.textContent = text;
}

/** Sends the form, and shows how much of it has been sent. */
function send() {
  const said = document.querySelector("#sending");
  const sent = document.querySelector("#sent");
  const button = form.querySelector("button");
  const request = new XMLHttpRequest();
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) sent.value = event.loaded / event.total;
  });
  request.addEventListener("load", () => {
    if (request.status < 400) {
      location.assign(request.responseURL);
      return;
    }
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    stop(page.querySelector("[role=alert]")?.textContent ?? request.statusText);
  });
  request.addEventListener("error", () => stop(form.dataset.gone));
  function stop(text) {
    said.setAttribute("role", "alert");
    say(said, text);
    sent.hidden = true;
    button.disabled = false;
  }
  said.setAttribute("role", "status");
  say(said, form.dataset.sending);
  sent.hidden = false;
  button.disabled = true;
  request.open("POST", form.action);
  request.send(new FormData(form));
}

if (form) {
  const drop = document.querySelector("#drop");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  // The whole page takes files: one that misses the box must not be opened in place of the page.
  for (const kind of ["dragenter", "dragover"]) {
    document.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  for (const kind of ["dragleave", "drop"]) {
    document.addEventListener(kind, () => drop.classList.remove("over"));
  }
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length === 0) return;
    form.querySelector("input[type=file]").files = event.dataTransfer.files;
    send();
  });
}

/** Asks how far the import is, until it has ended. */
async function watch() {
  const said = document.querySelector("[role=status]");
  const text = said.textContent;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    try {
      const answer = await fetch(`${BASE}/api/v1/jobs/${job.dataset.job}`);
      const { state, bytes } = await answer.json();
      if (state !== "running") {
        location.reload();
        return;
      }
      job.value = bytes;
      if (said.textContent !== text) say(said, text);
    } catch {
      say(said, job.dataset.gone);
    }
  }
}

if (job) watch();
