import { checks } from "../../compiler/checks/index.gen.js";
import type { Check } from "../../compiler/check.js";
import type { Command } from "../command.js";
import { exit } from "../exit-code.js";
import { json } from "../option.js";
import { misuse } from "../problem.js";
import { checkPageLines } from "../rendering/check-page.js";
import { suggestion } from "../../ir/nearest.js";
import { style } from "../style.js";
import { emit, hasColour } from "../surroundings.js";

const known: readonly Check[] = checks;

export const command: Command = {
  name: "explain",
  summary: "what a check's code means, why it matters and how to mend it",
  operands: [{ name: "CODE" }],
  options: [json],
  async run(args, surroundings) {
    const wanted = args.operands[0] ?? "";
    const check = known.find(
      ({ code, name }) => code === wanted.toUpperCase() || name === wanted.toLowerCase(),
    );
    if (check === undefined) {
      const names = known.flatMap(({ code, name }) => [code, name]);
      return misuse(`there is no check \`${wanted}\`${suggestion(wanted, names)}`, {
        hint: "a code looks like LB4001, and stands behind each diagnostic",
      });
    }
    if (args.get(json)) {
      const { code, name, severity, summary, why, fix, bad, good } = check;
      emit(surroundings, { version: 1, check: { code, name, severity, summary, why, fix, bad, good } });
    } else {
      const { out, env } = surroundings;
      const width = Math.min(out.terminal ? out.columns() : 100, 100);
      out.stream.write(`${checkPageLines(check, width, style(hasColour(out, env))).join("\n")}\n`);
    }
    return exit.done;
  },
};
