// The tests of package.mjs in node, and how long a key takes.
import { existsSync, readFileSync } from "node:fs";
import * as gtn from "../../target/wasm/package/node.js";
import { VECTORS, run } from "./package.mjs";

const read = (folder) => {
  const vector = (name) => JSON.parse(readFileSync(new URL(`${folder}/${name}.json`, import.meta.url)));
  return Object.fromEntries(VECTORS.map((name) => [name, vector(name)]));
};
const vectors = read("../../tests/data/vectors");
let checks = run(gtn, vectors);
const shared = "../../../shared/vectors";
if (existsSync(new URL(shared, import.meta.url))) checks += run(gtn, read(shared));

const boards = vectors.windows.map(({ board }) => board);
const start = performance.now();
for (let round = 0; round < 20; round += 1) {
  for (const board of boards) gtn.Position.read(board).window().canonical().free();
}
const micros = ((performance.now() - start) * 1000) / (20 * boards.length);
console.log(`node: ${checks} checks passed; the key of a board of 19x19 takes ${micros.toFixed(1)} µs`);
