// What one choreography round costs beside its models: in the core alone, and driven for real on SQLite (WAL, full sync) and
// a folder. Goals: under 50 µs in the core, under 1 ms with the store.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, memoryHost } from "../dist/compiler/index.js";
import {
  folderWorkspace,
  memoryStore,
  openRuntime,
  openSqliteStore,
  systemClock,
  timeOrderedIds,
} from "../dist/runtime/index.js";
import { median } from "./measure.mjs";

const rounds = Number(process.argv[2] ?? 300);
const turns = 5;

/** Two members in turns: each round has one lane with one model call, a merge, and a verdict that comes or falls. */
const source = `
namespace bench
evidence found
verdict enough: "yes" | "no"
playbook work {
  intent "Search and judge in turns"
  admits search, judge
  until count(found) >= 1_000_000
  limits { rounds ${rounds} }
  select first
}
playbook search { intent "Search" returns found prompt "Search. The last verdict: {{ enough ?? \\"none\\" }}" }
playbook judge { intent "Judge" requires found and not enough returns enough prompt "Is it enough? {{ count(found) }}" }
`;

const { bundle, diagnostics } = await compile(memoryHost({ "work.playbook": source }), ["work.playbook"]);
if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));

const model = {
  generate: async ({ site }) => ({
    kind: "reply",
    reply: { kind: "value", value: site.target.endsWith("found") ? "A line that was found." : "no" },
  }),
  clarify: async () => ({ kind: "reply", reply: [] }),
  select: async () => ({
    kind: "final",
    category: "configuration",
    reasonCode: "none",
    message: "not asked",
  }),
};

/** Milliseconds a round. @param {"sqlite" | "memory"} kind */
async function driven(kind) {
  const folder = mkdtempSync(join(tmpdir(), "laban-round-"));
  const clock = systemClock;
  const store =
    kind === "sqlite"
      ? openSqliteStore(join(folder, ".laban/laban.db"), { now: clock.now() })
      : memoryStore();
  const runtime = openRuntime({
    store,
    clock,
    ids: timeOrderedIds(clock),
    owner: "bench",
    workspace: folderWorkspace(folder, { clock }),
    model: () => model,
    tool: () => undefined,
    selector: () => undefined,
  });
  try {
    const start = performance.now();
    const started = await runtime.start({ bundle, playbook: "bench.work", inputs: {} });
    if (started.kind !== "started") throw new Error(JSON.stringify(started));
    const end = await runtime.drive(started.run);
    const took = performance.now() - start;
    if (end.kind !== "rest" || end.view.rounds !== rounds) throw new Error(JSON.stringify(end).slice(0, 500));
    return { ms: took / rounds, entries: runtime.journal(started.run).length / rounds };
  } finally {
    await runtime.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const kind of /** @type {const} */ (["memory", "sqlite"])) {
  await driven(kind);
  const times = [];
  let entries = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const figure = await driven(kind);
    times.push(figure.ms);
    entries = figure.entries;
  }
  console.log(
    `a round, driven, ${kind.padEnd(6)}  ${median(times).toFixed(3)} ms   (${rounds} rounds, ${turns} turns, ${entries.toFixed(1)} events a round)`,
  );
}
console.log("in the core alone:");
spawnSync(process.execPath, [fileURLToPath(new URL("core-round.mjs", import.meta.url))], {
  stdio: "inherit",
});
