import type { Bundle, Playbook, Program } from "../../ir/index.js";
import { compile, memoryHost, pretty } from "../../compiler/index.js";
import { validateBundle } from "../../ir/validate.gen.js";
import type { Files } from "./checks/diagnosed.js";

/** The bundle of files that have no error; it is valid against the IR's schema. */
export async function compiled(source: string | Files): Promise<Bundle> {
  const files = typeof source === "string" ? { "main.playbook": source } : source;
  const paths = Object.keys(files).filter((path) => path.endsWith(".playbook"));
  const { bundle, diagnostics, files: texts } = await compile(memoryHost(files), paths);
  if (bundle === undefined) throw new Error(pretty(diagnostics, texts));
  const plain: unknown = JSON.parse(JSON.stringify(bundle));
  if (!validateBundle(plain)) throw new Error(JSON.stringify(validateBundle.errors, undefined, 2));
  return plain;
}

export async function program(source: string | Files): Promise<Program> {
  return (await compiled(source)).program;
}

/** The playbook `p` of a source. */
export async function playbook(source: string | Files, ref = "p"): Promise<Playbook> {
  const found = (await program(source)).playbooks[ref];
  if (found === undefined) throw new Error(`no playbook ${ref}`);
  return found;
}
