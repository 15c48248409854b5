// Solves the problems of a web folder with its own script, in a document without a browser: plays every
// first move and asks whether it was right.
import { readFileSync, readdirSync } from "node:fs";
const [folder] = process.argv.slice(2);
const element = () => ({
  style: {},
  dataset: {}, children: [], setAttribute() {}, append() {}, replaceChildren() {}, addEventListener() {},
  set textContent(text) {}, set className(text) {},
});
globalThis.document = { createElementNS: element, createElement: element };
const gtnQuiz = new Function(`${readFileSync(`${folder}/quiz.js`, "utf8")}; return gtnQuiz;`)();
const read = {};
for (const file of readdirSync(folder).filter((name) => name.startsWith("problems-"))) {
  const page = readFileSync(`${folder}/${file}`, "utf8");
  for (const [, json] of page.matchAll(/<script class="data" type="application\/json">(.*?)<\/script>/gs)) {
    const data = JSON.parse(json);
    const firsts = data.moves.filter((move) => move.p === -1 && move.c === data.turn).map((move) => move.m);
    const right = firsts.filter((first) => {
      const root = element();
      const quiz = gtnQuiz(root, data, {});
      quiz.play(first);
      return root.dataset.result !== "wrong";
    });
    const points = (text) => text.match(/../g) ?? [];
    const key = data.key;
    read[key] = { size: data.size[0], black: points(data.black), white: points(data.white), turn: data.turn, right };
  }
}
// The names of the problems are those of the truth with the same stones.
const truth = JSON.parse(readFileSync(process.argv[3], "utf8"));
const name = (one) => [one.size, ...[...one.black].sort(), "|", ...[...one.white].sort(), one.turn].join();
const names = new Map(Object.entries(truth).map(([key, one]) => [name(one), key]));
console.log(JSON.stringify(Object.fromEntries(Object.values(read).map((one) => [names.get(name(one)), one]))));
