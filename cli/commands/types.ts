import { targets } from "../../compiler/targets/index.gen.js";
import { invariant } from "../../ir/index.js";
import type { Command } from "../command.js";
import { compileProject } from "../compile-project.js";
import { exit } from "../exit-code.js";
import { text } from "../option.js";
import { oneLine } from "../rendering/text.js";
import { say } from "../surroundings.js";
import { writeFiles } from "../write-files.js";

const output = text({ name: "output", short: "o", value: "FILE", summary: "the file to write to" });

export const command: Command = {
  name: "types",
  summary: "writes TypeScript types of inputs, outputs, verdicts, waits, tools and effects",
  operands: [{ name: "PATH", optional: true, many: true }],
  options: [output],
  notes: ["Without -o it goes to standard output."],
  async run(args, surroundings) {
    const compiled = await compileProject(surroundings.cwd, args.operands);
    if (compiled.kind === "problem") return compiled;
    const built = targets.find(({ name }) => name === "types")?.build(compiled.value.bundle);
    const [source] = built?.values() ?? [];
    invariant(source !== undefined, "the target `types` builds a file");
    const file = args.get(output);
    if (file === undefined) {
      surroundings.out.stream.write(source);
      return exit.done;
    }
    const written = writeFiles(surroundings.cwd, "", new Map([[file, source]]));
    if (written.kind === "problem") return written;
    say(surroundings, written.value.map(oneLine));
    return exit.done;
  },
};
