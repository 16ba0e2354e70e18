import { json as jsonText } from "../../compiler/render/json.js";
import { pretty } from "../../compiler/render/pretty.js";
import type { Command } from "../command.js";
import { checkProject, type Checked } from "../compile-project.js";
import { exit } from "../exit-code.js";
import { choice, json, whole } from "../option.js";
import { configName } from "../project.js";
import { counted } from "../rendering/text.js";
import { countWords } from "../severities.js";
import { style } from "../style.js";
import { hasColour } from "../surroundings.js";

const format = choice({
  name: "format",
  value: "FORMAT",
  choices: ["pretty", "json"],
  summary: "pretty (for people, the default) or json (for programs)",
});
const maxWarnings = whole({
  name: "max-warnings",
  value: "N",
  summary: "end with 1 where there are more warnings than that",
});

export const command: Command = {
  name: "check",
  summary: "what is wrong with the playbooks, before anything runs",
  operands: [{ name: "PATH", optional: true, many: true }],
  options: [format, json, maxWarnings],
  notes: [
    "PATH is a file or a folder. Without one, what `include` in laban.config.json says is checked, or this folder.",
    "`laban explain CODE` says more about a finding.",
  ],
  async run(args, surroundings) {
    const checked = await checkProject(surroundings.cwd, args.operands);
    if (checked.kind === "problem") return checked;
    const { diagnostics, files } = checked.value;
    if (args.get(json) || args.get(format) === "json") {
      surroundings.out.stream.write(jsonText(diagnostics, files));
    } else {
      const colour = hasColour(surroundings.err, surroundings.env);
      surroundings.err.stream.write(reportText(checked.value, colour));
    }
    const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
    const tooMany = warnings > (args.get(maxWarnings) ?? Number.POSITIVE_INFINITY);
    return tooMany || checked.value.bundle === undefined ? exit.refused : exit.done;
  },
};

/** A person does not read on behind so many; a program gets all of them. */
const mostShown = 100;

function reportText({ diagnostics, files }: Checked, colour: boolean): string {
  const shown = pretty(diagnostics.slice(0, mostShown), files, { color: colour });
  const left = diagnostics.length - mostShown;
  const more = left > 0 ? `… and ${String(left)} more, which \`--format json\` has\n\n` : "";
  const read = [...files.keys()].filter((path) => path !== configName && !path.startsWith("std:"));
  const findings = countWords(diagnostics);
  const summary = findings === "" ? style(colour).green("no findings") : findings;
  return `${shown === "" ? "" : `${shown}\n`}${more}${summary}${read.length === 0 ? "" : ` in ${counted(read.length, "file")}`}\n`;
}
