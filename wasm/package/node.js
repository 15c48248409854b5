// Loads the module in node, where no page fetches it. The functions are those of gtn_db.js; `default` does
// nothing, so that the same program runs in a browser and in node.
import { readFileSync } from "node:fs";
import { initSync } from "./gtn_db.js";

initSync({ module: readFileSync(new URL("./gtn_db_bg.wasm", import.meta.url)) });

export * from "./gtn_db.js";
export default async () => {};
