/**
 * Drives the market analysis. Arguments: the folder; the bundle as JSON; `start` or `recover`; before which append to be
 * killed, `0` for never.
 */
import { join } from "node:path";
import { readScript } from "../../../runtime/config/read-script.js";
import { systemClock as clock, timeOrderedIds } from "../../../runtime/drive/clock.js";
import { openRuntime } from "../../../runtime/drive/runtime.js";
import { scriptModel } from "../../../runtime/models/script.js";
import { openSqliteStore } from "../../../runtime/stores/sqlite.js";
import { scriptTool } from "../../../runtime/tools/script.js";
import { folderWorkspace } from "../../../runtime/workspace/folder.js";
import { marketRun, marketScript } from "./market-script.js";
import { tampered } from "./tampered-store.js";

const [root = "", bundle = "", what = "", step = "0"] = process.argv.slice(2);
const read = readScript(marketScript, "script.yaml");
if (read.kind === "broken") throw new Error("the script is read");
const { script } = read;
const file = "script.yaml";

let appends = 0;
const store = tampered(openSqliteStore(join(root, ".laban", "laban.db"), { now: clock.now() }), {
  before: (method) => {
    if (method !== "append") return;
    appends += 1;
    if (String(appends) !== step) return;
    process.kill(process.pid, "SIGKILL");
    for (;;);
  },
});
const model = scriptModel(script, { clock, file });
const runtime = openRuntime({
  store,
  clock,
  ids: timeOrderedIds(clock),
  owner: "ada",
  workspace: folderWorkspace(root, { clock }),
  model: () => model,
  tool: (ref) => scriptTool(script, ref, { clock, file }),
  selector: () => undefined,
});

let run = "";
if (what === "start") {
  const started = await runtime.start({ bundle: JSON.parse(bundle), ...marketRun });
  if (started.kind === "refused") throw new Error(started.refusal.message);
  run = started.run;
  process.stdout.write(`started ${run}\n`);
} else {
  run = (await runtime.recover()).join(" ");
  process.stdout.write(`recovered ${run}\n`);
}
const driven = await runtime.drive(run);
process.stdout.write(`${driven.kind} ${driven.kind === "rest" ? driven.view.status : ""}\n`);
await runtime.close();
store.close();
