import { namesOf, runScenario, type ScenarioResult } from "../../runtime/scenario/index.js";
import type { Command } from "../command.js";
import { compileProject } from "../compile-project.js";
import { exit } from "../exit-code.js";
import { json, text } from "../option.js";
import { misuse } from "../problem.js";
import { scenarioLines, summaryLine, type Played } from "../rendering/scenario-report.js";
import { style } from "../style.js";
import { suggestion } from "../../ir/nearest.js";
import { emit, hasColour, say, show } from "../surroundings.js";

const only = text({ name: "only", value: "TEXT", summary: "the scenarios whose name has TEXT in it" });

export const command: Command = {
  name: "test",
  summary: "plays the scenarios: no model is called, and no time passes",
  operands: [{ name: "PATH", optional: true, many: true }],
  options: [only, json],
  notes: ["Where a scenario fails, the run is shown as it went, and what was expected instead."],
  async run(args, surroundings) {
    const compiled = await compileProject(surroundings.cwd, args.operands);
    if (compiled.kind === "problem") return compiled;
    const { bundle } = compiled.value;
    const wanted = args.get(only);
    const scenarios = bundle.scenarios.filter(({ name }) => wanted === undefined || name.includes(wanted));
    if (wanted !== undefined && scenarios.length === 0) {
      const names = bundle.scenarios.map(({ name }) => name);
      return misuse(`no scenario has \`${wanted}\` in its name${suggestion(wanted, names)}`);
    }

    const { clock } = surroundings;
    const paint = style(hasColour(surroundings.out, surroundings.env));
    const names = namesOf(bundle.program);
    const begun = clock.now();
    const played: Played[] = [];
    for (const scenario of scenarios) {
      const at = clock.now();
      const result = runScenario(bundle, scenario);
      const one = { result, milliseconds: clock.now() - at };
      played.push(one);
      if (!args.get(json)) show(surroundings, scenarioLines(one, names, paint));
    }
    const milliseconds = clock.now() - begun;
    if (args.get(json)) {
      emit(surroundings, { version: 1, milliseconds, scenarios: played.map(shapeOf) });
    } else if (played.length === 0) {
      say(surroundings, ['there is no scenario: `scenario "name" { run … }` in a playbook file is one']);
    } else {
      show(surroundings, [summaryLine(played, milliseconds, paint)]);
    }
    return played.every(({ result }) => result.passed) ? exit.done : exit.refused;
  },
};

/** What a program is told of a scenario; of a run that went well, not how. */
function shapeOf({ result, milliseconds }: Played): object {
  const { name, at, passed, failures, transcript }: ScenarioResult = result;
  const { file, line, column } = at;
  return { name, file, line, column, passed, milliseconds, failures, ...(passed ? {} : { transcript }) };
}
