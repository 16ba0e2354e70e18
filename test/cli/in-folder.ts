import { expect } from "vitest";
import { commands } from "../../cli/commands/index.gen.js";
import type { RunView } from "../../runtime/core/index.js";
import { systemClock } from "../../runtime/drive/clock.js";
import { steady } from "./projects.js";
import { laban, transcript, type Ended, type SessionOptions } from "./session.js";

// What commands load when they are first used is loaded before, so that no test's time is spent on it.
await Promise.all([
  ...commands.map(({ load }) => load()),
  import("../../runtime/config/bind.js"),
  import("../../runtime/drive/runtime.js"),
  import("../../runtime/stores/sqlite.js"),
  import("../../runtime/workspace/folder.js"),
]);

/** Commands that are given in a folder, on the machine's clock. */
export function inFolder(
  cwd: string,
  more: Partial<SessionOptions> = {},
): (...words: readonly string[]) => Promise<Ended> {
  return (...words) => laban(words, { cwd, clock: systemClock, ...more });
}

/** Compares all that came of a command with `golden/NAME.txt`. */
export async function golden(
  words: readonly string[],
  ended: Ended,
  folder: string,
  name: string,
): Promise<void> {
  await expect(steady(transcript(words, ended), folder)).toMatchFileSnapshot(`golden/${name}.txt`);
}

/** The run that a command with `--json` printed. */
export function viewIn(ended: Ended): RunView {
  const shape: { readonly version: number; readonly run: RunView } = JSON.parse(ended.stdout);
  expect(shape.version).toBe(1);
  return shape.run;
}

/** The commands that what was printed for a person tells to give, as a shell reads them; without `laban`. */
export function commandsIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/laban ((?:resume|answer|cancel|run|loop|show) [^\n]*)/g)].map(([, words = ""]) =>
    [...words.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replaceAll(/['"]/g, "")),
  );
}
