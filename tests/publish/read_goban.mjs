// Reads puzzles with the engine of online-go.com: its branches with a correct answer.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
// The package is made for browsers: the engine itself needs no more than these names.
const nothing = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => "" : name === "length" ? 0 : nothing),
  apply: () => nothing,
  construct: () => nothing,
});
Object.assign(globalThis, { self: globalThis, window: globalThis, CLIENT: true, document: nothing, localStorage: nothing, HTMLElement: class {}, Image: class {}, Audio: class {}, CSSStyleSheet: undefined, addEventListener() {} });
const goban = createRequire(`${process.argv[3]}/x.js`)("goban");

const read = {};
const text = (x, y) => String.fromCharCode(97 + x) + String.fromCharCode(97 + y);
const leads = (move) => move.correct_answer || move.branches.some(leads) || (move.trunk_next && leads(move.trunk_next));
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const puzzle = JSON.parse(line);
  const engine = new goban.GobanEngine(puzzle);
  const stones = { 1: [], 2: [] };
  engine.board.forEach((row, y) => row.forEach((stone, x) => stone && stones[stone].push(text(x, y))));
  const right = engine.move_tree.branches.filter(leads).map((move) => text(move.x, move.y));
  read[puzzle.name] = {
    size: engine.width,
    black: stones[1],
    white: stones[2],
    turn: engine.player === 1 ? "B" : "W",
    right,
  };
}
console.log(JSON.stringify(read));
