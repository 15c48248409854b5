// Serves the package and the pages as a plain file server, has Chromium open browser.html, and waits for what
// that page reports.
//
//     node browser.mjs CHROMIUM FOLDER      the folder has the lists that wasm/test makes
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [chromium, lists] = process.argv.slice(2);
const PATIENCE = 180_000; // milliseconds; the computer may be busy
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folders = {
  tests: here("."),
  package: here("../../target/wasm/package"),
  site: here("../../target/wasm/site"),
  vectors: here("../../tests/data/vectors"),
  lists,
};
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

// A list of 100,000 problems, sorted, as the command writes it.
const digits = () => Math.floor(Math.random() * 16 ** 7).toString(16).padStart(7, "0");
const lines = Array.from({ length: 100_000 }, (_, at) => `${digits()}${digits()} ${"bw"[at % 2]}\n`).sort();
writeFileSync(join(lists, "long.txt"), `# gtn-db keys: scheme gtn1, 100000 problems\n${lines.join("")}`);

const report = Promise.withResolvers?.() ?? (() => {
  const parts = {};
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
})();
const server = createServer((request, response) => {
  const [, folder, name] = new URL(request.url, "http://localhost").pathname.split("/");
  if (request.method === "POST") {
    let body = "";
    request.on("data", (piece) => (body += piece)).on("end", () => {
      response.end();
      report.resolve(JSON.parse(body));
    });
    return;
  }
  try {
    const content = readFileSync(join(folders[folder], name));
    response.setHeader("content-type", types[extname(name)] ?? "text/plain");
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

const profile = mkdtempSync(join(tmpdir(), "gtn-db-wasm-"));
const options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", `--user-data-dir=${profile}`];
const address = `http://127.0.0.1:${server.address().port}/tests/browser.html`;
const browser = spawn(chromium, [...options, "--remote-debugging-port=0", address], { stdio: "ignore" });
browser.on("error", report.reject);
const timer = setTimeout(() => report.reject(new Error(`no report after ${PATIENCE / 1000} s`)), PATIENCE);
try {
  const { fault, lines } = await report.promise;
  for (const line of lines) console.log(`browser: ${line}`);
  if (fault) throw new Error(fault);
} finally {
  clearTimeout(timer);
  const ended = new Promise((resolve) => browser.on("exit", resolve));
  browser.kill();
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
  try {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch {
    // Chromium still writes there; the system removes the folder.
  }
  server.close();
}
process.exit(0);
