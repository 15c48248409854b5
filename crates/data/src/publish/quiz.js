// Plays problems: draws a board, takes moves, answers them. Without a server, and the same for web
// folders and cards.
"use strict";
function gtnQuiz(root, data, options) {
  const NS = "http://www.w3.org/2000/svg";
  const [cols, rows] = data.size;
  const [left, top, width, height] = data.view;
  const form = options.form || 0; // 0 to 7: symmetries, 8 to 15: with other colors
  const turned = form & 1, flipX = form & 2, flipY = form & 4, swapped = form & 8;
  const place = (col, row) => {
    let x = col - left, y = row - top;
    if (flipX) x = width - 1 - x;
    if (flipY) y = height - 1 - y;
    return turned ? [y, x] : [x, y];
  };
  const color = (c) => (swapped ? (c === "B" ? "W" : "B") : c);
  const [w, h] = turned ? [height, width] : [width, height];
  const code = (char) => (char < "a" ? char.charCodeAt(0) - 65 + 26 : char.charCodeAt(0) - 97);
  const point = (text) => [code(text[0]), code(text[1])];
  const points = (text) => (text.match(/../g) || []).map(point);
  const inside = ([c, r]) => c >= left && r >= top && c < left + width && r < top + height;

  let stones, at, line, over, others, taken;
  const board = document.createElementNS(NS, "svg");
  board.setAttribute("class", "goban quiz");
  board.setAttribute("viewBox", `-6 -6 ${(w - 1) * 10 + 12} ${(h - 1) * 10 + 12}`);
  const ratio = ((w - 1) * 10 + 12) / ((h - 1) * 10 + 12);
  board.style.width = `min(100%, calc(${(100 * ratio * 0.65).toFixed(1)}vh), ${(w + 1) * 3}em)`;
  board.setAttribute("role", "img");
  board.setAttribute("aria-label", `Board, ${data.turn === "B" ? "Black" : "White"} to play`);
  const status = document.createElement("p");
  status.className = "status";
  status.setAttribute("role", "status");

  const path = (kind, d) => {
    const element = document.createElementNS(NS, "path");
    element.setAttribute("class", kind);
    element.setAttribute("d", d);
    board.append(element);
  };
  const label = (text, x, y, dark) => {
    const element = document.createElementNS(NS, "text");
    element.setAttribute("class", (dark ? "o " : "") + (text.length > 2 ? "t" : text.length > 1 ? "s" : ""));
    element.setAttribute("x", x * 10);
    element.setAttribute("y", y * 10 + 2);
    element.textContent = text;
    board.append(element);
  };
  /** A label where no stone is, with the lines behind it covered. */
  const labelFree = (text, x, y) => {
    path("p", `M${x * 10} ${y * 10}h0`);
    label(text, x, y, false);
  };
  function draw() {
    board.replaceChildren();
    let lines = "", edges = "";
    const end = (isEdge) => (isEdge ? 0 : 6);
    const add = (isEdge, d) => (isEdge ? (edges += d) : (lines += d));
    for (let c = 0; c < width; c++) {
      const [a, b] = [place(left + c, top), place(left + c, top + height - 1)];
      const ends = [end(top === 0), end(top + height === rows)];
      add(left + c === 0 || left + c === cols - 1, segment(a, b, ends));
    }
    for (let r = 0; r < height; r++) {
      const [a, b] = [place(left, top + r), place(left + width - 1, top + r)];
      const ends = [end(left === 0), end(left + width === cols)];
      add(top + r === 0 || top + r === rows - 1, segment(a, b, ends));
    }
    path("l", lines);
    path("e", edges);
    let stars = "";
    for (let c = left; c < left + width; c++) {
      for (let r = top; r < top + height; r++) {
        if (isStar(c, cols) && isStar(r, rows)) stars += dot(c, r);
      }
    }
    path("h", stars);
    const of = { B: "", W: "" };
    for (const [key, c] of stones) {
      const [x, y] = key.split(",").map(Number);
      if (inside([x, y])) of[color(c)] += dot(x, y);
    }
    path("b", of.B);
    path("r", of.W);
    path("w", of.W);
    if (!line.length) drawMarks();
    line.forEach((move, number) => {
      if (!move.at || !stones.has(move.at.join())) return;
      if (line.some((later, index) => index > number && later.at && later.at.join() === move.at.join())) return;
      if (!inside(move.at)) return;
      const [x, y] = place(...move.at);
      label(String(number + 1), x, y, color(move.c) === "B");
    });
    for (const [spots, first] of [[others, "A"], [taken, "a"]]) {
      spots.filter(isFree).forEach((spot) => labelFree(letter(spots, first, spot), ...place(...spot)));
    }
  }
  /** Draws the marks and labels of the question. */
  function drawMarks() {
    const shapes = {
      TR: (x, y) => `M${x} ${y - 4}l3 5h-6z`,
      SQ: (x, y) => `M${x - 3} ${y - 3}h6v6h-6z`,
      CR: (x, y) => `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0z`,
      MA: (x, y) => `M${x - 3} ${y - 3}l6 6m0-6l-6 6`,
    };
    for (const mark of data.k || []) {
      const spot = point(mark.m);
      const [x, y] = place(...spot);
      const on = stones.get(spot.join());
      const dark = on !== undefined && color(on) === "B";
      if (mark.k) path(dark ? "m o" : "m", shapes[mark.k](x * 10, y * 10));
      else if (on === undefined) labelFree(mark.t, x, y);
      else label(mark.t, x, y, dark);
    }
  }
  const isFree = (spot) => inside(spot) && !stones.has(spot.join());
  /** The letter of a free point, counted from the first one of its list. */
  function letter(spots, first, spot) {
    const number = spots.filter(isFree).findIndex((one) => one.join() === spot.join());
    // A to Z, then A1 to Z1, A2 and so on, as on the boards of books.
    const name = String.fromCharCode(first.charCodeAt(0) + (number % 26));
    return name + (number < 26 ? "" : Math.floor(number / 26));
  }
  /** The name of a point on the board as it is drawn, such as Q16. */
  function name([c, r]) {
    let x = flipX ? cols - 1 - c : c, y = flipY ? rows - 1 - r : r;
    if (turned) [x, y] = [y, x];
    const column = (n) => "ABCDEFGHJKLMNOPQRSTUVWXYZ"[n % 25];
    return (x < 25 ? "" : column(Math.floor(x / 25) - 1)) + column(x) + ((turned ? cols : rows) - y);
  }
  function segment(a, b, [before, after]) {
    const dx = Math.sign(b[0] - a[0]), dy = Math.sign(b[1] - a[1]);
    const x = a[0] * 10 - dx * before, y = a[1] * 10 - dy * before;
    return `M${x} ${y}L${b[0] * 10 + dx * after} ${b[1] * 10 + dy * after}`;
  }
  const dot = (c, r) => {
    const [x, y] = place(c, r);
    return `M${x * 10} ${y * 10}h0`;
  };
  function isStar(at, length) {
    const edge = length > 12 ? 3 : 2;
    if (length < 7) return false;
    return at === edge || at === length - 1 - edge || (length % 2 === 1 && length > 8 && at === (length - 1) / 2);
  }
  const next = (from) => data.moves.map((move, number) => ({ ...move, number })).filter((move) => move.p === from);
  function put(move) {
    const spot = move.m ? point(move.m) : null;
    for (const captured of points(move.x || "")) stones.delete(captured.join());
    if (spot) stones.set(spot.join(), move.c);
    line.push({ at: spot, c: move.c, t: move.t });
    at = move.number;
  }
  function say(text, kind) {
    status.textContent = text;
    root.dataset.result = kind;
    if (options.onResult && kind !== "on") options.onResult(kind);
  }
  /** Plays a move of the person; `m` is empty for tenuki. */
  function play(m) {
    if (over || (m && stones.has(point(m).join()))) return;
    const mine = next(at).filter((move) => move.c === data.turn && move.m === m);
    if (!mine.length) {
      if (m) {
        stones.set(point(m).join(), data.turn);
        line.push({ at: point(m), c: data.turn });
      }
      over = true;
      say("Wrong: not in the solution.", "wrong");
      return draw();
    }
    const move = mine.find((one) => one.r) || mine[0];
    put(move);
    const comments = [move.t];
    if (!move.e) {
      const replies = next(at).filter((one) => one.c !== data.turn);
      const reply = replies.find((one) => one.f) || replies.find((one) => one.r === move.r) || replies[0];
      if (reply) {
        put(reply);
        comments.push(reply.t);
      }
    }
    const told = comments.filter(Boolean).join("\n");
    const rest = next(at).filter((one) => one.c === data.turn);
    if (data.moves[at].e || (move.e && !rest.length)) {
      over = true;
      say(`Right. ${told}`, "right");
    } else if (!move.r) {
      over = true;
      say(`Wrong. ${told}`, "wrong");
    } else if (!rest.length) {
      over = true;
      say(`Right. ${told}`, "right");
    } else {
      say(told || "Go on.", "on");
    }
    draw();
  }
  function reset() {
    stones = new Map();
    for (const spot of points(data.black)) stones.set(spot.join(), "B");
    for (const spot of points(data.white)) stones.set(spot.join(), "W");
    [at, line, over, others, taken] = [-1, [], false, [], []];
    const task = `${color(data.turn) === "B" ? "Black" : "White"} to play`;
    say([task, ...(data.l || [])].join("; "), "on");
    draw();
  }
  /** Shows the first right line. */
  function solve() {
    reset();
    for (let moves = next(-1); moves.length; moves = next(at)) {
      const move = moves.find((one) => one.r);
      if (!move) break;
      put(move);
      if (move.e) break;
    }
    const first = line.length && line[0].at ? line[0].at.join() : "";
    others = answers().filter((m) => m).map(point).filter((spot) => spot.join() !== first);
    over = true;
    const told = [...describeMoves(), ...describeComments()].join("\n");
    const none = data.u ? "The answer cannot be played on this board." : "No answer on file.";
    say(at < 0 ? none : told || "The answer.", "shown");
    draw();
  }
  /** The accepted first moves; empty for tenuki. */
  function answers() {
    const right = next(-1).filter((one) => one.r && one.c === data.turn);
    return [...new Set(right.map((one) => one.m))];
  }
  /** What the board of an answer cannot show: moves whose stones are gone, tenuki. */
  function describeMoves() {
    const captions = [];
    line.forEach((move, number) => {
      const isAt = (one) => one.at && move.at && one.at.join() === move.at.join();
      const last = line.findLastIndex(isAt);
      if (!move.at) {
        captions.push(`${number + 1} tenuki`);
      } else if (!inside(move.at)) {
        captions.push(`${number + 1} at ${name(move.at)}`);
      } else if (isFree(move.at)) {
        if (others.some((spot) => spot.join() === move.at.join())) {
          captions.push(`${number + 1} at ${letter(others, "A", move.at)}`);
        } else {
          if (!taken.some((spot) => spot.join() === move.at.join())) taken.push(move.at);
          captions.push(`${number + 1} at ${letter(taken, "a", move.at)}`);
        }
      } else if (last > number) {
        captions.push(`${number + 1} at ${last + 1}`);
      }
    });
    const names = others.map((spot) => (isFree(spot) ? letter(others, "A", spot) : name(spot)));
    if (answers().includes("") && line.length && line[0].at) names.push("tenuki");
    if (names.length) captions.push(`also right: ${names.join(", ")}`);
    return captions.length ? [captions.join("; ") + "."] : [];
  }
  /** The comments of the line, with the numbers of their moves. */
  function describeComments() {
    const has = line.map((move, number) => ({ t: move.t, number: number + 1 })).filter((one) => one.t);
    const isOnlyLast = has.length === 1 && has[0].number === line.length;
    return has.map((one) => (isOnlyLast ? one.t : `${one.number}: ${one.t}`));
  }
  board.addEventListener("click", (event) => {
    const box = board.getBoundingClientRect();
    const unit = (w - 1) * 10 + 12;
    let x = Math.round((((event.clientX - box.left) / box.width) * unit - 6) / 10);
    let y = Math.round((((event.clientY - box.top) / box.height) * ((h - 1) * 10 + 12) - 6) / 10);
    if (turned) [x, y] = [y, x];
    if (flipX) x = width - 1 - x;
    if (flipY) y = height - 1 - y;
    const [c, r] = [x + left, y + top];
    if (!inside([c, r])) return;
    const char = (n) => String.fromCharCode(n < 26 ? 97 + n : 65 + n - 26);
    play(char(c) + char(r));
  });
  const button = (text, act) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = text;
    element.addEventListener("click", act);
    return element;
  };
  const controls = document.createElement("p");
  controls.className = "controls";
  if (options.controls !== false) {
    controls.append(button("Again", reset));
    if (data.moves.some((move) => !move.m)) controls.append(button("Tenuki", () => play("")));
    controls.append(button("Answer", solve));
  }
  root.replaceChildren(board, status, controls);
  reset();
  return { play, reset, solve, answers: () => answers().map((m) => (m ? name(point(m)) : "tenuki")) };
}
