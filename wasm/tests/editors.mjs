// Runs the examples of docs/editors.md with a server of their own.
//
//     node editors.mjs GTN-DB FOLDER      the folder has the database gtn.db
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [program, folder] = process.argv.slice(2);
const document = readFileSync(new URL("../../docs/editors.md", import.meta.url), "utf8");
const example = (language) => document.match(new RegExp("```" + language + "\\n([^]*?)```"))[1];
const at = (name) => join(folder, name);

mkdirSync(at("node_modules"), { recursive: true });
cpSync(fileURLToPath(new URL("../../target/wasm/package", import.meta.url)), at("node_modules/gtn-db"), { recursive: true });
writeFileSync(at("engine.mjs"), example("js"));
writeFileSync(at("known.py"), example("python"));
writeFileSync(at("new.sgf"), "(;SZ[19]AB[ba][bb]AW[cb])");
writeFileSync(at("bad.sgf"), "junk");
spawnSync(program, ["--db", at("gtn.db"), "export", "--quiet", "--format", "sgf", "--limit", "1", "-o", at("one.sgf")]);

const server = spawn(program, ["--db", at("gtn.db"), "serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const address = await new Promise((resolve) => server.stdout.once("data", (text) => resolve(String(text).match(/http:\S+/)[0])));
  const env = { ...process.env, GTN_DB_SERVER: address.replace(/\/$/, "") };
  const run = (command, args, input) => {
    const { stdout, stderr, status } = spawnSync(command, args, { cwd: folder, env, input, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stdout;
  };

  const python = run("python3", ["known.py", "one.sgf", "new.sgf", "bad.sgf"]);
  assert.match(python, /^one\.sgf\n  same problem: .*, tree 1\nnew\.sgf\n  new\n  nearest: .*\nbad\.sgf\n  there is no `\|`/);

  // The board of the first problem as Sabaki sends one: a move for each stone, column by column.
  const sgf = readFileSync(at("one.sgf"), "utf8");
  const stones = (property) => [...(sgf.match(new RegExp(`${property}((?:\\[[a-s]{2}\\])+)`))?.[1] ?? "").matchAll(/[a-s]{2}/g)];
  const vertex = ([[col, row]]) => "ABCDEFGHJKLMNOPQRST"[col.charCodeAt() - 97] + (19 - (row.charCodeAt() - 97));
  const plays = ["B", "W"].flatMap((color) => stones(`A${color}`).map((one) => `play ${color} ${vertex(one)}`));
  assert(plays.length > 5);
  const input = ["name", "list_commands", "boardsize 19", "clear_board", "known", ...plays, "7 known", "play B Z99", "genmove b", "quit"];
  const answers = run("node", ["engine.mjs"], `${input.join("\n")}\n`).split("\n\n");
  assert.equal(answers[0], "= gtn-db");
  assert.match(answers[1], /\nknown$/);
  const after = answers.slice(5 + plays.length);
  assert.match(after[0], /^=7 .*classic-shapes\.sgf, tree 1/);
  assert.match(after[1], /^\? .*not on a board of 19x19/);
  assert.equal(after[2], "? unknown command");
  console.log("editors: the examples of docs/editors.md passed");
} finally {
  server.kill();
}
