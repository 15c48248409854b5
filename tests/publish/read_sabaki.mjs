// Reads SGF with @sabaki/sgf.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
const sgf = createRequire(`${process.argv[3]}/x.js`)("@sabaki/sgf");

const read = {};
const leads = (node) => node.data.TE !== undefined || node.children.some(leads);
for (const root of sgf.parse(readFileSync(process.argv[2], "utf8"))) {
  const marked = root.children.filter(leads);
  const right = marked.length ? marked : root.children.slice(0, 1);
  read[root.data.GN[0]] = {
    size: Number(root.data.SZ[0]),
    black: root.data.AB ?? [],
    white: root.data.AW ?? [],
    turn: root.data.PL[0],
    right: right.map((node) => (node.data.B ?? node.data.W)[0]).filter((at) => at),
  };
}
console.log(JSON.stringify(read));
