import { formats } from "../../compiler/render/index.gen.js";
import type { Severity } from "../../ir/index.js";
import type { Arguments } from "../arguments.js";
import { checkFindings, type CheckOrder, type Findings } from "../check-findings.js";
import type { Command } from "../command.js";
import { exit, type ExitCode } from "../exit-code.js";
import { choice, flag, json, text, whole } from "../option.js";
import { misuse, type Problem } from "../problem.js";
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
const maxWarnings = whole({
  name: "max-warnings",
  value: "N",
  summary: "end with 1 where there are more warnings than that",
});
const baseline = text({ name: "baseline", value: "FILE", summary: "report only what FILE does not accept" });
const writeBaseline = flag({ name: "write-baseline", summary: "accept all that is found, in that file" });
const fix = flag({ name: "fix", summary: "write the fixes that cannot change what a program means" });
const fixUnsafe = flag({ name: "fix-unsafe", summary: "write every fix that a finding has" });

export const command: Command = {
  name: "check",
  summary: "what is wrong with the playbooks, before anything runs",
  operands: [{ name: "PATH", optional: true, many: true }],
  options: [format, json, maxWarnings, baseline, writeBaseline, fix, fixUnsafe],
  notes: [
    "PATH is a file or a folder. Without one, what `include` in laban.config.json says is checked, or this folder.",
    "`laban explain CODE` says more about a finding.",
    "",
    ...formats.map(({ name, summary }) => `${name}: ${summary}`),
  ],
  async run(args, surroundings) {
    const order = orderOf(args, surroundings.cwd);
    if (order.kind === "problem") return order;
    const project = findProject(order.cwd, order.paths);
    if (project.kind === "problem") return project;
    const { root } = project.value;
    const name = formatOf(args);

    const findings = await checkFindings(order, root);
    if (findings.kind === "problem") {
      const { faults } = findings;
      // Where findings are shown, faults in the settings are too; `json` has them with the problem itself.
      if (faults !== undefined && name !== "json") await tellPrograms(name, faults, root, surroundings);
      return findings;
    }
    tellPeople(name, findings.value, order, surroundings);
    await tellPrograms(name, findings.value, root, surroundings);
    return endOf(findings.value, args.get(maxWarnings));
  },
};

type Order = { readonly kind: "order" } & CheckOrder;

function orderOf(args: Arguments, cwd: string): Order | Problem {
  const name = args.get(baseline);
  const write = args.get(writeBaseline);
  if (write && name === undefined) {
    return misuse("`--write-baseline` needs the file to write", { hint: "--baseline FILE" });
  }
  return {
    kind: "order",
    cwd,
    paths: args.operands,
    fix: args.get(fixUnsafe) ? "all" : args.get(fix) ? "safe" : "nothing",
    ...(name === undefined ? {} : { baseline: { name, write } }),
  };
}

function formatOf(args: Arguments): string {
  return args.get(json) ? "json" : (args.get(format) ?? "pretty");
}

/** On standard error: what was changed, and, in the format for people, what was found. */
function tellPeople(
  name: string,
  { diagnostics, files, changes, accepted }: Findings,
  order: CheckOrder,
  surroundings: Surroundings,
): void {
  const { err, env } = surroundings;
  const colour = hasColour(err, env);
  const paint = style(colour);
  say(
    surroundings,
    changes.map((each) => `${paint.green("fixed")} ${oneLine(each)}`),
  );
  if (name !== "pretty") return;
  if (changes.length > 0) say(surroundings, [""]);
  err.stream.write(findingsText(diagnostics, files, colour));
  if (order.baseline !== undefined) {
    say(surroundings, [`${String(accepted)} accepted by \`${order.baseline.name}\``]);
  }
}

/** On standard output, in a format for programs. */
async function tellPrograms(
  name: string,
  { diagnostics, files }: Pick<Findings, "diagnostics" | "files">,
  root: string,
  { out }: Surroundings,
): Promise<void> {
  const registered = formats.find((one) => one.name === name);
  if (registered === undefined) return;
  const { render } = await registered.load();
  out.stream.write(render({ diagnostics, files, prefix: pathInRepository(root) }));
}

function endOf({ diagnostics }: Findings, most = Number.POSITIVE_INFINITY): ExitCode {
  const count = (wanted: Severity): number =>
    diagnostics.filter(({ severity }) => severity === wanted).length;
  return count("error") > 0 || count("warning") > most ? exit.refused : exit.done;
}
