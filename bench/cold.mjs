// Cold `laban check`, as whole processes: one file as a ratio to bare `node`, then 100 and 1 000 files.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, processes, ratio } from "./measure.mjs";
import { choreographies } from "./sources.mjs";

const laban = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "laban-cold-"));
try {
  for (const count of [1, 100, 1000]) {
    mkdirSync(join(folder, String(count)));
    for (let i = 0; i < count; i += 1) {
      writeFileSync(join(folder, String(count), `work-${i}.playbook`), choreographies(1, i));
    }
  }
  writeFileSync(join(folder, "empty.mjs"), "");
  const check = (/** @type {number} */ count) => [
    process.execPath,
    laban,
    "check",
    "--format",
    "json",
    String(count),
  ];

  const one = processes(
    {
      node: [process.execPath, "empty.mjs"],
      version: [process.execPath, laban, "--version"],
      check: check(1),
    },
    { cwd: folder, runs: 21 },
  );
  console.log(`bare node                 ${median(one.node).toFixed(0).padStart(6)} ms`);
  console.log(
    `laban --version           ${median(one.version).toFixed(0).padStart(6)} ms   ${ratio(one.version, one.node).toFixed(2)} x bare node`,
  );
  console.log(
    `laban check, 1 file       ${median(one.check).toFixed(0).padStart(6)} ms   ${ratio(one.check, one.node).toFixed(2)} x bare node (goal: at most 2.5)`,
  );
  const many = processes({ hundred: check(100), thousand: check(1000) }, { cwd: folder, runs: 5 });
  console.log(`laban check, 100 files    ${median(many.hundred).toFixed(0).padStart(6)} ms`);
  console.log(
    `laban check, 1 000 files  ${median(many.thousand).toFixed(0).padStart(6)} ms   (4 000 playbooks)`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
