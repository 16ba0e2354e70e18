import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { bundle, copyGeneratedDeclarations } from "../../scripts/bundle.mjs";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "../..");

/** The rooms that the entries' declarations need. */
const rooms = ["ir", "grammar", "stdlib", "runtime", "runtime/core", "runtime/scenario", "compiler", "node"];

/** A project that has the package installed as it is published, with what the package needs. */
export interface InstalledPackage {
  readonly project: string;
  /** The package's own folder. */
  readonly folder: string;
  remove(): void;
}

/** Builds the package apart, so that nothing else that builds is in its way, packs it and unpacks it into a project. */
export async function installPackage(): Promise<InstalledPackage> {
  // Below node_modules, so that the packages which stay outside of the bundle are found from it.
  const stage = join(root, `node_modules/.cache/laban-pack-${process.pid}`);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  for (const room of rooms.filter((path) => !path.includes("/")))
    cpSync(join(root, room), join(stage, room), { recursive: true });
  const others = ["package.json", "tsconfig.base.json", "README.md", "LICENSE", "CHANGELOG.md"];
  for (const path of [...others, "docs", "examples"])
    cpSync(join(root, path), join(stage, path), { recursive: true });
  const references = rooms.map((path) => ({ path }));
  writeFileSync(join(stage, "tsconfig.json"), JSON.stringify({ files: [], references }));
  await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b"], { cwd: stage });
  await bundle(join(stage, "dist"));
  copyGeneratedDeclarations(join(stage, "dist"));

  const project = join(stage, "project");
  const folder = join(project, "node_modules/laban");
  mkdirSync(folder, { recursive: true });
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", project], { cwd: stage });
  const archive = readdirSync(project).find((name) => name.endsWith(".tgz")) ?? "";
  await run("tar", ["-xzf", join(project, archive), "-C", folder, "--strip-components", "1"]);
  for (const name of ["@photostructure", "@types"])
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name), "junction");
  return { project, folder, remove: () => rmSync(stage, { recursive: true, force: true }) };
}
