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
import { moment } from "../rendering/time.js";
import { problemText } from "../report-problem.js";
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
const watch = flag({ name: "watch", summary: "check again whenever something changes, until ctrl-c" });

export const command: Command = {
  name: "check",
  summary: "what is wrong with the playbooks, before anything runs",
  operands: [{ name: "PATH", optional: true, many: true }],
  options: [format, json, maxWarnings, baseline, writeBaseline, fix, fixUnsafe, watch],
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
    const { out, err, env } = surroundings;
    const colour = hasColour(err, env);
    if (args.get(watch)) {
      const { watching } = await import("../watching.js");
      const show = showing(surroundings);
      return watching(surroundings, root, async () => {
        const findings = await checkFindings(order, root);
        show(
          findings.kind === "problem"
            ? await problemText(findings, colour)
            : textForPeople(findings.value, order, colour),
        );
      });
    }

    const name = formatOf(args);
    const findings = await checkFindings(order, root);
    if (findings.kind === "problem") {
      const { faults } = findings;
      // Where findings are shown, faults in the settings are too; `json` has them with the problem itself.
      if (faults !== undefined && name !== "json") await tellPrograms(name, faults, root, surroundings);
      return findings;
    }
    const { value } = findings;
    if (name === "pretty") out.stream.write(textForPeople(value, order, hasColour(out, env)));
    else say(surroundings, changeLines(value, colour));
    await tellPrograms(name, value, root, surroundings);
    return endOf(value, args.get(maxWarnings));
  },
};

type Order = { readonly kind: "order" } & CheckOrder;

function orderOf(args: Arguments, cwd: string): Order | Problem {
  const name = args.get(baseline);
  const write = args.get(writeBaseline);
  if (write && name === undefined) {
    return misuse("`--write-baseline` needs the file to write", { hint: "--baseline FILE" });
  }
  if (args.get(watch) && formatOf(args) !== "pretty") {
    return misuse(`\`--watch\` is for people, and \`${formatOf(args)}\` is one document`, {
      hint: "leave one of the two out",
    });
  }
  if (args.get(watch) && write) {
    return misuse("with `--watch` and `--write-baseline` everything new would be accepted at once", {
      hint: "leave one of the two out",
    });
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

function changeLines({ changes }: Findings, colour: boolean): readonly string[] {
  return changes.map((each) => `${style(colour).green("fixed")} ${oneLine(each)}`);
}

/** What was changed, what was found, and what is accepted. */
function textForPeople(findings: Findings, { baseline: accepting }: CheckOrder, colour: boolean): string {
  const { diagnostics, files, accepted } = findings;
  const changes = changeLines(findings, colour);
  return [
    ...(changes.length === 0 ? [] : [...changes, ""].map((line) => `${line}\n`)),
    findingsText(diagnostics, files, colour),
    ...(accepting === undefined ? [] : [`${String(accepted)} accepted by \`${accepting.name}\`\n`]),
  ].join("");
}

/** A terminal shows what is so now, and when that was; elsewhere a text follows where it is another than the last one. */
function showing({ err, env, clock }: Surroundings): (shown: string) => void {
  const isScreen = err.terminal && env["TERM"] !== "dumb";
  const paint = style(hasColour(err, env));
  let last: string | undefined;
  return (shown) => {
    if (isScreen) {
      const status = paint.dim(`checked ${moment(clock.now())}, and again after each change; ctrl-c ends`);
      err.stream.write(`${clearScreen}${shown}${status}\n`);
    } else if (shown !== last) {
      err.stream.write(shown);
      last = shown;
    }
  };
}

const clearScreen = "\u001b[2J\u001b[H";

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
