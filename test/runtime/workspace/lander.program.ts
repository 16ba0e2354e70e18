/**
 * Lands what it is given. Arguments: the workspace; the command as JSON; before which write to be killed, `0` for never,
 * `hold` to keep the workspace's lock for good.
 */
import { realDisk } from "../../../runtime/workspace/disk.js";
import { folderWorkspace } from "../../../runtime/workspace/folder.js";
import { crashingDisk } from "./crashing-disk.js";
import { leapingClock } from "./sample.js";

const [root = "", command = "", step = "0"] = process.argv.slice(2);
const kill = (): void => {
  process.kill(process.pid, "SIGKILL");
  // The signal comes before the next step.
  for (;;);
};
const hold = (): boolean => {
  process.stdout.write("holding\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  return false;
};
const dyingStep = step === "0" || step === "hold" ? Number.POSITIVE_INFINITY : Number(step);
const disk = crashingDisk(dyingStep, kill, realDisk);
const workspace = folderWorkspace(root, { clock: leapingClock(), disk });
const outcome = await workspace.land(
  "r1",
  JSON.parse(command),
  step === "hold" ? hold : () => true,
  new AbortController().signal,
);
process.stdout.write(`${JSON.stringify(outcome)}\n`);
