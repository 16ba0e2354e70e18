import { pointer } from "../../ir/index.js";
import type { Command } from "../command.js";
import { compileToRun } from "../compile-project.js";
import { findPlaybook } from "../find-playbook.js";
import { readInputs } from "../inputs.js";
import { flag, json, text, texts } from "../option.js";
import { refusedStart } from "../refused-start.js";
import { reporter, stayWithRun } from "../stay-with-run.js";
import { withRuntime } from "../with-runtime.js";

const input = texts({
  name: "input",
  value: "NAME=VALUE",
  summary: "an input, read by its type; NAME=@FILE reads it from a file",
});
const inputs = text({ name: "inputs", value: "FILE", summary: "inputs as one JSON object" });
const dryRun = flag({ name: "dry-run", summary: "writes nothing to the workspace, and shows what it would" });
const noInput = flag({ name: "no-input", summary: "asks nobody: where a person is needed, the run waits" });
const unattended = flag({ name: "unattended", summary: "leaves out what needs a person's answers" });
const key = text({ name: "key", value: "KEY", summary: "what makes two requests the same subject" });

export const command: Command = {
  name: "run",
  summary: "runs a playbook, and stays with it",
  operands: [{ name: "REF" }],
  options: [input, inputs, dryRun, noInput, unattended, key, json],
  notes: [
    "REF is a playbook's ref (namespace.name), or its name where only one has it.",
    "At a terminal you are asked what only you can answer. Ctrl-c leaves the run; `laban resume` goes on.",
  ],
  async run(args, surroundings) {
    const compiled = await compileToRun(surroundings);
    if (compiled.kind === "problem") return compiled;
    const { workplace, bundle } = compiled.value;
    const named = findPlaybook(bundle.program, args.operands[0] ?? "");
    if (named.kind === "problem") return named;
    const { ref, playbook } = named.value;
    const given = readInputs({
      cwd: surroundings.cwd,
      ref,
      playbook,
      types: bundle.program.types,
      doc: (name) => bundle.docs[pointer("playbooks", ref, "inputs", name)],
      pairs: args.get(input),
      file: args.get(inputs),
    });
    if (given.kind === "problem") return given;
    const subject = args.get(key);
    const alone = args.get(unattended) || workplace.config.unattended === true;
    const asksNobody = args.get(noInput) || alone;

    return withRuntime(workplace, surroundings, asksNobody, async (runs) => {
      const started = await runs.runtime.start({
        bundle,
        playbook: ref,
        inputs: given.value,
        dryRun: args.get(dryRun),
        unattended: alone,
        ...(subject === undefined ? {} : { key: subject }),
      });
      if (started.kind === "refused") return refusedStart(started.refusal, runs, surroundings);
      return stayWithRun(
        runs,
        started.run,
        { report: reporter(args.get(json), surroundings), from: 0 },
        surroundings,
      );
    });
  },
};
