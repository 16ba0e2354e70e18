import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundle } from "../../scripts/bundle.mjs";

const root = resolve(import.meta.dirname, "../..");

/** The command line as it is published, built apart so that nothing else that builds is in its way. */
export interface BuiltCommandLine {
  /** The program, for `node`. */
  readonly program: string;
  remove(): void;
}

export async function buildCommandLine(name: string): Promise<BuiltCommandLine> {
  // Below node_modules, so that the packages which stay outside of the bundle are found from it.
  const folder = join(root, `node_modules/.cache/laban-${name}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  await bundle(folder);
  return {
    program: join(folder, "cli/main.js"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
