/** What a run needs of the configuration, and what of it is missing (`[L-43]`). */
import type { Playbook, Program } from "../../ir/index.js";
import type { Refusal } from "../core/index.js";

/** Refs of tools and effects, aliases of models, names of selectors; each sorted. */
export interface Needs {
  readonly tools: readonly string[];
  readonly effects: readonly string[];
  readonly models: readonly string[];
  readonly selectors: readonly string[];
}

/** What chooses by itself, and needs no entry in the settings. */
const builtIn: ReadonlySet<string> = new Set(["first", "all"]);

/**
 * Everything that a playbook and its members may reach; without one, the whole catalog (`[R-24]`), chosen from by `chooser`.
 */
export function needsOf(program: Program, playbook: string | undefined, chooser?: string): Needs {
  const tools = new Set<string>();
  const effects = new Set<string>();
  const models = new Set<string>();
  const selectors = new Set<string>();
  const seen = new Set<string>();

  const visit = (ref: string): void => {
    const found = program.playbooks[ref];
    if (found === undefined || seen.has(ref)) return;
    seen.add(ref);
    for (const tool of found.uses) tools.add(tool);
    for (const effect of found.performs) effects.add(effect);
    visitSteps(found);
    if (found.choreography === undefined) return;
    const { members, select } = found.choreography;
    if (select.by === "model") models.add(found.model ?? "default");
    if (select.by === "named" && select.name !== undefined) selectors.add(select.name);
    for (const member of members) visit(member.playbook);
  };
  const visitSteps = (found: Playbook): void => {
    for (const step of found.steps ?? []) {
      if (step.kind === "call") tools.add(step.tool);
      if (step.kind === "perform") effects.add(step.effect);
      if (step.kind !== "generate") continue;
      models.add(step.model ?? found.model ?? "default");
      for (const tool of step.uses) tools.add(tool);
      for (const effect of step.performs) effects.add(effect);
    }
  };

  if (chooser === "model") models.add("default");
  else if (chooser !== undefined && !builtIn.has(chooser)) selectors.add(chooser);
  for (const ref of playbook === undefined ? Object.keys(program.playbooks) : [playbook]) visit(ref);
  const sorted = (names: ReadonlySet<string>): readonly string[] => [...names].toSorted();
  return {
    tools: sorted(tools),
    effects: sorted(effects),
    models: sorted(models),
    selectors: sorted(selectors),
  };
}

export interface Bindings {
  readonly tool: (ref: string) => unknown;
  readonly model: (alias: string) => unknown;
  readonly selector: (name: string) => unknown;
}

/** Why a run with these needs cannot start, naming all that is missing; `undefined`: nothing is. */
export function refuseUnbound(needs: Needs, bindings: Bindings): Refusal | undefined {
  const missing = (names: readonly string[], find: (name: string) => unknown): readonly string[] =>
    names.filter((name) => find(name) === undefined);
  const details = [
    ...missing(needs.tools, bindings.tool).map(
      (ref) => `the tool \`${ref}\` is bound to nothing: give \`tools\` an entry for it`,
    ),
    ...needs.effects.map(
      (ref) => `the effect \`${ref}\` cannot be bound: this runtime performs no effects yet`,
    ),
    ...missing(needs.models, bindings.model).map(
      (alias) => `no model is configured as \`${alias}\`: give \`models\` an entry of that name`,
    ),
    ...missing(needs.selectors, bindings.selector).map(
      (name) => `no selector is configured as \`${name}\`: give \`selectors\` an entry of that name`,
    ),
  ];
  if (details.length === 0) return undefined;
  return {
    status: 409,
    code: "not_bound",
    message: "the run needs what the configuration does not have; nothing was started",
    details: details.map((message) => ({ message })),
  };
}
