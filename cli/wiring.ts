import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Hands } from "../runtime/drive/hands.js";
import type { Prompter, Store } from "../runtime/ports.js";
import { resolveSecret } from "../runtime/secrets.js";
import { found, misuse, type Found } from "./problem.js";
import type { Surroundings } from "./surroundings.js";
import type { Workplace } from "./workplace.js";

/** Where a project's runs are kept. */
function storePath({ project, config }: Workplace): string {
  return resolve(project.root, config.store ?? ".laban/laban.db");
}

/** The folder that artifacts are read from and landed in. */
export function workspaceFolder({ project, config }: Workplace): string {
  return resolve(project.root, config.workspace ?? ".");
}

/** Whether anything was ever run here. */
export function hasStore(workplace: Workplace): boolean {
  return existsSync(storePath(workplace));
}

/** Opens the store of the project's runs, which is made when there is none. */
export async function openStore(workplace: Workplace, surroundings: Surroundings): Promise<Found<Store>> {
  const { openSqliteStore } = await import("../runtime/stores/sqlite.js");
  const { StoreFailure } = await import("../runtime/stores/failure.js");
  try {
    return found(openSqliteStore(storePath(workplace), { now: surroundings.clock.now() }));
  } catch (error) {
    if (error instanceof StoreFailure) return misuse(error.message, { code: "store" });
    throw error;
  }
}

/** What the settings bind models, tools and selectors to, and the workspace. `prompter`: who is at the terminal. */
export async function handsOf(
  workplace: Workplace,
  surroundings: Surroundings,
  prompter: Prompter | undefined,
): Promise<Found<Hands>> {
  const { config, project } = workplace;
  const { clock, env } = surroundings;
  const { bind } = await import("../runtime/config/bind.js");
  const bound = bind(config, {
    root: project.root,
    clock,
    env,
    ...(prompter === undefined ? {} : { prompter }),
  });
  if (bound.diagnostics.length > 0) {
    return misuse("a script that the settings name is not right", { code: "configuration", faults: bound });
  }
  const folder = workspaceFolder(workplace);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const why = existsSync(folder) ? "is no folder" : "does not exist";
    return misuse(`the workspace \`${config.workspace ?? "."}\` ${why}`, {
      code: "configuration",
      hint: "make the folder, or change `workspace` in laban.config.json",
    });
  }
  const { folderWorkspace } = await import("../runtime/workspace/folder.js");
  const { model, tool, selector } = bound;
  return found({
    clock,
    random: Math.random,
    workspace: folderWorkspace(folder, { clock }),
    model,
    tool,
    selector,
    secret: (reference) => resolveSecret(reference, env),
  });
}
