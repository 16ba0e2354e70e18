import type { Expression } from "../../ir/index.js";
import { explain, holds, type Facts, type Machine, type Scope, type State } from "../core/index.js";
import { scopeAt } from "../core/surroundings.js";
import type { PredicateResult } from "./expectations.js";
import type { MemoryWorkspace } from "./memory-workspace.js";

/**
 * Whether a predicate holds on a run and its workspace as they are now (`[L-30]`). The run knows what it has read and
 * written; of everything else the workspace says what is there.
 */
export function predicateResult(
  machine: Machine,
  state: State,
  workspace: MemoryWorkspace,
  predicate: Expression,
): PredicateResult {
  const scope = scopeAt(machine, state, "");
  const now: Scope = { ...scope, facts: beside(scope.facts, machine, workspace) };
  return holds(predicate, now) ? { holds: true } : { holds: false, why: explain(predicate, now) };
}

function beside(facts: Facts, machine: Machine, workspace: MemoryWorkspace): Facts {
  const found = (artifact: string, key: string | undefined) =>
    workspace.documents(artifact).find((reading) => reading.key === key);
  return {
    document: (artifact, key) => facts.document(artifact, key) ?? found(artifact, key)?.value,
    isAbsent: (artifact, key) => facts.isAbsent(artifact, key) && found(artifact, key) === undefined,
    documentKeys: (artifact) =>
      facts.documentKeys(artifact) ??
      (machine.program.artifacts[artifact]?.keys.length === 0
        ? undefined
        : workspace.documents(artifact).flatMap(({ key }) => (key === undefined ? [] : [key]))),
    isDelivered: (artifact, key) => facts.isDelivered(artifact, key),
    isStale: (artifact, key) => facts.isStale(artifact, key),
    contributions: (evidence) => facts.contributions(evidence),
    verdict: (verdict, key) => facts.verdict(verdict, key),
    rows: (verdict) => facts.rows(verdict),
    isKeyed: (verdict) => facts.isKeyed(verdict),
    matches: (text, pattern) => facts.matches(text, pattern),
  };
}
