import { targets } from "../../compiler/targets/index.gen.js";
import type { Target } from "../../compiler/targets/target.js";
import type { Command } from "../command.js";
import { compileProject } from "../compile-project.js";
import { exit } from "../exit-code.js";
import { json, text, texts } from "../option.js";
import { misuse } from "../problem.js";
import { oneLine } from "../rendering/text.js";
import { suggestion } from "../../ir/nearest.js";
import { emit, say } from "../surroundings.js";
import { writeFiles } from "../write-files.js";

const output = text({ name: "output", short: "o", value: "DIR", summary: "the folder to write to" });
const target = texts({
  name: "target",
  value: "TARGET",
  summary: `what to write: ${targets.map(({ name }) => name).join(", ")} (default: ir and schemas)`,
});

export const command: Command = {
  name: "build",
  summary: "writes the compiled program, its source map and JSON Schemas",
  operands: [{ name: "PATH", optional: true, many: true }],
  options: [output, target, json],
  notes: targets.map(({ name, summary }) => `${name}: ${summary}`),
  async run(args, surroundings) {
    const folder = args.get(output);
    if (folder === undefined) return misuse("`laban build` needs a folder to write to", { hint: "-o DIR" });
    const names = args.get(target);
    const wanted: Target[] = [];
    for (const name of names.length > 0 ? names : ["ir", "schemas"]) {
      const known = targets.find((one) => one.name === name);
      if (known === undefined) {
        const all = targets.map((one) => one.name);
        return misuse(`there is no target \`${name}\`${suggestion(name, all)}`, {
          hint: `there are ${all.join(", ")}`,
        });
      }
      wanted.push(known);
    }
    const compiled = await compileProject(surroundings.cwd, args.operands);
    if (compiled.kind === "problem") return compiled;
    const { bundle } = compiled.value;
    const files = new Map(wanted.flatMap((one) => [...one.build(bundle)]));
    const written = writeFiles(surroundings.cwd, folder, files);
    if (written.kind === "problem") return written;
    if (args.get(json)) emit(surroundings, { version: 1, digest: bundle.digest, files: written.value });
    else say(surroundings, written.value.map(oneLine));
    return exit.done;
  },
};
