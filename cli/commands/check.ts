import { formats } from "../../compiler/render/index.gen.js";
import type { Severity } from "../../ir/index.js";
import type { Arguments } from "../arguments.js";
import type { Command } from "../command.js";
import { checkProject, type Checked } from "../compile-project.js";
import { exit } from "../exit-code.js";
import { choice, flag, json, whole } from "../option.js";
import { found, type Faults, type Found } from "../problem.js";
import { findProject } from "../project.js";
import { findingsText } from "../rendering/findings.js";
import { listed, oneLine } from "../rendering/text.js";
import { pathInRepository } from "../repository.js";
import { style } from "../style.js";
import { hasColour, say, type Surroundings } from "../surroundings.js";

const format = choice({
  name: "format",
  value: "FORMAT",
  choices: ["pretty", ...formats.map(({ name }) => name)],
  summary: `pretty (for people, the default), ${listed(
    formats.map(({ name }) => name),
    "or",
  )}`,
});
const fix = flag({ name: "fix", summary: "write the fixes that cannot change what a program means" });
const fixUnsafe = flag({ name: "fix-unsafe", summary: "write every fix that a finding has" });
const maxWarnings = whole({
  name: "max-warnings",
  value: "N",
  summary: "end with 1 where there are more warnings than that",
});

export const command: Command = {
  name: "check",
  summary: "what is wrong with the playbooks, before anything runs",
  operands: [{ name: "PATH", optional: true, many: true }],
  options: [format, json, maxWarnings, fix, fixUnsafe],
  notes: [
    "PATH is a file or a folder. Without one, what `include` in laban.config.json says is checked, or this folder.",
    "`laban explain CODE` says more about a finding.",
    "",
    ...formats.map(({ name, summary }) => `${name}: ${summary}`),
  ],
  async run(args, surroundings) {
    const name = args.get(json) ? "json" : (args.get(format) ?? "pretty");
    const checked = await checkedOrFixed(args, surroundings);
    if (checked.kind === "problem") {
      // Where findings are shown, faults in the settings are too; `json` has them with the problem itself.
      if (checked.faults !== undefined && name !== "json" && name !== "pretty") {
        await tell(name, checked.faults, args.operands, surroundings);
      }
      return checked;
    }
    await tell(name, checked.value, args.operands, surroundings);
    const { diagnostics } = checked.value;
    const count = (wanted: Severity): number =>
      diagnostics.filter(({ severity }) => severity === wanted).length;
    const tooMany = count("warning") > (args.get(maxWarnings) ?? Number.POSITIVE_INFINITY);
    return tooMany || count("error") > 0 ? exit.refused : exit.done;
  },
};

/** What is there to be told, once what was to be fixed is. */
async function checkedOrFixed(args: Arguments, surroundings: Surroundings): Promise<Found<Checked>> {
  const { cwd, err, env } = surroundings;
  const unsafe = args.get(fixUnsafe);
  if (!args.get(fix) && !unsafe) return checkProject(cwd, args.operands);
  const { fixProject } = await import("../fix-project.js");
  const fixed = await fixProject(cwd, args.operands, ({ diagnostics }) => diagnostics, { unsafe });
  if (fixed.kind === "problem") return fixed;
  const { changes, checked } = fixed.value;
  const paint = style(hasColour(err, env));
  if (changes.length > 0) {
    say(surroundings, [...changes.map((each) => `${paint.green("fixed")} ${oneLine(each)}`), ""]);
  }
  return found(checked);
}

/** People read on standard error, programs on standard output. */
async function tell(
  name: string,
  { diagnostics, files }: Faults,
  paths: readonly string[],
  surroundings: Surroundings,
): Promise<void> {
  const { cwd, env, out, err } = surroundings;
  const registered = formats.find((one) => one.name === name);
  if (registered === undefined) {
    err.stream.write(findingsText(diagnostics, files, hasColour(err, env)));
    return;
  }
  const { render } = await registered.load();
  const project = findProject(cwd, paths);
  const prefix = project.kind === "found" ? pathInRepository(project.value.root) : "";
  out.stream.write(render({ diagnostics, files, prefix }));
}
