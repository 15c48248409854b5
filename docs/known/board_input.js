// A board on which a position is drawn, and a field into which a text of a position is pasted. Needs the
// elements of `form` that known.html has, and board.js of `gtn-db serve` for the keys.

const STONE_NAMES = { X: "black", O: "white", ".": undefined };

/** The name of a point: D4 is the fourth column, and the fourth row from below. */
function pointName(col, row, rows) {
  const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const letter = (at) => letters[at % 25];
  return (col < 25 ? "" : letter(Math.floor(col / 25) - 1)) + letter(col) + (rows - row);
}

/** Shows a board in a form. Calls `onChange(position)` with the first position and after every change. */
function boardInput(form, { Position, svgStyle }, onChange) {
  const find = (selector) => form.querySelector(selector);
  const [board, fault, text, turn] = ["#board", "#fault", "#text", "#turn"].map(find);
  let position = Position.empty(19, 19);
  document.head.append(Object.assign(document.createElement("style"), { textContent: svgStyle() }));

  function stoneAt(col, row) {
    return position.stone(col, row) ?? "empty";
  }

  function labels() {
    for (const button of board.querySelectorAll("[data-point]")) {
      const [col, row] = button.dataset.point.split(" ").map(Number);
      button.ariaLabel = `${pointName(col, row, position.rows)} ${stoneAt(col, row)}`;
    }
  }

  /** Draws the stones; the buttons stay, and with them the focus. */
  function draw() {
    board.querySelector("svg")?.remove();
    board.insertAdjacentHTML("afterbegin", position.svgUnderGrid(true)); // markup of the library, without texts
    labels();
    onChange(position);
  }

  /** Shows a position of another size. */
  function show(other) {
    position = other;
    turn.value = position.turn ?? "";
    const grid = Object.assign(document.createElement("div"), { role: "grid", ariaLabel: "Board" });
    for (let row = 0; row < position.rows; row += 1) {
      const line = Object.assign(document.createElement("div"), { role: "row" });
      for (let col = 0; col < position.cols; col += 1) {
        const button = Object.assign(document.createElement("button"), { type: "button", role: "gridcell" });
        button.dataset.point = `${col} ${row}`;
        button.tabIndex = col + row === 0 ? 0 : -1;
        line.append(button);
      }
      grid.append(line);
    }
    board.replaceChildren(grid);
    draw();
  }

  function place(point, stone) {
    const [col, row] = point.split(" ").map(Number);
    position = position.withStone(col, row, stone);
    draw();
  }

  board.addEventListener("click", (event) => {
    const button = event.target.closest("[data-point]");
    if (!button) return;
    const chosen = find("[name=stone]:checked").value;
    const [col, row] = button.dataset.point.split(" ").map(Number);
    // A second click on the same stone removes it.
    place(button.dataset.point, chosen === "empty" || stoneAt(col, row) === chosen ? undefined : chosen);
  });
  board.addEventListener("point", ({ detail }) => {
    if (detail.stone in STONE_NAMES) place(detail.point, STONE_NAMES[detail.stone]);
  });
  turn.addEventListener("change", () => {
    position = position.withTurn(turn.value || undefined);
    onChange(position);
  });
  find("#size").addEventListener("change", (event) => {
    show(Position.empty(Number(event.target.value), Number(event.target.value)));
  });
  find("#clear").addEventListener("click", () => {
    show(Position.empty(position.cols, position.rows));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    fault.textContent = "";
    try {
      show(Position.read(text.value));
    } catch (error) {
      fault.textContent = `The text cannot be read: ${error.message}.`;
    }
  });
  show(position);
}
