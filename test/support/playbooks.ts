import { compile, memoryHost } from "../../compiler/index.js";
import type { Program } from "../../ir/index.js";

/** The program of a text in Laban. What is wrong with it fails the test; warnings are let through. */
export async function programFrom(text: string): Promise<Program> {
  const { bundle, diagnostics } = await compile(memoryHost({ "main.playbook": text }), ["main.playbook"]);
  if (bundle === undefined)
    throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n"));
  return bundle.program;
}
