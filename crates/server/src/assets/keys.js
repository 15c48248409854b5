// Keys of buttons and links: `data-press` names the letter, which the page shows beside the words. They
// work unless a field, a select or a board has the focus, and a switch on the page turns them off
// (WCAG 2.1.4), which the browser remembers.

const KEY = "keys";
const button = document.querySelector("#keys");

/** Storage may be full or forbidden: then the switch holds for this page. */
function read() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

let isOn = read();

function show() {
  if (button) button.checked = isOn;
  document.documentElement.toggleAttribute("data-no-keys", !isOn);
}

button?.addEventListener("change", () => {
  isOn = button.checked;
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // not remembered
  }
  show();
});
show();

document.addEventListener("keydown", (event) => {
  if (!isOn || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest("input:not(#keys), select, textarea, [role=grid], [contenteditable]")) return;
  if (event.key.length !== 1) return;
  const pressed = document.querySelector(`[data-press="${CSS.escape(event.key.toLowerCase())}"]`);
  if (pressed) {
    event.preventDefault();
    pressed.click();
  }
});
