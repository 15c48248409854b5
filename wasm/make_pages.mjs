// Makes each page of docs/known one file: styles and scripts are put in, and the module as base64, so that
// the page needs no network and also opens from a disk, where browsers fetch nothing.
//
//     node make_pages.mjs CLASSIC MODULE SITE
//
// CLASSIC is the folder with the module for scripts that are no modules, MODULE the module in WebAssembly.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";

const [classic, module, site] = process.argv.slice(2);
const pages = new URL("../docs/known/", import.meta.url);
const text = (path) => readFileSync(path, "utf8");
const base64 = readFileSync(module).toString("base64");

const generated = {
  "gtn_db.js": `${text(`${classic}/gtn_db.js`)}
wasm_bindgen.initSync({ module: Uint8Array.from(atob("${base64}"), (char) => char.charCodeAt(0)) });`,
  "board.js": text(new URL("../crates/server/src/assets/board.js", import.meta.url)),
};
const content = (name) => generated[name] ?? text(new URL(name, pages));

mkdirSync(site, { recursive: true });
for (const name of readdirSync(pages).filter((name) => name.endsWith(".html"))) {
  const page = content(name)
    .replace(/<link rel="stylesheet" href="(.*)">/g, (_, file) => `<style>\n${content(file)}</style>`)
    .replace(/<script src="(.*)"><\/script>/g, (_, file) => `<script>\n${content(file)}</script>`);
  writeFileSync(`${site}/${name}`, page);
}
