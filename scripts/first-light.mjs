// Runs the first example from start to a landed document: in a fresh copy, so that it starts the same every time and
// what it leaves can be looked at. Needs `npm run build` before.

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyExample } from "./copy-example.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const copy = join(root, "first-light");
const landed = join(copy, "market", "snapshot.json");

rmSync(copy, { recursive: true, force: true });
copyExample(join(root, "examples", "market-analysis"), copy);

const command = ["run", "top_down.market-analysis", "--input", "brief=Bakeries in Lyon", "--no-input"];
console.error(
  `first-light$ laban ${command.map((word) => (word.includes(" ") ? `"${word}"` : word)).join(" ")}\n`,
);
const { status } = spawnSync(process.execPath, [join(root, "dist", "cli", "main.js"), ...command], {
  cwd: copy,
  stdio: ["ignore", "inherit", "inherit"],
});

if (status === 0 && existsSync(landed)) {
  console.error("\nfirst-light/market/snapshot.json");
  console.log(readFileSync(landed, "utf8").trimEnd());
} else {
  console.error(
    status === 0
      ? "\nnothing landed at first-light/market/snapshot.json"
      : `\n\`laban run\` ended with ${status}`,
  );
  process.exitCode = status || 1;
}
