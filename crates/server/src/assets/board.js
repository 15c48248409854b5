// Keys on boards of buttons (pages/board.rs): one tab stop, arrow keys, Home and End; B, W, ? and
// Delete become an event `point` of the button. Enter and the space bar press it, as in any form.

const STONES = { b: "X", w: "O", "?": "?", Delete: ".", Backspace: "." };

/** Makes a button the tab stop of its board. */
function stopAt(button) {
  for (const other of button.closest("[role=grid]").querySelectorAll("[tabindex='0']")) {
    other.tabIndex = -1;
  }
  button.tabIndex = 0;
}

/** The number of a button's column. On a hexagon it is not the place in the row. */
function columnOf(button) {
  return Number(button.ariaColIndex ?? [...button.parentElement.children].indexOf(button));
}

/** The button of another row in the column of a button, or else the one that is nearest. */
function inRow(row, button) {
  const distance = (other) => Math.abs(columnOf(other) - columnOf(button));
  return row && [...row.children].reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/** The button to which a key leads. */
function target(button, key) {
  const row = button.parentElement;
  switch (key) {
    case "ArrowLeft": return button.previousElementSibling;
    case "ArrowRight": return button.nextElementSibling;
    case "ArrowUp": return inRow(row.previousElementSibling, button);
    case "ArrowDown": return inRow(row.nextElementSibling, button);
    case "Home": return row.firstElementChild;
    case "End": return row.lastElementChild;
  }
}

document.addEventListener("focusin", (event) => {
  const button = event.target.closest("[role=grid] [data-point]");
  if (button) stopAt(button);
});

document.addEventListener("keydown", (event) => {
  const button = event.target.closest("[role=grid] [data-point]");
  if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = target(button, event.key);
  const stone = STONES[event.key] ?? STONES[event.key.toLowerCase()];
  if (next) {
    next.focus();
  } else if (stone) {
    const detail = { point: button.dataset.point, stone };
    button.dispatchEvent(new CustomEvent("point", { bubbles: true, detail }));
  } else if (!event.key.startsWith("Arrow")) {
    return;
  }
  event.preventDefault();
});
