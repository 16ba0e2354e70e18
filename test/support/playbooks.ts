import { checkProgram, memoryHost } from "../../compiler/index.js";
import { type Bundle, digestOfProgram, type Program } from "../../ir/index.js";

/**
 * The bundle of one file. A source with errors fails the test that gave it, but for those of how members work together
 * (areas 3 to 7): the interpreter has to be right where they get stuck, too.
 */
export async function bundleOf(source: string, file = "main.playbook"): Promise<Bundle> {
  const { diagnostics, program } = await checkProgram(memoryHost({ [file]: source }), [file]);
  const errors = diagnostics.filter(({ code, severity }) => severity === "error" && /^LB[12]/.test(code));
  if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join("\n"));
  const { program: ir, sourceMap, docs, scenarios } = program;
  return { program: ir, digest: digestOfProgram(ir), sourceMap, docs, scenarios };
}

/** The program of a text in Laban, as `bundleOf` reads it. */
export async function programFrom(text: string): Promise<Program> {
  return (await bundleOf(text)).program;
}
