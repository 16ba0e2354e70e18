/** From loaded files to a checked program: names, types, expressions, IR. */
import type { Bundle, Diagnostic, Effect, Playbook, Scenario } from "../ir/index.js";
import type { Checking, ExternalType, Pattern } from "./checking.js";
import { readAdmissions } from "./declarations/fans.js";
import { readEffect } from "./declarations/effect.js";
import { readPlaybook } from "./declarations/playbook.js";
import { readThings, settle } from "./declarations/things.js";
import { expectPlaces } from "./declarations/places.js";
import { faultsOf } from "./faulty.js";
import type { Host } from "./host.js";
import { lower } from "./lower.js";
import { Marks } from "./marks.js";
import type { Use } from "./names.js";
import type { CheckedPlaybook, CheckedProgram } from "./program.js";
import type { Names } from "./resolve.js";
import { readScenario } from "./scenarios/scenario.js";
import type { Thing } from "./things.js";
import { settleUnnamed } from "./unnamed.js";

export interface Engines {
  readonly pattern: ((source: string) => Pattern) | undefined;
  readonly externals: ReadonlyMap<string, ExternalType>;
}

/** `reported`: what was found before; what is found here is added to it. */
export function analyse(host: Host, names: Names, engines: Engines, reported: Diagnostic[]): CheckedProgram {
  const uses: Use[] = [];
  const things = new Map<string, Thing>();
  const marks = new Marks();
  const report = (diagnostic: Diagnostic): void => {
    reported.push(diagnostic);
  };
  const checking: Checking = {
    host,
    names,
    report,
    uses,
    things,
    unnamed: new Map(),
    later: [],
    marks,
    ...engines,
  };
  readThings(checking);
  const admissions = readAdmissions(checking);
  const playbooks = new Map<string, CheckedPlaybook>();
  const loweredPlaybooks = new Map<string, Playbook>();
  const effects = new Map<string, Effect>();
  for (const declared of names.declared.values()) {
    const effect = readEffect(checking, declared);
    if (effect !== undefined) effects.set(declared.ref, effect);
    const playbook = readPlaybook(checking, declared, admissions);
    if (playbook === undefined) continue;
    playbooks.set(declared.ref, playbook.checked);
    loweredPlaybooks.set(declared.ref, playbook.ir);
  }
  settle(checking);
  expectPlaces(checking, playbooks);
  const scenarios: Scenario[] = [];
  for (const declared of names.declared.values()) {
    const scenario = readScenario(checking, declared, playbooks);
    if (scenario !== undefined) scenarios.push(scenario);
  }
  settleUnnamed(checking);
  const program = lower(checking, { playbooks: loweredPlaybooks, effects });
  const faults = faultsOf(names, uses, reported);
  // Walking the whole program for its places is worth while only when somebody asks for one.
  let beside: Pick<Bundle, "sourceMap" | "docs"> | undefined;
  const collected = (): Pick<Bundle, "sourceMap" | "docs"> => (beside ??= marks.collect(program));
  return {
    modules: names.modules,
    declared: names.declared,
    things,
    uses,
    playbooks,
    program,
    get sourceMap() {
      return collected().sourceMap;
    },
    get docs() {
      return collected().docs;
    },
    scenarios,
    matches(text, source) {
      const pattern = engines.pattern?.(source);
      return pattern !== undefined && "matches" in pattern && pattern.matches(text);
    },
    reported,
    ...faults,
  };
}
